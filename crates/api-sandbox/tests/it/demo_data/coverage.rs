//! The documented keys, and those that have a value.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::{Auth, Demo};
use crate::documented::{documents, operations, problems};

/// The documented keys of a schema, by their path.
fn documented(
    api: &str,
    schema: &Value,
    path: &str,
    parents: &[&str],
    keys: &mut BTreeSet<String>,
) {
    let document = documents().iter().find(|(name, _)| *name == api);
    let (_, document) = document.expect("the document");
    let mut parents = parents.to_vec();
    let mut schema = schema;
    while let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        if parents.contains(&reference) {
            return;
        }
        parents.push(reference);
        schema = document.pointer(&reference[1..]).expect("a schema");
    }
    for part in ["allOf", "anyOf", "oneOf"] {
        for schema in schema[part].as_array().into_iter().flatten() {
            documented(api, schema, path, &parents, keys);
        }
    }
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        documented(api, value, &path, &parents, keys);
        keys.insert(path);
    }
    if let Some(items) = schema.get("items") {
        documented(api, items, &format!("{path}[]"), &parents, keys);
    }
    let others = &schema["additionalProperties"];
    // Lists below an undocumented key.
    for others in [others, &others["then"]] {
        if others.is_object() {
            documented(api, others, &format!("{path}.*"), &parents, keys);
        }
    }
}

/// The documented keys of the request bodies of an API, by operation.
pub(super) fn request_keys(api: &'static str) -> BTreeMap<String, BTreeSet<String>> {
    let requests = operations().iter().filter(|(other, ..)| *other == api);
    let with_keys = requests.map(|(_, id, _, operation)| {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let mut keys = BTreeSet::new();
        documented(api, schema, "", &[], &mut keys);
        (id.clone(), keys)
    });
    with_keys.collect()
}

/// The keys of a body that are not null, by their path; unknown keys as `*`.
fn seen(body: &Value, path: &str, documented: &BTreeSet<String>, keys: &mut BTreeSet<String>) {
    match body {
        Value::Object(members) => {
            for (key, value) in members {
                let mut path_of_key = format!("{path}.{key}");
                if !documented.contains(&path_of_key) {
                    path_of_key = format!("{path}.*");
                }
                if !value.is_null() {
                    seen(value, &path_of_key, documented, keys);
                    keys.insert(path_of_key);
                }
            }
        }
        Value::Array(elements) => {
            for element in elements {
                seen(element, &format!("{path}[]"), documented, keys);
            }
        }
        _ => {}
    }
}

/// Keys that the documents have elsewhere, or that have no value yet.
pub(super) fn is_never_set(operation: &str, key: &str) -> bool {
    // Parts of a quote, which version 1 reads as a flat record.
    const PARTS: [&str; 9] = [
        ".quote.incoming_order_id",
        ".quote.customer",
        ".quote.fulfillment",
        ".quote.payment",
        ".quote.items",
        ".quote.taxes",
        ".quote.totals",
        ".quote.limits",
        ".quote.venue_id",
    ];
    let is_of = |part: &str| {
        let rest = key.strip_prefix(part);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    match operation {
        "get_incoming_quote" | "get_incoming_quote_by_id" => PARTS.iter().copied().any(is_of),
        // Only of requests.
        "create_customer" | "update_customer" => key == ".customer.points_adjustment",
        "create_incoming_order" if key == ".incoming_order.delivered_at" => true,
        // The items are documented next to the order.
        _ => is_of(".incoming_order.order_items"),
    }
}

pub(super) struct Coverage {
    pub(super) documented: BTreeMap<(&'static str, String), BTreeSet<String>>,
    pub(super) seen: BTreeMap<(&'static str, String), BTreeSet<String>>,
    pointers: BTreeMap<(&'static str, String), String>,
}

impl Coverage {
    pub(super) fn new() -> Self {
        let mut coverage = Self {
            documented: BTreeMap::new(),
            seen: BTreeMap::new(),
            pointers: BTreeMap::new(),
        };
        for (api, id, pointer, operation) in operations() {
            let (api, id) = (*api, id.clone());
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            // Not every response is documented.
            if schema.is_null() {
                continue;
            }
            let mut keys = BTreeSet::new();
            documented(api, schema, "", &[], &mut keys);
            let pointer = format!("{pointer}/responses/200/content/application~1json/schema");
            coverage.pointers.insert((api, id.clone()), pointer);
            coverage.documented.insert((api, id), keys);
        }
        coverage
    }

    pub(super) fn add(&mut self, api: &'static str, id: &str, body: &Value) {
        let key = (api, id.to_owned());
        let documented = &self.documented[&key];
        seen(
            body,
            "",
            documented,
            self.seen.entry(key.clone()).or_default(),
        );
        let problems = problems(api, &self.pointers[&key], body);
        assert!(problems.is_empty(), "{api} {id}: {problems:#?}");
    }

    /// Reads some pages of a list, or one response.
    pub(super) async fn add_list(
        &mut self,
        demo: &Demo,
        api: &'static str,
        id: &str,
        auth: Auth<'_>,
        path: &str,
    ) {
        if !path.contains("/venue/") || path.ends_with("info") {
            let (status, body) = demo.get(auth, path).await;
            assert_eq!(status, 200, "{path}: {body}");
            return self.add(api, id, &body);
        }
        let (mut page, mut pages) = (1, 1);
        while page <= pages {
            let separator = if path.contains('?') { '&' } else { '?' };
            let path = format!("{path}{separator}page={page}&per_page=50");
            let (status, body) = demo.get(auth, &path).await;
            assert_eq!(status, 200, "{path}: {body}");
            self.add(api, id, &body);
            pages = body["total_pages"].as_i64().expect("a number");
            // Every third page, and the last one.
            page = match page < pages {
                true => pages.min(page + 3),
                false => pages + 1,
            };
        }
    }
}
