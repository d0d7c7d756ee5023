//! A list of the board: its filters, and a page of it, the latest record first.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::query;

/// The rows of a page by default, and at most.
const PAGE_SIZE: usize = 50;
const MAX_PAGE_SIZE: usize = 200;

/// A page of rows. The query may have a `venue`, an `environment`, a `group`, a `search` and a
/// `limit`; `before` is the key that all rows of the page are below. `groups` are counted whatever
/// group is selected.
pub(super) fn page(groups: &[&str], mut rows: Vec<Value>, query: &str) -> Value {
    let query: HashMap<String, String> = query::parse(query)
        .unwrap_or_default()
        .into_iter()
        .collect();
    let filter = |name: &str| query.get(name).filter(|value| !value.is_empty());
    let search = filter("search").map(|search| search.trim().to_lowercase());
    let before: Option<i64> = filter("before").and_then(|before| before.parse().ok());
    let limit = filter("limit").and_then(|limit| limit.parse().ok());
    let limit = limit.unwrap_or(PAGE_SIZE).clamp(1, MAX_PAGE_SIZE);
    // A record without such a member is in every selection.
    let is_selected = |row: &Value, name: &str| {
        filter(name).is_none_or(|value| row[name].is_null() || is_text(&row[name], value))
    };
    rows.retain(|row| is_selected(row, "venue") && is_selected(row, "environment"));
    rows.retain(|row| {
        search
            .as_ref()
            .is_none_or(|search| is_found_in(row, search))
    });
    let groups = groups.iter().map(|name| {
        let count = rows.iter().filter(|row| row["group"] == *name).count();
        json!({ "name": name, "count": count })
    });
    let groups: Vec<Value> = groups.collect();
    rows.retain(|row| is_selected(row, "group"));
    rows.sort_by_key(|row| std::cmp::Reverse(row["key"].as_i64()));
    let is_newer = |row: &Value| before.is_some_and(|before| row["key"].as_i64() >= Some(before));
    let newer = rows.partition_point(is_newer);
    json!({
        "rows": rows[newer..].iter().take(limit).collect::<Vec<_>>(),
        // The number of rows on the pages before this one, and on all pages.
        "newer": newer,
        "total": rows.len(),
        "groups": groups,
    })
}

/// Whether a value is a text, or the number that the text is.
pub(super) fn is_text(value: &Value, text: &str) -> bool {
    value == text || text.parse().is_ok_and(|number: i64| *value == number)
}

/// Whether a text or a number in a record contains the search, which is lower case.
fn is_found_in(record: &Value, search: &str) -> bool {
    match record {
        Value::String(text) => text.to_lowercase().contains(search),
        Value::Number(number) => number.to_string().contains(search),
        Value::Array(elements) => elements.iter().any(|element| is_found_in(element, search)),
        Value::Object(members) => members.values().any(|member| is_found_in(member, search)),
        _ => false,
    }
}
