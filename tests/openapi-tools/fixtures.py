"""fixtures.py DOCUMENTS FIXTURES: the requests and responses of the fixtures match the documents.

The fixtures (FIXTURES/wire/<api>/<operation>.http) are written from the API's own documents, not from the description
that the OpenAPI documents are made of; so a difference means that one of the two misread the API. Requests are routed by
path and method, as on a server; responses are found by their status. A response named `odd …` has mismatches, so it need
not match its schema. All differences are printed.
"""

import json
import re
import sys
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from jsonschema import Draft202012Validator

from schemas import load, operations, registry

JSON = "application/json"


def sections(path):
    """The sections of a file: kind, title, request line or status, body."""
    parts = re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.M)[1:]
    for part in parts:
        title, _, rest = part.partition("\n")
        kind, _, title = title.partition(" ")
        head, _, body = rest.partition("\n\n")
        yield kind, title, head.partition("\n")[0], body.strip()


def validate(document, schema, value):
    validator = Draft202012Validator(schema, registry=registry(document))
    for error in validator.iter_errors(value):
        yield f"{error.json_path}: {error.message}"[:300]


def json_schema(holder):
    return holder.get("content", {}).get(JSON, {}).get("schema")


def pattern(path):
    parts = re.split(r"\{[^}]*\}", path)
    return re.compile("[^/]+".join(re.escape(part) for part in parts) + "$")


def name_of(operation):
    """The name that all paths of an operation share."""
    return operation.get("x-operation", operation.get("operationId"))


def routed(document, name, method, path):
    """The operation of this name, if the path of a request matches it."""
    for template, item in document["paths"].items():
        operation = item.get(method.lower(), {})
        if name_of(operation) == name and pattern(template).search(path):
            return operation
    return None


def request(document, name, line, body):
    method, target, _ = line.split(" ")
    address = urlsplit(target)
    operation = routed(document, name, method, address.path)
    if operation is None:
        yield f"no operation {name} at {method} {address.path}"
        return
    known = {parameter["name"]: parameter for parameter in operation.get("parameters", []) if parameter["in"] == "query"}
    for key, value in parse_qsl(address.query, keep_blank_values=True):
        if key not in known:
            yield f"unknown query parameter {key}"
            continue
        schema = known[key]["schema"]
        yield from validate(document, schema, int(value) if schema.get("type") == "integer" else value)
    holder = operation.get("requestBody", {})
    schema = json_schema(holder)
    if body and schema is None:
        yield "unexpected body"
    elif body:
        yield from validate(document, schema, json.loads(body))
    elif holder.get("required"):
        yield "missing body"


def response(document, name, title, body):
    status, _, description = title.partition(" ")
    if description.startswith("odd") or not body:
        return
    operation = next((operation for _, operation in operations(document) if name_of(operation) == name), None)
    if operation is None:
        yield f"no operation {name}"
        return
    schema = json_schema(operation["responses"].get(status, {}))
    if schema is not None and "of a shape not shown" not in description:
        yield from validate(document, schema, json.loads(body))


def main(documents, fixtures):
    failures = 0
    for directory in sorted(Path(fixtures, "wire").iterdir()):
        document = load(Path(documents, f"{directory.name}.json"))
        count = 0
        for path in sorted(directory.glob("*.http")):
            for kind, title, head, body in sections(path):
                count += 1
                if kind == "request":
                    found = request(document, path.stem, head, body)
                else:
                    found = response(document, path.stem, title, body)
                for fault in found:
                    failures += 1
                    print(f"{path}: {kind} {title}: {fault}")
        print(f"{directory}: {count} requests and responses")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: fixtures.py DOCUMENTS FIXTURES")
    sys.exit(main(*sys.argv[1:]))
