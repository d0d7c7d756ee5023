"""What both flows use."""

import base64


def basic(user, password):
    """The value of HTTP Basic. A generated client asks for a token and puts the scheme's name before it."""
    return base64.b64encode(f"{user}:{password}".encode()).decode()


def same(what, found, expected):
    """Tells what was done, and stops if it did not come out as expected."""
    if found != expected:
        raise SystemExit(f"{what}: {found!r}, and {expected!r} was expected")
    print(f"  {what}: {found!r}")
