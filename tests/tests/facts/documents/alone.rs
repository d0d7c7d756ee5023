//! What only an OpenAPI document states: the crates do not act on it.

use serde_json::Value;

use super::described::{elements, members, operations};

/// A line for each such fact.
pub(crate) fn lines(document: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(document).unwrap();
    let schemas = &document["components"]["schemas"];
    let operations = operations(&document);
    let bodies = operations.flat_map(|(_, _, operation)| bodies(operation, schemas));
    let fields = members(schemas).flat_map(|(name, schema)| fields(name, schema));
    let pages = elements(&document["x-browser-sdks"]).flat_map(|sdk| members(&sdk["pages"]));
    let pages = pages.map(|(environment, page)| format!("page of {environment} {page}"));
    let lines = bodies.chain(fields).chain(pages);
    lines.map(|line| format!("OpenAPI: {line}")).collect()
}

/// The keys of errors, those of a page beside its list, and successes that have no schema.
fn bodies<'d>(operation: &'d Value, schemas: &'d Value) -> impl Iterator<Item = String> + 'd {
    let name = operation["operationId"].as_str().unwrap();
    let responses = members(&operation["responses"]);
    let responses = responses.filter(|(status, _)| *status != "default" && *status != "204");
    responses.filter_map(move |(status, response)| {
        let is_error = !status.starts_with('2');
        let is_page = operation.get("x-pagination").is_some();
        let schema = &response["content"]["application/json"]["schema"];
        let body = match schema["$ref"].as_str() {
            Some(schema) if is_error || is_page => {
                let name = schema.rsplit('/').next().unwrap_or_default();
                let properties = members(&schemas[name]["properties"]);
                let keys =
                    properties.filter(|(_, property)| property["type"] != "array" || is_error);
                let keys: Vec<&str> = keys.map(|(key, _)| key).collect();
                format!("with {}", keys.join(", "))
            }
            None if schema.is_null() => "without body".to_owned(),
            None if !is_error => "with any body".to_owned(),
            _ => return None,
        };
        Some(format!("{name} {status} {body}"))
    })
}

/// A boolean that may be sent as 1, and a number that is documented as a float.
fn fields<'d>(record: &'d str, schema: &'d Value) -> impl Iterator<Item = String> + 'd {
    members(&schema["properties"]).filter_map(move |(name, property)| {
        let types: Vec<&str> = match &property["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            ty => ty.as_str().into_iter().collect(),
        };
        let is_float = types.contains(&"number") && property.get("format").is_none();
        let fact = match property["x-accepts-1"] == true {
            true => "accepts 1",
            false if is_float && types[0] == "number" => "float",
            false => return None,
        };
        Some(format!("{record}.{name} {fact}"))
    })
}
