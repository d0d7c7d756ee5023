#!/usr/bin/env bash
# fuzz.sh: runs an independent fuzzer of OpenAPI services against the sandbox, with each of the documents. It sends up to
# FUZZ_EXAMPLES (60) random requests of each operation and kind, after those at the bounds of the schemas: the same ones
# on every machine, since a limit in seconds would test less on a slow one. It fails if a check of fuzz/schemathesis.toml
# fails, or if an operation never succeeded.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 0 ] || fail "usage: fuzz.sh"
examples=${FUZZ_EXAMPLES:-60}
install_python fuzz
start_sandbox

for document in "$documents"/*.json; do
    api=$(basename "$document" .json)
    case $api in
        payments) base="$address/payments/test" ;;
        *) base="$address/api" ;;
    esac
    echo "== $api"
    export STATUSES="$work/$api.statuses.json"
    if ! (cd "$here/fuzz" && "$venv/bin/schemathesis" run "$document" --url "$base" --max-examples "$examples" \
        --no-color) > "$work/$api.txt" 2>&1; then
        cat "$work/$api.txt"
        fail "the sandbox violates $document"
    fi
    "$venv/bin/python" "$here/fuzz/reached.py" "$document" "$STATUSES" || fail "an operation of $document never succeeded"
done
