#!/usr/bin/env bash
# clients.sh: runs two flows, a payment and a delivery order, against the sandbox with clients that a generator for another
# language generates from the documents.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 0 ] || fail "usage: clients.sh"
install_python clients
start_sandbox

for api in payments pos-v3; do
    echo "== openapi-python-client generates a client of $api"
    # A warning is an omission, which a flow would notice only if it used that part. PATH is for the formatter.
    PATH="$venv/bin:$PATH" openapi-python-client generate --path "$documents/$api.json" --meta none --fail-on-warning --overwrite \
        --output-path "$work/${api//-/_}" \
        || fail "cannot generate a client of $api"
done
for flow in payment delivery; do
    echo "== $flow"
    PYTHONPATH="$work" "$venv/bin/python" "$here/clients/$flow.py" "$address" || fail "the flow $flow failed"
done
