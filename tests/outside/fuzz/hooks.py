"""What the fuzzer is told beyond the documents, each with its reason.

The fuzzer knows the documents alone. A request that is made by chance names no product and repeats no token, so without
help it would see little but refusals; and some things are known that OpenAPI has no word for.
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

#: How often each operation was answered with each status.
statuses = Counter()

#: Payment requests that were created, and that were submitted after that, by their `RequestUid`.
created, submitted = [], []

#: What a path can name, by the resource's tag and the parameter: things of the demo data, and then the last one made.
there = {
    ("customer", "id"): 8801,
    ("menu_feed", "id"): 501,
    ("menu_feed", "menu_feed_id"): 501,
    ("menu_feed", "menu_feed_key"): "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
    ("payment_request", "apiVersion"): "1.0",
}

#: What a body can name.
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


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Completes the document by what it says in words or marks of its own."""
    general = raw_schema["x-statuses"]
    for item in raw_schema["paths"].values():
        for operation in item.values():
            # The API's table of statuses holds for every operation. What the operation itself says comes first.
            for status in general:
                operation["responses"].setdefault(str(status["code"]), {"description": status["meaning"]})
            # Where the path carries the token, it is enough: the sandbox's own choice, which its README tells.
            if any("x-credential-of" in parameter for parameter in operation.get("parameters", [])):
                operation["security"].append({})


def lead(value, known, key=None):
    """The value with what is known in place of what is made by chance. A value of another type stays: it is meant to be
    wrong."""
    if isinstance(value, dict):
        return {name: lead(member, known, name) for name, member in value.items()}
    if isinstance(value, list):
        return [lead(element, known, key) for element in value]
    found = known.get(key)
    number = isinstance(found, (int, float)) and isinstance(value, (int, float)) and not isinstance(value, bool)
    return found if number or (isinstance(found, str) and isinstance(value, str)) else value


def request_uid(path):
    """A payment request that is in the state that a call needs, if there is one."""
    if path.endswith("SubmitRequest"):
        return created[-1:]
    if path.endswith("RefundRequest"):
        return submitted[:1] if len(submitted) > 1 else []
    return submitted[-1:]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Leads every other request to things that are there."""
    body = case.body if isinstance(case.body, (dict, list)) else None
    made_of = json.dumps([case.path_parameters, case.query, body], default=str, sort_keys=True)
    if zlib.crc32(made_of.encode("utf-8", "surrogatepass")) % 2:
        return
    path = case.operation.path
    if case.method == "PATCH" and path.endswith("/incoming_quotes/{id}") and body is not None:
        # The documents do not show this body; the sandbox's README tells which one it takes.
        case.body = {"quote": {"fulfillment": {"order_type": "pickup"}}}
    elif body is not None:
        uid = {"RequestUid": one for one in request_uid(path)}
        case.body = lead(body, {**KNOWN, **uid, "reference_no": next(references)})
    if case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH):
        return
    for name in case.path_parameters or {}:
        found = there.get((case.operation.tags[0], name))
        if found is not None:
            case.path_parameters[name] = found


@schemathesis.hook
def after_call(context, case, response):
    """Remembers what was made."""
    statuses[f"{case.operation.label} {response.status_code}"] += 1
    if response.status_code != 200:
        return
    reply = response.json()
    path = case.operation.path
    if path.endswith("CreateRequest"):
        created.append(reply["Payload"])
    elif path.endswith("SubmitRequest"):
        submitted.append(created.pop())
    elif path.endswith("RefundRequest"):
        submitted.pop(0)
    order, quote = reply.get("incoming_order", {}), reply.get("quote", {})
    if "id" in order:
        there["incoming_order", "id"] = order["id"]
    if "reference_no" in quote:
        there["incoming_quote", "id"] = int(quote["reference_no"].removeprefix("Q-"))
        there["incoming_quote", "reference_id"] = quote["reference_no"]
    for sale in reply.get("sales_histories", [])[:1]:
        there["sales_history", "id"] = sale.get("sales_history", sale).get("id")


@schemathesis.check
def schema_decides(ctx, response, case):
    """What the schemas of the document allow is not refused for the sake of a schema.

    A refusal that begins with a JSON pointer is one of the sandbox's own reading of the schemas, which a JSON Schema
    library in another language does; other refusals are rules that no schema holds.
    """
    if response.status_code not in (400, 422) or case.meta is None:
        return
    if case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    reply = response.json()
    told = reply.get("errors") or (reply.get("error") or reply.get("Message") or "").split("; ")
    for problem in told:
        # `format` only annotates in JSON Schema 2020-12: the fuzzer need not keep to it, but the sandbox does.
        assert not problem.startswith("/") or "is not a " in problem, f"refused what the schema allows: {problem}"


@atexit.register
def tell():
    """Leaves the statuses for `reached.py`."""
    with open(os.environ["STATUSES"], "w", encoding="utf-8") as file:
        json.dump(statuses, file, indent=1, sort_keys=True)
