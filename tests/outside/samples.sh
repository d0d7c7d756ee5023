#!/usr/bin/env bash
# samples.sh: runs every code sample of the documents against the sandbox, as functions of one program. Each of them must succeed.
#
# Requires Node 20 or newer, and Cargo.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 0 ] || fail "usage: samples.sh"
work="$target/outside/samples"
rm -rf "$work"
mkdir -p "$work"

echo "== samples compile"
node "$here/samples/write.mjs" "$documents" "$work/rust"
cp "$root/Cargo.lock" "$work/rust/"
(cd "$work/rust" && CARGO_TARGET_DIR="$target" cargo build --quiet --offline) || fail "a sample does not compile"

start_sandbox
SANDBOX_URL=$address DOCUMENTS=$documents RUST_SAMPLES="$target/debug/samples" node --test --test-reporter=spec "$here/samples/samples.test.mjs" > "$work/tests.txt" 2>&1 || { cat "$work/tests.txt"; fail "a sample failed"; }
grep -E "^ℹ (tests|pass)" "$work/tests.txt"
