//! Version 3 of the point-of-sale API.

use pos_v3_client::model::{
    NewIncomingOrder, NewOrderItem, NewOrderItemRequired, OrderSource, OrderType,
    RequestedPaymentMethod,
};
use pos_v3_client::{
    Client, CreateIncomingOrder, CreateIncomingQuote, GetIncomingOrder, GetIncomingQuote,
    GetMenuFeed, GetVenueInfo, Integrator, ListVenues, UpdateIncomingQuote,
};

use super::harness::{self, Wire};
use super::shared;
use crate::config;

wire_tests! {
    "pos-v3"
    venues_are_listed_with_the_integrator_token_alone: list_venues {
        integrator: ["integrator token alone" => ListVenues::new(),]
        client: ["with the venue token" => ListVenues::new(),]
    }
    venue_info_is_returned_unparsed: get_venue_info {
        client: ["venue info" => GetVenueInfo::new(),]
    }
    a_menu_feed_is_read_by_its_key: get_menu_feed in "menu_feed" {
        client: ["by feed key" => GetMenuFeed::new(shared::FEED_KEY),]
    }
    an_order_is_created: create_incoming_order {
        client: [
            "full" => CreateIncomingOrder::new(shared::full_order()),
            "minimal item" => CreateIncomingOrder::new(shared::minimal_order()),
            "pickup with empty address" => CreateIncomingOrder::new(pickup()),
        ]
    }
    an_order_is_read: get_incoming_order {
        client: ["by id" => GetIncomingOrder::new(48213),]
    }
    a_quote_is_computed: create_incoming_quote {
        client: [
            "items alone" => CreateIncomingQuote::new(shared::items_alone()),
            "full, before an order exists" => CreateIncomingQuote::new(shared::full_quote()),
        ]
    }
    a_quote_is_updated_part_by_part: update_incoming_quote {
        client: [
            "payment alone" => UpdateIncomingQuote::new("Q-5501", shared::payment_alone()),
            "all four parts" => UpdateIncomingQuote::new("Q-5501", shared::all_four_parts()),
            "order id cleared" => UpdateIncomingQuote::new("Q-5501", shared::order_cleared()),
            "a reference to encode" => UpdateIncomingQuote::new("Q 55/01", shared::payment_alone()),
        ]
    }
    a_quote_is_read_by_reference_or_id: get_incoming_quote {
        client: [
            "by reference" => GetIncomingQuote::new("Q-5501"),
            "by id" => GetIncomingQuote::new(5501),
        ]
    }
}

fn client(wire: &Wire) -> Client {
    harness::client(config::pos_v3(&wire.base_url("/api")))
}

fn integrator(wire: &Wire) -> Client<Integrator> {
    client(wire).with_account("other", Integrator::new("demo-integrator-token"))
}

fn pickup() -> NewIncomingOrder {
    let item = |parent: &str, product_id: i64, quantity| {
        NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: parent.into(),
            product_id: product_id.into(),
            quantity,
        })
    };
    let items = vec![item("7001", 9001, 1), item("7002", 9002, 3)];
    NewIncomingOrder::new("WEB-1003", items)
        .order_type(OrderType::Pickup)
        .first_name("Ada")
        .last_name("Sample")
        .telephone("5550100123")
        .address("")
        .city("")
        .state_abbrev("")
        .zipcode("")
        .source(OrderSource::Kiosk)
        .requested_payment_method(RequestedPaymentMethod::Ach)
}
