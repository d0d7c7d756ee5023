"""Requests to the sandbox, and the rules that were checked."""

import base64
import http.client
import json
from urllib.parse import urlsplit

VENUE = ("demo-integrator-token", "demo-venue-token")
API_TOKEN = "demo-api-token"


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def bearer(token):
    return f"Bearer {token}"


class Response:
    def __init__(self, status, headers, text):
        self.status, self.headers, self.text = status, headers, text

    @property
    def json(self):
        return json.loads(self.text)


class Service:
    """The sandbox, and the rules that hold or do not."""

    def __init__(self, address):
        self.address = address
        self.held = 0
        self.failures = []

    def send(self, method, path, authorization=None, body=None):
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        headers = {"Accept": "application/json"}
        if authorization:
            headers["Authorization"] = authorization
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = body if isinstance(body, str) else json.dumps(body)
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        result = Response(response.status, response.headers, response.read().decode())
        connection.close()
        return result

    def rule(self, rule, holds, found=""):
        """Counts a rule of the documents."""
        if holds:
            self.held += 1
        else:
            self.failures.append(f"{rule}: found {str(found)[:300]}")

    def status(self, rule, response, expected):
        self.rule(f"{rule} has status {expected}", response.status == expected, f"{response.status} {response.text}")

    def keys(self, rule, record, keys):
        """Each key is one rule."""
        for key in keys:
            self.rule(f"{rule} has `{key}`", isinstance(record, dict) and key in record, record)

    def types(self, rule, record, types):
        """Each key has a value of its type; null is a value of every optional key."""
        for key, kind in types.items():
            value = record.get(key)
            is_value = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
            self.rule(f"{rule}: the type of `{key}`", is_value, value)
