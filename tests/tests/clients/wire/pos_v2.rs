//! Version 2 of the point-of-sale API.

use pos_v2_client::api_wire::Change;
use pos_v2_client::model::{
    CouponType, CustomerType, CustomerUpdate, ManifestItemState, ManifestState, NewCustomer,
    SaleStatus, SettingFlag, TerminalTillState,
};
use pos_v2_client::{
    Client, Config, CreateCustomer, Environment, ErrorKind, GetCustomer, GetMenuFeed,
    GetMenuFeedOptions, GetMenuFeedRoute, GetSalesHistory, GetVenueInfo, ListCoupons,
    ListCustomers, ListInventories, ListManifestItems, ListManifests, ListSalesHistories,
    ListTerminalTills, ListUsers, UpdateCustomer, VenueToken,
};
use tests::wire::{Odd, Wire};
use tests::wire_tests;

use super::shared::{
    self, BAD_REQUEST, INVALID, SERVER, UNAUTHORIZED, created, date, decimal, updated,
};

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
    wire.reads(&client, "200 success", operation(), |feed| {
        shared::check_feed(&feed.value);
    })
    .await;
    let section = "200 another feed type, no groups";
    wire.reads(&client, section, operation(), |feed| {
        shared::check_feed_without_groups(&feed.value);
    })
    .await;
    let section = "200 price ids with a tier and a weight label";
    wire.reads(&client, section, operation(), |feed| {
        let prices = &feed.value.menu_groups[0].menu_items[0].prices;
        assert_eq!(prices[0].id, Some("90211_12_eighth".into()));
        assert_eq!(prices[1].id, Some("90212-t12-3.5 g".into()));
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
}

async fn get_menu_feed_options(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetMenuFeedOptions::new(4521);
    wire.sends(&client, "by id", operation()).await;
    for section in [
        "200 success, an empty object",
        "200 odd something in the object",
    ] {
        wire.accepts(&client, section, operation()).await;
    }
    for (section, messages) in [
        ("404 key does not resolve", &[][..]),
        (
            "404 key does not resolve, with an error",
            &["Menu feed not found"],
        ),
    ] {
        wire.fails(&client, section, operation(), ErrorKind::NotFound, messages)
            .await;
    }
    for (section, kind) in BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn get_venue_info(wire: &mut Wire) {
    let client = client(wire);
    wire.sends(&client, "venue info", GetVenueInfo::new()).await;
    wire.reads(&client, "200 success", GetVenueInfo::new(), |venue| {
        assert_eq!(venue.name.as_deref(), Some("Sample Store"));
        assert_eq!(venue.street_address_line_1.as_deref(), Some("1 Store Road"));
        assert_eq!(venue.tax_rates[0].id, Some(17));
        assert_eq!(venue.tax_rates[0].price_included, Some(false));
        let settings = venue.venue_settings.as_ref().unwrap();
        assert_eq!(settings.online_order_curbside, Some(SettingFlag::One));
    })
    .await;
    let section = "200 odd numbers for text, unknown keys";
    wire.reads_oddly(
        &client,
        section,
        GetVenueInfo::new(),
        shared::ODD_VENUE,
        |venue| {
            assert_eq!(venue.zip_code, None);
            assert_eq!(venue.tax_rates[0].rate, Some(85));
            assert_eq!(venue.payment_methods, ["cash"]);
            assert_eq!(venue.extra.get("open_now").unwrap().as_str(), "true");
        },
    )
    .await;
    for (section, kind) in BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER) {
        wire.fails(&client, section, GetVenueInfo::new(), kind, &[])
            .await;
    }
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
    wire.reads(&client, "200 success", operation(), |page| {
        assert_eq!(page.metadata.code, Some(1));
        let [coupon] = &page.items[..] else {
            panic!("one coupon")
        };
        assert_eq!(coupon.id, Some(311));
        assert_eq!(coupon.points.as_deref(), Some("50"));
        assert_eq!(coupon.amount, Some(10));
        assert_eq!(coupon.coupon_type, Some(CouponType::Percent));
        assert_eq!(coupon.starts_at, created());
        let background = coupon.background_image.as_ref().unwrap();
        assert_eq!(
            background.half_page.as_ref().unwrap().url.as_deref(),
            Some("https://img.example/c/311-bg-half.jpg")
        );
        assert_eq!(coupon.product_type_ids, [""]);
        assert_eq!(coupon.product_ids, ["7001", "7002"]);
        assert_eq!(coupon.min_weight.as_deref(), Some("3.5"));
        assert_eq!(coupon.days[0].as_str(), "thu");
        assert_eq!(coupon.profile_type.as_ref().unwrap().as_str(), "any");
        assert_eq!(coupon.external_redemption_failure_count, Some(0));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    shared::key_not_shown(wire, &client, "coupons", operation).await;
    let odd = Odd {
        mismatches: &[
            (
                "/coupons/0/starts_at",
                "date and time with a time zone (RFC 3339)",
                "string \"soon\"",
            ),
            ("/coupons/0/background_image", "object", "string \"none\""),
            ("/coupons/0/venue_room_ids/0", "string", "number 3"),
            ("/coupons/0/days", "array", "string \"thu\""),
            ("/coupons/1", "non-null item", "null"),
        ],
        unknown: &["/coupons/0/new_key"],
    };
    let section = "200 odd other spellings, a bad element";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, _] = &page.items[..] else {
            panic!("two good coupons")
        };
        assert_eq!(first.auto_apply, Some(true));
        assert_eq!(first.active, Some(false));
        assert_eq!(first.points.as_deref(), Some("50"));
        assert_eq!(first.amount, Some(10));
        assert_eq!(first.coupon_type.as_ref().unwrap().as_str(), "dollar");
        assert_eq!(first.image, None);
        assert_eq!(first.product_ids, [""; 0]);
        assert_eq!(first.venue_room_ids, [""]);
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
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
    wire.reads(&client, "200 success", operation(), |page| {
        assert_eq!(page.total_records, Some(1));
        let [customer] = &page.items[..] else {
            panic!("one customer")
        };
        assert_eq!(customer.customer_type, Some(CustomerType::Recreational));
        assert_eq!(customer.active, Some(true));
        assert_eq!(customer.points, Some(120));
        assert_eq!(customer.birthday, Some(date("1988-07-04")));
        assert_eq!(customer.first_name.as_deref(), Some("Ada"));
        assert_eq!(customer.created_at, created());
        assert_eq!(customer.updated_at, updated());
        assert_eq!(customer.sms_opt_out, Some(false));
        assert_eq!(
            customer.token.as_ref().unwrap().expose(),
            "demo-customer-token"
        );
        assert_eq!(customer.one_time_pin.as_ref().unwrap().expose(), "000111");
        assert_eq!(customer.middle_name.as_deref(), Some("Q"));
        assert_eq!(customer.doctor_id, Some(51));
        assert_eq!(customer.recommendation_issue_date, Some(date("2026-01-15")));
        assert_eq!(customer.refills_authorized.as_deref(), Some("2"));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            ("/customers/1", "object with its wrapper key", "object"),
            ("/customers/2", "object with its wrapper key", "number 17"),
            ("/customers/3", "object with its wrapper key", "object"),
            ("/customers/4/customer/points", "integer", "number 12.5"),
            (
                "/customers/4/customer/created_at",
                "date and time with a time zone (RFC 3339)",
                "string \"yesterday\"",
            ),
        ],
        unknown: &[
            "/customers/0/customer/favourite_colour",
            "/customers/4/etag",
        ],
    };
    let section = "200 odd other spellings, bad elements";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second, third] = &page.items[..] else {
            panic!("three good customers")
        };
        assert_eq!(first.customer_type.as_ref().unwrap().as_str(), "wholesale");
        assert_eq!(first.active, Some(true));
        assert_eq!(first.loyalty, Some(false));
        assert_eq!(first.points, Some(120));
        assert_eq!(first.lifetime_points, None);
        assert_eq!(first.birthday, Some(date("1988-07-04")));
        assert_eq!(first.country.as_deref(), Some("USA"));
        assert_eq!(first.sms_opt_out, None);
        assert!(first.sms_opt_out_or_default());
        assert_eq!(second.first_name.as_deref(), Some("Bo"));
        assert_eq!(second.points, None);
        assert_eq!(second.extra.get("points").unwrap().as_str(), "12.5");
        assert_eq!(*third, Default::default());
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

/// The record model documents `birth_year` and `points_adjustment` as strings.
const ODD_MODEL: Odd<'_> = Odd {
    mismatches: &[
        ("/customer/birth_year", "string", "number"),
        ("/customer/points_adjustment", "string", "number 25"),
    ],
    unknown: &["/customer/core_token", "/warnings"],
};

/// The fields that only the record model has.
const MODEL_ALONE: [&str; 4] = [
    "/customer/birth_year",
    "/customer/sms_opt_in",
    "/customer/signature",
    "/customer/points_adjustment",
];

/// The first value is used, the second is a mismatch, also for unknown keys.
const DUPLICATE_KEYS: Odd<'_> = Odd {
    mismatches: &[
        ("/customer/first_name", "unique key", "duplicate string"),
        ("/customer/zz", "unique key", "duplicate number"),
    ],
    unknown: &["/customer/zz"],
};

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
    wire.reads(&client, "200 success", operation(), |response| {
        let customer = &response.value;
        assert_eq!(customer.id, Some(8801));
        assert_eq!(customer.birth_year.as_deref(), Some("1988"));
        assert_eq!(customer.active, Some(true));
        assert_eq!(customer.sms_opt_in, Some(true));
        assert_eq!(customer.signature.as_deref(), Some("/9j/4AAQSkZJRgABAQ=="));
        assert_eq!(customer.birthday.as_deref(), Some("07/04/1988"));
        assert_eq!(customer.points.as_deref(), Some("120"));
        assert_eq!(customer.points_adjustment.as_deref(), Some("0"));
    })
    .await;
    let section = "200 odd other spellings, a key beside the wrapper";
    wire.reads_oddly(&client, section, operation(), ODD_MODEL, |response| {
        let customer = &response.value;
        assert_eq!(customer.id, Some(8801));
        assert_eq!(customer.active, Some(true));
        assert_eq!(customer.sms_opt_out, Some(false));
        assert_eq!(customer.birthday.as_deref(), Some("1988-07-04"));
        assert_eq!(customer.customer_type.as_ref().unwrap().as_str(), "MEDICAL");
        assert_eq!(customer.terms_agreed, None);
        assert_eq!(customer.points.as_deref(), Some("120"));
        assert!(response.extra.get("warnings").is_some());
    })
    .await;
    let section = "200 odd keys that come twice";
    wire.reads_oddly(&client, section, operation(), DUPLICATE_KEYS, |response| {
        assert_eq!(response.value.first_name.as_deref(), Some("Ada"));
        assert_eq!(response.value.last_name.as_deref(), Some("Sample"));
    })
    .await;
    for (section, kind) in BAD_REQUEST.into_iter().chain([
        ("200 odd no wrapper", ErrorKind::Decode),
        ("200 odd wrapper null", ErrorKind::Decode),
        ("204 record not found", ErrorKind::NotFound),
    ]) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn get_customer(wire: &mut Wire) {
    wire.in_key("customer");
    let client = client(wire);
    let operation = || GetCustomer::new(8801);
    wire.sends(&client, "by id", operation()).await;
    // The record of a single read is not documented. Fields that the read record lacks are kept.
    let model = Odd {
        mismatches: &[],
        unknown: &MODEL_ALONE,
    };
    wire.reads_oddly(&client, "200 success", operation(), model, |response| {
        let customer = &response.value;
        assert_eq!(customer.id, Some(8801));
        assert_eq!(customer.first_name.as_deref(), Some("Ada"));
        assert_eq!(customer.active, Some(true));
        assert_eq!(customer.birthday, Some(date("1988-07-04")));
        assert_eq!(customer.points, Some(120));
        assert_eq!(
            customer.extra.get("birth_year").unwrap().as_str(),
            "\"1988\""
        );
        assert_eq!(customer.customer_type, Some(CustomerType::Recreational));
    })
    .await;
    let mut unknown = MODEL_ALONE.to_vec();
    unknown.push("/warnings");
    let odd = Odd {
        mismatches: &[],
        unknown: &unknown,
    };
    let section = "200 odd other spellings, a key beside the wrapper";
    wire.reads_oddly(&client, section, operation(), odd, |response| {
        assert_eq!(response.value.id, Some(8801));
        assert_eq!(response.value.active, Some(true));
        assert_eq!(
            response.value.core_token.as_ref().unwrap().expose(),
            "demo-core-token"
        );
        assert_eq!(response.value.sms_opt_out, Some(false));
        assert_eq!(response.value.terms_agreed, None);
    })
    .await;
    let section = "200 odd keys that come twice";
    wire.reads_oddly(&client, section, operation(), DUPLICATE_KEYS, |response| {
        assert_eq!(response.value.first_name.as_deref(), Some("Ada"));
        assert_eq!(response.value.last_name.as_deref(), Some("Sample"));
    })
    .await;
    let failures = BAD_REQUEST.into_iter().chain(INVALID).chain(SERVER);
    for (section, kind) in failures.chain([
        ("200 odd no wrapper", ErrorKind::Decode),
        ("200 odd wrapper null", ErrorKind::Decode),
    ]) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
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
    wire.reads(&client, "200 success", operation(), |response| {
        assert_eq!(response.value.id, Some(8801));
        assert_eq!(response.value.telephone.as_deref(), Some("5550100123"));
        assert_eq!(response.value.points.as_deref(), Some("120"));
    })
    .await;
    let section = "200 odd other spellings, a key beside the wrapper";
    wire.reads_oddly(&client, section, operation(), ODD_MODEL, |response| {
        assert_eq!(response.value.id, Some(8801));
        assert_eq!(response.value.points.as_deref(), Some("120"));
    })
    .await;
    let section = "200 odd keys that come twice";
    wire.reads_oddly(&client, section, operation(), DUPLICATE_KEYS, |response| {
        assert_eq!(response.value.first_name.as_deref(), Some("Ada"));
    })
    .await;
    for (section, kind) in BAD_REQUEST.into_iter().chain([
        ("200 odd no wrapper", ErrorKind::Decode),
        ("200 odd wrapper null", ErrorKind::Decode),
        ("204 record not found", ErrorKind::NotFound),
    ]) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn list_inventories(wire: &mut Wire) {
    wire.in_key("inventory");
    let client = client(wire);
    let operation = ListInventories::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(100u32).updated_at_gt(since),
    )
    .await;
    wire.sends(&client, "no parameters", operation()).await;
    wire.sends(&client, "filter alone", operation().updated_at_gt(since))
        .await;
    wire.sends(&client, "page alone", operation().page(3u32))
        .await;
    wire.reads(&client, "200 success", operation(), |page| {
        let [example, record] = &page.items[..] else {
            panic!("two inventories")
        };
        assert_eq!(example.id, Some(9001));
        assert_eq!(example.product_id, Some(7001));
        assert_eq!(example.price, Some(2500));
        assert_eq!(example.quantity_on_hand, Some(decimal("12.5")));
        assert_eq!(
            example.image[0].as_str(),
            "\"https://img.example/p/7001.jpg\""
        );
        assert_eq!(example.bulk_item, Some(false));
        assert_eq!(example.rooms[0]["Vault"], "10.5");
        assert_eq!(example.rooms[1]["Sales Floor"], "2.0");
        assert_eq!(record.tier_id, Some(12));
        assert_eq!(record.cost, Some(1100));
        assert_eq!(record.velocity, Some(decimal("1.25")));
        assert_eq!(record.last_replenish_date, created());
        assert_eq!(record.manifest_transfer_date, Some(date("2026-01-20")));
        assert_eq!(record.total_thc_max, Some(decimal("19.8")));
    })
    .await;
    shared::pages(wire, &client, 100, operation).await;
    let odd = Odd {
        mismatches: &[
            ("/inventory/1/price", "integer", "number 12.5"),
            ("/inventory/1/cost", "integer", "string \"\""),
            ("/inventory/1/sold", "integer", "number 1e400"),
            (
                "/inventory/1/quantity_on_hand",
                "decimal of at most 28 digits",
                "string \"about ten\"",
            ),
            ("/inventory/1/discountable", "boolean", "number 2"),
            ("/inventory/2", "object", "array"),
        ],
        unknown: &["/inventory/0/new_key"],
    };
    let section = "200 odd decimals as text, 1 for a boolean";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second, third] = &page.items[..] else {
            panic!("three good inventories")
        };
        assert_eq!(first.price, Some(2500));
        assert_eq!(first.last_price, Some(2400));
        assert_eq!(first.quantity_on_hand.unwrap().to_string(), "3.500");
        assert_eq!(
            first.velocity.unwrap().to_string(),
            "0.10000000000000000001"
        );
        assert_eq!(first.discountable, Some(true));
        assert_eq!(first.is_active, Some(true));
        assert_eq!(first.allow_undercost, Some(false));
        assert_eq!(second.product_id, Some(7002));
        assert_eq!(second.price, None);
        assert_eq!(second.extra.get("sold").unwrap().as_str(), "1e400");
        assert_eq!(third.sold, Some(310));
    })
    .await;
    let odd = Odd {
        mismatches: &[
            (
                "/inventory/0/image",
                "array",
                "string \"https://img.example/p/7001.jpg\"",
            ),
            ("/inventory/0/rooms/0/Vault", "string", "number 10.5"),
            ("/inventory/0/rooms/1", "object", "string \"Shelf\""),
        ],
        unknown: &[],
    };
    let section = "200 odd rooms and image";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second] = &page.items[0].rooms[..] else {
            panic!("two good rooms")
        };
        assert_eq!(first.get("Vault"), None);
        assert_eq!(first["Safe"], "1.0");
        assert!(second.is_empty());
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_manifest_items(wire: &mut Wire) {
    wire.in_key("manifest_items");
    let client = client(wire);
    let operation = ListManifestItems::new;
    let since = date("2026-01-31");
    wire.sends(
        &client,
        "all parameters",
        operation().page(2u32).per_page(100u32).updated_at_gt(since),
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
        assert_eq!(example.id, Some(6001));
        assert_eq!(example.state, Some(ManifestItemState::Active));
        assert_eq!(example.supplier_quantity, Some(decimal("24.0")));
        assert_eq!(example.cost_per_unit, Some(1100));
        assert_eq!(example.harvest_date.as_deref(), Some("2025-12-20"));
        assert_eq!(example.last_audit, updated());
        assert_eq!(record.aasm_state, Some(ManifestItemState::Pending));
        assert_eq!(record.expires_on, Some(date("2026-12-31")));
        assert_eq!(record.is_recreational_only, Some(false));
        assert_eq!(record.quantity_adj, Some(decimal("-0.5")));
        assert_eq!(record.sku_reference.as_deref(), Some("SKU-7001"));
    })
    .await;
    shared::pages(wire, &client, 100, operation).await;
    let odd = Odd {
        mismatches: &[
            (
                "/manifest_items/0/expires_on",
                "date (YYYY-MM-DD)",
                "string \"12/31/2026\"",
            ),
            ("/manifest_items/1", "object", "number 0"),
        ],
        unknown: &["/manifest_items/0/new_key"],
    };
    let section = "200 odd decimals as text, a bad element";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        assert_eq!(page.items.len(), 2);
        let first = &page.items[0];
        assert_eq!(first.barcode_dupe, Some(false));
        assert_eq!(first.aasm_state.as_ref().unwrap().as_str(), "quarantined");
        assert_eq!(first.position_or_default(), 0);
        assert_eq!(first.quantity.unwrap().to_string(), "24.000");
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_manifests(wire: &mut Wire) {
    wire.in_key("manifests");
    let client = client(wire);
    let operation = ListManifests::new;
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
            panic!("two manifests")
        };
        assert_eq!(example.state, Some(ManifestState::Accepted));
        assert_eq!(example.transfer_date, Some(date("2026-01-20")));
        assert_eq!(example.has_marijuana, Some(true));
        assert_eq!(example.accepted_quantity, Some(24));
        assert_eq!(example.manifest_items[0].id, Some(6001));
        assert_eq!(record.driver_dob, Some(date("1980-05-06")));
        assert_eq!(record.voided_at, updated());
        assert_eq!(record.excise_tax, Some(false));
        assert_eq!(record.total_excise_tax, Some(3960));
        assert_eq!(record.payment_method.as_deref(), Some("check"));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            (
                "/manifests/0/transfer_date",
                "date (YYYY-MM-DD)",
                "string \"01/20/2026\"",
            ),
            ("/manifests/0/manifest_items/1", "object", "string \"lost\""),
            ("/manifests/0/manifest_items/2", "non-null item", "null"),
            ("/manifests/1/driver_dob", "date (YYYY-MM-DD)", "string"),
            ("/manifests/2", "object", "string \"end\""),
        ],
        unknown: &["/manifests/1/new_key"],
    };
    let section = "200 odd a bad element, null for a default";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second] = &page.items[..] else {
            panic!("two good manifests")
        };
        assert_eq!(first.accepted_cost, None);
        assert_eq!(first.accepted_cost_or_default(), 0);
        assert_eq!(first.has_marijuana, Some(true));
        assert_eq!(first.discount, Some(0));
        assert_eq!(first.manifest_items.len(), 1);
        assert_eq!(second.excise_tax, Some(false));
        assert_eq!(
            second.payment_method.as_deref(),
            Some("a cheque sent by post, later")
        );
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_sales_histories(wire: &mut Wire) {
    wire.in_key("sales_histories");
    let client = client(wire);
    let operation = ListSalesHistories::default_window;
    let since = || ListSalesHistories::since(date("2026-01-31"));
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
    wire.reads(&client, "200 success", operation(), |page| {
        assert_eq!(page.metadata.default_filter_applied, None);
        let [example, record] = &page.items[..] else {
            panic!("two sales")
        };
        assert_eq!(example.id, Some(30111));
        assert_eq!(example.is_medical, Some(false));
        assert_eq!(example.ordered_at, created());
        assert_eq!(
            example.ordered_at_local.unwrap().to_string(),
            "2026-01-31T10:05:22.123"
        );
        assert_eq!(example.sub_total, Some(2500));
        assert_eq!(example.status, Some(SaleStatus::Complete));
        let item = &example.items[0];
        assert_eq!(item.weight.as_deref(), Some("3.5"));
        assert_eq!(item.discount_list[0].coupon_id, Some(311));
        assert_eq!(example.sales_tenders[0].subtotal, Some(2250));
        assert_eq!(record.order_source.as_deref(), Some("walk_in"));
        assert_eq!(record.gratuity, Some(100));
        assert_eq!(record.bag_fee, Some(10));
        assert_eq!(record.integrator_id, Some(2));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    wire.reads(&client, "200 the default window", operation(), |page| {
        assert_eq!(page.metadata.default_filter_applied, Some(true));
        assert_eq!(page.metadata.ordered_at_gt.as_deref(), Some("2026-01-29"));
        assert_eq!(page.items.len(), 1);
    })
    .await;
    wire.reads(&client, "200 odd the flag as text", operation(), |page| {
        assert_eq!(page.metadata.default_filter_applied, Some(true));
        assert_eq!(page.metadata.ordered_at_gt, None);
    })
    .await;
    let odd = Odd {
        mismatches: &[
            ("/sales_histories/0/items/1", "object", "boolean false"),
            (
                "/sales_histories/1/ordered_at",
                "date and time with a time zone (RFC 3339)",
                "string \"2026-01-31 18:05:22\"",
            ),
            ("/sales_histories/1/total", "integer", "number 2563.5"),
            ("/sales_histories/2", "object", "number 3"),
        ],
        unknown: &["/sales_histories/0/new_key"],
    };
    let section = "200 odd other spellings, bad elements";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second] = &page.items[..] else {
            panic!("two good sales")
        };
        assert_eq!(first.discount, Some(250));
        assert_eq!(first.status.as_ref().unwrap().as_str(), "PART COMPLETE");
        assert_eq!(first.items[0].quantity, Some(decimal("1")));
        assert_eq!(second.total, None);
        assert_eq!(second.extra.get("total").unwrap().as_str(), "2563.5");
        assert_eq!(second.revisions_or_default(), 0);
        assert_eq!(second.is_caregiver, Some(false));
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn get_sales_history(wire: &mut Wire) {
    wire.in_key("sales_history");
    let client = client(wire);
    let operation = || GetSalesHistory::new(30111);
    wire.sends(&client, "by id", operation()).await;
    wire.reads(&client, "200 success", operation(), |response| {
        let sale = &response.value;
        assert_eq!(sale.id, Some(30111));
        assert_eq!(sale.total, Some(2463));
        assert_eq!(sale.items[0].is_marijuana, Some(true));
        assert_eq!(sale.items[0].weight_in_grams, Some(decimal("3.5")));
        assert_eq!(
            sale.sales_tenders[0].payment_method_name.as_deref(),
            Some("cash")
        );
    })
    .await;
    wire.reads(
        &client,
        "200 the keys of the record list",
        operation(),
        |response| {
            let sale = &response.value;
            assert_eq!(sale.order_type.as_deref(), Some("regular"));
            assert_eq!(sale.order_origin.as_deref(), Some("counter"));
            assert_eq!(sale.merchant_credits, Some(0));
            assert_eq!(sale.full_discount, Some(250));
            assert_eq!(sale.client_version.as_deref(), Some("5.1.0"));
        },
    )
    .await;
    let odd = Odd {
        mismatches: &[(
            "/sales_history/items/0/discount_list/1",
            "object",
            "string \"none\"",
        )],
        unknown: &["/request_id"],
    };
    let section = "200 odd other spellings";
    wire.reads_oddly(&client, section, operation(), odd, |response| {
        let sale = &response.value;
        assert_eq!(sale.id, Some(30111));
        assert_eq!(sale.is_medical, Some(false));
        let [discount] = &sale.items[0].discount_list[..] else {
            panic!("one good discount")
        };
        assert_eq!(discount.coupon_id, Some(311));
        assert_eq!(discount.coupon_name, None);
        assert_eq!(sale.sales_tenders, []);
        assert_eq!(
            response.extra.get("request_id").unwrap().as_str(),
            "\"r-1\""
        );
    })
    .await;
    for (section, kind) in [
        ("200 odd no wrapper", ErrorKind::Decode),
        ("200 odd the wrapper is a list", ErrorKind::Decode),
        UNAUTHORIZED,
    ] {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn list_terminal_tills(wire: &mut Wire) {
    wire.in_key("terminal_tills");
    let client = client(wire);
    let operation = ListTerminalTills::new;
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
            panic!("two tills")
        };
        assert_eq!(example.id, Some(77));
        assert_eq!(example.state, Some(TerminalTillState::Open));
        assert_eq!(example.start_amount, Some(20000));
        assert_eq!(example.adjustments.len(), 1);
        assert_eq!(record.aasm_state, Some(TerminalTillState::Pending));
        assert_eq!(record.till_ref.as_deref(), Some("TILL-2026-0131-5"));
        assert_eq!(record.rounding_total, Some(-2));
        assert_eq!(record.oc1, Some(1));
        assert_eq!(record.od100, Some(10));
        assert_eq!(record.cc25, Some(14));
        assert_eq!(record.cd100, Some(20));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            (
                "/terminal_tills/0/end_time",
                "date and time with a time zone (RFC 3339)",
                "string \"\"",
            ),
            ("/terminal_tills/1", "non-null item", "null"),
        ],
        unknown: &["/terminal_tills/0/new_key"],
    };
    let section = "200 odd other spellings, a bad element";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second] = &page.items[..] else {
            panic!("two good tills")
        };
        assert_eq!(first.aasm_state.as_ref().unwrap().as_str(), "paused");
        assert_eq!(first.end_time, None);
        assert_eq!(first.start_amount, Some(20000));
        assert_eq!(first.left_in_drawer, None);
        assert_eq!(first.review_later, Some(true));
        assert_eq!(first.oc1, Some(1));
        assert_eq!(second.adjustments, []);
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}

async fn list_users(wire: &mut Wire) {
    wire.in_key("users");
    let client = client(wire);
    let operation = ListUsers::new;
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
            panic!("two users")
        };
        assert_eq!(example.id, Some(19));
        assert_eq!(example.perm_level, Some(100));
        assert_eq!(example.access_level.as_ref().unwrap().as_str(), "\"3\"");
        assert_eq!(record.company.as_deref(), Some("Sample Store"));
        assert_eq!(record.language.as_deref(), Some("en"));
        assert_eq!(record.bank_account, Some(123_456_789));
        assert_eq!(record.first_login, Some(false));
        assert_eq!(record.est_monthly_sales, Some(decimal("125000.5")));
        assert_eq!(
            record.encrypted_password.as_ref().unwrap().expose(),
            "demo-encrypted-password"
        );
        assert_eq!(
            record.sts_api_key.as_ref().unwrap().expose(),
            "demo-sts-key"
        );
        assert_eq!(record.current_sign_in_at, updated());
        assert_eq!(record.sts_api_key_valid, Some(true));
    })
    .await;
    shared::pages(wire, &client, 1000, operation).await;
    let odd = Odd {
        mismatches: &[
            ("/users/0/active", "boolean", "string \"no\""),
            ("/users/2", "object", "array"),
        ],
        unknown: &["/users/0/new_key"],
    };
    let section = "200 odd other spellings, a bad element";
    wire.reads_oddly(&client, section, operation(), odd, |page| {
        let [first, second] = &page.items[..] else {
            panic!("two good users")
        };
        assert_eq!(first.language.as_deref(), Some("english"));
        assert_eq!(first.bank_account, Some(123_456_789));
        assert_eq!(first.perm_level_or_default(), 100);
        assert_eq!(first.first_login, Some(true));
        assert_eq!(first.active, None);
        assert_eq!(first.est_monthly_sales.unwrap().to_string(), "125000.50");
        assert_eq!(second.id, Some(19));
        assert_eq!(second.access_level.as_ref().unwrap().as_str(), "3");
    })
    .await;
    let (section, kind) = UNAUTHORIZED;
    wire.fails(&client, section, operation(), kind, &[]).await;
}
