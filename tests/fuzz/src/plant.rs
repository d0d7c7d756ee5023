//! A mark that replaces hidden values, and that no output may contain.

use std::collections::BTreeMap;
use std::fmt::Debug;

use api_wire::{Fields, WireValue, mismatches};

use crate::text::write;
use test_support::json::Tree;

/// A text that only the harness inserts.
pub const MARK: &str = "planted-7f3a91c4";

/// Whether the printed record contains the mark. It is printed before planting, too, since
/// libFuzzer learns the mark from comparisons and inserts it into keys, which are shown.
pub fn shows<R: Debug + Fields>(record: &R) -> bool {
    format!("{record:?} {:?}", mismatches(record)).contains(MARK)
}

/// The JSON with the mark in place of each hidden text: of secret or personal fields, and of
/// unknown keys of the record.
///
/// Keys that are hidden in one record and shown in another are unchanged, as is everything in a
/// map, whose keys are the server's.
pub fn in_hidden_places(tree: &Tree, record: &dyn Fields) -> String {
    let mut known = BTreeMap::new();
    collect(record, &mut known);
    let hides = |key: &str| known.get(key).copied().unwrap_or(false);
    let fields = record.schema().fields();
    let is_known = |key: &str| fields.iter().any(|field| field.wire_names().contains(&key));
    let Tree::Object(members) = tree else {
        return write(tree);
    };
    let members = members
        .iter()
        .map(|(key, value)| {
            let value = if is_known(key) {
                planted(value, hides(key), &hides)
            } else {
                planted(value, true, &hides)
            };
            (key.clone(), value)
        })
        .collect();
    write(&Tree::Object(members))
}

/// For each wire name of the record and of its nested records, whether all of them hide it.
fn collect(record: &dyn Fields, known: &mut BTreeMap<&'static str, bool>) {
    record.with_fields(&mut |shows, _| {
        for (field, show) in record.schema().fields().iter().zip(shows) {
            for name in field.wire_names() {
                let hides = known.entry(name).or_insert(true);
                *hides &= field.is_sensitive();
            }
            inside(show.to_wire(), known);
        }
    });
}

fn inside(shape: WireValue<'_>, known: &mut BTreeMap<&'static str, bool>) {
    match shape {
        WireValue::Record(record) => collect(record, known),
        WireValue::List(items) => {
            (0..items.count()).for_each(|index| inside(items.item(index), known))
        }
        WireValue::Map(entries) => entries.for_each(&mut |key, _| {
            for (name, hides) in known.iter_mut() {
                *hides &= *name != key;
            }
        }),
        _ => {}
    }
}

fn planted(tree: &Tree, is_hidden: bool, hides: &dyn Fn(&str) -> bool) -> Tree {
    match tree {
        Tree::Text(_) if is_hidden => Tree::Text(MARK.to_owned()),
        Tree::List(items) => Tree::List(
            items
                .iter()
                .map(|item| planted(item, is_hidden, hides))
                .collect(),
        ),
        Tree::Object(members) => Tree::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), planted(value, is_hidden || hides(key), hides)))
                .collect(),
        ),
        other => other.clone(),
    }
}
