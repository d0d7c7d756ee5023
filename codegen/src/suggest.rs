//! Suggestions for misspelled names.

use std::collections::BTreeSet;

/// Longer names are not compared: the distance takes the product of both lengths.
const MAX_LENGTH: usize = 80;

/// More known names are not listed.
const MAX_LISTED: usize = 30;

/// The known name nearest to `name`, if a third of its letters at most differ.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let max_distance = (length / 3).max(1);
    let name = name.to_lowercase();
    // Most names differ more by their length alone.
    let is_similar = |other: &&str| other.chars().count().abs_diff(length) <= max_distance;
    known
        .into_iter()
        .filter(is_similar)
        .map(|other| (strsim::osa_distance(&name, &other.to_lowercase()), other))
        .filter(|(distance, _)| *distance <= max_distance)
        .min()
        .map(|(_, other)| other)
}

/// A help text for an unknown name: the nearest known one, or all if they are few.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    meant(name, &known.into_iter().collect::<Vec<_>>())
}

/// Compiled once, not for each kind of names.
fn meant(name: &str, known: &[&str]) -> Option<String> {
    if let Some(near) = nearest(name, known.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    Some(format!("known: {}", listed(known.iter().copied())?))
}

/// Names, sorted, if they are few.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut list = BTreeSet::new();
    for name in names {
        list.insert(name);
        if list.len() > MAX_LISTED {
            return None;
        }
    }
    let list: Vec<String> = list.iter().map(|name| format!("`{name}`")).collect();
    (!list.is_empty()).then(|| list.join(", "))
}
