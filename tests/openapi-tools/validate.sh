#!/usr/bin/env bash
# validate.sh DIR [FIXTURES]: validates the OpenAPI documents of DIR with three independent validators, their schemas as JSON
# Schema 2020-12, and, with FIXTURES, the requests and responses of the fixtures.
# It stops at the first failure.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -ge 1 ] && [ $# -le 2 ] || fail "usage: validate.sh DIR [FIXTURES]"
[ -d "$1" ] || fail "no directory $1"
directory=$(cd "$1" && pwd)
shopt -s nullglob
documents=("$directory"/*.json)
[ ${#documents[@]} -gt 0 ] || fail "no document in $directory"

install_python
install_node

echo "== openapi-spec-validator"
for document in "${documents[@]}"; do
    "$work/venv/bin/openapi-spec-validator" --schema 3.1 "$document" \
        || fail "openapi-spec-validator rejects $document"
done

echo "== redocly lint"
(cd "$directory" && "$work/node_modules/.bin/redocly" lint --config "$here/redocly.yaml" --max-problems 1000 "${documents[@]}") \
    || fail "redocly rejects a document of $directory"

echo "== spectral lint"
"$work/node_modules/.bin/spectral" lint --quiet --ruleset "$here/spectral.yaml" --fail-severity warn "${documents[@]}" \
    || fail "spectral rejects a document of $directory"

echo "== JSON Schema 2020-12"
"$work/venv/bin/python" "$here/schemas.py" "${documents[@]}" || fail "invalid schema"

if [ $# -eq 2 ]; then
    [ -d "$2" ] || fail "no directory $2"
    echo "== fixtures"
    "$work/venv/bin/python" "$here/fixtures.py" "$directory" "$2" || fail "a fixture does not match its document"
fi
echo "all ${#documents[@]} documents are valid"
