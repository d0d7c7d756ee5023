"""The smallest changes to a document without which a generator does not read it."""


def for_progenitor(value):
    """The document in OpenAPI 3.0, with one type of success and one of error per operation.

    progenitor reads no other version: a type with null is `nullable`, and a schema has no `examples`.
    """
    api = nullable(value)
    api["openapi"] = "3.0.3"
    for path in api["paths"].values():
        for operation in path.values():
            responses = operation["responses"]
            # A success with and one without a body are two types, and so are a documented error body and an undocumented one.
            # For progenitor, any other status may be a success.
            if "200" in responses:
                responses.pop("204", None)
            error = {"description": "An error.", "content": {"application/json": {"schema": {}}}}
            errors = [status for status in responses if status >= "400" and status != "default"]
            if responses.pop("default", None):
                errors += ["4XX", "5XX"]
            responses.update((status, error) for status in errors)
    return api


def nullable(value):
    if isinstance(value, list):
        return [nullable(item) for item in value]
    if not isinstance(value, dict):
        return value
    value = {key: nullable(item) for key, item in value.items() if not (key == "examples" and isinstance(item, list))}
    types = value.get("type")
    if isinstance(types, list):
        names = [name for name in types if name != "null"]
        value["nullable"] = "null" in types
        # Of several types, 3.0 has any, for which progenitor accepts no default.
        value["type"] = names[0]
        if len(names) > 1:
            del value["type"]
            value.pop("default", None)
    members = value.get("anyOf", [])
    if {"type": "null"} in members:
        del value["anyOf"]
        value["allOf"] = [member for member in members if member != {"type": "null"}]
        value["nullable"] = True
    return value
