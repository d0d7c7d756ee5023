//! Values of the models in data formats and in everything that a service puts them in: queues, outboxes, columns.

use api_wire::{Date, Decimal, Json, from_str};
use payments_model::{RequestUid, Submission, SubmissionRequired};
use pos_v2_model::{Change, Customer, CustomerType, CustomerUpdate};
use pos_v3_model::{OrderType, QuoteItem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The value alone, as `#[serde(with = "api_wire::as_wire")]` reads and writes it.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
struct Amount(#[serde(with = "api_wire::as_wire")] Decimal);

/// A row of each kind of value: of records, bodies, an enum and an amount.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Row {
    customer: Customer,
    submission: Submission,
    update: CustomerUpdate,
    order_type: OrderType,
    amount: Amount,
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "carrier_type")]
enum InternallyTagged<T> {
    Other,
    Kept(T),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
enum Untagged<T> {
    Never([bool; 3]),
    Kept(T),
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Flattened<T> {
    row_number: i64,
    #[serde(flatten)]
    kept: T,
}

/// The ways in which serde passes on a value: as it is, and through a buffer.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Carried {
    itself: Row,
    tagged: InternallyTagged<Row>,
    tagged_record: InternallyTagged<QuoteItem>,
    untagged: Untagged<Row>,
    flattened: Flattened<Row>,
    flattened_record: Flattened<QuoteItem>,
}

fn decimal(text: &str) -> Decimal {
    text.parse().expect("a decimal")
}

fn row() -> Row {
    // Personal data, secrets, mismatches, and unknown fields of every kind, with numbers that a float can hold.
    let customer = r#"{
        "id": 9007199254740993, "customer_type": "medical", "first_name": "Ada", "birthday": "1990-02-14",
        "points": "many", "created_at": "2026-11-22T10:00:00.000000001Z", "token": "secret",
        "custom_allotment": {"a/b": [1, 2.50, null, true, "x", {}]},
        "unknown": 12.50, "negative": -3, "large": 18446744073709551615, "float": 1.0, "zero": 0,
        "nested": {"list": [[], {"k": -0.5}], "text": "\u0000\"\\é", "none": null}
    }"#;
    Row {
        customer: from_str(customer).expect("a customer"),
        submission: submission(),
        update: CustomerUpdate::new()
            .first_name("Ada")
            .active(false)
            .customer_type(CustomerType::from("by drone"))
            .email(Change::Clear),
        order_type: OrderType::from("by drone"),
        amount: Amount(decimal("1234567890123456789.50")),
    }
}

/// A body with required fields: an amount, a date and an id.
fn submission() -> Submission {
    Submission::new(SubmissionRequired {
        request_uid: RequestUid::from("a1"),
        order_number: "7".to_owned(),
        order_description: String::new(),
        amount: decimal("1234567890123456.780"),
        pay_date: Date::new(2026, 11, 22).unwrap(),
    })
}

/// A record with decimals at several levels, and items that cannot be read.
fn quote_item() -> QuoteItem {
    let text = r#"{
        "sku_id": 9001, "quantity_on_hand": 12.50, "discount_ids": [311, "S-1", 1.5],
        "test_results": {"thc": {"current": 18.5000000000000001, "unit_type": "%"}},
        "terpene_results": [{"current": 0.8}, 3]
    }"#;
    from_str(text).expect("an item")
}

#[test]
fn every_value_survives_every_format() {
    let sent = Carried {
        itself: row(),
        tagged: InternallyTagged::Kept(row()),
        tagged_record: InternallyTagged::Kept(quote_item()),
        untagged: Untagged::Kept(row()),
        flattened: Flattened {
            row_number: 5,
            kept: row(),
        },
        flattened_record: Flattened {
            row_number: 5,
            kept: quote_item(),
        },
    };
    let json = serde_json::to_vec(&sent).expect("JSON");
    assert_eq!(serde_json::from_slice::<Carried>(&json).unwrap(), sent);

    // A column of type `jsonb`: other white space, keys in another order, and no duplicates.
    let stored: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let returned = serde_json::to_string_pretty(&stored).expect("JSON");
    assert_eq!(serde_json::from_str::<Carried>(&returned).unwrap(), sent);

    let yaml = serde_yaml::to_string(&sent).expect("YAML");
    assert_eq!(serde_yaml::from_str::<Carried>(&yaml).unwrap(), sent);
}

#[test]
fn json_text_keeps_every_digit_and_escape() {
    let text = r#"{"big":123456789012345678901234567890,"first_name":"cut \ud83d","huge":1e400,"list":[0.12345678901234567890123],"points":12.50}"#;
    let customer: Customer = serde_json::from_str(text).expect("a customer");
    assert_eq!(serde_json::to_string(&customer).expect("JSON"), text);
    // The feature `arbitrary_precision` keeps the digits of what no float can be.
    let keeps_digits = cfg!(feature = "serde-json-extremes");
    for (member, is_value) in [
        (r#""first_name":"cut \ud83d""#, false),
        (r#""huge":1e400"#, keeps_digits),
    ] {
        let customer: Customer = from_str(&format!("{{{member}}}")).expect("a customer");
        let value = serde_json::to_value(&customer);
        assert_eq!(value.is_ok(), is_value, "{member}");
    }
}

/// Reads the JSON text of a remote API: as it is, internally tagged, untagged, and flattened.
fn read_json<T: DeserializeOwned>(json: &str) -> [Result<T, String>; 4] {
    fn read<C: DeserializeOwned>(json: &str) -> Result<C, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }
    let tagged = json.replacen('{', "{\"carrier_type\": \"Kept\", ", 1);
    let flattened = json.replacen('{', "{\"row_number\": 5, ", 1);
    [
        read(json),
        read(&tagged).and_then(|read| match read {
            InternallyTagged::Kept(value) => Ok(value),
            InternallyTagged::Other => Err("other".to_owned()),
        }),
        read(json).and_then(|read| match read {
            Untagged::Kept(value) => Ok(value),
            Untagged::Never(_) => Err("never".to_owned()),
        }),
        read(&flattened).map(|read: Flattened<T>| read.kept),
    ]
}

/// The amount of a record and of a body, or the error, in each carrier.
fn amounts(amount: &str) -> [[String; 4]; 2] {
    let text = |result: Result<Decimal, String>| match result {
        Ok(amount) => amount.to_string(),
        Err(error) => error
            .replace(" at line ", "\n")
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned(),
    };
    let record = read_json::<QuoteItem>(&format!("{{\"quantity_on_hand\": {amount}}}"));
    let mut body = serde_json::to_string(&submission()).expect("JSON");
    body = body.replace("\"1234567890123456.780\"", amount);
    [
        record.map(|item| text(item.map(|item| item.quantity_on_hand.unwrap_or_default()))),
        read_json::<Submission>(&body).map(|body| text(body.map(|body| body.amount))),
    ]
}

#[test]
fn an_amount_that_was_a_binary_float_is_an_error() {
    for exact in ["12", "\"0.1234567890123456789012345678\""] {
        let expected = exact.trim_matches('"');
        for amounts in amounts(exact) {
            assert_eq!(amounts, [expected; 4].map(str::to_owned));
        }
    }
    let [record, body] = amounts("12.50");
    let error = "expected exact number or string (`from_str` reads one, unless a type is tagged or flattened), found binary float at";
    let untagged = "data did not match any variant of untagged enum Untagged";
    for (amounts, pointer) in [(record, "/quantity_on_hand"), (body, "/Amount")] {
        // Where serde buffers a value, its numbers are floats.
        let error = format!("{error} {pointer}");
        let expected = ["12.50", &error, untagged, &error];
        assert_eq!(amounts, expected.map(str::to_owned));
    }
    // An integer and an unknown field have room for a float.
    let text = r#"{"quantity_on_hand": 12, "discount_ids": [3.0], "quantity": 2.0, "x": 1.5}"#;
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let item: QuoteItem = serde_json::from_value(value).expect("an item");
    let ids = ["3".parse::<Json>().expect("JSON")];
    assert_eq!((item.quantity, &item.discount_ids[..]), (Some(2), &ids[..]));
    assert_eq!(item.extra.get("x").map(Json::as_str), Some("1.5"));
}

#[test]
fn an_amount_alone_is_exact_or_an_error() {
    let read = |text: &str| serde_json::from_str::<Amount>(text).map(|amount| amount.0);
    assert_eq!(read("12.50").expect("an amount"), decimal("12.50"));
    assert!(read("null").is_err());
    assert!(read("\"\"").is_err());
    let reader = serde_json::from_reader::<_, Amount>("12.50".as_bytes());
    let value = serde_json::from_value::<Amount>(serde_json::json!(12.5));
    assert!(reader.is_err() && value.is_err());
}

#[test]
fn the_first_value_of_a_repeated_key_is_kept_where_the_last_one_is_read() {
    let text = r#"{"sku_id": 1, "sku_id": 2, "x": 1, "x": 2, "discount_ids": []}"#;
    let item: QuoteItem = from_str(text).expect("an item");
    assert_eq!(item.extra.len(), 3);
    let value = serde_json::to_value(&item).expect("a value");
    assert_eq!(value, serde_json::json!({"sku_id": 1, "x": 1}));
}

#[test]
fn environments_have_names() {
    use payments_client::Environment;
    for environment in [
        Environment::Test,
        Environment::Stage,
        Environment::Production,
    ] {
        assert_eq!(environment.to_string().parse(), Ok(environment));
    }
    let error = "prod".parse::<Environment>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected `test`, `stage` or `production`"
    );
    let error = serde_json::from_str::<Environment>("\"PLANTED\"").unwrap_err();
    assert!(!error.to_string().contains("PLANTED"), "{error}");
}
