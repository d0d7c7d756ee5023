# Sourced by the scripts beside it: installs the pinned tools below the target directory.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work="${CARGO_TARGET_DIR:-$here/../../target}/openapi-tools"

# No files beside the scripts, and no telemetry of the tools.
export PYTHONDONTWRITEBYTECODE=1
export REDOCLY_TELEMETRY=off
export REDOCLY_SUPPRESS_UPDATE_NOTICE=true

fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

need() {
    command -v "$1" > /dev/null || fail "missing command \`$1\`"
}

# install_python: the venv of requirements.txt.
install_python() {
    need python3
    cmp -s "$here/requirements.txt" "$work/requirements.txt" && return
    mkdir -p "$work"
    rm -rf "$work/venv"
    python3 -m venv "$work/venv" || fail "cannot create the Python environment"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$here/requirements.txt" \
        || fail "cannot install the packages of requirements.txt"
    cp "$here/requirements.txt" "$work/requirements.txt"
}

# install_node: the packages of package-lock.json, without running their scripts.
install_node() {
    need npm
    cmp -s "$here/package-lock.json" "$work/installed-lock.json" && return
    mkdir -p "$work"
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) \
        || fail "cannot install the packages of package-lock.json"
    cp "$here/package-lock.json" "$work/installed-lock.json"
}
