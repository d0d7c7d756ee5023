//! Filters take days, as documented, and the times of responses.

use serde_json::{Value, json};

use crate::common::{Demo, TOKEN, demo};
use crate::documented::operations;

/// A list with a filter by time.
struct List {
    path: String,
    /// As in `updated_at_gt`.
    filter: String,
    key: String,
    /// The key of the time in its records.
    time: String,
}

/// The lists of the documents that have one.
fn lists() -> Vec<List> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let lists = operations()
        .iter()
        .filter_map(|(_, id, pointer, operation)| {
            let pagination = &operation["x-pagination"];
            let mut parameters = operation["parameters"].as_array()?.iter();
            let time = parameters.find_map(|parameter| {
                let name = parameter["name"].as_str()?.strip_prefix("q[")?;
                Some(name.strip_suffix("_gt]")?.to_owned())
            })?;
            let path = pointer.strip_prefix("/paths/")?.strip_suffix("/get")?;
            Some(List {
                path: format!("/api{}", path.replace("~1", "/")),
                filter: format!("{time}_gt"),
                key: text(&pagination["key"]).unwrap_or_else(|| id.replace("list_", "")),
                time,
            })
        });
    let lists: Vec<List> = lists.collect();
    assert_eq!(lists.len(), 12);
    lists
}

async fn filtered(demo: &Demo, path: &str, filter: &str, value: &str) -> (u16, Value) {
    let value = value.replace('+', "%2B");
    let path = format!("{path}?per_page=40&q%5B{filter}%5D={value}");
    demo.get(TOKEN, &path).await
}

fn times(response: &Value, list: &str, key: &str) -> Vec<String> {
    let rows = response[list].as_array().expect("a list").iter();
    let time = |row: &Value| {
        let time = row[key].as_str().or_else(|| row["customer"][key].as_str());
        time.expect("a time").to_owned()
    };
    rows.map(time).collect()
}

#[tokio::test]
async fn filters_accept_days_and_the_times_of_responses() {
    let demo = demo().await;
    for List {
        path,
        filter,
        key: list,
        time: key,
    } in &lists()
    {
        let times_after = async |value: &str| {
            let (status, response) = filtered(&demo, path, filter, value).await;
            assert_eq!(status, 200, "{path} {value}: {response}");
            times(&response, list, key)
        };
        assert!(times_after("9999-12-31").await.is_empty(), "{path}");
        let mut all = times_after("0001-01-01").await;
        all.sort();
        let middle = &all[all.len() / 2];
        let later = times_after(middle).await;
        let is_later = later.iter().all(|time| time > middle);
        assert!(is_later, "{path}: not after {middle}");
        let same = times_after(&middle.replace('Z', "+00:00")).await;
        assert_eq!(same, later, "{path}");
        for value in ["yesterday", "2026-02-30", "2026-02-14T25:00:00Z", ""] {
            let (status, response) = filtered(&demo, path, filter, value).await;
            assert_eq!(status, 422, "{path} {value}: {response}");
            assert!(response.to_string().contains("day or time"), "{response}");
        }
    }
}

#[tokio::test]
async fn the_applied_filter_of_sales_is_echoed() {
    let demo = demo().await;
    let path = "/api/v2/venue/sales_histories";
    let (_, default) = demo.get(TOKEN, path).await;
    let applied = default["ordered_at_gt"].as_str().expect("a time");
    let (status, same) = filtered(&demo, path, "ordered_at_gt", applied).await;
    assert_eq!((status, &same["ordered_at_gt"]), (200, &applied.into()));
    assert_eq!(same["default_filter_applied"], false);
    assert_eq!(same["total_records"], default["total_records"]);
}

#[tokio::test]
async fn telephone_numbers_are_compared_as_they_are() {
    let demo = demo().await;
    let body = json!({ "customer": { "telephone": "(555) 019-9999" } });
    let path = "/api/v2/venue/customers";
    demo.ok(TOKEN, "POST", path, Some(body)).await;
    for (telephone, count) in [
        ("%28555%29%20019-9999", 1),
        ("5550199999", 0),
        ("5550100123", 1),
        ("555-0100123", 0),
        ("", 0),
    ] {
        let path = format!("/api/v2/venue/customers?q%5Btelephone_eq%5D={telephone}");
        let response = demo.ok(TOKEN, "GET", &path, None).await;
        assert_eq!(response["total_records"], count, "{telephone}");
    }
}
