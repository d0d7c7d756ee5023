"""Hints for the fuzzer beyond the documents, each with its reason.

The fuzzer has only the documents. A random request names no existing product and repeats no token, so without hints
almost all requests would be rejected; and OpenAPI cannot express everything that is documented.
"""

import atexit
import json
import os
import zlib
from collections import Counter
from itertools import count

import schemathesis
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation

#: The number of responses for each operation and status.
statuses = Counter()

#: Payment requests that were created, and that were submitted after that, by their `RequestUid`.
created, submitted = [], []

#: The references of quotes that were created and not finalized.
quotes = []

#: Existing ids for paths, by the tag of the resource and the parameter: of the demo data, then of the last created record.
existing = {
    ("customer", "id"): 8801,
    ("menu_feed", "id"): 501,
    ("menu_feed", "menu_feed_id"): 501,
    ("menu_feed", "menu_feed_key"): "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
    ("payment_request", "apiVersion"): "1.0",
}

#: Valid values for bodies.
KNOWN = {
    "Amount": 12.5,
    "ApiVersion": "1.0",
    "ClientPubKey": "demo-public-key",
    "product_parent_id": "7001",
    "product_id": 9001,
    "sku_id": 9001,
    "quantity": 2,
    "venue_id": 12,
    "birthday": "01/31/1990",
    "points_adjustment": "5",
    "requested_date": "2026-02-03",
    "status_callback": "http://127.0.0.1:9/",
}

#: References that no order has yet.
references = (f"FUZZ-{number}" for number in count())


def write_extensions(node):
    """Writes what the documents have as extensions: a boolean that may be sent as 1, and what the sandbox requires by choice."""
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        write_extensions(value)
    if isinstance(node, dict) and node.get("x-accepts-1"):
        node["anyOf"] = [{"type": node.pop("type")}, {"const": 1}]
    if isinstance(node, dict) and isinstance(node.get("properties"), dict):
        names = [name for name, schema in node["properties"].items() if schema.get("x-required-here")]
        node["required"] = node.get("required", []) + names


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Adds to the document what it has in prose or extensions."""
    write_extensions(raw_schema["components"])
    general = raw_schema["x-statuses"]
    for item in raw_schema["paths"].values():
        for operation in item.values():
            # Of other statuses, the sandbox sends those of the API's table only. `default` would accept any.
            del operation["responses"]["default"]
            for status in general:
                operation["responses"].setdefault(str(status["code"]), {"description": status["meaning"]})
            # Pages are numbered from 1 and with 64 bits: the sandbox's own choice, documented in its CHOICES.md.
            for parameter in operation.get("parameters", []):
                if parameter["name"] in ("page", "per_page"):
                    parameter["schema"]["minimum"] = 1
                    parameter["schema"].setdefault("maximum", 2**63 - 1)
            # A token in the path is sufficient: the sandbox's own choice, documented in its CHOICES.md.
            if any("x-credential-of" in parameter for parameter in operation.get("parameters", [])):
                operation["security"].append({})


def with_known(value, known, key=None):
    """The value with known values in place of random ones. A value of another type stays: it is an intended mistake."""
    if isinstance(value, dict):
        return {name: with_known(member, known, name) for name, member in value.items()}
    if isinstance(value, list):
        return [with_known(element, known, key) for element in value]
    found = known.get(key)
    number = isinstance(found, (int, float)) and isinstance(value, (int, float)) and not isinstance(value, bool)
    return found if number or (isinstance(found, str) and isinstance(value, str)) else value


def request_uid(path):
    """A payment request in the state that a call requires, if there is one."""
    if path.endswith("SubmitRequest"):
        return created[-1:]
    if path.endswith("RefundRequest"):
        return submitted[:1] if len(submitted) > 1 else []
    return submitted[-1:]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Uses existing ids and valid values in every other request."""
    body = case.body if isinstance(case.body, (dict, list)) else None
    parameters = json.dumps([case.path_parameters, case.query, body], default=str, sort_keys=True)
    if zlib.crc32(parameters.encode("utf-8", "surrogatepass")) % 2:
        return
    path = case.operation.path
    if case.method == "PATCH" and path.endswith("/incoming_quotes/{id}") and body is not None:
        # The documents do not show this body; CHOICES.md of the sandbox documents the accepted one.
        case.body = {"quote": {"fulfillment": {"order_type": "pickup"}}}
    elif body is not None:
        uid = {"RequestUid": uid for uid in request_uid(path)}
        case.body = with_known(body, {**KNOWN, **uid, "reference_no": next(references)})
    if case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH):
        return
    for name in case.path_parameters or {}:
        found = existing.get((case.operation.tags[0], name))
        if found is not None:
            case.path_parameters[name] = str(found) if isinstance(case.path_parameters[name], str) else found


@schemathesis.hook
def after_call(context, case, response):
    """Records created resources."""
    statuses[f"{case.operation.label} {response.status_code}"] += 1
    if response.status_code != 200:
        return
    # A finalized quote has no body.
    response_body = response.json() if response.content else {}
    path = case.operation.path
    if path.endswith("CreateRequest"):
        created.append(response_body["Payload"])
    elif path.endswith("SubmitRequest"):
        submitted.append(created.pop())
    elif path.endswith("RefundRequest"):
        submitted.pop(0)
    order, quote = response_body.get("incoming_order", {}), response_body.get("quote", {})
    if "id" in order:
        existing["incoming_order", "id"] = order["id"]
    # A finalized quote rejects changes, so the next requests are about an older one.
    if case.method == "POST" and "reference_no" in quote:
        quotes.append(quote["reference_no"])
    elif path.endswith("/finalize") and quotes:
        quotes.pop()
    if quotes:
        existing["incoming_quote", "id"] = int(quotes[-1].removeprefix("Q-"))
        existing["incoming_quote", "reference_id"] = quotes[-1]
    for sale in response_body.get("sales_histories", [])[:1]:
        existing["sales_history", "id"] = sale.get("sales_history", sale).get("id")


@schemathesis.check
def schema_decides(ctx, response, case):
    """A request that is valid by the schemas of the document is not rejected because of a schema.

    An error that starts with a JSON pointer is from the sandbox's schema validation, which is a JSON Schema library in
    another language; other errors are rules that no schema has.
    """
    if response.status_code not in (400, 422) or case.meta is None:
        return
    if case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    response_body = response.json()
    problems = response_body.get("errors") or (response_body.get("error") or response_body.get("Message") or "").split("; ")
    for problem in problems:
        # `format` only annotates in JSON Schema 2020-12: the fuzzer need not respect it, but the sandbox does.
        assert not problem.startswith("/") or "is not a " in problem, f"rejected a valid request: {problem}"


@atexit.register
def save_statuses():
    """Writes the statuses for `reached.py`."""
    with open(os.environ["STATUSES"], "w", encoding="utf-8") as file:
        json.dump(statuses, file, indent=1, sort_keys=True)
