#!/usr/bin/env bash
# rules.sh: checks the sandbox against the rules of the remote APIs' documents, written down here by hand: statuses, keys,
# types, defaults, page sizes, filters, credentials, callbacks. It shares no code with the sandbox, and reads none of the
# documents that are generated. It fails if a rule does not hold, and requires Python only.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

[ $# -eq 0 ] || fail "usage: rules.sh"
command -v python3 > /dev/null || fail "missing Python 3.11 or newer: on Debian, apt-get install python3"
work="$target/outside/rules"
mkdir -p "$work"
start_sandbox
python3 "$here/rules/main.py" "$address"
