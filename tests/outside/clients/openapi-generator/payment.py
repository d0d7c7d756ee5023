"""payment.py ADDRESS: a payment, from its request to its refund, by the Python client of openapi-generator."""

import datetime
import sys

import httpx
import payments
from payments import Addendum, Adjustment, NewPaymentRequest, Refund, Submission

from flow import same

VERSION = "1.0"


def main(address):
    shown = httpx.get(f"{address}/_sandbox").json()["payments"][0]
    credentials = shown["credentials"]

    def api(password):
        configuration = payments.Configuration(host=shown["base_url"], username=credentials["client_id"], password=password)
        return payments.PaymentRequestApi(payments.ApiClient(configuration))

    client = api(credentials["client_secret"])
    request = client.create_request(
        VERSION,
        NewPaymentRequest(
            amount=125.5,
            api_version=VERSION,
            client_pub_key=credentials["public_key"],
            user_business_address="1 Main Street",
            user_business_city="Springfield",
            user_business_name="Corner Shop",
            user_business_state_code="CO",
            user_business_zip="80000",
            user_email="buyer@shop.example",
            user_first_name="Ada",
            user_last_name="Byron",
            user_phone="5550100",
        ),
    )
    same("CreateRequest", (request.success, request.message), (True, ""))
    uid = request.payload

    def submit(uid, order, amount):
        submission = Submission(
            request_uid=uid,
            order_number=order,
            order_description="Two lamps",
            amount=amount,
            pay_date=datetime.date(2026, 12, 1),
        )
        return client.submit_request_with_http_info(VERSION, submission).status_code

    same("SubmitRequest", submit(uid, "A-1", 125.5), 200)
    adjustment = Adjustment(
        request_uid=uid,
        amount=120.0,
        pay_date=datetime.date(2026, 12, 2),
        order_number="A-1",
        order_description="Two lamps",
        reason="a scratch",
    )
    same("AdjustRequest", client.adjust_request_with_http_info(VERSION, adjustment).status_code, 200)

    added = client.addendum_request(VERSION, Addendum(request_uid=uid, amount=10.25))
    same("AddendumRequest", (added.success, added.payload != uid), (True, True))
    same("SubmitRequest of the addendum", submit(added.payload, "A-1b", 10.25), 200)

    refund = Refund(request_uid=uid, reason="returned")
    same("RefundRequest", client.refund_request_with_http_info(VERSION, refund).status_code, 200)

    def error(client):
        try:
            client.refund_request(VERSION, refund)
        except payments.ApiException as error:
            # The documents show no body of an error, so it is no model.
            body = (error.data["Success"], error.data["Message"] != "")
            return error.status, body
        return None

    body = (False, True)
    # The documents do not show what a second refund does. The sandbox rejects it.
    same("a second refund", error(client), (400, body))
    same("wrong credentials", error(api("demo-wrong")), (401, body))

    states = {payment["request_uid"]: payment["state"] for payment in httpx.get(f"{address}/_sandbox/payments").json()["payments"]}
    same("the states in the sandbox", [states[uid], states[added.payload]], ["Refunded", "Submitted"])


main(*sys.argv[1:])
