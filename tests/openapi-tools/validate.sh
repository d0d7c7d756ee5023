#!/usr/bin/env bash
# validate.sh DIR [FIXTURES]: every OpenAPI document of DIR is accepted by two validators that share no code, its schemas
# are good JSON Schema 2020-12, and, with FIXTURES, what is written there from the API's documents fits them.
# It stops at the first failure.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -ge 1 ] && [ $# -le 2 ] || fail "usage: validate.sh DIR [FIXTURES]"
[ -d "$1" ] || fail "there is no directory $1"
directory=$(cd "$1" && pwd)
shopt -s nullglob
documents=("$directory"/*.json)
[ ${#documents[@]} -gt 0 ] || fail "there is no document in $directory"

install_python
install_node

echo "== openapi-spec-validator"
for document in "${documents[@]}"; do
    "$work/venv/bin/openapi-spec-validator" --schema 3.1 "$document" \
        || fail "openapi-spec-validator refuses $document"
done

echo "== redocly lint"
(cd "$directory" && "$work/node_modules/.bin/redocly" lint --config "$here/redocly.yaml" --max-problems 1000 "${documents[@]}") \
    || fail "redocly refuses a document of $directory"

echo "== JSON Schema 2020-12"
"$work/venv/bin/python" "$here/schemas.py" "${documents[@]}" || fail "a schema is not good"

if [ $# -eq 2 ]; then
    [ -d "$2" ] || fail "there is no directory $2"
    echo "== fixtures"
    "$work/venv/bin/python" "$here/fixtures.py" "$directory" "$2" || fail "a fixture does not fit its document"
fi
echo "all ${#documents[@]} documents are accepted"
