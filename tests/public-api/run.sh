#!/usr/bin/env bash
# The public API of the crates that have a text here, compared with these texts: a change for users is seen in a review. With --write, they are
# written. The generated crates that have none are like those that have one.
set -euo pipefail
cd "$(dirname "$0")/../.."

crates=()
for text in tests/public-api/*.txt; do
    crates+=("--package=$(basename "$text" .txt)")
done
# rustdoc's JSON is an unstable option of a stable toolchain. Only rustdoc is told so: for rustc, everything would be built again.
RUSTDOC=$PWD/tests/public-api/rustdoc-json RUSTDOCFLAGS="-Z unstable-options --output-format json" \
    cargo doc --locked --quiet --no-deps --lib "${crates[@]}"
cargo run --locked --quiet --manifest-path tests/public-api/Cargo.toml --target-dir target/public-api -- target/doc tests/public-api "$@"
