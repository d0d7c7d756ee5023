//! Version 1 of the point-of-sale API.

use pos_v1_client::api_wire::{Id, Json};
use pos_v1_client::{
    Client, Config, CreateIncomingOrder, CreateIncomingQuote, Environment, FinalizeIncomingQuote,
    GetIncomingOrder, GetIncomingQuote, GetIncomingQuoteById, GetMenuFeed, GetMenuFeedOptions,
    GetMenuFeedRoute, GetVenueInfo, ListCoupons, ListCustomers, ListEmployees, ListInventories,
    ListManifestItems, ListSalesHistories, PatchIncomingQuote, UpdateIncomingQuote, VenueToken,
};

use super::harness::Wire;
use super::shared;

wire_tests! {
    "pos-v1"
    venue_info_is_read_with_its_code: get_venue_info,
    coupons_are_listed_under_a_key_that_is_not_shown: list_coupons,
    an_order_is_created_with_the_token_in_the_path: create_incoming_order,
    an_order_is_read_with_all_details: get_incoming_order,
    a_quote_is_computed: create_incoming_quote,
    a_quote_is_read_with_its_totals_beside_the_names: get_incoming_quote,
    a_quote_is_patched_with_any_json: patch_incoming_quote,
    a_quote_is_finalized_with_any_json_or_none: finalize_incoming_quote,
    a_quote_is_updated_part_by_part: update_incoming_quote,
    a_quote_without_the_token_in_the_path_has_its_own_response: get_incoming_quote_by_id,
    a_menu_feed_is_read_by_either_path: get_menu_feed,
    menu_feed_options_are_returned_unparsed: get_menu_feed_options,
    employees_are_listed_under_either_spelling: list_employees,
    customers_are_listed_under_either_spelling: list_customers,
    inventories_are_listed_as_products: list_inventories,
    manifest_items_are_listed_as_restocks: list_manifest_items,
    sales_are_listed_as_tickets: list_sales_histories,
}

fn client(wire: &Wire) -> Client {
    client_at(&wire.base_url("/api"))
}

fn client_at(base_url: &str) -> Client {
    let credentials = VenueToken::new("demo-api-token");
    Client::new(Config::new(Environment::Staging, base_url, credentials).unwrap()).unwrap()
}

#[tokio::test]
async fn updating_a_missing_quote_is_not_found() {
    let operation = UpdateIncomingQuote::new("Q-5501", shared::order_cleared());
    shared::missing_quote(client_at, operation).await;
}

async fn get_venue_info(wire: &mut Wire) {
    let client = client(wire);
    wire.sends(&client, "token in the path", GetVenueInfo::new())
        .await;
    wire.receives(&client, GetVenueInfo::new).await;
}

async fn list_coupons(wire: &mut Wire) {
    wire.in_key("coupons");
    let client = client(wire);
    let operation = ListCoupons::new;
    wire.sends(&client, "no parameters", operation()).await;
    wire.receives(&client, operation).await;
}

async fn create_incoming_order(wire: &mut Wire) {
    let client = client(wire);
    // The responses have the reference of the full order.
    let operation = || CreateIncomingOrder::new(shared::full_order());
    wire.sends(&client, "full", operation()).await;
    let minimal = CreateIncomingOrder::new(shared::minimal_order());
    wire.sends(&client, "minimal item", minimal).await;
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
    let full = CreateIncomingQuote::new(shared::full_quote());
    wire.sends(&client, "full, before an order exists", full)
        .await;
    wire.sends(&client, "items alone", operation()).await;
    wire.receives(&client, operation).await;
}

async fn get_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingQuote::new(5501);
    wire.sends(&client, "by id", operation()).await;
    wire.receives(&client, operation).await;
}

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

async fn patch_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = |text| PatchIncomingQuote::new(5501).body(json(text));
    wire.sends(
        &client,
        "a body of the caller's own",
        operation(r#"{"quote":{"fulfillment":{"tip_amount":150}}}"#),
    )
    .await;
    wire.sends(
        &client,
        "items",
        operation(r#"{"quote":{"items":[{"sku_id":9001,"quantity":3}]}}"#),
    )
    .await;
    wire.receives(&client, || operation("{}")).await;
}

async fn finalize_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || FinalizeIncomingQuote::new(5501);
    wire.sends(&client, "without a body", operation()).await;
    wire.sends(
        &client,
        "a body of the caller's own",
        operation().body(json(r#"{"quote":{"notes":"ring twice"}}"#)),
    )
    .await;
    wire.receives(&client, operation).await;
}

async fn update_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || UpdateIncomingQuote::new("Q-5501", shared::order_cleared());
    let all = UpdateIncomingQuote::new("Q-5501", shared::all_four_parts());
    wire.sends(&client, "all four parts", all).await;
    wire.sends(&client, "order id cleared", operation()).await;
    wire.receives(&client, operation).await;
}

async fn get_incoming_quote_by_id(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingQuoteById::new(5501);
    wire.sends(&client, "by id", operation()).await;
    let largest = GetIncomingQuoteById::new(i32::MAX);
    wire.sends(&client, "largest int32", largest).await;
    wire.receives(&client, operation).await;
}

async fn get_menu_feed(wire: &mut Wire) {
    wire.in_key("menu_feed");
    let client = client(wire);
    let operation = || GetMenuFeed::new(4521);
    wire.sends(&client, "token in the path, by id", operation())
        .await;
    let by_key = GetMenuFeed::new("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d");
    wire.sends(
        &client,
        "by feed key",
        by_key.route(GetMenuFeedRoute::Bearer),
    )
    .await;
    wire.receives(&client, operation).await;
}

async fn get_menu_feed_options(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetMenuFeedOptions::new(Id::Integer(4521));
    wire.sends(&client, "token in the path", operation()).await;
    wire.receives(&client, operation).await;
}

syncable_lists! {
    list_employees: ListEmployees in "employees", 250 per page,
    list_customers: ListCustomers in "customers", 250 per page,
    list_inventories: ListInventories in "products", 250 per page,
    list_manifest_items: ListManifestItems in "restocks", 250 per page,
    list_sales_histories: ListSalesHistories in "tickets", 250 per page,
}
