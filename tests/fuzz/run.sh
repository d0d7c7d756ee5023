#!/usr/bin/env bash
# Runs every fuzz target for this number of seconds, from the committed seeds: run.sh [seconds] [target …]
# With SEED=1, two runs try the same inputs in the same order.
#
# The stable toolchain suffices: coverage is a pass of the compiler, and no sanitizer is needed, as the crates forbid
# unsafe code. Further inputs are stored in target/corpus for the next run on this machine.
set -euo pipefail
cd "$(dirname "$0")"

version=0.13.2
seconds=${1:-10}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(record callback error)

if [ "$(cargo fuzz --version 2>/dev/null)" != "cargo-fuzz $version" ]; then
    # Builds in half the time without optimization; the targets are optimized all the same.
    cargo install cargo-fuzz --version "$version" --locked --debug
fi

dictionary() { # of a target
    case $1 in
        callback) echo dictionaries/form.dict ;;
        *) echo dictionaries/json.dict ;;
    esac
}

flags=(--fuzz-dir . --sanitizer none)
cargo fuzz build "${flags[@]}"
for target in "${targets[@]}"; do
    mkdir -p "target/corpus/$target"
    # libFuzzer reads all of the seeds first. An input has 5 s and the process 2 GB.
    if ! cargo fuzz run "${flags[@]}" "$target" "target/corpus/$target" "seeds/$target" -- \
        -dict="$(dictionary "$target")" -max_len=8192 -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 \
        -seed="${SEED:-0}" -print_final_stats=1 -verbosity=0; then
        printf '\n%s fails. The command above repeats it, run in tests/fuzz.\n' "$target" >&2
        exit 1
    fi
done
