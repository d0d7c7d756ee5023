//! Version 3 of the point-of-sale API.

use pos_v3_client::model::{
    NewIncomingOrder, NewOrderItem, NewOrderItemRequired, OrderSource, OrderType,
    RequestedPaymentMethod,
};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, CreateIncomingQuote, Environment, GetIncomingOrder,
    GetIncomingQuote, GetMenuFeed, GetVenueInfo, Integrator, IntegratorAndVenue, ListVenues,
    UpdateIncomingQuote,
};

use super::harness::Wire;
use super::shared;

wire_tests! {
    "pos-v3"
    venues_are_listed_with_the_integrator_token_alone: list_venues,
    venue_info_is_returned_unparsed: get_venue_info,
    a_menu_feed_is_read_by_its_key: get_menu_feed,
    an_order_is_created: create_incoming_order,
    an_order_is_read: get_incoming_order,
    a_quote_is_computed: create_incoming_quote,
    a_quote_is_updated_part_by_part: update_incoming_quote,
    a_quote_is_read_by_reference_or_id: get_incoming_quote,
}

fn client(wire: &Wire) -> Client {
    client_at(&wire.base_url("/api"))
}

fn client_at(base_url: &str) -> Client {
    let credentials = IntegratorAndVenue::new("demo-integrator-token", "demo-venue-token");
    Client::new(Config::new(Environment::Staging, base_url, credentials).unwrap()).unwrap()
}

#[tokio::test]
async fn updating_a_missing_quote_is_not_found() {
    let operation = UpdateIncomingQuote::new("Q-5501", shared::order_cleared());
    shared::missing_quote(client_at, operation).await;
}

async fn list_venues(wire: &mut Wire) {
    let client = client(wire);
    let integrator_client = client.with_credentials(Integrator::new("demo-integrator-token"));
    wire.sends(
        &integrator_client,
        "integrator token alone",
        ListVenues::new(),
    )
    .await;
    wire.sends(&client, "with the venue token", ListVenues::new())
        .await;
    wire.receives(&integrator_client, ListVenues::new).await;
}

async fn get_venue_info(wire: &mut Wire) {
    let client = client(wire);
    wire.sends(&client, "venue info", GetVenueInfo::new()).await;
    wire.receives(&client, GetVenueInfo::new).await;
}

async fn get_menu_feed(wire: &mut Wire) {
    wire.in_key("menu_feed");
    let client = client(wire);
    let operation = || GetMenuFeed::new("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d");
    wire.sends(&client, "by feed key", operation()).await;
    wire.receives(&client, operation).await;
}

async fn create_incoming_order(wire: &mut Wire) {
    let client = client(wire);
    // The responses have the reference of the full order.
    let operation = || CreateIncomingOrder::new(shared::full_order());
    wire.sends(&client, "full", operation()).await;
    let minimal = CreateIncomingOrder::new(shared::minimal_order());
    wire.sends(&client, "minimal item", minimal).await;
    let items = vec![
        NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7001".into(),
            product_id: 9001.into(),
            quantity: 1,
        }),
        NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: "7002".into(),
            product_id: 9002.into(),
            quantity: 3,
        }),
    ];
    let pickup = NewIncomingOrder::new("WEB-1003", items)
        .order_type(OrderType::Pickup)
        .first_name("Ada")
        .last_name("Sample")
        .telephone("5550100123")
        .address("")
        .city("")
        .state_abbrev("")
        .zipcode("")
        .source(OrderSource::Kiosk)
        .requested_payment_method(RequestedPaymentMethod::Ach);
    wire.sends(
        &client,
        "pickup with empty address",
        CreateIncomingOrder::new(pickup),
    )
    .await;
    wire.receives(&client, operation).await;
}

async fn get_incoming_order(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingOrder::new(48213);
    wire.sends(&client, "by id", operation()).await;
    wire.receives(&client, operation).await;
}

async fn create_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || CreateIncomingQuote::new(shared::items_alone());
    wire.sends(
        &client,
        "full, before an order exists",
        CreateIncomingQuote::new(shared::full_quote()),
    )
    .await;
    wire.sends(&client, "items alone", operation()).await;
    wire.receives(&client, operation).await;
}

async fn update_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || UpdateIncomingQuote::new("Q-5501", shared::payment_alone());
    wire.sends(
        &client,
        "all four parts",
        UpdateIncomingQuote::new("Q-5501", shared::all_four_parts()),
    )
    .await;
    wire.sends(
        &client,
        "order id cleared",
        UpdateIncomingQuote::new("Q-5501", shared::order_cleared()),
    )
    .await;
    wire.sends(&client, "payment alone", operation()).await;
    wire.sends(
        &client,
        "a reference to encode",
        UpdateIncomingQuote::new("Q 55/01", shared::payment_alone()),
    )
    .await;
    wire.receives(&client, operation).await;
}

async fn get_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingQuote::new("Q-5501");
    wire.sends(&client, "by reference", operation()).await;
    wire.sends(&client, "by id", GetIncomingQuote::new(5501))
        .await;
    wire.receives(&client, operation).await;
}
