"""reached.py DOCUMENT STATUSES: prints the statuses of each operation, and fails unless each had a success.

A fuzzer whose requests are all rejected finds nothing, without an error.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path


def main(document, statuses):
    responses = defaultdict(Counter)
    for key, count in json.loads(Path(statuses).read_text(encoding="utf-8")).items():
        label, _, status = key.rpartition(" ")
        responses[label][status] += count
    missing = []
    for path, item in json.loads(Path(document).read_text(encoding="utf-8"))["paths"].items():
        for method in item:
            label = f"{method.upper()} {path}"
            statuses_text = ", ".join(f"{count} x {status}" for status, count in sorted(responses[label].items()))
            print(f"  {label}: {statuses_text or 'no request'}")
            if not responses[label]["200"]:
                missing.append(label)
    for label in missing:
        print(f"no response with 200: {label}")
    return 1 if missing else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: reached.py DOCUMENT STATUSES")
    sys.exit(main(*sys.argv[1:]))
