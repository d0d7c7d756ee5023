//! Version 1 of the point-of-sale API.

use pos_v1_client::api_wire::{Id, Json};
use pos_v1_client::model::{
    CouponType, CustomerType, ManifestItemState, OrderSource, OrderState, OrderType,
    RequestedPaymentMethod, SaleStatus, SettingFlag,
};
use pos_v1_client::{
    Client, Config, CreateIncomingOrder, CreateIncomingQuote, Environment, ErrorKind,
    FinalizeIncomingQuote, GetIncomingOrder, GetIncomingQuote, GetIncomingQuoteById, GetMenuFeed,
    GetMenuFeedOptions, GetMenuFeedRoute, GetVenueInfo, ListCoupons, ListCustomers, ListEmployees,
    ListInventories, ListManifestItems, ListSalesHistories, PatchIncomingQuote,
    UpdateIncomingQuote, VenueToken,
};
use tests::wire::{Odd, Wire};
use tests::wire_tests;

use super::shared::{
    self, BAD_REQUEST, INVALID, SERVER, UNAUTHORIZED, created, date, decimal, updated,
};

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
    wire.reads(&client, "200 success", GetVenueInfo::new(), |venue| {
        assert_eq!(venue.code, Some(1));
        assert_eq!(venue.name.as_deref(), Some("Sample Store"));
        assert_eq!(venue.latitude.as_deref(), Some("34.052235"));
        assert_eq!(venue.domains, ["shop.example"]);
        assert_eq!(venue.tax_rates[0].rate, Some(85));
        assert_eq!(venue.tax_rates[0].tax_rate.as_deref(), Some("8.5"));
        assert_eq!(venue.payment_methods, ["cash", "debit"]);
        let settings = venue.venue_settings.as_ref().unwrap();
        assert_eq!(settings.online_order_curbside, Some(SettingFlag::One));
        assert_eq!(settings.online_order_delivery, Some(SettingFlag::Zero));
    })
    .await;
    let section = "200 odd numbers for text, unknown keys";
    wire.reads_oddly(
        &client,
        section,
        GetVenueInfo::new(),
        shared::ODD_VENUE,
        |venue| {
            assert_eq!(venue.code, Some(1));
            assert_eq!(venue.zip_code, None);
            assert_eq!(venue.latitude.as_deref(), Some("34.052235"));
            assert_eq!(venue.domains, [""; 0]);
            assert_eq!(venue.tax_rates.len(), 1);
            assert_eq!(venue.tax_rates[0].tax_rate.as_deref(), Some("8.500"));
            assert_eq!(venue.payment_methods, ["cash"]);
        },
    )
    .await;
    for (section, kind) in BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER) {
        wire.fails(&client, section, GetVenueInfo::new(), kind, &[])
            .await;
    }
    let (section, kind) = UNAUTHORIZED;
    wire.fails(
        &client,
        section,
        GetVenueInfo::new(),
        kind,
        &["Invalid token"],
    )
    .await;
}

async fn list_coupons(wire: &mut Wire) {
    wire.in_key("coupons");
    let client = client(wire);
    let operation = ListCoupons::new;
    wire.sends(&client, "no parameters", operation()).await;
    wire.reads(&client, "200 success", operation(), |page| {
        assert_eq!(page.metadata.code, Some(1));
        let [coupon] = &page.items[..] else {
            panic!("one coupon")
        };
        assert_eq!(coupon.id, Some(311));
        assert_eq!(coupon.display_name.as_deref(), Some("10% off"));
        assert_eq!(coupon.amount, Some(10));
        assert_eq!(coupon.coupon_type, Some(CouponType::Percent));
        assert_eq!(coupon.auto_apply, Some(false));
        assert_eq!(coupon.customer_type, Some(CustomerType::Recreational));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    shared::key_not_shown(wire, &client, "coupons", operation).await;
    let odd = Odd {
        mismatches: &[("/coupons/1", "object", "number 5")],
        unknown: &["/coupons/0/new_key"],
    };
    let section = "200 odd other spellings, a bad element";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        assert_eq!(page.items.len(), 2);
        assert_eq!(page.items[0].id, Some(311));
        assert_eq!(page.items[0].amount, Some(10));
        assert_eq!(page.items[0].auto_apply, Some(true));
        assert_eq!(page.items[1], Default::default());
    })
    .await;
    for (section, kind) in BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn create_incoming_order(wire: &mut Wire) {
    let client = client(wire);
    // The responses have the reference of the full order.
    let operation = || CreateIncomingOrder::new(shared::full_order());
    wire.sends(&client, "full", operation()).await;
    let minimal = CreateIncomingOrder::new(shared::minimal_order());
    wire.sends(&client, "minimal item", minimal).await;
    wire.reads(&client, "200 success", operation(), shared::check_order)
        .await;
    shared::odd_order(wire, &client, operation).await;
    let section = "200 odd a fraction for a price";
    wire.fails(&client, section, operation(), ErrorKind::Mismatch, &[])
        .await;
    for (section, kind) in BAD_REQUEST.into_iter().chain(SERVER) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
    let taken = ["Reference no has already been taken"];
    let section = "422 duplicate reference_no";
    wire.fails(&client, section, operation(), ErrorKind::BadRequest, &taken)
        .await;
}

async fn get_incoming_order(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingOrder::new(48213);
    wire.sends(&client, "by id", operation()).await;
    wire.reads(&client, "200 success", operation(), |response| {
        assert_eq!(response.code, Some(1));
        let order = &response.incoming_order;
        assert_eq!(order.reference_no.as_deref(), Some("WEB-1001"));
        assert_eq!(order.customer_type, Some(CustomerType::Recreational));
        let state = order.aasm_state.as_ref().unwrap();
        assert_eq!(*state, OrderState::Processing);
        assert_eq!(order.source, Some(OrderSource::OnlineStore));
        assert_eq!(order.created_at, created());
        assert_eq!(order.processed_at, updated());
        assert_eq!(order.order_type, Some(OrderType::Delivery));
        assert_eq!(order.zipcode.as_deref(), Some("90001"));
        assert_eq!(order.lat, Some(decimal("34.052235")));
        assert_eq!(order.lng, Some(decimal("-118.243683")));
        assert_eq!(order.requested_date, Some(date("2026-02-14")));
        assert_eq!(order.total, Some(2713));
        assert_eq!(order.tip_amount, Some(150));
        assert_eq!(order.payment_prepaid, Some(false));
        assert_eq!(order.payment_amount, Some(2713));
        assert_eq!(order.third_party_request_id, Some(901));
        assert_eq!(
            order.oauth_token.as_ref().unwrap().expose(),
            "demo-oauth-token"
        );
        assert_eq!(order.otp.as_ref().unwrap().expose(), "000222");
        assert_eq!(response.order_items.len(), 1);
    })
    .await;
    wire.reads(
        &client,
        "200 pickup, empty address",
        operation(),
        |response| {
            let order = &response.incoming_order;
            assert_eq!(order.address.as_deref(), Some(""));
            assert_eq!(order.order_type, Some(OrderType::Pickup));
            assert_eq!(response.order_items, []);
        },
    )
    .await;
    let odd = Odd {
        mismatches: &[(
            "/incoming_order/requested_date",
            "date (YYYY-MM-DD)",
            "string \"02/14/2026\"",
        )],
        unknown: &["/incoming_order/new_key"],
    };
    let section = "200 odd other spellings, texts over their length";
    wire.reads_oddly(&client, section, operation(), odd, |response| {
        let order = &response.incoming_order;
        assert_eq!(order.terminal_id, Some(5));
        assert_eq!(
            order.aasm_state.as_ref().unwrap().as_str(),
            "A state whose name is longer than fifty characters in all"
        );
        assert_eq!(order.country, None);
        assert_eq!(order.country_or_default(), "US");
        assert_eq!(order.lat, Some(decimal("34.052235")));
        assert_eq!(order.lng.unwrap().to_string(), "-118.24368300000000001");
        assert_eq!(order.total, Some(2713));
        assert_eq!(order.tip_amount, None);
        assert_eq!(order.tip_amount_or_default(), 0);
        assert_eq!(order.payment_prepaid, Some(true));
        assert_eq!(order.curbside, Some(false));
    })
    .await;
    let section = "200 odd a fraction for the total";
    wire.fails(&client, section, operation(), ErrorKind::Mismatch, &[])
        .await;
    let section = "404 not found, or not accessible with the token";
    wire.fails(&client, section, operation(), ErrorKind::NotFound, &[])
        .await;
    for (section, kind) in INVALID.into_iter().chain(SERVER) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn create_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || CreateIncomingQuote::new(shared::items_alone());
    let full = CreateIncomingQuote::new(shared::full_quote());
    wire.sends(&client, "full, before an order exists", full)
        .await;
    wire.sends(&client, "items alone", operation()).await;
    wire.reads(&client, "200 success", operation(), |response| {
        shared::check_quote(response, 150);
    })
    .await;
    shared::odd_quote(wire, &client, operation).await;
    let odd = [
        ("200 odd a fraction in the totals", ErrorKind::Mismatch),
        ("200 odd no wrapper", ErrorKind::Decode),
    ];
    let failures = BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER);
    for (section, kind) in failures.chain(odd) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn get_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingQuote::new(5501);
    wire.sends(&client, "by id", operation()).await;
    wire.reads(&client, "200 success", operation(), |response| {
        assert_eq!(response.code, Some(1));
        let quote = &response.quote;
        assert_eq!(quote.reference_no.as_deref(), Some("Q-5501"));
        assert_eq!(quote.subtotal, Some(2500));
        assert_eq!(quote.total, Some(2463));
        assert_eq!(quote.created_at, created());
        assert_eq!(quote.customer_id, Some(8801));
        assert_eq!(quote.order_type, Some(OrderType::Pickup));
        assert_eq!(quote.address.as_deref(), Some(""));
        assert_eq!(
            quote.requested_payment_method,
            Some(RequestedPaymentMethod::Cash)
        );
        assert_eq!(quote.source, Some(OrderSource::ServiceV2));
        assert_eq!(quote.requested_date, Some(date("2026-02-14")));
        assert_eq!(
            quote.requested_window_start_time.as_deref(),
            Some("10:00:00")
        );
        assert_eq!(quote.processing_fee, Some(250));
        assert_eq!(quote.otp.as_ref().unwrap().expose(), "000333");
    })
    .await;
    let odd = Odd {
        mismatches: &[(
            "/quote/requested_date",
            "date (YYYY-MM-DD)",
            "string \"02/14/2026\"",
        )],
        unknown: &["/quote/new_key"],
    };
    let section = "200 odd other spellings, null for a default";
    wire.reads_oddly(&client, section, operation(), odd, |response| {
        let quote = &response.quote;
        assert_eq!(quote.subtotal, Some(2500));
        assert_eq!(quote.customer_id, Some(8801));
        assert_eq!(quote.country, None);
        assert_eq!(quote.country_or_default(), "US");
        assert_eq!(quote.source, Some(OrderSource::Kiosk));
    })
    .await;
    let section = "200 odd a fraction for the total";
    wire.fails(&client, section, operation(), ErrorKind::Mismatch, &[])
        .await;
    let (section, messages) = ("404 quote not found", ["Quote not found"]);
    wire.fails(
        &client,
        section,
        operation(),
        ErrorKind::NotFound,
        &messages,
    )
    .await;
    for (section, kind) in INVALID.into_iter().chain(SERVER) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
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
    for section in ["200 success", "200 a body of a shape not shown"] {
        wire.accepts(&client, section, operation("{}")).await;
    }
    let gone = [("204 record not found", ErrorKind::NotFound)];
    for (section, kind) in BAD_REQUEST.into_iter().chain(gone) {
        wire.fails(&client, section, operation("{}"), kind, &[])
            .await;
    }
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
    for section in ["200 success", "200 a body of a shape not shown"] {
        wire.accepts(&client, section, operation()).await;
    }
    let gone = [("204 record not found", ErrorKind::NotFound)];
    for (section, kind) in BAD_REQUEST.into_iter().chain(gone) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn update_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || UpdateIncomingQuote::new("Q-5501", shared::order_cleared());
    let all = UpdateIncomingQuote::new("Q-5501", shared::all_four_parts());
    wire.sends(&client, "all four parts", all).await;
    wire.sends(&client, "order id cleared", operation()).await;
    wire.reads(
        &client,
        "200 success, normalised",
        operation(),
        |response| {
            shared::check_quote(response, 750);
        },
    )
    .await;
    shared::odd_quote(wire, &client, operation).await;
    let section = "200 odd a fraction in the totals";
    wire.fails(&client, section, operation(), ErrorKind::Mismatch, &[])
        .await;
}

async fn get_incoming_quote_by_id(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingQuoteById::new(5501);
    wire.sends(&client, "by id", operation()).await;
    let largest = GetIncomingQuoteById::new(i32::MAX.into());
    wire.sends(&client, "largest int32", largest).await;
    wire.reads(&client, "200 success", operation(), |response| {
        assert_eq!(response.code, Some(1));
        assert_eq!(response.incoming_quote.id, Some(5501));
    })
    .await;
    let odd = Odd {
        mismatches: &[],
        unknown: &["/incoming_quote/reference_no", "/incoming_quote/total"],
    };
    let section = "200 fields that are not shown";
    wire.reads_oddly(&client, section, operation(), odd, |response| {
        let total = response.incoming_quote.extra.get("total").unwrap();
        assert_eq!(total.as_str(), "24.630");
    })
    .await;
    wire.reads(&client, "200 odd id as text", operation(), |response| {
        assert_eq!(response.code, Some(1));
        assert_eq!(response.incoming_quote.id, Some(5501));
    })
    .await;
    let section = "200 odd the other wrapper";
    wire.fails(&client, section, operation(), ErrorKind::Decode, &[])
        .await;
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
    wire.reads(&client, "200 success", operation(), |feed| {
        shared::check_feed(&feed.value);
    })
    .await;
    let section = "200 another feed type, no groups";
    wire.reads(&client, section, operation(), |feed| {
        shared::check_feed_without_groups(&feed.value);
    })
    .await;
    let section = "200 odd numbers as text, an integer id";
    wire.reads_oddly(&client, section, operation(), shared::ODD_FEED, |feed| {
        shared::check_odd_feed(&feed.value);
    })
    .await;
    let section = "200 odd bad elements in lists";
    wire.reads_oddly(
        &client,
        section,
        operation(),
        shared::BAD_ELEMENTS,
        |feed| {
            shared::check_bad_elements(&feed.value);
        },
    )
    .await;
    let odd = [("200 odd no wrapper", ErrorKind::Decode)];
    let failures = BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER);
    for (section, kind) in failures.chain(odd) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
    let (section, messages) = ("404 no such feed", ["Menu feed not found"]);
    wire.fails(
        &client,
        section,
        operation(),
        ErrorKind::NotFound,
        &messages,
    )
    .await;
}

async fn get_menu_feed_options(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetMenuFeedOptions::new(Id::Integer(4521));
    wire.sends(&client, "token in the path", operation()).await;
    for section in [
        "200 success, an empty object",
        "200 odd something in the object",
    ] {
        wire.accepts(&client, section, operation()).await;
    }
    for (section, kind) in BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn list_employees(wire: &mut Wire) {
    wire.in_key("employees");
    let client = client(wire);
    let operation = ListEmployees::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(250u32).updated_at_gt(since),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", operation().updated_at_gt(since))
        .await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.reads(&client, "200 success", operation(), |page| {
        assert_eq!(page.total_records, Some(2));
        let [example, model] = &page.items[..] else {
            panic!("two employees")
        };
        assert_eq!(example.employee_id, Some(19));
        assert_eq!(model.id, Some(19));
        // The different names in the list example and the model are one field.
        for employee in &page.items {
            assert_eq!(employee.first_name.as_deref(), Some("Jo"));
            assert_eq!(employee.created_at, created());
            assert_eq!(employee.updated_at, updated());
        }
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            ("/employees/0/first_name", "unique key", "duplicate string"),
            ("/employees/1", "object", "string \"end\""),
        ],
        unknown: &["/employees/0/shift"],
    };
    let section = "200 odd both spellings, a bad element";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        assert_eq!(page.items.len(), 1);
        assert_eq!(page.items[0].employee_id, Some(19));
        assert_eq!(page.items[0].first_name.as_deref(), Some("Jo"));
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_customers(wire: &mut Wire) {
    wire.in_key("customers");
    let client = client(wire);
    let operation = ListCustomers::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(250u32).updated_at_gt(since),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", operation().updated_at_gt(since))
        .await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.reads(&client, "200 success", operation(), |page| {
        let [example, record] = &page.items[..] else {
            panic!("two customers")
        };
        assert_eq!(example.customer_id, Some(8801));
        assert_eq!(example.first_name.as_deref(), Some("Ada"));
        assert_eq!(example.birthyear.as_deref(), Some("1988"));
        assert_eq!(example.phone.as_deref(), Some("5550100123"));
        assert_eq!(record.first_name.as_deref(), Some("Ada"));
        assert_eq!(record.points, Some(120));
        assert_eq!(record.birthday, Some(date("1988-07-04")));
        assert_eq!(record.created_at, created());
        assert_eq!(record.loyalty, Some(true));
        assert_eq!(
            record.token.as_ref().unwrap().expose(),
            "demo-customer-token"
        );
        assert_eq!(record.medical_card_effective, Some(date("2026-02-01")));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    shared::key_not_shown(wire, &client, "customers", operation).await;
    let odd = Odd {
        mismatches: &[("/customers/3", "object", "number 17")],
        unknown: &["/customers/0/favourite_colour", "/customers/2/customer"],
    };
    let section = "200 odd other spellings, bad elements";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second, third] = &page.items[..] else {
            panic!("three good customers")
        };
        assert_eq!(first.active, Some(true));
        assert_eq!(first.gender.as_deref(), Some("prefers not to say at all"));
        assert_eq!(first.points, Some(120));
        assert_eq!(first.lifetime_points, None);
        assert_eq!(first.lifetime_points_or_default(), 0);
        assert_eq!(first.birthday, Some(date("1988-07-04")));
        assert_eq!(second.customer_id, Some(8801));
        assert_eq!(second.birthyear.as_deref(), Some("1988"));
        assert_eq!(third.customer_id, None);
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_inventories(wire: &mut Wire) {
    wire.in_key("products");
    let client = client(wire);
    let operation = ListInventories::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(250u32).updated_at_gt(since),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", operation().updated_at_gt(since))
        .await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.reads(&client, "200 success", operation(), |page| {
        let [example, record] = &page.items[..] else {
            panic!("two products")
        };
        // `productId` of the example and `product_id` of the record are one field.
        assert_eq!(example.product_id, Some(7001));
        assert_eq!(example.price, Some(2500));
        assert_eq!(example.active, Some(true));
        assert_eq!(example.thc_measure.as_deref(), Some("18.5"));
        assert_eq!(example.rooms[0]["Vault"], "10.5");
        assert_eq!(example.rooms[1]["Sales Floor"], "2.0");
        assert_eq!(record.product_id, Some(7001));
        assert_eq!(record.quantity_on_hand, Some(decimal("12.5")));
        assert_eq!(record.velocity, Some(decimal("1.25")));
        assert_eq!(record.manifest_transfer_date, Some(date("2026-01-20")));
        assert_eq!(record.total_cbd_max, Some(decimal("0.5")));
        assert_eq!(record.last_order, created());
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            ("/products/1/price", "integer", "number 12.5"),
            ("/products/1/cost", "integer", "string \"\""),
            ("/products/1/sold", "integer", "number 1e400"),
            (
                "/products/1/quantity_on_hand",
                "decimal of at most 28 digits",
                "string \"about ten\"",
            ),
            ("/products/1/discountable", "boolean", "number 2"),
            ("/products/2", "object", "array"),
        ],
        unknown: &["/products/0/new_key"],
    };
    let section = "200 odd decimals as text, 1 for a boolean";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second, _] = &page.items[..] else {
            panic!("three good products")
        };
        assert_eq!(first.price, Some(2500));
        assert_eq!(first.last_price, Some(2400));
        assert_eq!(first.discountable, Some(true));
        assert_eq!(first.quantity_on_hand.unwrap().to_string(), "3.500");
        assert_eq!(
            first.velocity.unwrap().to_string(),
            "0.10000000000000000001"
        );
        assert_eq!(first.is_active, Some(true));
        assert_eq!(first.allow_undercost, Some(false));
        assert_eq!(first.med_price, None);
        assert_eq!(second.product_id, Some(7002));
        assert_eq!(second.price, None);
        assert_eq!(second.sold, None);
        assert_eq!(second.extra.get("sold").unwrap().as_str(), "1e400");
    })
    .await;
    let odd = Odd {
        mismatches: &[
            ("/products/0/product_id", "unique key", "duplicate number"),
            ("/products/1/product_id", "unique key", "duplicate number"),
        ],
        unknown: &[],
    };
    let section = "200 odd both spellings of one field";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        assert_eq!(page.items[0].product_id, Some(7001));
        assert_eq!(page.items[0].bulkitem, Some(false));
        assert_eq!(page.items[1].product_id, Some(7001));
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_manifest_items(wire: &mut Wire) {
    wire.in_key("restocks");
    let client = client(wire);
    let operation = ListManifestItems::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(250u32).updated_at_gt(since),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", operation().updated_at_gt(since))
        .await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.reads(&client, "200 success", operation(), |page| {
        let [example, record] = &page.items[..] else {
            panic!("two items")
        };
        assert_eq!(example.restock_id, Some(6001));
        assert_eq!(example.utc_date, created());
        assert_eq!(example.quantity, Some(decimal("24.0")));
        assert_eq!(record.manifest_id, Some(5001));
        assert_eq!(record.expires_on, Some(date("2026-12-31")));
        assert_eq!(record.aasm_state, Some(ManifestItemState::Pending));
        assert_eq!(record.test_pesticides_pass, Some(true));
        assert_eq!(record.quantity_adj, Some(decimal("-0.5")));
        assert_eq!(record.accepted_date, Some(date("2026-01-21")));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            (
                "/restocks/0/expires_on",
                "date (YYYY-MM-DD)",
                "string \"12/31/2026\"",
            ),
            ("/restocks/1", "object", "number 0"),
        ],
        unknown: &["/restocks/0/new_key"],
    };
    let section = "200 odd decimals as text, a bad element";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second] = &page.items[..] else {
            panic!("two good items")
        };
        assert_eq!(first.barcode_dupe, Some(false));
        assert!(matches!(
            first.aasm_state,
            Some(ManifestItemState::Unknown(_))
        ));
        assert_eq!(first.position, None);
        assert_eq!(first.quantity.unwrap().to_string(), "24.000");
        assert_eq!(first.thc, Some(decimal("18.5")));
        // Lengths are not enforced when reading.
        assert_eq!(second.batch_number.as_ref().unwrap().len(), 1001);
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_sales_histories(wire: &mut Wire) {
    wire.in_key("tickets");
    let client = client(wire);
    let operation = ListSalesHistories::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(250u32).updated_at_gt(since),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", operation().updated_at_gt(since))
        .await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.reads(&client, "200 success", operation(), |page| {
        let [example, record] = &page.items[..] else {
            panic!("two tickets")
        };
        assert_eq!(example.ticket_id, Some(30111));
        assert_eq!(example.is_medical, Some(false));
        assert_eq!(example.utc_date, created());
        assert_eq!(
            example.local_time.unwrap().to_string(),
            "2026-01-31T10:05:22.123"
        );
        // The different names in the list example and the record are one field.
        assert_eq!(example.customer_id, Some(8801));
        assert_eq!(example.payment_type.as_deref(), Some("cash"));
        assert_eq!(example.subtotal, Some(2500));
        let item = &example.items[0];
        assert_eq!(item.ticket_item_id, Some(1));
        assert_eq!(item.weight.as_deref(), Some("3.5"));
        assert_eq!(item.discount_list[0].coupon_id, Some(311));
        assert_eq!(record.customer_id, Some(8801));
        assert_eq!(record.ordered_at, created());
        assert_eq!(record.status, Some(SaleStatus::Complete));
        assert_eq!(record.fraction_of_day, Some(decimal("0.42")));
        assert_eq!(record.total, Some(2563));
        assert_eq!(record.medical_card_exp, Some(date("2027-01-31")));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            ("/tickets/0/items/1", "object", "boolean false"),
            (
                "/tickets/1/ordered_at",
                "date and time with a time zone (RFC 3339)",
                "string \"2026-01-31 18:05:22\"",
            ),
            ("/tickets/1/total", "integer", "number 2563.5"),
            ("/tickets/2", "object", "number 3"),
        ],
        unknown: &["/tickets/0/new_key"],
    };
    let section = "200 odd other spellings, bad elements";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second] = &page.items[..] else {
            panic!("two good tickets")
        };
        assert_eq!(first.discount, Some(250));
        assert_eq!(first.items[0].quantity, Some(decimal("1")));
        assert_eq!(first.items[0].weight.as_deref(), Some("3.5"));
        assert_eq!(first.items[0].cost, None);
        assert_eq!(first.status.as_ref().unwrap().as_str(), "PART COMPLETE");
        assert_eq!(second.ordered_at, None);
        assert_eq!(second.total, None);
        assert_eq!(second.fraction_of_day, Some(decimal("0.42")));
        assert_eq!(second.revisions_or_default(), 0);
        assert_eq!(second.is_caregiver, Some(false));
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}
