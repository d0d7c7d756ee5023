"""delivery.py ADDRESS: an order from the menu to the door, by the Python client of openapi-generator."""

import datetime
import sys

import httpx
import pos_v3
from pos_v3 import (
    ErrorsBody,
    NewIncomingOrder,
    NewIncomingOrderRequest,
    NewOrderItem,
    NewOrderItemProductId,
    NewQuote,
    NewQuoteRequest,
    QuoteCustomer,
    QuoteItem,
    QuoteUpdate,
    QuoteUpdateRequest,
)

from flow import same
from receiver import Receiver


def main(address):
    shown = httpx.get(f"{address}/_sandbox").json()["point_of_sale"]

    def client(venue):
        token = shown["credentials"]["integrator_token"]
        return pos_v3.ApiClient(pos_v3.Configuration(host=shown["base_url"], username=token, password=venue))

    venues = pos_v3.VenueApi(client("")).list_venues().venues
    names = [venue.venue_name for venue in venues if venue.active]
    same("venues", names, ["High Street Garden", "Corner Bakery and Goods"])
    venue = client(venues[0].venue_token)

    # The store provides the key of its menu feed; no operation returns it.
    key = shown["credentials"]["venues"][0]["menu_feed_key"]
    feed = pos_v3.MenuFeedApi(venue).get_menu_feed(key).menu_feed
    item = feed.menu_groups[0].menu_items[0]
    price = item.prices[0]
    # A value of two types is a class of its own.
    price_id = price.id.actual_instance
    same("the first product, and its price", (item.id, price_id, price.price_cents > 0), ("7001", "9001", True))

    quotes = pos_v3.IncomingQuoteApi(venue)
    new_quote = NewQuoteRequest(quote=NewQuote(items=[QuoteItem(sku_id=int(price_id), quantity=2)]))
    quote = quotes.create_incoming_quote(new_quote).quote
    same("the quote's subtotal", quote.totals.subtotal, 2 * price.price_cents)
    update = QuoteUpdateRequest(quote=QuoteUpdate(customer=QuoteCustomer(customer_type="medical")))
    quotes.update_incoming_quote(quote.reference_no, update)
    read = quotes.get_incoming_quote(quote.reference_no).quote
    same("the updated quote", read.customer.customer_type, "medical")

    receiver = Receiver()
    order = NewIncomingOrder(
        reference_no="WEB-1",
        order_items_attributes=[NewOrderItem(product_parent_id=item.id, product_id=NewOrderItemProductId(price_id), quantity=2)],
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
    orders = pos_v3.IncomingOrderApi(venue)
    created = orders.create_incoming_order(body)
    same("the order", (created.incoming_order.aasm_state, created.order_items[0].quantity), ("pending", 2))
    try:
        orders.create_incoming_order(body)
        errors = None
    except pos_v3.ApiException as error:
        errors = error.data
    same("a duplicate reference is rejected", isinstance(errors, ErrorsBody) and len(errors.errors), 1)

    steps = ["Processing", "En Route", "Delivered"]
    number = created.incoming_order.id
    for step in steps:
        status = f"{address}/_sandbox/orders/{number}/status"
        httpx.post(status, json={"status": step}).raise_for_status()
        same("a callback", receiver.next()["incoming_order[status]"], step)
    # Callbacks are only hints: the order is read again.
    read = orders.get_incoming_order(number).incoming_order
    same("the order, read again", (read.aasm_state, read.delivered_at is not None), ("processing", True))


main(*sys.argv[1:])
