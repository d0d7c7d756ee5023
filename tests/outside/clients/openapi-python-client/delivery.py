"""delivery.py ADDRESS: an order from the menu to the door, by the client of openapi-python-client."""

import datetime
import sys

import httpx
from pos_v3 import AuthenticatedClient
from pos_v3.api.incoming_order import create_incoming_order, get_incoming_order
from pos_v3.api.incoming_quote import create_incoming_quote, get_incoming_quote, update_incoming_quote
from pos_v3.api.menu_feed import get_menu_feed
from pos_v3.api.venue import list_venues
from pos_v3.models import (
    ErrorsBody,
    NewIncomingOrder,
    NewIncomingOrderRequest,
    NewOrderItem,
    NewQuote,
    NewQuoteRequest,
    QuoteCustomer,
    QuoteItem,
    QuoteUpdate,
    QuoteUpdateRequest,
)

from flow import basic, same
from receiver import Receiver


def main(address):
    shown = httpx.get(f"{address}/_sandbox").json()["point_of_sale"]
    integrator = shown["credentials"]["integrator_token"]

    def client(venue):
        token = basic(integrator, venue)
        return AuthenticatedClient(base_url=shown["base_url"], token=token, prefix="Basic", raise_on_unexpected_status=True)

    venues = list_venues.sync(client=client("")).venues
    same("venues", [venue.venue_name for venue in venues if venue.active], ["High Street Garden", "Corner Bakery and Goods"])
    venue = client(venues[0].venue_token)

    # The store provides the key of its menu feed; no operation returns it.
    feed = get_menu_feed.sync(shown["credentials"]["venues"][0]["menu_feed_key"], client=venue).menu_feed
    item = feed.menu_groups[0].menu_items[0]
    price = item.prices[0]
    same("the first product, and its price", (item.id, price.id, price.price_cents > 0), ("7001", "9001", True))

    quote = NewQuote(items=[QuoteItem(sku_id=int(price.id), quantity=2)])
    quote = create_incoming_quote.sync(client=venue, body=NewQuoteRequest(quote=quote)).quote
    same("the quote's subtotal", quote.totals.subtotal, 2 * price.price_cents)
    update = QuoteUpdateRequest(quote=QuoteUpdate(customer=QuoteCustomer(customer_type="medical")))
    update_incoming_quote.sync(quote.reference_no, client=venue, body=update)
    read = get_incoming_quote.sync(quote.reference_no, client=venue).quote
    same("the updated quote", read.customer.customer_type, "medical")

    receiver = Receiver()
    order = NewIncomingOrder(
        reference_no="WEB-1",
        order_items_attributes=[NewOrderItem(product_parent_id=item.id, product_id=price.id, quantity=2)],
        order_type="delivery",
        first_name="Ada",
        last_name="Byron",
        telephone="5550100",
        address="1 Main Street",
        city="Springfield",
        state_abbrev="CO",
        zipcode="80000",
        requested_date=datetime.date(2026, 2, 2),
        status_callback=receiver.address,
    )
    body = NewIncomingOrderRequest(incoming_order=order)
    created = create_incoming_order.sync(client=venue, body=body)
    same("the order", (created.incoming_order.aasm_state, created.order_items[0].quantity), ("pending", 2))
    again = create_incoming_order.sync(client=venue, body=body)
    same("a duplicate reference is rejected", isinstance(again, ErrorsBody) and len(again.errors), 1)

    steps = ["Processing", "En Route", "Delivered"]
    number = created.incoming_order.id
    for step in steps:
        status = f"{address}/_sandbox/orders/{number}/status"
        httpx.post(status, json={"status": step}).raise_for_status()
        expected = {"id": str(number), "reference_no": "WEB-1", "status": step, "order_type": "delivery"}
        expected = {f"incoming_order[{key}]": value for key, value in expected.items()}
        same("a callback", receiver.next(), expected)
    # Callbacks are only hints: the order is read again.
    read = get_incoming_order.sync(number, client=venue).incoming_order
    same("the order, read again", (read.aasm_state, read.delivered_at is not None), ("processing", True))


main(*sys.argv[1:])
