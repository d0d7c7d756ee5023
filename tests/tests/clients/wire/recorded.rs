//! What a recording of each operation shows: a needle in every place of its responses, which is found only where the OpenAPI
//! document has a field that is neither secret nor personal data.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use boon::{Compiler, Schemas};
use serde_json::{Map, Value, json};
use test_support::fixture::{Reply, Request, Response};

thread_local! {
    /// The recordings of the clients of a test.
    static FILES: RefCell<Vec<PathBuf>> = RefCell::default();
}

/// The path of another recording of this test.
pub(super) fn path() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("recorded-{}-{number}.har", std::process::id());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    FILES.with_borrow_mut(|files| files.push(path.clone()));
    path
}

/// All that was recorded in this test.
pub(super) fn texts() -> Vec<String> {
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap();
    FILES.with_borrow(|files| files.iter().map(read).collect())
}

/// The requests that were recorded in this test.
pub(super) fn requests() -> Vec<String> {
    let texts = texts();
    let files = texts
        .iter()
        .map(|text| serde_json::from_str::<Value>(text).unwrap());
    let entries = files.flat_map(|file| file["log"]["entries"].as_array().unwrap().clone());
    entries.map(|entry| entry["request"].to_string()).collect()
}

/// Removes the recordings, which must be HAR files.
pub(super) fn finish() -> Vec<String> {
    const LOCATION: &str = "http://schema.invalid/har";
    let schema = include_str!("../../../fixtures/har.schema.json");
    let mut compiler = Compiler::new();
    let schema = serde_json::from_str(schema).unwrap();
    compiler.add_resource(LOCATION, schema).unwrap();
    let mut schemas = Schemas::new();
    let index = compiler.compile(LOCATION, &mut schemas).unwrap();
    let mut problems = Vec::new();
    for text in texts() {
        let file: Value = serde_json::from_str(&text).unwrap();
        let error = schemas.validate(&file, index).err();
        problems.extend(error.map(|error| format!("no HAR file: {error:#}")));
    }
    for path in FILES.take() {
        fs::remove_file(path).unwrap();
    }
    problems
}

/// What the documents say of an operation.
pub(super) struct Described {
    document: Value,
    operations: Vec<Value>,
}

/// A value of a response that is found in no other place.
pub(super) struct Needle {
    pub(super) text: String,
    /// Whether the field is described, and neither secret nor personal data.
    pub(super) is_plain: bool,
    /// Whether it is a text without a form, which every text field keeps.
    is_text: bool,
    pub(super) pointer: String,
}

impl Described {
    pub(super) fn new(api: &str, operation: &str) -> Self {
        let (_, document) = api_description::ALL
            .iter()
            .find(|(name, _)| *name == api)
            .unwrap();
        let mut document: Value = serde_json::from_str(document).unwrap();
        let schemas = document["components"]["schemas"].as_object();
        let lists = schemas.into_iter().flat_map(Map::keys).map(|name| {
            let items = json!({ "$ref": format!("#/components/schemas/{name}") });
            (name.clone(), json!({ "items": items }))
        });
        document["x-lists"] = lists.collect();
        let items = document["paths"].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        let is_named = |it: &&Value| {
            let name = it["x-operation"].as_str().or(it["operationId"].as_str());
            name == Some(operation)
        };
        let operations = operations.filter(is_named).cloned().collect();
        Self {
            document,
            operations,
        }
    }

    /// The schema that a body has.
    fn schema(&self, pointer: &str) -> &Value {
        let schema = self.operations[0].pointer(pointer);
        schema.unwrap_or(&Value::Null)
    }

    /// A body like this one, with a needle in place of each value, and in places that are not described.
    pub(super) fn planted(&self, body: &Value) -> (Value, Vec<Needle>) {
        let schema = self.schema("/responses/200/content/application~1json/schema");
        let mut planting = Planting {
            document: &self.document,
            needles: Vec::new(),
        };
        let body = planting.value(Some(schema), true, body, "");
        (body, planting.needles)
    }

    /// The secrets and personal data of a request.
    pub(super) fn sensitive(&self, request: &Request) -> Vec<String> {
        let mut found = Vec::new();
        let target = request.line.split(' ').nth(1).unwrap();
        let query = target.split_once('?').map_or("", |(_, query)| query);
        for pair in query.split('&') {
            let (name, value) = pair.split_once('=').unwrap_or_default();
            let name = name.replace("%5B", "[").replace("%5D", "]");
            let parameters = self
                .operations
                .iter()
                .flat_map(|it| it["parameters"].as_array());
            let mut parameters = parameters.flatten();
            if parameters.any(|it| it["name"] == *name && is_sensitive(it)) {
                found.push(value.to_owned());
            }
        }
        if let Ok(body) = serde_json::from_str(&request.body) {
            let schema = self.schema("/requestBody/content/application~1json/schema");
            leaves(
                &self.document,
                Some(schema),
                true,
                &body,
                &mut |is_plain, value| {
                    found.extend(value.as_str().filter(|_| !is_plain).map(str::to_owned));
                },
            );
        }
        // Shorter ones are in other words.
        found.retain(|text| text.len() > 4);
        found
    }
}

fn is_sensitive(schema: &Value) -> bool {
    ["x-pii", "x-secret"]
        .iter()
        .any(|mark| schema[mark] == true)
}

/// The schema without references, and without the alternative `null`.
fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#')).unwrap();
        return resolved(document, target);
    }
    let alternatives = ["anyOf", "allOf"].map(|key| schema[key].as_array());
    let alternatives = alternatives.into_iter().flatten().flatten();
    let mut alternatives = alternatives.filter(|it| it["type"] != "null");
    match alternatives.next() {
        Some(alternative) => resolved(document, alternative),
        None => schema,
    }
}

/// The schema of a member or item, and whether it is plain, if the one around it is.
fn inner<'d>(
    document: &'d Value,
    schema: Option<&'d Value>,
    key: Option<&str>,
    value: &Value,
) -> (Option<&'d Value>, bool) {
    let schema = schema.map(|schema| resolved(document, schema));
    // The only array, if the key of the list is not documented; its items are in a component that the docs name.
    let page = schema.and_then(|schema| {
        let description = schema["description"].as_str()?;
        let (item, _) = description.strip_prefix("A page of `")?.split_once('`')?;
        (schema["additionalProperties"] == true && value.is_array()).then_some(item)
    });
    if let Some(item) = page.filter(|_| key.is_some()) {
        let items = document.pointer(&format!("/x-lists/{item}"));
        return (items, items.is_some());
    }
    let inner = schema.and_then(|schema| match key {
        Some(key) => schema["properties"].get(key).or(schema
            .get("additionalProperties")
            .filter(|it| it.is_object())),
        None => schema.get("items"),
    });
    (inner, inner.is_some_and(|inner| !is_sensitive(inner)))
}

/// Whether the value itself is described.
fn has_type(document: &Value, schema: Option<&Value>) -> bool {
    schema.is_some_and(|schema| {
        let schema = resolved(document, schema);
        schema.get("type").is_some() || schema.get("x-extensible-enum").is_some()
    })
}

fn leaves(
    document: &Value,
    schema: Option<&Value>,
    is_plain: bool,
    value: &Value,
    f: &mut dyn FnMut(bool, &Value),
) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let (schema, is_described) = inner(document, schema, Some(key), value);
                leaves(document, schema, is_plain && is_described, value, f);
            }
        }
        Value::Array(items) => {
            for item in items {
                let (schema, is_described) = inner(document, schema, None, item);
                leaves(document, schema, is_plain && is_described, item, f);
            }
        }
        value => f(is_plain && has_type(document, schema), value),
    }
}

struct Planting<'d> {
    document: &'d Value,
    needles: Vec<Needle>,
}

impl Planting<'_> {
    fn value(&mut self, schema: Option<&Value>, is_plain: bool, value: &Value, at: &str) -> Value {
        match value {
            Value::Object(members) => {
                let mut planted = Map::new();
                for (key, value) in members {
                    let (schema, is_described) = inner(self.document, schema, Some(key), value);
                    let at = format!("{at}/{key}");
                    let value = self.value(schema, is_plain && is_described, value, &at);
                    planted.insert(key.clone(), value);
                }
                if !at.contains("unheard_of") {
                    let at = format!("{at}/unheard_of");
                    let unknown = json!({ "text": "t", "list": [1, { "deep": "2026-01-01" }], "number": "1.5" });
                    let mut unknown = self.value(None, false, &unknown, &at);
                    let key = self.needle(false, true, &at, |number| format!("needle {number}q"));
                    unknown[key] = json!(true);
                    planted.insert("unheard_of".to_owned(), unknown);
                }
                Value::Object(planted)
            }
            Value::Array(items) => {
                let (schema, is_described) = inner(self.document, schema, None, value);
                let items = items.iter().enumerate().map(|(index, item)| {
                    self.value(
                        schema,
                        is_plain && is_described,
                        item,
                        &format!("{at}/{index}"),
                    )
                });
                items.collect()
            }
            Value::Bool(_) | Value::Null => value.clone(),
            value => {
                let is_plain = is_plain && has_type(self.document, schema);
                self.scalar(is_plain, value, at)
            }
        }
    }

    /// A value of the same form.
    fn scalar(&mut self, is_plain: bool, value: &Value, at: &str) -> Value {
        let day = |number: usize| {
            format!(
                "{:04}-{:02}-{:02}",
                8000 + number / 300,
                number / 28 % 12 + 1,
                number % 28 + 1
            )
        };
        match value.as_str() {
            None if value.is_i64() => {
                let text = self.needle(is_plain, false, at, |number| format!("7319{number:05}"));
                json!(text.parse::<i64>().unwrap())
            }
            None => {
                let text = self.needle(is_plain, false, at, |number| format!("7319{number:05}.25"));
                serde_json::from_str(&text).unwrap()
            }
            Some(text) if text.parse::<api_wire::Date>().is_ok() => {
                json!(self.needle(is_plain, false, at, day))
            }
            Some(text) if text.contains('T') && text.parse::<api_wire::Timestamp>().is_ok() => {
                let date = self.needle(is_plain, false, at, day);
                json!(format!("{date}T10:00:00Z"))
            }
            Some(text) if text.parse::<f64>().is_ok() => {
                json!(self.needle(is_plain, false, at, |number| format!("7319{number:05}")))
            }
            Some(_) => json!(self.needle(is_plain, true, at, |number| format!("needle{number}q"))),
        }
    }

    fn needle(
        &mut self,
        is_plain: bool,
        is_text: bool,
        at: &str,
        text: impl Fn(usize) -> String,
    ) -> String {
        let text = text(self.needles.len());
        self.needles.push(Needle {
            text: text.clone(),
            is_plain,
            is_text,
            pointer: at.to_owned(),
        });
        text
    }
}

/// Responses with needles, and the needles that a recording may show, if it is read as described.
pub(super) fn responses(described: &Described, reply: &Reply) -> Vec<(Response, Vec<Needle>)> {
    let Ok(body) = serde_json::from_str::<Value>(&reply.response.body) else {
        return Vec::new();
    };
    let hidden = |text: &str| Needle {
        text: text.to_owned(),
        is_plain: false,
        is_text: false,
        pointer: "header".to_owned(),
    };
    let respond = |name: &str, status, media_type: &str, body, mut needles: Vec<Needle>| {
        needles.extend(
            [
                "header-id",
                "header-cookie",
                "header-charset",
                "header-host",
            ]
            .map(hidden),
        );
        let headers = [
            ("x-request-id", "header-id"),
            ("set-cookie", "session=header-cookie"),
            ("location", "https://header-host/"),
            ("content-type", media_type),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let response = Response {
            name: name.to_owned(),
            status,
            headers: headers.to_vec(),
            body,
        };
        (response, needles)
    };
    let (planted, needles) = described.planted(&body);
    let (_, mut of_error) = described.planted(&body);
    let media_type = "application/json; charset=header-charset";
    of_error
        .iter_mut()
        .for_each(|needle| needle.is_plain = false);
    let text = planted.to_string();
    let cut = text[..text.len() - 1].to_owned();
    let (_, mut of_cut) = described.planted(&body);
    of_cut.iter_mut().for_each(|needle| needle.is_plain = false);
    vec![
        respond(
            "needles",
            reply.response.status,
            media_type,
            text.clone(),
            needles,
        ),
        respond("needles of an error", 422, media_type, text, of_error),
        respond(
            "needles of no JSON",
            200,
            "text/header-charset",
            cut,
            of_cut,
        ),
    ]
}

/// What is wrong with the recordings, after a response with these needles.
pub(super) fn problems(before: &[String], needles: &[Needle], is_read: bool) -> Vec<String> {
    let mut problems = Vec::new();
    let texts = texts();
    // What was recorded since.
    let added: Vec<&str> = texts
        .iter()
        .zip(before)
        .map(|(text, before)| &text[before.len() - "\n]}}\n".len()..])
        .collect();
    for needle in needles {
        let is_found = added.iter().any(|text| text.contains(&needle.text));
        if is_found && !needle.is_plain {
            problems.push(format!(
                "the recording shows {}: {}",
                needle.pointer, needle.text
            ));
        }
        // What an envelope has beside its payload is not known to be plain.
        let is_kept = needle.is_plain && needle.is_text && needle.pointer != "/Message";
        if !is_found && is_kept && is_read {
            problems.push(format!("the recording lacks {}", needle.pointer));
        }
    }
    problems
}
