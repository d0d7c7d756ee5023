//! Version 3 of the point-of-sale API.

use pos_v3_client::model::{
    NewIncomingOrder, NewOrderItem, NewOrderItemRequired, OrderSource, OrderState, OrderType,
    RequestedPaymentMethod,
};
use pos_v3_client::{
    Client, Config, CreateIncomingOrder, CreateIncomingQuote, Environment, ErrorKind,
    GetIncomingOrder, GetIncomingQuote, GetMenuFeed, GetVenueInfo, Integrator, IntegratorAndVenue,
    ListVenues, UpdateIncomingQuote,
};
use tests::wire::{Odd, Wire};
use tests::wire_tests;

use super::shared::{self, date};

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

/// The failures of every call.
const ALWAYS: [(&str, ErrorKind); 4] = [
    (
        "401 invalid or missing credentials",
        ErrorKind::Unauthorized,
    ),
    (
        "403 valid credentials, insufficient permissions",
        ErrorKind::Forbidden,
    ),
    ("500 internal server error", ErrorKind::Server),
    ("500 a body of a shape not shown", ErrorKind::Server),
];

const NOT_FOUND: (&str, ErrorKind) = (
    "404 not found, or not accessible with the token",
    ErrorKind::NotFound,
);

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
    wire.reads(
        &integrator_client,
        "200 success",
        ListVenues::new(),
        |list| {
            assert_eq!(list.code, Some(1));
            let [first, second] = &list.venues[..] else {
                panic!("two venues")
            };
            assert_eq!(first.venue_name.as_deref(), Some("Sample Store"));
            assert_eq!(first.active, Some(true));
            assert_eq!(
                first.venue_token.as_ref().unwrap().expose(),
                "demo-venue-token"
            );
            assert_eq!(first.first_connected_date, Some(date("2025-06-01")));
            assert_eq!(first.last_connected_date, Some(date("2026-01-31")));
            assert_eq!(second.active, Some(false));
            assert_eq!(second.last_connected_date, None);
        },
    )
    .await;
    wire.reads(
        &integrator_client,
        "200 no venues",
        ListVenues::new(),
        |list| {
            assert_eq!(list.venues, []);
        },
    )
    .await;
    let odd = Odd {
        mismatches: &[
            ("/venues/1", "object", "string \"Third Store\""),
            ("/venues/2/active", "boolean", "string \"yes\""),
            (
                "/venues/2/first_connected_date",
                "date (YYYY-MM-DD)",
                "string \"06/01/2025\"",
            ),
        ],
        unknown: &["/venues/2/region"],
    };
    let section = "200 odd one bad element, text for a number";
    wire.reads_oddly(
        &integrator_client,
        section,
        ListVenues::new(),
        odd,
        |list| {
            assert_eq!(list.code, Some(1));
            assert_eq!(list.venues.len(), 2);
            assert_eq!(list.venues[0].active, Some(true));
            assert_eq!(list.venues[1].active, None);
        },
    )
    .await;
    for section in ["200 odd collection missing", "200 odd collection null"] {
        wire.fails(
            &integrator_client,
            section,
            ListVenues::new(),
            ErrorKind::Decode,
            &[],
        )
        .await;
    }
    for (section, kind) in ALWAYS.into_iter().chain([NOT_FOUND]) {
        wire.fails(&integrator_client, section, ListVenues::new(), kind, &[])
            .await;
    }
}

async fn get_venue_info(wire: &mut Wire) {
    let client = client(wire);
    wire.sends(&client, "venue info", GetVenueInfo::new()).await;
    for section in [
        "200 a body of a shape not shown",
        "200 a list of a shape not shown",
    ] {
        wire.accepts(&client, section, GetVenueInfo::new()).await;
    }
    for (section, kind) in ALWAYS.into_iter().chain([NOT_FOUND]) {
        wire.fails(&client, section, GetVenueInfo::new(), kind, &[])
            .await;
    }
}

async fn get_menu_feed(wire: &mut Wire) {
    wire.in_key("menu_feed");
    let client = client(wire);
    let operation = || GetMenuFeed::new("0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d");
    wire.sends(&client, "by feed key", operation()).await;
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
    wire.fails(
        &client,
        "200 odd no wrapper",
        operation(),
        ErrorKind::Decode,
        &[],
    )
    .await;
    // The body of 401 may be the one with `error` too, so both are read.
    for (section, kind, messages) in [
        (
            "401 invalid or missing credentials",
            ErrorKind::Unauthorized,
            &["Unauthorized"][..],
        ),
        ("401 without a body", ErrorKind::Unauthorized, &[]),
        (
            "404 no such feed",
            ErrorKind::NotFound,
            &["Menu feed not found"],
        ),
    ] {
        wire.fails(&client, section, operation(), kind, messages)
            .await;
    }
    for (section, kind) in &ALWAYS[1..] {
        wire.fails(&client, section, operation(), *kind, &[]).await;
    }
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
    wire.reads(&client, "200 success", operation(), shared::check_order)
        .await;
    shared::odd_order(wire, &client, operation).await;
    for (section, kind, messages) in [
        (
            "200 odd a fraction for a price",
            ErrorKind::Mismatch,
            &[][..],
        ),
        ("200 odd no wrapper", ErrorKind::Decode, &[]),
        (
            "422 duplicate reference_no",
            ErrorKind::BadRequest,
            &["Reference no has already been taken"],
        ),
        (
            "422 two errors",
            ErrorKind::BadRequest,
            &[
                "Reference no has already been taken",
                "Order items product is invalid",
            ],
        ),
        (
            "422 odd errors not a list",
            ErrorKind::BadRequest,
            &["Reference no has already been taken"],
        ),
    ] {
        wire.fails(&client, section, operation(), kind, messages)
            .await;
    }
    for (section, kind) in ALWAYS.into_iter().chain([NOT_FOUND]) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn get_incoming_order(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingOrder::new(48213);
    wire.sends(&client, "by id", operation()).await;
    wire.reads(&client, "200 success", operation(), shared::check_order)
        .await;
    wire.reads(
        &client,
        "200 processing, no items",
        operation(),
        |response| {
            let state = response.incoming_order.aasm_state.as_ref().unwrap();
            assert_eq!(*state, OrderState::Processing);
            assert_eq!(response.incoming_order.delivered_at, None);
            assert_eq!(response.order_items, []);
        },
    )
    .await;
    shared::odd_order(wire, &client, operation).await;
    wire.fails(
        &client,
        "200 odd order null",
        operation(),
        ErrorKind::Decode,
        &[],
    )
    .await;
    for (section, kind) in ALWAYS.into_iter().chain([NOT_FOUND]) {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
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
    wire.reads(&client, "200 success", operation(), |response| {
        shared::check_quote(response, 150);
    })
    .await;
    shared::odd_quote(wire, &client, operation).await;
    for (section, kind) in [
        ("200 odd a fraction in the totals", ErrorKind::Mismatch),
        ("200 odd a limit that is no number", ErrorKind::Mismatch),
        ("200 odd no wrapper", ErrorKind::Decode),
    ] {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
    quote_not_found(wire, &client, "404 not found", operation()).await;
    for (section, kind) in ALWAYS {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
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
    wire.fails(
        &client,
        "200 odd a fraction in the totals",
        operation(),
        ErrorKind::Mismatch,
        &[],
    )
    .await;
    quote_not_found(wire, &client, "404 not found", operation()).await;
    for (section, kind) in ALWAYS {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn get_incoming_quote(wire: &mut Wire) {
    let client = client(wire);
    let operation = || GetIncomingQuote::new("Q-5501");
    wire.sends(&client, "by reference", operation()).await;
    wire.sends(&client, "by id", GetIncomingQuote::new(5501))
        .await;
    wire.reads(&client, "200 success", operation(), |response| {
        shared::check_quote(response, 150);
    })
    .await;
    shared::odd_quote(wire, &client, operation).await;
    wire.fails(
        &client,
        "200 odd a limit that is no number",
        operation(),
        ErrorKind::Mismatch,
        &[],
    )
    .await;
    quote_not_found(wire, &client, "404 quote not found", operation()).await;
    for (section, kind) in ALWAYS {
        wire.fails(&client, section, operation(), kind, &[]).await;
    }
}

async fn quote_not_found<O>(wire: &mut Wire, client: &Client, section: &str, operation: O)
where
    O: api_runtime::Operation<Api = pos_v3_client::PosV3>
        + api_runtime::AuthorizedBy<IntegratorAndVenue>,
{
    let messages = ["Quote not found"];
    wire.fails(client, section, operation, ErrorKind::NotFound, &messages)
        .await;
}
