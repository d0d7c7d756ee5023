//! The facts of an OpenAPI document.

use serde_json::Value;

use super::{Facts, MARKS, call, fact, names};

pub(super) fn facts(document: &Value) -> Facts {
    let mut facts = Facts::new();
    for (name, schema) in members(&document["components"]["schemas"]) {
        for text in elements(&schema["x-extensible-enum"]) {
            facts.insert(format!("{name} {text}"), "known".to_owned());
        }
        facts.extend(fields(name, schema));
    }
    for (method, path, operation) in operations(document) {
        let name = operation["operationId"].as_str().unwrap();
        facts.insert(name.to_owned(), described_call(method, path, operation));
    }
    facts
}

/// The operations. Another path of one has that one's statuses.
pub(super) fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = members(&document["paths"]);
    let all = paths.flat_map(|(path, item)| {
        members(item).map(move |(method, operation)| (method, path, operation))
    });
    all.filter(|(_, _, operation)| operation.get("x-operation").is_none())
}

/// A call, with the names of the documents for what is in its path.
fn described_call(method: &str, path: &str, operation: &Value) -> String {
    let mut path = path.to_owned();
    for parameter in elements(&operation["parameters"]) {
        if let Some(documented) = parameter["x-documented-name"].as_str() {
            let name = parameter["name"].as_str().unwrap();
            path = path.replace(&format!("{{{name}}}"), &format!("{{{documented}}}"));
        }
    }
    let statuses = members(&operation["responses"]);
    let statuses: Vec<u16> = statuses
        .filter_map(|(status, _)| status.parse().ok())
        .collect();
    call(&method.to_uppercase(), &path, &statuses)
}

/// The fields of a record or body, and their maxima.
fn fields<'d>(record: &'d str, schema: &'d Value) -> impl Iterator<Item = (String, String)> + 'd {
    let properties = || members(&schema["properties"]);
    let described = properties().filter(|(_, property)| property.get("x-alias-of").is_none());
    described.flat_map(move |(name, property)| {
        let aliases = properties().filter(|(_, other)| other["x-alias-of"] == *name);
        let all = aliases.map(|(alias, _)| alias).chain([name]);
        let is_envelope = elements(&schema["required"]).any(|required| *required == *name);
        let marks = marks(property).chain(is_envelope.then_some("envelope"));
        let default = property.get("default").map(Value::to_string);
        let subject = format!("{record} {}", names(all));
        let max = property.get("maxLength").map(Value::to_string);
        let max = max.map(|max| (format!("{subject} max"), max));
        let fact = fact(&field_type(property), unit(property), marks, default);
        std::iter::once((subject, fact)).chain(max)
    })
}

/// The unit of a number, as its description says it.
fn unit(property: &Value) -> Option<&str> {
    let description = property["description"].as_str().unwrap_or_default();
    match description.contains("The unit is not documented.") {
        true => Some("unknown"),
        false => description.split('.').find_map(|sentence| {
            let unit = sentence.trim().strip_prefix("In ")?;
            Some(unit).filter(|unit| !unit.contains(' '))
        }),
    }
}

/// The marks of a field, but for an envelope, of which its record knows.
fn marks(property: &Value) -> impl Iterator<Item = &'static str> {
    let description = property["description"].as_str().unwrap_or_default();
    let has = move |mark: &str| match mark {
        "pii" => property["x-pii"] == true,
        "secret" => property["x-secret"] == true,
        "strict" => property["x-strict"] == true,
        "also_us_date" => property.get("x-formats").is_some(),
        "digits" => property.get("pattern").is_some(),
        "inferred" => description.contains("The type is inferred."),
        _ => false,
    };
    MARKS.into_iter().filter(move |mark| has(mark))
}

fn field_type(property: &Value) -> String {
    match (property["x-secret"] == true, property.get("x-formats")) {
        (true, _) => "Secret".to_owned(),
        (_, Some(_)) => "Date".to_owned(),
        _ => type_of(property),
    }
}

/// The type of a value; of two types, the crates read the documented one, which is first, and either of an id.
fn type_of(schema: &Value) -> String {
    let choices = ["anyOf", "allOf"]
        .iter()
        .flat_map(|key| elements(&schema[key]));
    let mut references = choices
        .chain([schema])
        .filter_map(|choice| choice["$ref"].as_str());
    if let Some(reference) = references.next() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        ty => ty.as_str().into_iter().collect(),
    };
    let format = schema["format"].as_str().unwrap_or_default();
    let is_id = types.contains(&"integer") && types.contains(&"string") && format.is_empty();
    let ty = match (types.first().copied().unwrap_or_default(), format) {
        _ if is_id => "Id",
        ("string", "date") => "Date",
        ("string", "date-time") => "Timestamp",
        ("string", "date-time-local") => "LocalDateTime",
        ("string", _) => "String",
        ("integer", "int32") => "i32",
        ("integer", _) => "i64",
        ("number", _) => "Decimal",
        ("boolean", _) => "bool",
        ("array", _) => return format!("Vec<{}>", type_of(&schema["items"])),
        ("object", _) => {
            let values = type_of(&schema["additionalProperties"]);
            return format!("BTreeMap<String, {values}>");
        }
        _ => "Json",
    };
    ty.to_owned()
}

pub(super) fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = object.as_object().into_iter().flatten();
    members.map(|(name, value)| (name.as_str(), value))
}

pub(super) fn elements(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
