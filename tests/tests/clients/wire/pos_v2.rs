//! Version 2 of the point-of-sale API.

use pos_v2_client::api_wire::Change;
use pos_v2_client::model::{CustomerType, CustomerUpdate, NewCustomer};
use pos_v2_client::{
    Client, Config, CreateCustomer, Environment, GetCustomer, GetMenuFeed, GetMenuFeedOptions,
    GetMenuFeedRoute, GetSalesHistory, GetVenueInfo, ListCoupons, ListCustomers, ListInventories,
    ListManifestItems, ListManifests, ListSalesHistories, ListTerminalTills, ListUsers,
    UpdateCustomer, VenueToken,
};

use super::harness::Wire;
use super::shared::date;

wire_tests! {
    "pos-v2"
    a_menu_feed_is_read_by_either_path_and_id: get_menu_feed,
    the_options_of_a_menu_feed_tell_whether_its_key_resolves: get_menu_feed_options,
    venue_info_is_read: get_venue_info,
    coupons_are_listed_under_a_key_that_is_not_shown: list_coupons,
    customers_are_listed_out_of_their_wrappers: list_customers,
    a_customer_is_created: create_customer,
    a_customer_is_read_by_id: get_customer,
    a_customer_is_changed_field_by_field: update_customer,
    inventories_are_listed: list_inventories,
    manifest_items_are_listed: list_manifest_items,
    manifests_are_listed_with_their_items: list_manifests,
    sales_are_listed_with_the_window_that_was_applied: list_sales_histories,
    a_sale_is_read_by_id: get_sales_history,
    tills_are_listed: list_terminal_tills,
    users_are_listed: list_users,
}

fn client(wire: &Wire) -> Client {
    let token = VenueToken::new("demo-api-token");
    Client::new(Config::new(Environment::Staging, &wire.base_url("/api"), token).unwrap()).unwrap()
}

async fn get_menu_feed(wire: &mut Wire) {
    wire.in_key("menu_feed");
    let client = client(wire);
    let operation = || GetMenuFeed::new(4521);
    wire.sends(&client, "token in the path, by id", operation())
        .await;
    wire.sends(
        &client,
        "by id",
        operation().route(GetMenuFeedRoute::Bearer),
    )
    .await;
    wire.sends(
        &client,
        "token in the path, by feed key",
        GetMenuFeed::new("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"),
    )
    .await;
    wire.receives(&client, operation).await;
}

async fn get_menu_feed_options(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetMenuFeedOptions::new(4521);
    wire.sends(&client, "by id", operation()).await;
    wire.receives(&client, operation).await;
}

async fn get_venue_info(wire: &mut Wire) {
    let client = client(wire);
    wire.sends(&client, "venue info", GetVenueInfo::new()).await;
    wire.receives(&client, GetVenueInfo::new).await;
}

async fn list_coupons(wire: &mut Wire) {
    wire.in_key("coupons");
    let client = client(wire);
    let operation = ListCoupons::new;
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(250u32),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.receives(&client, operation).await;
}

async fn list_customers(wire: &mut Wire) {
    wire.in_key("customers");
    wire.each_in("customer");
    let client = client(wire);
    let operation = ListCustomers::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation()
            .page(2u32)
            .per_page(100u32)
            .updated_at_gt(since)
            .telephone_eq("5550100123"),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", operation().updated_at_gt(since))
        .await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.sends(
        &client,
        "a value to encode",
        operation().telephone_eq("+1 555 0100"),
    )
    .await;
    wire.sends(
        &client,
        "an equal filter and a page size",
        operation().per_page(1000u32).telephone_eq("5550100123"),
    )
    .await;
    wire.receives(&client, operation).await;
}

async fn create_customer(wire: &mut Wire) {
    wire.in_key("customer");
    let client = client(wire);
    let names = || NewCustomer::new().first_name("Ada").last_name("Sample");
    let operation = || CreateCustomer::new(names());
    let full = names()
        .gender("female")
        .telephone("5550100123")
        .email("ada@example.com")
        .active(true)
        .sms_opt_out(false)
        .signature("/9j/4AAQSkZJRgABAQ==")
        .address("12 Example Street")
        .zipcode("90001")
        .city("Springfield")
        .state("CA")
        .birthday("07/04/1988")
        .customer_type(CustomerType::Recreational)
        .terms_agreed(true)
        .points_adjustment("25");
    wire.sends(&client, "full", CreateCustomer::new(full)).await;
    wire.sends(&client, "two names", operation()).await;
    wire.receives(&client, operation).await;
}

async fn get_customer(wire: &mut Wire) {
    wire.in_key("customer");
    let client = client(wire);
    let operation = || GetCustomer::new(8801);
    wire.sends(&client, "by id", operation()).await;
    wire.receives(&client, operation).await;
}

async fn update_customer(wire: &mut Wire) {
    wire.in_key("customer");
    let client = client(wire);
    let operation = || UpdateCustomer::new(8801, CustomerUpdate::new().points_adjustment("-25"));
    let full = CustomerUpdate::new()
        .first_name("Ada")
        .last_name("Sample")
        .gender("female")
        .email("ada@example.com")
        .active(true)
        .sms_opt_out(false)
        .signature("/9j/4AAQSkZJRgABAQ==")
        .address("12 Example Street")
        .zipcode("90001")
        .city("Springfield")
        .state("CA")
        .birthday("07/04/1988")
        .customer_type(CustomerType::Recreational)
        .terms_agreed(true)
        .points_adjustment("-25");
    wire.sends(&client, "full", UpdateCustomer::new(8801, full))
        .await;
    wire.sends(&client, "points alone", operation()).await;
    let cleared = CustomerUpdate::new().first_name("Bea").email(Change::Clear);
    wire.sends(
        &client,
        "a field cleared",
        UpdateCustomer::new(8801, cleared),
    )
    .await;
    wire.receives(&client, operation).await;
}

async fn list_sales_histories(wire: &mut Wire) {
    wire.in_key("sales_histories");
    let client = client(wire);
    let operation = ListSalesHistories::new;
    let since = || ListSalesHistories::new().ordered_at_gt(date("2026-01-31"));
    wire.sends(
        &client,
        "all parameters",
        since().page(2u32).per_page(250u32),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", since()).await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.receives(&client, operation).await;
}

async fn get_sales_history(wire: &mut Wire) {
    wire.in_key("sales_history");
    let client = client(wire);
    let operation = || GetSalesHistory::new(30111);
    wire.sends(&client, "by id", operation()).await;
    wire.receives(&client, operation).await;
}

syncable_lists! {
    list_inventories: ListInventories in "inventory", 100 per page,
    list_manifest_items: ListManifestItems in "manifest_items", 100 per page,
    list_manifests: ListManifests in "manifests", 250 per page,
    list_terminal_tills: ListTerminalTills in "terminal_tills", 250 per page,
    list_users: ListUsers in "users", 250 per page,
}
