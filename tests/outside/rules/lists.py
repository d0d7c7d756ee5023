"""Venues, menus, and the lists of versions 1 and 2."""

from urllib.parse import quote as escape

from service import API_TOKEN, VENUE, basic, bearer

# Path, key of the list, default page size, largest page size if it is documented, and keys of the examples.
LISTS = [
    ("/v2/venue/coupons", "coupons", 1000, None, "id kind applies_to auto_apply allow_stacking name active points amount coupon_type"),
    ("/v2/venue/customers", "customers", 1000, None, ""),
    ("/v2/venue/inventories", "inventory", 100, 100, """id product_id name unit price med_price last_price quantity_on_hand
        sellable_quantity ecomm_quantity vendor vendor_license brand category flower_type concentrate_type product_type product_family
        description image active bulk_item strain thc_measure cbd_measure sku discountable tier_name created_at updated_at rooms"""),
    ("/v2/venue/manifest_items", "manifest_items", 100, 100, """id manifest_id state supplier_quantity accepted_quantity
        quantity_on_hand pre_return_quantity cost_per_unit inventory_id lot_number barcode batch_number last_audit venue_room
        harvest_date thc_measure cbd_measure coa_url created_at updated_at"""),
    ("/v2/venue/manifests", "manifests", 1000, None, """id reference_no supplier state transfer_date delivery_time notes accepted_at
        accepted_by received_cost accepted_cost received_quantity accepted_quantity has_marijuana import_source discount
        manifest_items created_at updated_at"""),
    ("/v2/venue/sales_histories", "sales_histories", 1000, None, """id is_medical ordered_at ordered_at_local sale_type order_source
        terminal_till_id terminal_id local_order_id customer_id user_id sub_total discount tax total cost status created_at updated_at
        items sales_tenders"""),
    ("/v2/venue/terminal_tills", "terminal_tills", 1000, None, """id terminal_id state till_ref start_time end_time start_amount
        end_amount left_in_drawer notes opened_by closed_by created_at updated_at adjustments"""),
    ("/v2/venue/users", "users", 1000, None, "id first_name last_name perm_level access_level email created_at updated_at"),
    ("/v1/venue/employees", "employees", 1000, None, "created_at updated_at"),
    ("/v1/venue/customers", "customers", 1000, None, "created_at updated_at gender phone"),
    ("/v1/venue/inventories", "products", 1000, None, "name price brand category strain sku created_at updated_at"),
    ("/v1/venue/manifest_items", "restocks", 1000, None, "quantity created_at updated_at"),
    ("/v1/venue/sales_histories", "tickets", 1000, None, "discount tax total items created_at updated_at"),
]
TOTALS = "total_records current_page total_pages per_page".split()
VENUE_KEYS = """name license region locale vertical logo_thumb logo_medium telephone address street_address_line_1 city state zip_code
    country timezone latitude longitude domains tax_rates payment_methods"""


def check_lists(service):
    token = bearer(API_TOKEN)
    for path, key, per_page, largest, keys in LISTS:
        url = f"/api{path}"
        page = service.send("GET", url, token)
        service.status(path, page, 200)
        service.types(path, page.json, {total: int for total in TOTALS})
        service.rule(f"{path}: the default of `per_page` is {per_page}", page.json["per_page"] == per_page, page.json["per_page"])
        service.rule(f"{path}: the first page is 1", page.json["current_page"] == 1, page.json["current_page"])
        rows = page.json.get(key)
        service.rule(f"{path}: the rows are in `{key}`", isinstance(rows, list) and rows, page.text)
        for name in keys.split():
            service.rule(f"{path}: a row has `{name}`", any(name in row for row in rows), rows[:1])
        second = service.send("GET", f"{url}?page=2&per_page=3", token).json
        service.rule(f"{path}: `page` and `per_page` are echoed", (second["current_page"], second["per_page"]) == (2, 3), second)
        service.rule(f"{path}: a page has at most `per_page` rows", len(second[key]) <= 3, len(second[key]))
        pages = -(-second["total_records"] // 3)
        service.rule(f"{path}: `total_pages` follows from `total_records`", second["total_pages"] == pages, second)
        if largest:
            more = service.send("GET", f"{url}?per_page={largest * 5}", token).json
            # Larger sizes are rejected, or mean the largest.
            service.rule(f"{path}: at most {largest} rows", len(more.get(key, [])) <= largest, more)
        for authorization in [None, bearer("wrong"), basic("wrong", "wrong")]:
            service.status(f"{path} with {authorization and authorization.split()[0]} credentials", service.send("GET", url, authorization), 401)
    customers = service.send("GET", "/api/v2/venue/customers?per_page=2", token).json["customers"]
    service.rule("v2 customers: each is below `customer`", all(list(row) == ["customer"] for row in customers), customers)
    coupons = service.send("GET", "/api/v2/venue/coupons", token).json
    service.rule("coupon lists have `code`", isinstance(coupons.get("code"), int), coupons)


def check_filters(service):
    token = bearer(API_TOKEN)
    for path, key, *_ in LISTS:
        if "coupons" in path:
            continue
        name = "ordered_at" if path == "/v2/venue/sales_histories" else "updated_at"
        url = f"/api{path}?{escape(f'q[{name}_gt]')}="
        counts = [service.send("GET", url + day, token).json["total_records"] for day in ["2000-01-01", "2026-01-15", "2099-01-01"]]
        service.rule(f"{path}: `q[{name}_gt]` means greater than", counts == sorted(counts, reverse=True) and counts[0] > counts[2] == 0, counts)
    found = service.send("GET", f"/api/v2/venue/customers?{escape('q[telephone_eq]')}=5550100123", token).json["customers"]
    service.rule("`q[telephone_eq]` means equal", found and {row["customer"]["telephone"] for row in found} == {"5550100123"}, found)
    sales = service.send("GET", "/api/v2/venue/sales_histories", token).json
    service.rule("sales without a filter: `default_filter_applied`", sales.get("default_filter_applied") is True, sales.get("default_filter_applied"))
    # The clock is 2026-02-01 05:00 in Denver.
    since = str(sales.get("ordered_at_gt"))
    service.rule("sales without a filter begin two days before", since.startswith("2026-01-30T"), since)
    service.rule("sales without a filter have no older sale", all(row["ordered_at"] >= "2026-01-30T07:00" for row in sales["sales_histories"]))
    id = sales["sales_histories"][0]["id"]
    one = service.send("GET", f"/api/v2/venue/sales_histories/{id}", token)
    service.status("v2 sale", one, 200)
    service.rule("v2 sale: below `sales_history`", one.json["sales_history"]["id"] == id, one.text)


def check_venues(service):
    integrator, token = basic(VENUE[0], ""), bearer(API_TOKEN)
    venues = service.send("GET", "/api/v3/info", integrator)
    service.status("v3 info with an integrator token alone", venues, 200)
    service.rule("v3 info: `code`", isinstance(venues.json.get("code"), int), venues.text)
    for venue in venues.json["venues"]:
        service.types("v3 info: venue", venue, {"venue_name": str, "active": bool, "venue_token": str, "first_connected_date": str, "last_connected_date": str})
    tokens = [venue["venue_token"] for venue in venues.json["venues"]]
    service.rule("v3 info: all venues of the integrator", VENUE[1] in tokens and len(tokens) > 1, tokens)
    service.status("v3 venue info", service.send("GET", "/api/v3/venue/info", basic(*VENUE)), 200)
    for path in [f"/api/{API_TOKEN}/v1/info", "/api/v2/venue/info"]:
        info = service.send("GET", path, token)
        service.status(path, info, 200)
        record = info.json.get("venue", info.json)
        service.keys(path, record, VENUE_KEYS.split())
        for rate in record["tax_rates"]:
            service.types(f"{path}: tax rate", rate, {"id": int, "name": str, "rate": int, "tax_rate": str, "price_included": bool})
    unauthorized = service.send("GET", "/api/wrong/v1/info")
    service.status("v1 info with a wrong token", unauthorized, 401)
    service.rule("v1 info with a wrong token has `message`", isinstance(unauthorized.json.get("message"), str), unauthorized.text)
    for path, authorization in [("/api/vapi/v1/retailers", basic(VENUE[0], "demo-vendor-token")), ("/api/vapi/v1/vendors", integrator)]:
        service.status(path, service.send("GET", path, authorization), 200)
    for authorization in [None, basic("wrong", "wrong"), basic(VENUE[0], "wrong")]:
        service.status("v3 orders without credentials", service.send("GET", "/api/v3/incoming_orders/1", authorization), 401)


def check_menus(service):
    feed = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
    menu = service.send("GET", f"/api/v3/menu_feeds/{feed}", basic(*VENUE))
    service.status("v3 menu feed", menu, 200)
    record = menu.json["menu_feed"]
    service.types("menu feed", record, {"title": str, "feed_key": str, "description": str, "feed_type": str, "menu_groups": list})
    for group in record["menu_groups"]:
        service.keys("menu group", group, "name category_guid name_template combine_weights description image menu_items".split())
        for item in group["menu_items"][:3]:
            service.keys("menu item", item, """id guid name description is_medical_only tag_list flower_type brand strain terpenes effects
                flavors product_type is_marijuana tier_name brand_logo product_image product_image_v2 images prices""".split())
            for price in item["prices"]:
                service.types("menu price", price, {"id": str, "name": str, "price_cents": int, "unit": str, "unit_type": str, "quantity_on_hand": str, "supplier": str})
    missing = service.send("GET", "/api/v3/menu_feeds/00000000-0000-4000-8000-000000000000", basic(*VENUE))
    service.status("an unknown menu feed", missing, 404)
    service.rule("an unknown menu feed has `error`", isinstance(missing.json.get("error"), str), missing.text)
    options = service.send("GET", f"/api/{API_TOKEN}/v1/menu_feeds/{feed}/options", bearer(API_TOKEN))
    service.rule("the options of a menu feed are an empty object", (options.status, options.text) == (200, "{}"), options.text)


def check_customers(service):
    token, path = bearer(API_TOKEN), "/api/v2/venue/customers"
    fields = {"first_name": "Max", "last_name": "Moore", "telephone": "5550300100", "email": "max@shop.example", "birthday": "04/01/1990"}
    created = service.send("POST", path, token, {"customer": fields})
    service.status("v2 customer: create", created, 200)
    customer = created.json["customer"]
    for key in ["first_name", "last_name", "telephone", "email"]:
        service.rule(f"v2 customer: `{key}` is that of the request", customer.get(key) == fields[key], customer)
    url = f"{path}/{customer['id']}"
    read = service.send("GET", url, token)
    service.status("v2 customer: read", read, 200)
    for key, default in [("customer_type", "recreational"), ("active", True), ("loyalty", False), ("points", 0), ("lifetime_points", 0), ("id_type", "drivers_license")]:
        if key in read.json["customer"]:
            service.rule(f"v2 customer: the default of `{key}` is {default!r}", read.json["customer"][key] == default, read.json["customer"][key])
    updated = service.send("PATCH", url, token, {"customer": {"first_name": "Maxine", "id": 1}})
    service.status("v2 customer: update", updated, 200)
    service.send("PATCH", url, token, {"customer": {"telephone": "5550300199"}})
    after = service.send("GET", url, token).json["customer"]
    service.rule("v2 customer: the update is kept", after["first_name"] == "Maxine", after)
    service.rule("v2 customer: the telephone number cannot be changed", after["telephone"] == "5550300100", after)
    service.rule("v2 customer: the id is read-only", after["id"] == customer["id"], after)
    missing = service.send("PATCH", f"{path}/1", token, {"customer": {"first_name": "A"}})
    service.rule("v2 customer: an update of an unknown one is 204 without a body", (missing.status, missing.text) == (204, ""), missing.status)
