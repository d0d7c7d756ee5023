//! Values of the models in every data format and in everything that a service puts them in: queues,
//! outboxes, columns.
//!
//! The snapshots are the tables: each cell is `ok`, or the error.

mod carriers;
mod formats;
mod rows;

use std::fmt::Write;

use self::carriers::{CARRIERS, read_json, round_trips};
use self::formats::{Cbor, Format, JsonReader, JsonValue, Jsonb, MessagePack, Yaml};
use self::rows::{Amount, Amounts, Day, Instant, LocalTime, OptionalAmount};
use api_wire::{Decimal, Id, Json};
use payments_model::{RequestUid, Submission};
use pos_v3_model::{CaseInsensitive, Change, OrderState, OrderType, QuoteItem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn decimal(text: &str) -> Decimal {
    text.parse().expect("a decimal")
}

/// The results of one format.
fn rows_of<F: Format>() -> Vec<(&'static str, [Option<String>; 6])> {
    fn row<F, T>(name: &'static str, value: T) -> (&'static str, [Option<String>; 6])
    where
        F: Format,
        T: Clone + DeserializeOwned + PartialEq + Serialize,
    {
        (name, round_trips::<F, T>(&value))
    }
    vec![
        row::<F, _>("record", rows::customer()),
        row::<F, _>("record with decimals", rows::quote_item()),
        row::<F, _>("record with a map", rows::limits()),
        row::<F, _>("body", rows::submission()),
        row::<F, _>("body with records", rows::quote()),
        row::<F, _>("update", rows::update()),
        row::<F, _>("empty update", pos_v2_model::CustomerUpdate::new()),
        row::<F, _>("changes", rows::changes()),
        row::<F, _>("RequestUid", RequestUid::from("12")),
        row::<F, _>("Environment", pos_v3_client::Environment::Staging),
        row::<F, _>("open enum", OrderType::Delivery),
        row::<F, _>("open enum, unknown", OrderType::from("by drone")),
        row::<F, _>(
            "open enum, other case",
            CaseInsensitive::<OrderState>::from("ReAdY"),
        ),
        row::<F, _>("Id, integer", Id::Integer(-7)),
        row::<F, _>("Id, text", Id::Text("7".to_owned())),
        row::<F, _>("amount", Amount(decimal("12.50"))),
        row::<F, _>("amount, integer", Amount(decimal("1234567890123456789"))),
        row::<F, _>("amount, absent", OptionalAmount(None)),
        row::<F, _>("amounts", Amounts(vec![decimal("0.1"), decimal("-0.20")])),
        row::<F, _>("date", Day("2026-11-22".parse().expect("a date"))),
        row::<F, _>(
            "timestamp",
            Instant("2026-11-22T10:00:00.5Z".parse().expect("a time")),
        ),
        row::<F, _>(
            "local time",
            LocalTime("2026-11-22T10:00:00".parse().expect("a time")),
        ),
        row::<F, _>(
            "JSON",
            "[{\"a\": 1.50, \"b\": 12345678901234567890.5}]"
                .parse::<Json>()
                .expect("JSON"),
        ),
    ]
}

/// The rows that are maps.
const MAPS: [&str; 8] = [
    "record",
    "record with decimals",
    "record with a map",
    "body",
    "body with records",
    "update",
    "empty update",
    "changes",
];

/// The table, and the texts of its errors.
#[derive(Default)]
struct Table {
    text: String,
    errors: Vec<String>,
}

impl Table {
    fn add<F: Format>(&mut self) {
        let _ = writeln!(self.text, "{}", F::NAME);
        for (name, cells) in rows_of::<F>() {
            let _ = write!(self.text, "    {name:24}");
            let is_map = MAPS.contains(&name);
            for (carrier, error) in CARRIERS.into_iter().zip(cells) {
                let needs_map = ["internally tagged", "flattened"].contains(&carrier);
                assert!(
                    error.is_none() || (needs_map && !is_map),
                    "{name} in {}, {carrier}: {error:?}",
                    F::NAME
                );
                let cell = match error {
                    None => "ok".to_owned(),
                    Some(error) => format!("[{}]", self.error(error)),
                };
                let _ = write!(self.text, "{cell:6}");
            }
            self.text = self.text.trim_end().to_owned() + "\n";
        }
        self.text.push('\n');
    }

    /// The number of an error.
    fn error(&mut self, error: String) -> usize {
        let error = error
            .replace(" at line ", "\n")
            .lines()
            .next()
            .map(str::to_owned);
        let error = error.unwrap_or_default();
        let known = self.errors.iter().position(|known| *known == error);
        known.unwrap_or_else(|| {
            self.errors.push(error);
            self.errors.len() - 1
        }) + 1
    }

    fn finish(mut self) -> String {
        for (index, error) in self.errors.iter().enumerate() {
            let _ = writeln!(self.text, "[{}] {error}", index + 1);
        }
        self.text
    }
}

/// A scalar or a list in an internally tagged enum or flattened is an error of serde, which needs a
/// map there. Every other cell is `ok`.
#[test]
fn every_value_survives_every_format() {
    let mut table = Table::default();
    let _ = writeln!(table.text, "columns: {}\n", CARRIERS.join(", "));
    table.add::<formats::Json>();
    table.add::<JsonReader>();
    table.add::<JsonValue>();
    table.add::<Jsonb>();
    table.add::<Cbor>();
    table.add::<MessagePack>();
    table.add::<Yaml>();
    insta::assert_snapshot!("table", table.finish());
}

/// The amount of a record and of a body, or the error, in each carrier.
fn amounts(amount: &str) -> [[String; 6]; 2] {
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
    for exact in [
        "12",
        "\"12\"",
        "\"12.50\"",
        "\"0.1234567890123456789012345678\"",
    ] {
        let expected = exact.trim_matches('"');
        for amounts in amounts(exact) {
            assert_eq!(amounts, [expected; 6].map(str::to_owned));
        }
    }
    let [record, body] = amounts("12.50");
    if cfg!(feature = "serde-json-extremes") {
        assert_eq!(record, ["12.50"; 6].map(str::to_owned));
        assert_eq!(body, ["12.50"; 6].map(str::to_owned));
        return;
    }
    let error = "expected exact number or string, found binary float at";
    let untagged = "data did not match any variant of untagged enum Untagged";
    for (amounts, pointer) in [(record, "/quantity_on_hand"), (body, "/Amount")] {
        // Where serde buffers a value, its numbers are floats.
        let error = format!("{error} {pointer}");
        let expected = ["12.50", &error, "12.50", &error, untagged, &error];
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
        (Some(2), &[Id::Integer(3)][..])
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
    assert!(round_trip(&rows::quote()));
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
