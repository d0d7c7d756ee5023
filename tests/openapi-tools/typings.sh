#!/usr/bin/env bash
# typings.sh FILE: checks the typings of the browser SDK with `tsc --strict`: valid usage compiles, and invalid usage has the
# expected errors. It stops at the first failure.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 1 ] || fail "usage: typings.sh FILE"
[ -f "$1" ] || fail "no file $1"
file=$1

install_node

folder="$work/typings"
rm -rf "$folder"
mkdir -p "$folder"
cp "$file" "$folder/browser-sdk.d.ts"
cp "$here"/typings/*.ts "$folder/"

compile() {
    (cd "$folder" && "$work/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module esnext \
        --moduleResolution bundler --lib es2022,dom --pretty false "$@")
}

echo "== valid usage"
compile browser-sdk.d.ts valid.ts || fail "valid usage does not compile"

# Each invalid line has a comment with its error: `// error: TS2554`.
for invalid in "$folder"/invalid_*.ts; do
    name=$(basename "$invalid")
    echo "== $name"
    expected=$(grep -o '// error: TS[0-9]*' "$invalid" | sed 's,// error: ,,' | sort)
    [ -n "$expected" ] || fail "$name has no expected error"
    if output=$(compile "$name"); then
        fail "expected errors in $name"
    fi
    found=$(printf '%s\n' "$output" | grep -o 'error TS[0-9]*' | sed 's/error //' | sort)
    [ "$found" = "$expected" ] || fail "unexpected errors in $name: $output"
done
echo "the typings are valid"
