//! Values of the models in every data format and in everything that a service puts them in: queues,
//! outboxes, columns.

mod carriers;
mod format;
mod rows;

use self::carriers::{CARRIERS, read_json, round_trips};
use self::format::{Cbor, Format, Jsonb, MessagePack, Yaml};
use self::rows::Amount;
use api_wire::{Decimal, Json};
use payments_model::Submission;
use pos_v3_model::{Change, OrderType, QuoteItem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn decimal(text: &str) -> Decimal {
    text.parse().expect("a decimal")
}

/// Checks a value in each carrier. A value that is no map is an error of serde in an internally
/// tagged enum and flattened, which need one.
fn survives<F, T>(value: &T, is_map: bool)
where
    F: Format,
    T: Clone + DeserializeOwned + PartialEq + Serialize,
{
    for (carrier, error) in CARRIERS.into_iter().zip(round_trips::<F, T>(value)) {
        let needs_map = ["internally tagged", "flattened"].contains(&carrier);
        let name = std::any::type_name::<T>();
        assert_eq!(
            error.is_some(),
            needs_map && !is_map,
            "{name} in {}, {carrier}: {error:?}",
            F::NAME
        );
    }
}

fn every_value_survives<F: Format>() {
    survives::<F, _>(&rows::customer(), true);
    survives::<F, _>(&rows::quote_item(), true);
    survives::<F, _>(&rows::submission(), true);
    survives::<F, _>(&rows::update(), true);
    survives::<F, _>(&OrderType::from("by drone"), false);
    survives::<F, _>(&Amount(decimal("1234567890123456789.50")), false);
}

#[test]
fn every_value_survives_every_format() {
    every_value_survives::<format::Json>();
    every_value_survives::<Jsonb>();
    every_value_survives::<Cbor>();
    every_value_survives::<MessagePack>();
    every_value_survives::<Yaml>();
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
    let mut body = serde_json::to_string(&rows::submission()).expect("JSON");
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
    if cfg!(feature = "serde-json-extremes") {
        assert_eq!(record, ["12.50"; 4].map(str::to_owned));
        assert_eq!(body, ["12.50"; 4].map(str::to_owned));
        return;
    }
    let error = "expected exact number or string, found binary float at";
    let untagged = "data did not match any variant of untagged enum Untagged";
    for (amounts, pointer) in [(record, "/quantity_on_hand"), (body, "/Amount")] {
        // Where serde buffers a value, its numbers are floats.
        let error = format!("{error} {pointer}");
        let expected = ["12.50", &error, untagged, &error];
        assert_eq!(amounts, expected.map(str::to_owned));
    }
}

#[test]
fn a_value_of_serde_json_has_floats_unless_it_keeps_the_text_of_numbers() {
    let text = r#"{"quantity_on_hand": 12.5, "discount_ids": [3.0], "quantity": 2.0, "x": 1.5}"#;
    let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let results = [
        serde_json::from_value::<QuoteItem>(value.clone()),
        QuoteItem::deserialize(&value),
    ];
    for result in results {
        if cfg!(feature = "serde-json-extremes") {
            assert_eq!(
                result.expect("an item").quantity_on_hand,
                Some(decimal("12.5"))
            );
        } else {
            assert_eq!(
                result.expect_err("a float").to_string(),
                "expected exact number or string, found binary float at /quantity_on_hand"
            );
        }
    }
    // An integer and an unknown field have room for a float.
    let text = text.replace("12.5", "12");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let item: QuoteItem = serde_json::from_value(value).expect("an item");
    assert_eq!(
        (item.quantity, &item.discount_ids[..]),
        (Some(2), &["3".parse::<Json>().expect("JSON")][..])
    );
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
    let float = rmp_serde::from_slice::<Amount>(&rmp_serde::to_vec(&12.5).expect("a float"));
    assert!(float.is_err());
    let is_exact = cfg!(feature = "serde-json-extremes");
    assert_eq!((reader.is_ok(), value.is_ok()), (is_exact, is_exact));
}

#[test]
fn the_first_value_of_a_repeated_key_is_kept_where_the_last_one_is_read() {
    let text = r#"{"sku_id": 1, "sku_id": 2, "x": 1, "x": 2, "discount_ids": []}"#;
    let item: QuoteItem = api_wire::from_str(text).expect("an item");
    assert_eq!(item.extra.len(), 3);
    let value = serde_json::to_value(&item).expect("a value");
    assert_eq!(value, serde_json::json!({"sku_id": 1, "x": 1}));
}

#[test]
fn records_and_bodies_are_maps_where_structs_are_arrays() {
    fn round_trip<T: DeserializeOwned + PartialEq + Serialize>(value: &T) -> bool {
        let bytes = rmp_serde::to_vec(value).expect("MessagePack");
        rmp_serde::from_slice::<T>(&bytes).is_ok_and(|read| read == *value)
    }
    assert!(round_trip(&rows::customer()));
    assert!(round_trip(&rows::update()));
    assert!(round_trip(&vec![rows::submission()]));
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

#[test]
fn a_change_without_a_value_needs_to_be_skipped() {
    let error = serde_json::to_string(&Change::<String>::Leave).unwrap_err();
    assert!(error.to_string().contains("skip_serializing_if"));
}
