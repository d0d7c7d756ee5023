#!/usr/bin/env bash
# clients.sh: clients that another language's generator makes of the documents go through the two flows, a payment and
# a delivery order, with the sandbox.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 0 ] || fail "usage: clients.sh"
install_python clients
start_sandbox

for api in payments pos-v3; do
    echo "== openapi-python-client makes a client of $api"
    # A warning tells of something that the generator leaves out, which would be missed only where a flow uses it. The
    # path is for its formatter.
    PATH="$venv/bin:$PATH" openapi-python-client generate --path "$documents/$api.json" --meta none --fail-on-warning --overwrite \
        --output-path "$work/${api//-/_}" \
        || fail "no client can be made of $api"
done
for flow in payment delivery; do
    echo "== $flow"
    PYTHONPATH="$work" "$venv/bin/python" "$here/clients/$flow.py" "$address" || fail "the flow $flow ends early"
done
