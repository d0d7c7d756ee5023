#!/usr/bin/env bash
# run.sh [TEST…]: tests the pages of the sandbox, and that of the guide's service, in a headless browser. Starts the sandbox on a
# free port, runs the given tests (default: all), and stops it. Builds the programs, unless SANDBOX_PROGRAM, PAGE_SNIPPET and
# SERVICE_PROGRAM are their paths.
#
# Requires Node with npm, and Chromium (CHROMIUM, default: /usr/bin/chromium).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

export CHROMIUM="${CHROMIUM:-/usr/bin/chromium}"
[ -x "$CHROMIUM" ] || fail "no browser at $CHROMIUM: run \`apt-get install chromium\` or set CHROMIUM"
command -v node > /dev/null && command -v npm > /dev/null || fail "missing Node: run \`apt-get install nodejs npm\`"

target="${CARGO_TARGET_DIR:-$here/../../target}"
mkdir -p "$target/browser-tests"
target=$(cd "$target" && pwd)
work="$target/browser-tests"
# Packages are installed below the target directory, without running their scripts.
if ! cmp -s "$here/package-lock.json" "$work/installed-lock.json"; then
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) \
        || fail "cannot install the packages of package-lock.json"
    cp "$here/package-lock.json" "$work/installed-lock.json"
fi
export BROWSER_PACKAGES="$work"

# The programs, and the example that prints the snippet of a checkout page.
if [ -z "${SANDBOX_PROGRAM:-}" ] || [ -z "${PAGE_SNIPPET:-}" ] || [ -z "${SERVICE_PROGRAM:-}" ]; then
    (cd "$here/../.." && CARGO_TARGET_DIR="$target" cargo build --locked --quiet -p api-sandbox --bins --example page_snippet)
    (cd "$here/../.." && CARGO_TARGET_DIR="$target" cargo build --locked --quiet -p guide --bin service)
    export SERVICE_PROGRAM="$target/debug/service"
    export SANDBOX_PROGRAM="$target/debug/api-sandbox"
    export PAGE_SNIPPET="$target/debug/examples/page_snippet"
fi
: > "$work/sandbox.log"
"$SANDBOX_PROGRAM" --port 0 > "$work/sandbox.log" &
sandbox=$!
trap 'kill "$sandbox" 2> /dev/null || true; wait "$sandbox" 2> /dev/null || true' EXIT

# Its first line has its URL.
for _ in $(seq 200); do
    SANDBOX_URL=$(sed -n '1s|.*\(http://127\.0\.0\.1:[0-9]*\)/.*|\1|p' "$work/sandbox.log")
    [ -z "$SANDBOX_URL" ] || break
    kill -0 "$sandbox" 2> /dev/null || fail "the sandbox did not start"
    sleep 0.1
done
[ -n "$SANDBOX_URL" ] || fail "the sandbox did not print its URL"
export SANDBOX_URL

# One file at a time, as they share the sandbox and its faults.
[ $# -gt 0 ] || set -- "$here"/*.test.mjs
node --test --test-concurrency=1 "$@"
