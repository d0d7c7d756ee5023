//! The table of marks, the JSON Schema and the reference agree.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::json_schema::Validator;
use crate::support::shop;

/// To compile the schema takes longer than most tests.
static RESOURCE: LazyLock<Validator> =
    LazyLock::new(|| Validator::new(codegen::schema_of_resource()));

/// A notation with each mark, where it has an effect.
const NOTATIONS: [(&str, &str); 24] = [
    ("documented_required", "integer documented_required"),
    ("=", "integer =0"),
    ("=", "string =\"a \\\"quoted\\\" text\""),
    ("deprecated", "string deprecated"),
    ("readonly", "string readonly"),
    ("secret", "string secret"),
    ("pii", "string pii"),
    ("unit", "list(integer) unit(cents)"),
    ("inferred", "string inferred"),
    ("documented", "string documented"),
    ("string_or_number", "string string_or_number"),
    ("digits", "string(20) digits"),
    ("as_string", "decimal as_string"),
    ("strict", "decimal strict"),
    ("envelope", "list(Item) envelope"),
    ("also_us_date", "date also_us_date"),
    ("accepts_1", "boolean accepts_1"),
    ("alias", "integer|string alias(customerId) alias(customer)"),
    ("was", "integer was(customerId)"),
    ("rename", "string(15) rename(name)"),
    ("required", "map(Item(50)) required"),
    ("nullable", "text nullable"),
    ("from_client", "string from_client(api_version)"),
    ("constant", "list(string) constant(Payments (of a shop))"),
];

/// A resource file with a field of this notation, short and long, and in a filter.
fn files_with(notation: &str) -> [Value; 3] {
    let file = |section: &str, declarations: Value| {
        let mut file = json!({ "resource": "order", "source": "Orders", "doc": "Orders." });
        file[section] = declarations;
        file
    };
    let record =
        |field: Value| json!({ "Order": { "doc": "An order.", "fields": { "a": field } } });
    let filters = json!({ "a": { "eq": notation } });
    let list = json!({ "doc": "Lists.", "http": "GET /orders", "filters": filters });
    [
        file("records", record(json!(notation))),
        file("records", record(json!({ "type": notation }))),
        file("operations", json!({ "list_orders": list })),
    ]
}

#[test]
fn schema_rejects_what_the_parser_of_notations_rejects() {
    for (mark, notation) in NOTATIONS {
        for file in files_with(notation) {
            assert!(RESOURCE.is_valid(&file), "{notation}");
        }
        // The last letter of the word is doubled, as in `requiredd`.
        let Some(last) = mark.chars().last().filter(|_| mark != "=") else {
            continue;
        };
        let misspelled = notation.replacen(mark, &format!("{mark}{last}"), 1);
        assert_rejected(&misspelled);
    }
    for notation in ["integer unit(cent)", "integer unit(grams)"] {
        assert_rejected(notation);
    }
    for notation in [
        "string requierd",
        "strng",
        "string Required",
        "string unit",
        "string unit()",
        "string secret(x)",
        "string = ",
        "string(x)",
        "decimal(2)",
        "",
    ] {
        assert_rejected(notation);
    }
}

#[test]
fn examples_of_the_schema_are_valid() {
    let schema = codegen::schema_of_resource();
    let examples = schema["definitions"]["Notation"]["examples"]
        .as_array()
        .unwrap();
    assert!(examples.len() > 3, "{examples:?}");
    for example in examples {
        for file in files_with(example.as_str().unwrap()) {
            assert!(RESOURCE.is_valid(&file), "{example}");
        }
    }
}

fn assert_rejected(notation: &str) {
    for file in files_with(notation) {
        assert!(!RESOURCE.is_valid(&file), "{notation}");
    }
    let quoted = serde_json::to_string(notation).unwrap();
    let order = format!("records:\n  Order:\n    doc: An order.\n    fields: {{ a: {quoted} }}\n");
    assert!(codegen::generate(&shop(&order)).is_err(), "{notation}");
}

#[test]
fn every_mark_is_tried() {
    let table = codegen::reference_of_marks();
    let rows: Vec<&str> = table.lines().skip(2).collect();
    for row in &rows {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let form = row.trim_start_matches("| `");
        let end = form.find(|c| !word(c)).unwrap();
        let mark = if end == 0 { "=" } else { &form[..end] };
        assert!(NOTATIONS.iter().any(|(tried, _)| *tried == mark), "{row}");
    }
    assert!(rows.len() >= 19, "{table}");
}
