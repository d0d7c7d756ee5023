//! A hidden world, end to end: a service returns fields of types that the spec does not have, real
//! clients observe its responses over sockets, and the types are learned from their file.

use std::collections::{BTreeMap, BTreeSet};

use api_runtime::{Observer, RetryPolicy};
use codegen::{Observations, Sources};
use pos_v2_client::{
    Client, Config, Environment, GetCustomer, GetSalesHistory, GetVenueInfo, ListCoupons,
    ListCustomers, ListInventories, ListManifestItems, ListManifests, ListSalesHistories,
    ListTerminalTills, ListUsers, VenueToken,
};
use serde_json::{Map, Value, json};
use test_support::{TestServer, json};
use tests::spec::described;

/// The responses of each operation; each twelfth has nulls.
const RESPONSES: usize = 60;

/// The depth of records in records.
const MAX_DEPTH: usize = 4;

/// The types that are hidden, with a value.
fn hidden_types() -> [(&'static str, Value); 8] {
    [
        ("boolean", json!(true)),
        ("integer", json!(12)),
        ("decimal", json!(12.5)),
        ("string", json!("some text")),
        ("date", json!("2026-02-14")),
        ("datetime", json!("2026-02-14T10:00:00Z")),
        ("local_datetime", json!("2026-02-14T10:00:00")),
        ("list(string)", json!(["some", "texts"])),
    ]
}

/// The hidden type of all fields with a name: records share declarations of fields.
fn hidden(field: &str) -> (&'static str, Value) {
    let types = hidden_types();
    let hash = field
        .bytes()
        .fold(7_usize, |hash, byte| hash * 31 % 65_521 + usize::from(byte));
    types[hash % types.len()].clone()
}

/// Whether a type of the spec accepts the values of a hidden one: then it is kept.
fn covers(ty: &str, hidden: &str) -> bool {
    let is_text = ["string", "date", "datetime", "local_datetime"].contains(&hidden);
    match ty {
        "string" | "time" => is_text,
        "integer|string" => is_text || hidden == "integer",
        "decimal" | "number" | "float" => ["integer", "decimal"].contains(&hidden),
        ty => ty == hidden,
    }
}

/// The OpenAPI document by which the service makes responses.
struct Service {
    document: Value,
    /// The fields that were sent with a hidden type, by record and name.
    sent: BTreeSet<(String, String)>,
}

impl Service {
    fn new(sources: &Sources) -> Self {
        let tree = codegen::generate(sources).unwrap();
        let text = &tree.0["crates/api-description/openapi/pos-v2.json"];
        Self {
            document: serde_json::from_str(text).unwrap(),
            sent: BTreeSet::new(),
        }
    }

    /// The response of an operation.
    fn respond(&mut self, operation: &str, has_nulls: bool) -> String {
        let paths = self.document["paths"].as_object().unwrap().values();
        let mut operations = paths.flat_map(|path| path.as_object().unwrap().values());
        let found = operations.find(|found| found["operationId"] == operation);
        let response = &found.unwrap()["responses"]["200"]["content"]["application/json"];
        let schema = response["schema"].clone();
        self.value("", &schema, has_nulls, 0).to_string()
    }

    fn value(&mut self, record: &str, schema: &Value, has_nulls: bool, depth: usize) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap();
            let schema = self.document["components"]["schemas"][name].clone();
            return self.value(name, &schema, has_nulls, depth + 1);
        }
        if let Some(alternatives) = schema["anyOf"].as_array() {
            let first = alternatives[0].clone();
            return self.value(record, &first, has_nulls, depth);
        }
        let example = || schema["examples"].get(0).cloned();
        let ty = match &schema["type"] {
            Value::Array(types) => types[0].as_str(),
            ty => ty.as_str(),
        };
        match (ty, schema["format"].as_str()) {
            (Some("object"), _) => self.object(record, schema, has_nulls, depth),
            (Some("array"), _) if depth > MAX_DEPTH => json!([]),
            (Some("array"), _) => {
                let item = schema["items"].clone();
                json!([self.value(record, &item, has_nulls, depth)])
            }
            (Some("integer"), _) => json!(12),
            (Some("number"), _) => json!(12.5),
            (Some("boolean"), _) => json!(true),
            (Some("string"), Some("date")) => json!("2026-02-14"),
            (Some("string"), Some("date-time")) => json!("2026-02-14T10:00:00Z"),
            (Some("string"), _) => example().unwrap_or(json!("some text")),
            _ => json!({}),
        }
    }

    fn object(&mut self, record: &str, schema: &Value, has_nulls: bool, depth: usize) -> Value {
        let mut object = Map::new();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            if depth > MAX_DEPTH && field.to_string().contains("$ref") {
                continue;
            }
            let value = match is_untyped(field) && !record.is_empty() {
                true if has_nulls => Value::Null,
                true => {
                    self.sent.insert((record.to_owned(), name.clone()));
                    hidden(name).1
                }
                false => self.value(record, field, has_nulls, depth),
            };
            object.insert(name.clone(), value);
        }
        Value::Object(object)
    }
}

/// Whether the documents do not show the type of a field, and it is not a record or enum.
fn is_untyped(field: &Value) -> bool {
    let keys = ["type", "$ref", "anyOf", "x-conflicts", "x-documented-type"];
    let is_open = keys.iter().all(|key| field.get(key).is_none());
    let is_inferred = field["x-inferred"] == true;
    is_open || (is_inferred && !field.to_string().contains("$ref") && !is_map(field))
}

fn is_map(field: &Value) -> bool {
    field.to_string().contains("additionalProperties")
}

#[tokio::test]
async fn types_of_a_hidden_world_are_learned_from_observed_responses() {
    let sources = described();
    let observer = Observer::new();
    let mut service = Service::new(&sources);
    macro_rules! observe {
        ($($name:literal: $operation:expr;)*) => {$({
            let bodies: Vec<String> = (0..RESPONSES)
                .map(|index| service.respond($name, index % 12 == 11))
                .collect();
            let mut bodies = bodies.into_iter().cycle();
            let server = TestServer::with_handler(move |_| json(200, bodies.next().unwrap())).await;
            let client = |venue: &str| {
                let token = VenueToken::new("demo-api-token");
                let config = Config::new(Environment::Staging, server.base_url(), token);
                Client::builder(config.unwrap())
                    .observer(&observer)
                    .retry_policy(RetryPolicy::new().max_attempts(1))
                    .label("venue", venue)
                    .build()
                    .unwrap()
            };
            for client in [client("7"), client("8")] {
                for _ in 0..RESPONSES / 2 {
                    // A value of another type may be an error; the response was observed.
                    let _ = client.send($operation).await;
                }
            }
        })*};
    }
    observe! {
        "list_customers": ListCustomers::new();
        "get_customer": GetCustomer::new(12);
        "list_inventories": ListInventories::new();
        "list_manifests": ListManifests::new();
        "list_manifest_items": ListManifestItems::new();
        "list_coupons": ListCoupons::new();
        "list_sales_histories": ListSalesHistories::default_window();
        "get_sales_history": GetSalesHistory::new(12);
        "list_terminal_tills": ListTerminalTills::new();
        "list_users": ListUsers::new();
        "get_venue_info": GetVenueInfo::new();
    }
    let observations = Observations::parse("world", &observer.to_text()).unwrap();
    let learned = codegen::learn(&sources, &observations).unwrap();
    let report = learned.report();

    let mut types: BTreeMap<(String, String), String> = BTreeMap::new();
    let facts = learned
        .facts
        .iter()
        .map(|fact| (&fact.subject, &fact.change));
    let unlearned = learned.unlearned.iter();
    let unlearned = unlearned.map(|unlearned| (&unlearned.subject, &unlearned.reason));
    for (subject, change) in facts.chain(unlearned) {
        let Some(ty) = type_of_change(change) else {
            continue;
        };
        let (records, field) = subject.rsplit_once('.').unwrap();
        for record in records.split(", ") {
            types.insert((record.to_owned(), field.to_owned()), ty.to_owned());
        }
    }
    let mut wrong = Vec::new();
    for (record, field) in &service.sent {
        let (expected, _) = hidden(field);
        // The names of shared types have a prefix in the documents.
        let record = record.rsplit('.').next().unwrap();
        match types.get(&(record.to_owned(), field.clone())) {
            Some(found) if covers(found, expected) => {}
            found => wrong.push(format!("{record}.{field}: {expected}, learned {found:?}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}\n{report}");
    assert!(service.sent.len() > 180, "{}", service.sent.len());
    assert!(learned.facts.len() > 150, "{report}");

    codegen::generate(&learned.sources).unwrap();
    let again = codegen::learn(&learned.sources, &observations).unwrap();
    assert_eq!(again.sources, learned.sources);
}

/// The type in "`json` → `date`: …" or "`date` confirmed: …".
fn type_of_change(change: &str) -> Option<&str> {
    let (before, _) = change.split_once("` confirmed").unwrap_or((change, ""));
    let ty = match change.split_once("→ `") {
        Some((_, rest)) => rest.split('`').next()?,
        None if before != change => before.trim_start_matches('`'),
        None => return None,
    };
    Some(ty.trim_end_matches(" also_us_date"))
}
