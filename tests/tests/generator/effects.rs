//! Every key and every mark of the language has an effect: another value of it, or none, changes the
//! output or is an error.

use codegen::Sources;
use serde_yaml::{Mapping, Value};

use crate::support::{fixture, shop};

/// The way to a value: keys of maps, and indices of lists.
type Path = Vec<Value>;

/// Marks with an effect on the bodies alone that extend a record.
const WITHOUT_EFFECT: [&str; 1] = ["record: boolean accepts_1"];

/// Values that are those that follow without them.
const DEFAULTS: [&str; 2] = [
    "removed shop/order.yaml operations list_orders auth",
    "removed shop/order.yaml operations create_order statuses 200 body",
];

fn sources(files: &[(String, Value)]) -> Sources {
    let text = |value: &Value| serde_yaml::to_string(value).unwrap();
    Sources::new(
        files
            .iter()
            .map(|(path, value)| (path.clone(), text(value))),
    )
}

/// The output, or the errors.
fn outcome(files: &[(String, Value)]) -> Result<codegen::FileTree, String> {
    codegen::generate(&sources(files)).map_err(|diagnostics| diagnostics.render(false))
}

/// The ways to all values.
fn paths(value: &Value, path: &mut Path, found: &mut Vec<Path>) {
    match value {
        Value::Mapping(entries) => {
            for (key, value) in entries {
                path.push(key.clone());
                found.push(path.clone());
                paths(value, path, found);
                path.pop();
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Value::from(index));
                found.push(path.clone());
                paths(item, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

fn at<'v>(mut value: &'v mut Value, path: &[Value]) -> &'v mut Value {
    for step in path {
        value = match value {
            Value::Sequence(items) => &mut items[step.as_u64().unwrap() as usize],
            value => value.as_mapping_mut().unwrap().get_mut(step).unwrap(),
        };
    }
    value
}

/// Another value of the same kind; `None` for maps, lists and null.
fn other(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(flag) => Some((!flag).into()),
        Value::Number(number) => Some((number.as_u64()? + 1).into()),
        Value::String(text) => Some(format!("{text} x").into()),
        _ => None,
    }
}

fn removed(mut file: Value, path: &[Value]) -> Value {
    let (last, parents) = path.split_last().unwrap();
    match at(&mut file, parents) {
        Value::Sequence(items) => drop(items.remove(last.as_u64().unwrap() as usize)),
        parent => {
            let entries: &mut Mapping = parent.as_mapping_mut().unwrap();
            entries.shift_remove(last);
        }
    }
    file
}

fn read(name: &str) -> Vec<(String, Value)> {
    fixture(name)
        .0
        .into_iter()
        .map(|(path, text)| (path, serde_yaml::from_str(&text).unwrap()))
        .collect()
}

/// The changes of the values of a fixture that leave the output as it is.
fn without_effect(
    files: &[(String, Value)],
    changes: impl Fn(&Value, &[Value]) -> Vec<(&'static str, Value)>,
) -> Vec<String> {
    let unchanged = outcome(files).unwrap_or_else(|errors| panic!("{errors}"));
    let mut found = Vec::new();
    for (index, (name, file)) in files.iter().enumerate() {
        let mut all = Vec::new();
        paths(file, &mut Vec::new(), &mut all);
        for path in all {
            for (change, changed) in changes(file, &path) {
                let mut files = files.to_vec();
                files[index].1 = changed;
                if outcome(&files).is_ok_and(|tree| tree.0 == unchanged.0) {
                    let steps = path.iter().map(|step| match step.as_str() {
                        Some(key) => key.to_owned(),
                        None => step.as_u64().unwrap().to_string(),
                    });
                    let steps: Vec<String> = steps.collect();
                    found.push(format!("{change} {name} {}", steps.join(" ")));
                }
            }
        }
    }
    found
}

fn replaced(file: &Value, path: &[Value], value: Value) -> Value {
    let mut file = file.clone();
    *at(&mut file, path) = value;
    file
}

#[test]
fn every_key_changes_the_output_or_is_an_error() {
    let is_prose = |step: &Value| {
        let key = step.as_str().unwrap_or_default();
        ["notes", "unknowns", "conflicts"].contains(&key)
    };
    let found = without_effect(&read("whole"), |file, path| {
        // Their texts are all alike.
        if path.iter().rev().skip(1).any(is_prose) {
            return Vec::new();
        }
        let value = at(&mut file.clone(), path).clone();
        let other = other(&value).map(|other| ("changed", replaced(file, path, other)));
        let removed = ("removed", removed(file.clone(), path));
        [Some(removed), other].into_iter().flatten().collect()
    });
    assert_eq!(found, DEFAULTS);
}

/// A file whose fields of each place have a notation: of a record, a body, and an operation.
fn file_with(place: &str, notation: &str) -> String {
    let with = |other: &str, plain: &str| match place == other {
        true => serde_json::to_string(notation).unwrap(),
        false => plain.to_owned(),
    };
    format!(
        "records:\n  Order: {{ doc: An order., fields: {{ id: integer, item: Item, field: {} }} }}\n  \
           Item: {{ doc: An item., fields: {{ id: integer }} }}\n\
         bodies:\n  NewOrder: {{ doc: An order., fields: {{ name: string, field: {} }} }}\n\
         operations:\n  create_order:\n    doc: Creates.\n    http: POST /orders/{{id}}\n    \
           path: {{ id: {} }}\n    query: {{ field: {} }}\n    headers: {{ X-Tag: {} }}\n    \
           response_headers: {{ ETag: {} }}\n    request_body: NewOrder\n    response: Order\n    \
           statuses: [200]\n    retry: {{ never: It creates. }}\n",
        with("record", "string"),
        with("body", "string"),
        with("path", "integer"),
        with("query", "string"),
        with("header", "string"),
        with("response header", "string"),
    )
}

const PLACES: [&str; 6] = [
    "record",
    "body",
    "path",
    "query",
    "header",
    "response header",
];

/// Each mark, after a type that can have it. `array` is without the list that requires it.
const NOTATIONS: [(&str, &str); 21] = [
    ("integer", "documented_required"),
    ("integer", "=7"),
    ("string", "deprecated"),
    ("string", "readonly"),
    ("string", "secret"),
    ("string", "pii"),
    ("integer", "unit(cents)"),
    ("string", "inferred"),
    ("integer", "inferred"),
    ("string", "documented"),
    ("string", "string_or_number"),
    ("decimal", "strict"),
    ("list(Item)", "envelope"),
    ("date", "also_us_date"),
    ("boolean", "accepts_1"),
    ("string", "alias(other)"),
    ("string", "rename(other)"),
    ("string", "required"),
    ("string", "nullable"),
    ("string", "constant(other)"),
    ("list(string) array(comma)", "max_items(50)"),
];

#[test]
fn every_mark_has_an_effect_or_is_rejected_in_each_place() {
    let outcome =
        |place: &str, notation: &str| codegen::generate(&shop(&file_with(place, notation)));
    let mut found = Vec::new();
    for place in PLACES {
        for (plain, mark) in NOTATIONS {
            let Ok(unmarked) = outcome(place, plain) else {
                continue;
            };
            let marked = outcome(place, &format!("{plain} {mark}"));
            if marked.is_ok_and(|tree| tree.0 == unmarked.0) {
                found.push(format!("{place}: {plain} {mark}"));
            }
        }
    }
    assert_eq!(found, WITHOUT_EFFECT);
}
