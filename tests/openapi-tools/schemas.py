"""schemas.py DOCUMENT...: the schemas of OpenAPI documents are valid JSON Schema 2020-12.

Also: no duplicate keys, no dangling references, every default and example matches its schema, every documented body of
an operation has an example, and operation ids are unique. Stops at the first invalid document, after printing all its errors.
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


def unique(pairs):
    """An object; a duplicate key is an error, since parsers do not agree about it."""
    found = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"duplicate key {key!r}")
        found[key] = value
    return found


def not_json(constant):
    raise ValueError(f"{constant} is not JSON")


def load(path):
    with open(path, encoding="utf-8") as file:
        return absolute(json.load(file, object_pairs_hook=unique, parse_constant=not_json))


def absolute(node):
    """A copy in which every reference names the document, so that an extracted schema still finds the others."""
    if isinstance(node, dict):
        copy = {key: absolute(value) for key, value in node.items()}
        if isinstance(copy.get("$ref"), str):
            copy["$ref"] = ADDRESS + copy["$ref"]
        return copy
    return [absolute(value) for value in node] if isinstance(node, list) else node


def registry(document):
    return Registry().with_resource(ADDRESS, Resource(contents=document, specification=DRAFT202012))


def values_of(node, pointer=""):
    """Every value with its JSON pointer."""
    yield pointer, node
    if isinstance(node, dict):
        for key, value in node.items():
            yield from values_of(value, f"{pointer}/{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from values_of(value, f"{pointer}/{number}")


def schemas(document):
    """The outermost schemas of a document with their JSON pointers."""
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        yield f"/components/schemas/{name}", schema
    for number, sdk in enumerate(document.get("x-browser-sdks", [])):
        yield f"/x-browser-sdks/{number}/configuration", sdk["configuration"]
    for section in ("paths", "webhooks"):
        for pointer, node in values_of(document.get(section, {}), f"/{section}"):
            if isinstance(node, dict) and isinstance(node.get("schema"), (dict, bool)):
                yield f"{pointer}/schema", node["schema"]


def operations(document):
    for section in ("paths", "webhooks"):
        for path, item in document.get(section, {}).items():
            for method, operation in item.items():
                if method in METHODS:
                    yield path, operation


def media_types(document):
    """The media types of requests and responses, with their JSON pointers."""
    for path, item in document.get("paths", {}).items():
        for method, operation in item.items():
            for pointer, node in values_of(operation, f"/paths/{path}/{method}"):
                if isinstance(node, dict) and isinstance(node.get("content"), dict):
                    yield from ((pointer, media) for media in node["content"].values())
    for name, response in document.get("components", {}).get("responses", {}).items():
        yield from ((f"/components/responses/{name}", media) for media in response.get("content", {}).values())


def media_faults(document, resolver):
    """Missing and invalid examples of bodies. An error body has its example in its schema."""
    for pointer, media in media_types(document):
        schema = media.get("schema", {})
        examples = media.get("examples", {}).values()
        target = resolver.resolver().lookup(schema["$ref"]).contents if "$ref" in schema else schema
        if target and not examples and "examples" not in target:
            yield f"{pointer}: no example"
        for example in examples:
            value = resolver.resolver().lookup(example["$ref"]).contents["value"]
            for error in Draft202012Validator(schema, registry=resolver).iter_errors(value):
                yield f"{pointer}: invalid example: {error.json_path}: {error.message}"


def faults(document):
    resolver = registry(document)
    names = set()
    for path, operation in operations(document):
        name = operation.get("operationId")
        if name is None or name in names:
            yield f"{path}: missing or duplicate operationId {name!r}"
        names.add(name)
    for pointer, node in values_of(document):
        if isinstance(node, dict) and isinstance(node.get("$ref"), str):
            try:
                resolver.resolver().lookup(node["$ref"])
            except Unresolvable:
                yield f"{pointer}: dangling reference {node['$ref']}"
                return
    yield from media_faults(document, resolver)
    for pointer, schema in schemas(document):
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            yield f"{pointer}: {error.message}"
            continue
        for inner_pointer, inner in values_of(schema, pointer):
            if not isinstance(inner, dict) or inner_pointer.endswith("/properties"):
                continue
            values = [("default", inner["default"])] if "default" in inner else []
            if isinstance(inner.get("examples"), list):
                values += [("example", value) for value in inner["examples"]]
            for kind, value in values:
                for error in Draft202012Validator(inner, registry=resolver).iter_errors(value):
                    yield f"{inner_pointer}: invalid {kind}: {error.message}"


def main(paths):
    for path in paths:
        try:
            document = load(path)
        except ValueError as error:
            print(f"{path}: {error}")
            return 1
        errors = list(faults(document))
        for fault in errors:
            print(f"{path}: {fault}")
        if errors:
            return 1
        count = sum(1 for _ in schemas(document))
        print(f"{path}: {count} schemas")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
