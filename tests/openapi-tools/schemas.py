"""schemas.py DOCUMENT...: the schemas of OpenAPI documents are good JSON Schema 2020-12.

Also: no key comes twice, every reference leads somewhere, every default and example fits its own schema, and every
call has a name of its own. Stops at the first document that is not good, after telling all that is wrong with it.
"""

import json
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

ADDRESS = "urn:document"
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}


def once(pairs):
    """An object; a key that comes twice is an error, since readers do not agree about it."""
    found = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} comes twice")
        found[key] = value
    return found


def not_json(word):
    raise ValueError(f"{word} is not JSON")


def load(path):
    with open(path, encoding="utf-8") as file:
        return absolute(json.load(file, object_pairs_hook=once, parse_constant=not_json))


def absolute(node):
    """A copy in which every reference names the document, so that a schema taken out of it still finds the others."""
    if isinstance(node, dict):
        copy = {key: absolute(value) for key, value in node.items()}
        if isinstance(copy.get("$ref"), str):
            copy["$ref"] = ADDRESS + copy["$ref"]
        return copy
    return [absolute(value) for value in node] if isinstance(node, list) else node


def registry(document):
    return Registry().with_resource(ADDRESS, Resource(contents=document, specification=DRAFT202012))


def places(node, at=""):
    """Every value with its place."""
    yield at, node
    if isinstance(node, dict):
        for key, value in node.items():
            yield from places(value, f"{at}/{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from places(value, f"{at}/{number}")


def schemas(document):
    """Every schema that the document holds, with its place; those inside of others come with them."""
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        yield f"/components/schemas/{name}", schema
    for number, sdk in enumerate(document.get("x-browser-sdks", [])):
        yield f"/x-browser-sdks/{number}/configuration", sdk["configuration"]
    for section in ("paths", "webhooks"):
        for at, node in places(document.get(section, {}), f"/{section}"):
            if isinstance(node, dict) and isinstance(node.get("schema"), (dict, bool)):
                yield f"{at}/schema", node["schema"]


def operations(document):
    for section in ("paths", "webhooks"):
        for path, item in document.get(section, {}).items():
            for method, operation in item.items():
                if method in METHODS:
                    yield path, operation


def faults(document):
    resolver = registry(document)
    names = set()
    for path, operation in operations(document):
        name = operation.get("operationId")
        if name is None or name in names:
            yield f"{path}: the call {name!r} has no name of its own"
        names.add(name)
    for at, node in places(document):
        if isinstance(node, dict) and isinstance(node.get("$ref"), str):
            try:
                resolver.resolver().lookup(node["$ref"])
            except Unresolvable:
                yield f"{at}: {node['$ref']} leads nowhere"
                return
    for at, schema in schemas(document):
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            yield f"{at}: {error.message}"
            continue
        for inner_at, inner in places(schema, at):
            if not isinstance(inner, dict) or inner_at.endswith("/properties"):
                continue
            values = [("default", inner["default"])] if "default" in inner else []
            if isinstance(inner.get("examples"), list):
                values += [("example", value) for value in inner["examples"]]
            for what, value in values:
                for error in Draft202012Validator(inner, registry=resolver).iter_errors(value):
                    yield f"{inner_at}: the {what} does not fit: {error.message}"


def main(paths):
    for path in paths:
        try:
            document = load(path)
        except ValueError as error:
            print(f"{path}: {error}")
            return 1
        wrong = list(faults(document))
        for fault in wrong:
            print(f"{path}: {fault}")
        if wrong:
            return 1
        count = sum(1 for _ in schemas(document))
        print(f"{path}: {count} schemas")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
