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
            # A success with and one without a body are two types, and so are a documented error body and an undocumented one;
            # and for progenitor, any other status may be a success.
            responses.pop("default", None)
            if "200" in responses:
                responses.pop("204", None)
            for status, response in responses.items():
                for media in response.get("content", {}).values():
                    if status >= "400":
                        media["schema"] = {}
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
        value["type"] = names[0]
        if len(names) > 1:
            # Of several types, 3.0 has any, which progenitor reads as such only without more words.
            value = {key: value[key] for key in value.keys() & {"description", "title"}}
    members = value.get("anyOf", [])
    if {"type": "null"} in members:
        del value["anyOf"]
        value["allOf"] = [member for member in members if member != {"type": "null"}]
        value["nullable"] = True
    return value
