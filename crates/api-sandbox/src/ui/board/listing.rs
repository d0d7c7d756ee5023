//! A page of a list, the latest record first.

use serde_json::{Value, json};

use super::list_query::ListQuery;

/// What lists need of a record.
pub(super) struct Entry {
    /// Its place in the list: the latest record has the greatest key.
    pub(super) key: i64,
    /// Its group, as in `Pending`.
    pub(super) group: &'static str,
    /// Whether it is one of the searched records.
    pub(super) is_found: bool,
}

/// A page of the records, which are in descending order of their keys. `groups` are counted
/// whatever group is selected.
pub(super) fn page<R>(
    query: &ListQuery,
    groups: &[&'static str],
    records: impl Iterator<Item = R>,
    entry: impl Fn(&R) -> Entry,
    row: impl Fn(&R) -> Value,
) -> Value {
    let mut counts = vec![0_usize; groups.len()];
    let (mut newer, mut total) = (0_usize, 0_usize);
    let mut rows: Vec<Value> = Vec::new();
    for record in records {
        let entry = entry(&record);
        if !entry.is_found {
            continue;
        }
        if let Some(index) = groups.iter().position(|group| *group == entry.group) {
            counts[index] += 1;
        }
        let is_selected = query.group.as_ref().is_none_or(|own| own == entry.group);
        if !is_selected {
            continue;
        }
        total += 1;
        if query.before.is_some_and(|before| entry.key >= before) {
            newer += 1;
        } else if rows.len() < query.limit {
            let mut row = row(&record);
            row["key"] = entry.key.into();
            row["group"] = entry.group.into();
            rows.push(row);
        }
    }
    let groups = groups.iter().zip(counts);
    json!({
        "rows": rows,
        // The number of rows on the pages before this one, and on all pages.
        "newer": newer,
        "total": total,
        "groups": groups.map(|(name, count)| json!({ "name": name, "count": count })).collect::<Vec<_>>(),
    })
}
