"""reached.py DOCUMENT STATUSES: which statuses the operations answered with; every one of them succeeded at least once.

A fuzzer whose requests are all refused finds nothing, and would not say so.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path


def main(document, statuses):
    answered = defaultdict(Counter)
    for key, count in json.loads(Path(statuses).read_text(encoding="utf-8")).items():
        label, _, status = key.rpartition(" ")
        answered[label][status] += count
    missing = []
    for path, item in json.loads(Path(document).read_text(encoding="utf-8"))["paths"].items():
        for method in item:
            label = f"{method.upper()} {path}"
            told = ", ".join(f"{count} x {status}" for status, count in sorted(answered[label].items()))
            print(f"  {label}: {told or 'never asked'}")
            if not answered[label]["200"]:
                missing.append(label)
    for label in missing:
        print(f"never answered with 200: {label}")
    return 1 if missing else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: reached.py DOCUMENT STATUSES")
    sys.exit(main(*sys.argv[1:]))
