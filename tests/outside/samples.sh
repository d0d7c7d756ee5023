#!/usr/bin/env bash
# samples.sh: runs every code sample of the documents against the sandbox: those of curl by a shell, those in TypeScript with Node
# after the compiler has checked them, and those in Rust as functions of one program. Each of them must succeed.
#
# Requires Node 20 or newer with npm, curl 7.82 or newer, and Cargo.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 0 ] || fail "usage: samples.sh"
command -v curl > /dev/null || fail "missing curl: on Debian, apt-get install curl"
install_typescript
work="$target/outside/samples"
rm -rf "$work"
mkdir -p "$work"

echo "== TypeScript samples compile"
node "$here/samples/write.mjs" typescript "$documents" "$work/typescript"
cp "$root/crates/payments-client/typescript/index.d.ts" "$work/typescript/browser-sdk.d.ts"
(cd "$work/typescript" && "$tsc" --strict --noEmit --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom \
    --pretty false ./*.ts) || fail "a TypeScript sample does not compile"

echo "== Rust samples compile"
node "$here/samples/write.mjs" rust "$documents" "$work/rust"
cp "$root/Cargo.lock" "$work/rust/"
(cd "$work/rust" && CARGO_TARGET_DIR="$target" cargo build --quiet --offline) || fail "a Rust sample does not compile"

start_sandbox
SANDBOX_URL=$address DOCUMENTS=$documents RUST_SAMPLES="$target/debug/samples" node --test --test-reporter=spec "$here/samples/samples.test.mjs" > "$work/tests.txt" 2>&1 || { cat "$work/tests.txt"; fail "a sample failed"; }
grep -E "^ℹ (tests|pass)" "$work/tests.txt"
