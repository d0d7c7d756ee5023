"""Shared parts of the flows."""

import base64


def basic(user, password):
    """The value of HTTP Basic. A generated client takes a token and adds the name of the scheme."""
    return base64.b64encode(f"{user}:{password}".encode()).decode()


def same(step, found, expected):
    """Prints a step, or stops if its result is not the expected one."""
    if found != expected:
        raise SystemExit(f"{step}: expected {expected!r}, found {found!r}")
    print(f"  {step}: {found!r}")
