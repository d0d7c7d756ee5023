# Sourced by the scripts beside it: pinned Python tools below the target directory, and a sandbox of their own.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
target="${CARGO_TARGET_DIR:-$root/target}"
documents="$root/crates/api-description/openapi"

# No files beside the scripts.
export PYTHONDONTWRITEBYTECODE=1

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# install_python NAME: the packages of NAME/requirements.txt, once, as the environment $venv; $work is for generated files.
install_python() {
    command -v python3 > /dev/null && python3 -c 'import venv, ensurepip' 2> /dev/null \
        || fail "missing Python 3.11 or newer with venv: on Debian, apt-get install python3 python3-venv"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Python is older than 3.11"
    work="$target/outside/$1"
    venv="$work/venv"
    cmp -s "$here/$1/requirements.txt" "$work/requirements.txt" && return
    mkdir -p "$work"
    rm -rf "$venv"
    python3 -m venv "$venv" || fail "cannot create the Python environment"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$here/$1/requirements.txt" \
        || fail "cannot install the packages of $1/requirements.txt"
    cp "$here/$1/requirements.txt" "$work/requirements.txt"
}

# install_typescript: the pinned compiler, which is $tsc.
install_typescript() {
    command -v node > /dev/null || fail "missing Node: on Debian, apt-get install nodejs npm"
    (source "$root/tests/openapi-tools/tools.sh" && install_node)
    tsc="$target/openapi-tools/node_modules/.bin/tsc"
}

# start_sandbox: the program on a free port, until the script ends; $address is its URL. Builds it, unless SANDBOX_PROGRAM is its path.
start_sandbox() {
    local program="${SANDBOX_PROGRAM:-$target/debug/api-sandbox}"
    [ -n "${SANDBOX_PROGRAM:-}" ] || (cd "$root" && cargo build --locked --quiet -p api-sandbox) || fail "the sandbox does not build"
    "$program" --clock 2026-02-01T12:00:00Z > "$work/sandbox.txt" 2>&1 &
    sandbox=$!
    trap 'kill "$sandbox" 2> /dev/null || true' EXIT
    for _ in $(seq 100); do
        address=$(sed -n 's,^point of sale.*\(http://.*\)/api$,\1,p' "$work/sandbox.txt")
        [ -n "$address" ] && return
        kill -0 "$sandbox" 2> /dev/null || break
        sleep 0.1
    done
    cat "$work/sandbox.txt" >&2
    fail "the sandbox did not start"
}
