#!/usr/bin/env bash
# fuzz.sh: a fuzzer of OpenAPI services, which knows nothing of us, runs against the sandbox, with each of the documents.
# It makes up to FUZZ_EXAMPLES (60) requests by chance of each operation and kind, after those at the edges of the schemas:
# the same ones on every machine, since a bound in seconds would ask less of a slow one. It fails if a check of
# fuzz/schemathesis.toml does, or if an operation was never asked in a way that it takes.
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
        fail "the sandbox does not keep to $document"
    fi
    "$venv/bin/python" "$here/fuzz/reached.py" "$document" "$STATUSES" || fail "$document is not fuzzed as a whole"
done
