//! The documents, and what is in them.

use serde_json::Value;

/// The document of each API.
pub(crate) fn documents() -> Vec<(&'static str, Value)> {
    let all = api_description::ALL.iter();
    all.map(|(name, text)| (*name, serde_json::from_str(text).unwrap()))
        .collect()
}

/// Path, method and operation.
pub(crate) fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    });
    operations.collect()
}

/// All schemas with their pointers: those of fields, elements and bodies.
pub(crate) fn schemas<'d>(value: &'d Value, pointer: &str, found: &mut Vec<(String, &'d Value)>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            let members = members.iter().filter(|(key, _)| *key != "examples");
            members.map(|(key, value)| (key.clone(), value)).collect()
        }
        Value::Array(elements) => {
            let elements = elements.iter().enumerate();
            elements
                .map(|(index, value)| (index.to_string(), value))
                .collect()
        }
        _ => return,
    };
    found.push((pointer.to_owned(), value));
    for (key, value) in children {
        schemas(value, &format!("{pointer}/{key}"), found);
    }
}

/// The schema with the schema that it refers to.
pub(crate) fn resolve<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    match value["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => value,
    }
}
