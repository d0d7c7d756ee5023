"""Orders, quotes and status callbacks."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl

from service import API_TOKEN, VENUE, basic, bearer

ORDER = {
    "order_type": "delivery", "first_name": "Ada", "last_name": "Sample", "email": "ada@shop.example", "telephone": "5550100123",
    "address": "1 Main Street", "city": "Springfield", "state_abbrev": "CO", "zipcode": "80000", "notes": "Ring twice.",
    "requested_payment_method": "cash", "source": "online_store", "requested_date": "2026-02-14",
    "requested_window_start_time": "10:00 am", "requested_window_end_time": "12:00 pm",
}
ITEM = {"product_parent_id": "7001", "product_id": 9001, "quantity": 1}
ORDER_KEYS = """id aasm_state reference_no first_name last_name source order_type notes delivered_at requested_date
    requested_window_start_time requested_window_end_time requested_payment_method payment_verified curbside created_at updated_at"""
ITEM_KEYS = """item_id product_id sku_id manifest_item_id product_name product_brand product_strain weight quantity unit_quantity
    price discount tax tier_weight_id coupons taxes created_at updated_at"""
STATUSES = ["Change", "Processing", "Completed", "En Route", "Delivered", "Canceled", "STS Failed", "Pending"]
TIME = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"


def order(reference, **fields):
    return {"incoming_order": {"reference_no": reference, "order_items_attributes": [ITEM], **fields}}


def check_orders(service):
    import re

    venue = basic(*VENUE)
    places = [("v3 order", "/api/v3/incoming_orders", venue), ("v1 order", f"/api/{API_TOKEN}/v1/incoming_orders", bearer(API_TOKEN))]
    for name, path, authorization in places:
        reference = name.replace(" ", "-")
        created = service.send("POST", path, authorization, order(reference, **ORDER))
        service.status(f"{name}: create", created, 200)
        record = created.json["incoming_order"]
        service.rule(f"{name}: `code` is 1", created.json["code"] == 1, created.text)
        service.keys(name, record, ORDER_KEYS.split())
        service.types(name, record, {"id": int, "payment_verified": bool, "curbside": bool, "reference_no": str})
        service.rule(f"{name}: the state of a new one is pending", record["aasm_state"] == "pending", record)
        for key in ["created_at", "updated_at"]:
            service.rule(f"{name}: `{key}` is UTC with milliseconds", re.match(TIME, record[key]), record[key])
        for key in ["first_name", "last_name", "source", "order_type", "notes", "requested_date", "requested_payment_method"]:
            service.rule(f"{name}: `{key}` is that of the request", record[key] == ORDER[key], record[key])
        [item] = created.json["order_items"]
        service.keys(f"{name}: item", item, ITEM_KEYS.split())
        service.types(f"{name}: item", item, {"unit_quantity": str, "coupons": list, "taxes": list, "quantity": int})
        again = service.send("POST", path, authorization, order(reference, **ORDER))
        service.status(f"{name}: a duplicate `reference_no`", again, 422)
        errors = again.json.get("errors")
        is_texts = isinstance(errors, list) and errors and all(isinstance(error, str) for error in errors)
        service.rule(f"{name}: a duplicate has `errors`, a list of strings", is_texts, again.text)
        read = service.send("GET", f"{path}/{record['id']}", authorization)
        service.status(f"{name}: read", read, 200)
        service.rule(f"{name}: the id of the path is read", read.json["incoming_order"]["id"] == record["id"], read.text)
        service.status(f"{name}: an unknown id", service.send("GET", f"{path}/1", authorization), 404)
        minimal = service.send("POST", path, authorization, order(f"{reference}-minimal"))
        service.status(f"{name}: an item with parent, id and quantity", minimal, 200)
        service.rule(f"{name}: the default of `order_type` is pickup", minimal.json["incoming_order"]["order_type"] == "pickup", minimal.text)
    path = f"/api/{API_TOKEN}/v1/incoming_orders/v1-order-minimal"
    by_reference = service.send("GET", path, bearer(API_TOKEN))
    service.status("v1 order: read by reference", by_reference, 200)
    record = by_reference.json.get("incoming_order", {})
    for key, default in [("customer_type", "recreational"), ("aasm_state", "pending"), ("country", "US"), ("order_type", "pickup"),
                         ("tip_amount", 0), ("payment_prepaid", False), ("payment_verified", False), ("curbside", False),
                         ("tip_calculated", 0), ("processing_fee", 0), ("address", ""), ("city", ""), ("state_abbrev", ""), ("zipcode", "")]:
        service.rule(f"v1 order: the default of `{key}` is {default!r}", record.get(key) == default, record.get(key))


def check_callbacks(service):
    received, arrived = [], threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            received.append((self.headers["Content-Type"], dict(parse_qsl(body))))
            self.send_response(200)
            self.end_headers()
            if len(received) == len(STATUSES):
                arrived.set()

        def log_message(self, *arguments):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/status"
    created = service.send("POST", "/api/v3/incoming_orders", basic(*VENUE), order("CALLBACK 1", status_callback=url))
    id = created.json["incoming_order"]["id"]
    for status in STATUSES:
        service.send("POST", f"/_sandbox/orders/{id}/status", None, {"status": status})
    arrived.wait(10)
    server.shutdown()
    service.rule("a callback for every change of the status, in order", [form.get("incoming_order[status]") for _, form in received] == STATUSES, received)
    for kind, form in received:
        service.rule("the content type of a callback", kind == "application/x-www-form-urlencoded", kind)
        expected = {"incoming_order[id]": str(id), "incoming_order[reference_no]": "CALLBACK 1", "incoming_order[order_type]": "pickup"}
        service.rule("the fields of a callback", expected.items() <= form.items(), form)


QUOTE = {
    "incoming_order_id": None, "venue_id": 12,
    "fulfillment": {"source": "online_store", "order_type": "pickup", "tip_amount": 150, "tip_type": "amount", "processing_fee": 25,
                    "delivery_address": {"address": "1 Main Street", "city": "Springfield", "state_abbrev": "CO", "zipcode": "80000"}},
    "customer": {"first_name": "Ada", "last_name": "Sample", "email": "ada@shop.example", "telephone": "5550100123", "customer_type": "recreational"},
    "payment": {"requested_payment_method": "cash"},
    "items": [{"sku_id": 9001, "quantity": 2, "product_id": 7001, "name": "Sample"}],
}


def check_quotes(service):
    venue, token = basic(*VENUE), bearer(API_TOKEN)
    v3, v1 = "/api/v3/incoming_quotes", f"/api/{API_TOKEN}/v1/incoming_quotes"
    for name, path, authorization in [("v3 quote", v3, venue), ("v1 quote", v1, token)]:
        created = service.send("POST", path, authorization, {"quote": QUOTE})
        service.status(f"{name}: create", created, 200)
        service.keys(name, created.json, ["code", "quote"])
        quote = created.json["quote"]
        service.types(name, quote, {"reference_no": str, "taxes": list, "totals": dict, "limits": dict})
        service.keys(f"{name}: totals", quote["totals"], "discount_ids subtotal discount tax total".split())
        for tax in quote["taxes"]:
            service.keys(f"{name}: tax", tax, "tax_id name price_included amount tax_rate".split())
        service.types(f"{name}: limits", quote["limits"], {"exceeded_limits": list, "sum_per_limit": dict})
        for part in ["fulfillment", "customer", "payment"]:
            for key, value in QUOTE[part].items():
                service.rule(f"{name}: `{part}.{key}` is that of the request", quote[part].get(key) == value, quote[part])
    reference = quote["reference_no"]
    read = service.send("GET", f"{v3}/{reference}", venue)
    service.status("v3 quote: read", read, 200)
    missing = service.send("GET", f"{v3}/Q-1", venue)
    service.status("v3 quote: an unknown reference", missing, 404)
    service.rule("v3 quote: an unknown reference has `error`", isinstance(missing.json.get("error"), str), missing.text)
    change = {"fulfillment": {"tip_amount": "20.5", "tip_type": "amount", "processing_fee": 2.75}, "customer": {"telephone": "(555) 010-0123"}}
    for name, path, authorization in [("v3", f"{v3}/{reference}", venue), ("v1", f"{v1}/{reference}", token)]:
        updated = service.send("PUT", path, authorization, {"quote": change})
        service.status(f"{name} quote: update", updated, 200)
        fulfillment, customer = updated.json["quote"]["fulfillment"], updated.json["quote"]["customer"]
        for key, value in [("tip_amount", 20.5), ("tip_type", "amount"), ("processing_fee", 2)]:
            same = fulfillment[key] == value and isinstance(fulfillment[key], type(value))
            service.rule(f"{name} quote: `{key}` is normalized", same, fulfillment)
        service.rule(f"{name} quote: `telephone` has digits only", customer["telephone"] == "5550100123", customer)
        service.rule(f"{name} quote: `tip_calculated` is computed", "tip_calculated" in fulfillment, fulfillment)
    id = reference.removeprefix("Q-")
    flat = service.send("GET", f"/api/v1/incoming_quotes/{id}", token)
    service.status("v1 quote by id", flat, 200)
    service.rule("v1 quote by id: `incoming_quote.id`", flat.json["incoming_quote"]["id"] == int(id), flat.text)
    finalized = service.send("PUT", f"{v1}/{id}/finalize", token, {})
    service.status("v1 quote: finalize", finalized, 200)
    orders = json.dumps(service.send("GET", "/_sandbox/orders").json)
    service.rule("finalizing a quote submits an order", reference in orders, orders)
    for name, method, path in [("update", "PATCH", f"{v1}/1"), ("finalize", "PUT", f"{v1}/1/finalize")]:
        response = service.send(method, path, token, {"quote": {}} if name == "update" else {})
        service.status(f"v1 quote: {name} of an unknown one", response, 204)
        service.rule(f"v1 quote: {name} of an unknown one has no body", response.text == "", response.text)
