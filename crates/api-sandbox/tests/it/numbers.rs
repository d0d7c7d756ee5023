//! Numbers of requests: integers however they are written, and exact amounts.

use crate::calls::pay;
use crate::common::{Auth, CLIENT, Demo, TOKEN, VENUE, demo, payment};

/// An order or a quote with a number as the quantity.
fn bodies(quantity: &str, reference: &str) -> [(&'static str, String); 2] {
    [
        (
            "/api/v3/incoming_orders",
            format!(
                r#"{{"incoming_order":{{"reference_no":"{reference}","order_items_attributes":[{{"product_parent_id":"7001","product_id":9001,"quantity":{quantity}}}]}}}}"#
            ),
        ),
        (
            "/api/v3/incoming_quotes",
            format!(r#"{{"quote":{{"items":[{{"sku_id":9001,"quantity":{quantity}}}]}}}}"#),
        ),
    ]
}

#[tokio::test]
async fn integers_are_accepted_however_they_are_written() {
    let demo = demo().await;
    for number in ["2", "2.000000000000000000000", "20e-1"] {
        for (path, body) in bodies(number, number) {
            let (status, text) = demo.exchange(VENUE, "POST", path, &body).await;
            assert_eq!(status, 200, "{path} {number}: {text}");
            assert_eq!(member(&text, "quantity"), "2", "{path} {number}");
        }
    }
    for one in ["1", "0.1e1"] {
        let body = format!(r#"{{"customer":{{"sms_opt_out":{one}}}}}"#);
        let path = "/api/v2/venue/customers/8801";
        let (status, text) = demo.exchange(TOKEN, "PATCH", path, &body).await;
        assert_eq!(status, 200, "{one}: {text}");
    }
    let (path, body) = &bodies("-0", "ZERO")[0];
    let (status, text) = demo.exchange(VENUE, "POST", path, body).await;
    assert_eq!(status, 422, "{text}");
    assert!(text.contains("quantity must be 1 to 1000000"), "{text}");
}

/// Creates a quote with a member of `fulfillment`.
async fn quote(demo: &Demo, member: &str) -> (u16, String) {
    let body = format!(r#"{{"quote":{{"fulfillment":{{{member}}},"items":[{{"sku_id":9001}}]}}}}"#);
    demo.exchange(VENUE, "POST", "/api/v3/incoming_quotes", &body)
        .await
}

/// The text of a member in a JSON text.
fn member<'t>(text: &'t str, key: &str) -> &'t str {
    let rest = text.split_once(&format!("\"{key}\":")).expect("the key").1;
    rest.split([',', '}', ']']).next().unwrap_or_default()
}

#[tokio::test]
async fn amounts_of_quotes_are_echoed_exactly() {
    let demo = demo().await;
    // Integers of 64 bits, numbers without an exact float, and texts.
    for (amount, echo) in [
        ("-5", "-5"),
        ("-0", "0"),
        ("12.50", "12.5"),
        ("1e17", "100000000000000000"),
        ("12345678901234567.89", "12345678901234567.89"),
        ("1e-400", "1e-400"),
        ("\" 1e17 \"", "\" 1e17 \""),
        ("null", "null"),
    ] {
        for key in ["tip_amount", "processing_fee"] {
            let (status, text) = quote(&demo, &format!("\"{key}\":{amount}")).await;
            assert_eq!(status, 200, "{key} {amount}: {text}");
            assert_eq!(member(&text, key), echo, "{amount}: {text}");
            let reference = member(&text, "reference_no").trim_matches('"').to_owned();
            let path = format!("/api/v3/incoming_quotes/{reference}");
            let (_, again) = demo.exchange(VENUE, "GET", &path, "").await;
            assert_eq!(again, text, "{amount}");
        }
    }
    for amount in [
        "\"abc\"",
        "\"1,5\"",
        "\"0x10\"",
        "true",
        "{\"amount\":1}",
        "-1e400",
        "9223372036854775808",
        "\"123456789012345678901234567890\"",
    ] {
        let (status, text) = quote(&demo, &format!("\"tip_amount\":{amount}")).await;
        assert_eq!(status, 422, "{amount}: {text}");
        assert!(text.contains("tip_amount"), "{amount}: {text}");
    }
}

#[tokio::test]
async fn decimals_of_items_are_echoed_exactly() {
    let demo = demo().await;
    let send = async |number: &str| {
        let results = format!(r#"{{"thc":{{"current":{number}}}}}"#);
        let item =
            format!(r#"{{"sku_id":9001,"quantity_on_hand":{number},"test_results":{results}}}"#);
        let body = format!(r#"{{"quote":{{"items":[{item}]}}}}"#);
        let path = "/api/v3/incoming_quotes";
        demo.exchange(VENUE, "POST", path, &body).await
    };
    for (number, echo) in [
        ("12345678901234567.89", "12345678901234567.89"),
        ("-3.50", "-3.5"),
        ("\"3.500\"", "\"3.500\""),
    ] {
        let (status, text) = send(number).await;
        assert_eq!(status, 200, "{number}: {text}");
        assert_eq!(member(&text, "quantity_on_hand"), echo, "{text}");
        assert_eq!(member(&text, "current"), echo, "{text}");
    }
    assert_eq!(send("\"many\"").await.0, 422);
}

#[tokio::test]
async fn payments_have_amounts_of_at_least_a_cent() {
    let demo = demo().await;
    let send = async |auth: Auth<'_>, amount: &str| {
        let body = payment().to_string().replace("125.5", amount);
        demo.exchange(auth, "POST", &pay("CreateRequest"), &body)
            .await
    };
    for amount in ["125.5", "0.01", "1.005", "1e17", "12345678901234567.89"] {
        let (status, text) = send(CLIENT, amount).await;
        assert_eq!(status, 200, "{amount}: {text}");
    }
    for amount in [
        "0",
        "-0",
        "0e400",
        "0.001",
        "79228162514264337593543950335",
        "-1",
        "\"125.5\"",
        "null",
        "01",
    ] {
        let (status, text) = send(CLIENT, amount).await;
        assert_eq!(status, 400, "{amount}: {text}");
    }
}

#[tokio::test]
async fn baskets_beyond_64_bits_are_rejected() {
    let demo = demo().await;
    let price = serde_json::json!({ "price_cents": 1_000_000_000 });
    let control = demo.sandbox.control();
    control.change(12, "prices", 9001, price).expect("a price");
    let item = r#"{"sku_id":9001,"quantity":1000000}"#;
    for (count, expected) in [(1_000, 200), (10_000, 422)] {
        let items = vec![item; count].join(",");
        let body = format!(r#"{{"quote":{{"items":[{items}]}}}}"#);
        let (status, text) = demo
            .exchange(VENUE, "POST", "/api/v3/incoming_quotes", &body)
            .await;
        assert_eq!(status, expected, "{}", &text[text.len() - 300..]);
        if status == 200 {
            assert_eq!(member(&text, "subtotal"), "1000000000000000000");
        }
    }
}
