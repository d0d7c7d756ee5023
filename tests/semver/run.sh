#!/usr/bin/env bash
# Compares verdicts of `cargo xtask diff` with cargo-semver-checks, which must not require a higher version: run.sh [mutants]
#
# 200 mutants of the small description, or so many, or `all`. The first run builds the tool below the target directory.
set -euo pipefail
cd "$(dirname "$0")/../.."

tools="$(realpath -m "${CARGO_TARGET_DIR:-target}")/semver"
# Does nothing if this version is installed. Optimized a little: a release takes much longer to build.
CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=false \
    cargo install cargo-semver-checks --version 0.51.0 --locked --debug --root "$tools"

[ $# -eq 0 ] || export MUTANTS=$1
CARGO_SEMVER_CHECKS=$tools/bin/cargo-semver-checks \
    cargo test -p tests --test verdicts -- --ignored --nocapture no_verdict_is_lower
