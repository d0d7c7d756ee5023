//! Version 1 of the point-of-sale API.

use pos_v1_client::api_wire::Json;
use pos_v1_client::{
    Client, CreateIncomingOrder, CreateIncomingQuote, FinalizeIncomingQuote, GetIncomingOrder,
    GetIncomingQuote, GetIncomingQuoteById, GetMenuFeed, GetMenuFeedOptions, GetMenuFeedRoute,
    GetVenueInfo, ListCoupons, PatchIncomingQuote, UpdateIncomingQuote,
};

use super::harness::{self, Wire};
use super::shared;
use crate::config;

wire_tests! {
    "pos-v1"
    venue_info_is_read_with_its_code: get_venue_info {
        client: ["token in the path" => GetVenueInfo::new(),]
    }
    coupons_are_listed_under_a_key_that_is_not_shown: list_coupons in "coupons" {
        client: ["no parameters" => ListCoupons::new(),]
    }
    an_order_is_created_with_the_token_in_the_path: create_incoming_order {
        client: [
            "full" => CreateIncomingOrder::new(shared::full_order()),
            "minimal item" => CreateIncomingOrder::new(shared::minimal_order()),
        ]
    }
    an_order_is_read_with_all_details: get_incoming_order {
        client: ["by id" => GetIncomingOrder::new(48213),]
    }
    a_quote_is_computed: create_incoming_quote {
        client: [
            "items alone" => CreateIncomingQuote::new(shared::items_alone()),
            "full, before an order exists" => CreateIncomingQuote::new(shared::full_quote()),
        ]
    }
    a_quote_is_read_with_its_totals_beside_the_names: get_incoming_quote {
        client: ["by id" => GetIncomingQuote::new(5501),]
    }
    a_quote_is_patched_with_any_json: patch_incoming_quote {
        client: [
            "a body of the caller's own" => patch(r#"{"quote":{"fulfillment":{"tip_amount":150}}}"#),
            "items" => patch(r#"{"quote":{"items":[{"sku_id":9001,"quantity":3}]}}"#),
        ]
    }
    a_quote_is_finalized_with_any_json_or_none: finalize_incoming_quote {
        client: [
            "without a body" => FinalizeIncomingQuote::new(5501),
            "a body of the caller's own" =>
                FinalizeIncomingQuote::new(5501).body(json(r#"{"quote":{"notes":"ring twice"}}"#)),
        ]
    }
    a_quote_is_updated_part_by_part: update_incoming_quote {
        client: [
            "order id cleared" => UpdateIncomingQuote::new("Q-5501", shared::order_cleared()),
            "all four parts" => UpdateIncomingQuote::new("Q-5501", shared::all_four_parts()),
        ]
    }
    a_quote_without_the_token_in_the_path_has_its_own_response: get_incoming_quote_by_id {
        client: [
            "by id" => GetIncomingQuoteById::new(5501),
            "largest int32" => GetIncomingQuoteById::new(i32::MAX),
        ]
    }
    a_menu_feed_is_read_by_either_path: get_menu_feed in "menu_feed" {
        client: [
            "by feed key" => GetMenuFeed::new(shared::FEED_KEY),
            "token in the path, by id" =>
                GetMenuFeed::new("4521").route(GetMenuFeedRoute::TokenPath),
        ]
    }
    menu_feed_options_are_returned_unparsed: get_menu_feed_options {
        client: ["token in the path" => GetMenuFeedOptions::new("4521"),]
    }
}

pub(crate) mod lists {
    use pos_v1_client::{
        ListCustomers, ListEmployees, ListInventories, ListManifestItems, ListSalesHistories,
    };

    use super::client;
    use crate::wire::shared::since;

    syncable_lists! {
        "pos-v1"
        employees_are_listed_under_either_spelling: list_employees = ListEmployees in "employees", 250 per page;
        customers_are_listed_under_either_spelling: list_customers = ListCustomers in "customers", 250 per page;
        inventories_are_listed_as_products: list_inventories = ListInventories in "products", 250 per page;
        manifest_items_are_listed_as_restocks: list_manifest_items = ListManifestItems in "restocks", 250 per page;
        sales_are_listed_as_tickets: list_sales_histories = ListSalesHistories in "tickets", 250 per page;
    }
}

fn client(wire: &Wire) -> Client {
    harness::client(config::pos_v1(&wire.base_url("/api")))
}

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

fn patch(body: &str) -> PatchIncomingQuote {
    PatchIncomingQuote::new(5501).body(json(body))
}
