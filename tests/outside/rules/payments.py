"""Payment requests in the three environments."""

from service import basic

CREATE = {
    "Amount": 125.5, "ApiVersion": "1.0", "UserBusinessAddress": "1 Main Street", "UserBusinessCity": "Springfield",
    "UserBusinessName": "Corner Shop", "UserBusinessStateCode": "CO", "UserBusinessZip": "80000", "UserEmail": "buyer@shop.example",
    "UserFirstName": "Ada", "UserLastName": "Byron", "UserPhone": "5550100",
}


def check_payments(service):
    overview = service.send("GET", "/_sandbox").json["payments"]
    service.rule("three environments", len(overview) == 3, overview)
    for index, environment in enumerate(overview):
        name, credentials = environment["environment"], environment["credentials"]
        base = environment["base_url"].removeprefix(service.address)
        authorization = basic(credentials["client_id"], credentials["client_secret"])

        def send(operation, body, authorization=authorization):
            return service.send("POST", f"{base}/thirdparty/payments/v1.0/{operation}", authorization, body)

        def envelope(rule, response):
            service.status(f"{name}: {rule}", response, 200)
            is_payload = isinstance(response.json.get("Payload"), str) and response.json["Payload"]
            service.rule(f"{name}: {rule}: the envelope", response.json.get("Success") is True and is_payload and response.json.get("Message") == "", response.text)
            return response.json["Payload"]

        create = {**CREATE, "ClientPubKey": credentials["public_key"]}
        uid = envelope("CreateRequest", send("CreateRequest", create))
        other = envelope("a second CreateRequest", send("CreateRequest", create))
        service.rule(f"{name}: each request has a `RequestUid` of its own", uid != other, uid)
        submission = {"RequestUid": uid, "OrderNumber": "A-1", "OrderDescription": "Lamps", "Amount": 125.5, "PayDate": "2026-02-01"}
        service.status(f"{name}: SubmitRequest", send("SubmitRequest", submission), 200)
        linked = envelope("AddendumRequest", send("AddendumRequest", {"RequestUid": uid, "Amount": 20}))
        service.rule(f"{name}: an addendum has a new `RequestUid`", linked not in (uid, other), linked)
        service.status(f"{name}: SubmitRequest of the addendum", send("SubmitRequest", {**submission, "RequestUid": linked}), 200)
        service.status(f"{name}: AdjustRequest", send("AdjustRequest", {**submission, "Amount": 100, "Reason": "one less"}), 200)
        service.status(f"{name}: RefundRequest", send("RefundRequest", {"RequestUid": uid, "Reason": "returned"}), 200)
        service.status(f"{name}: an unknown `RequestUid`", send("SubmitRequest", {**submission, "RequestUid": "unknown"}), 404)
        for key in create:
            body = {other: value for other, value in create.items() if other != key}
            service.rule(f"{name}: a request without `{key}` is an error or accepted", send("CreateRequest", body).status in (200, 400))
        service.status(f"{name}: a number as text", send("CreateRequest", {**create, "Amount": "125.5"}), 400)
        service.status(f"{name}: another public key", send("CreateRequest", {**create, "ClientPubKey": "wrong"}), 400)
        elsewhere = overview[(index + 1) % 3]["credentials"]
        wrong = [None, basic("wrong", "wrong"), basic(credentials["client_id"], "wrong")]
        if elsewhere["client_secret"] != credentials["client_secret"] or elsewhere["client_id"] != credentials["client_id"]:
            wrong.append(basic(elsewhere["client_id"], elsewhere["client_secret"]))
        for credentials_of_another in wrong:
            service.status(f"{name}: wrong credentials", send("CreateRequest", create, credentials_of_another), 401)
        script = environment["sdk_script"].removeprefix(service.address) if "sdk_script" in environment else None
        if script:
            loaded = service.send("GET", script)
            service.status(f"{name}: the SDK script", loaded, 200)
            prefix = "/api" if name == "stage" else ""
            service.rule(f"{name}: the address of the SDK script", script == f"{base}{prefix}/ThirdParty/scripts/client/sdk-1.0.min.js", script)
