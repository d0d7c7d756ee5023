#!/usr/bin/env bash
# What cargo-semver-checks says of the crates, by Rust's rules.
#
#   tests/semver/run.sh REVISION   whether the version is high enough for what changed since the revision
#   tests/semver/run.sh            whether a new optional field of a record and of a body, a new optional parameter and a new operation are
#                                  a minor version, as `cargo xtask diff` says, and the way back is not
set -euo pipefail
cd "$(dirname "$0")/../.."

[ -x target/semver/bin/cargo-semver-checks ] \
    || cargo install --quiet --locked --root target/semver cargo-semver-checks@0.51.0
checks() {
    target/semver/bin/cargo-semver-checks semver-checks "$@"
}

if [ $# -eq 1 ]; then
    packages=()
    for folder in crates/*/src/lib.rs; do
        name=$(basename "$(dirname "$(dirname "$folder")")")
        [ "$name" = guide ] || packages+=("--package=$name")
    done
    checks --baseline-rev "$1" "${packages[@]}"
    exit
fi

cargo build --locked --quiet -p xtask
xtask=$PWD/target/debug/xtask
pair=$(mktemp -d)
trap 'rm -rf "$pair"' EXIT
for copy in old new; do
    mkdir "$pair/$copy"
    tar --create --exclude=./target --exclude=.git . | tar --extract --directory "$pair/$copy"
done

# becomes FILE LINE NEW: such lines of the spec, and what they are in the new version.
becomes() {
    grep -qxF -- "$2" "spec/$1" || { echo "spec/$1 has no line \`$2\`" >&2; exit 1; }
    awk -v line="$2" -v new="$3" '$0 == line { $0 = new } { print }' "$pair/new/spec/$1" > "$pair/changed"
    cp "$pair/changed" "$pair/new/spec/$1"
}
till=pos/v2/terminal_till.yaml
becomes $till "      open_notes: text" "      open_notes: text
      drawer_serial: string"
becomes $till "    filters: { updated_at: { gt: date } }" "    filters: { updated_at: { gt: date }, till_ref: { eq: string } }"
becomes $till "operations:" "operations:
  get_terminal_till:
    doc: Reads one till.
    http: GET /v2/venue/terminal_tills/{id}
    path: { id: integer }
    response: { terminal_till: TerminalTill }
    statuses: [200, 401]"
becomes pos/v2/customer.yaml "      address: string inferred pii" "      address: string inferred pii
      address_line_2: string inferred pii"
(cd "$pair/new" && "$xtask" generate)

# is_minor BASELINE CURRENT
is_minor() {
    checks --manifest-path "$pair/$2/Cargo.toml" --baseline-root "$pair/$1" --release-type minor \
        --package pos-model --package pos-v2-model --package pos-v2-client
}
is_minor old new
if is_minor new old; then
    echo "what is gone was accepted in a minor version" >&2
    exit 1
fi
