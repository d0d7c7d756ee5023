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

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: [&str; 2] = ["even", "odd"];

    fn list(query: &str) -> Value {
        let query = ListQuery::from_query(query).unwrap_or_else(|error| panic!("{error}"));
        let entry = |record: &i64| Entry {
            key: *record,
            group: GROUPS[usize::from(record % 2 == 1)],
            is_found: query.is_found_in([record.to_string().as_str()]),
        };
        let row = |record: &i64| json!({ "square": record * record });
        page(&query, &GROUPS, (1..=9).rev(), entry, row)
    }

    fn keys(list: &Value) -> Vec<i64> {
        let rows = list["rows"].as_array().into_iter().flatten();
        rows.filter_map(|row| row["key"].as_i64()).collect()
    }

    #[test]
    fn pages_follow_each_other_by_key() {
        let list_of = |query| {
            let list = list(query);
            (keys(&list), list["newer"].clone(), list["total"].clone())
        };
        assert_eq!(list_of("limit=4"), (vec![9, 8, 7, 6], json!(0), json!(9)));
        assert_eq!(
            list_of("limit=4&before=6"),
            (vec![5, 4, 3, 2], json!(4), json!(9))
        );
        assert_eq!(list_of("before=1"), (vec![], json!(9), json!(9)));
    }

    #[test]
    fn groups_are_counted_whatever_group_is_selected() {
        let expected = json!([{ "name": "even", "count": 4 }, { "name": "odd", "count": 5 }]);
        assert_eq!(list("")["groups"], expected);
        let odd = list("group=odd&limit=2");
        assert_eq!((keys(&odd), &odd["total"]), (vec![9, 7], &json!(5)));
        assert_eq!(odd["groups"], expected);
        assert_eq!(list("search=7")["groups"][1]["count"], 1);
    }
}
