#!/usr/bin/env bash
# typings.sh FILE: the typings of the browser SDK are good under `tsc --strict`, let right usage through and refuse wrong
# usage for the right reasons. It stops at the first failure.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 1 ] || fail "usage: typings.sh FILE"
[ -f "$1" ] || fail "there is no file $1"
file=$1

install_node

room="$work/typings"
rm -rf "$room"
mkdir -p "$room"
cp "$file" "$room/browser-sdk.d.ts"
cp "$here"/typings/*.ts "$room/"

compile() {
    (cd "$room" && "$work/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module esnext \
        --moduleResolution bundler --lib es2022,dom --pretty false "$@")
}

echo "== what is right compiles"
compile browser-sdk.d.ts right.ts || fail "right usage is refused"

# Each line of a wrong file that is to be refused names the error that it makes.
for wrong in "$room"/wrong_*.ts; do
    name=$(basename "$wrong")
    echo "== $name is refused"
    expected=$(grep -o 'refused: TS[0-9]*' "$wrong" | sed 's/refused: //' | sort)
    [ -n "$expected" ] || fail "$name does not say what it is refused for"
    if output=$(compile "$name"); then
        fail "$name compiles and should not"
    fi
    found=$(printf '%s\n' "$output" | grep -o 'error TS[0-9]*' | sed 's/error //' | sort)
    [ "$found" = "$expected" ] || fail "$name is refused for another reason: $output"
done
echo "the typings are good"
