//! Version 2 of the point-of-sale API.

use pos_v2_client::api_wire::Change;
use pos_v2_client::model::{CustomerType, CustomerUpdate, NewCustomer};
use pos_v2_client::{
    Client, CreateCustomer, GetCustomer, GetMenuFeed, GetMenuFeedOptions, GetMenuFeedRoute,
    GetSalesHistory, GetVenueInfo, ListCoupons, ListCustomers, ListSalesHistories, UpdateCustomer,
};

use super::harness::{self, Wire};
use super::shared::{FEED_KEY, since};
use crate::config;

wire_tests! {
    "pos-v2"
    a_menu_feed_is_read_by_either_path_and_id: get_menu_feed in "menu_feed" {
        client: [
            "by id" => GetMenuFeed::new("4521"),
            "token in the path, by id" =>
                GetMenuFeed::new("4521").route(GetMenuFeedRoute::TokenPath),
            "token in the path, by feed key" =>
                GetMenuFeed::new(FEED_KEY).route(GetMenuFeedRoute::TokenPath),
        ]
    }
    the_options_of_a_menu_feed_tell_whether_its_key_resolves: get_menu_feed_options {
        client: ["by id" => GetMenuFeedOptions::new("4521"),]
    }
    venue_info_is_read: get_venue_info {
        client: ["venue info" => GetVenueInfo::new(),]
    }
    coupons_are_listed_under_a_key_that_is_not_shown: list_coupons in "coupons" {
        client: [
            "no parameters" => ListCoupons::new(),
            "all parameters" => ListCoupons::new().page(2u32).per_page(250u32),
            "page alone" => ListCoupons::new().page(3u32),
        ]
    }
    customers_are_listed_out_of_their_wrappers: list_customers in "customers" of "customer" {
        client: [
            "no parameters" => ListCustomers::new(),
            "all parameters" => ListCustomers::new()
                .page(2u32)
                .per_page(100u32)
                .updated_at_gt(since())
                .telephone_eq("5550100123"),
            "filter alone" => ListCustomers::new().updated_at_gt(since()),
            "page alone" => ListCustomers::new().page(3u32),
            "a value to encode" => ListCustomers::new().telephone_eq("+1 555 0100"),
            "an equal filter and a page size" =>
                ListCustomers::new().per_page(1000u32).telephone_eq("5550100123"),
        ]
    }
    a_customer_is_created: create_customer in "customer" {
        client: [
            "two names" => CreateCustomer::new(names()),
            "full" => CreateCustomer::new(full_customer()),
        ]
    }
    a_customer_is_read_by_id: get_customer in "customer" {
        client: ["by id" => GetCustomer::new(8801),]
    }
    a_customer_is_changed_field_by_field: update_customer in "customer" {
        client: [
            "points alone" =>
                UpdateCustomer::new(8801, CustomerUpdate::new().points_adjustment("-25")),
            "full" => UpdateCustomer::new(8801, full_update()),
            "a field cleared" => UpdateCustomer::new(
                8801,
                CustomerUpdate::new().first_name("Bea").email(Change::Clear),
            ),
        ]
    }
    sales_are_listed_with_the_window_that_was_applied: list_sales_histories in "sales_histories" {
        client: [
            "no parameters" => ListSalesHistories::new(),
            "all parameters" =>
                ListSalesHistories::new().ordered_at_gt(since()).page(2u32).per_page(250u32),
            "filter alone" => ListSalesHistories::new().ordered_at_gt(since()),
            "page alone" => ListSalesHistories::new().page(3u32),
        ]
    }
    a_sale_is_read_by_id: get_sales_history in "sales_history" {
        client: ["by id" => GetSalesHistory::new(30111),]
    }
}

pub(crate) mod lists {
    use pos_v2_client::{
        ListInventories, ListManifestItems, ListManifests, ListTerminalTills, ListUsers,
    };

    use super::client;
    use crate::wire::shared::since;

    syncable_lists! {
        "pos-v2"
        inventories_are_listed: list_inventories = ListInventories in "inventory", 100 per page;
        manifest_items_are_listed: list_manifest_items = ListManifestItems in "manifest_items", 100 per page;
        manifests_are_listed_with_their_items: list_manifests = ListManifests in "manifests", 250 per page;
        tills_are_listed: list_terminal_tills = ListTerminalTills in "terminal_tills", 250 per page;
        users_are_listed: list_users = ListUsers in "users", 250 per page;
    }
}

fn client(wire: &Wire) -> Client {
    harness::client(config::pos_v2(&wire.base_url("/api")))
}

fn names() -> NewCustomer {
    NewCustomer::new().first_name("Ada").last_name("Sample")
}

fn full_customer() -> NewCustomer {
    names()
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
        .points_adjustment("25")
}

fn full_update() -> CustomerUpdate {
    CustomerUpdate::new()
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
        .points_adjustment("-25")
}
