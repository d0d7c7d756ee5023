"""payment.py ADDRESS: a payment, from its request to its refund, by the client of openapi-python-client."""

import datetime
import sys

import httpx
from payments import AuthenticatedClient
from payments.api.payment_request import (
    addendum_request,
    adjust_request,
    create_request,
    refund_request,
    submit_request,
)
from payments.models import Addendum, Adjustment, NewPaymentRequest, Refund, Submission

from flow import basic, same

# The version of the documents' example.
VERSION = "1.0"


def main(address):
    shown = httpx.get(f"{address}/_sandbox").json()["payments"][0]
    same("the environment", shown["environment"], "test")
    credentials = shown["credentials"]
    token = basic(credentials["client_id"], credentials["client_secret"])
    with AuthenticatedClient(base_url=shown["base_url"], token=token, prefix="Basic", raise_on_unexpected_status=True) as client:
        request = create_request.sync(
            VERSION,
            client=client,
            body=NewPaymentRequest(
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
            return submit_request.sync_detailed(VERSION, client=client, body=submission).status_code

        same("SubmitRequest", submit(uid, "A-1", 125.5), 200)
        adjustment = Adjustment(
            request_uid=uid,
            amount=120.0,
            pay_date=datetime.date(2026, 12, 2),
            order_number="A-1",
            order_description="Two lamps",
            reason="a scratch",
        )
        same("AdjustRequest", adjust_request.sync_detailed(VERSION, client=client, body=adjustment).status_code, 200)

        added = addendum_request.sync(VERSION, client=client, body=Addendum(request_uid=uid, amount=10.25))
        same("AddendumRequest", (added.success, added.payload != uid), (True, True))
        same("SubmitRequest of the addendum", submit(added.payload, "A-1b", 10.25), 200)

        refund = Refund(request_uid=uid, reason="returned")
        same("RefundRequest", refund_request.sync_detailed(VERSION, client=client, body=refund).status_code, 200)
        # The documents do not show what a second refund does. The sandbox rejects it.
        same("a second refund", refund_request.sync_detailed(VERSION, client=client, body=refund).status_code, 400)

        wrong = AuthenticatedClient(base_url=shown["base_url"], token=basic("demo-client-id", "demo-wrong"), prefix="Basic")
        same("wrong credentials", refund_request.sync_detailed(VERSION, client=wrong, body=refund).status_code, 401)

    states = {payment["request_uid"]: payment["state"] for payment in httpx.get(f"{address}/_sandbox/payments").json()["payments"]}
    same("the states in the sandbox", [states[uid], states[added.payload]], ["Refunded", "Submitted"])


main(*sys.argv[1:])
