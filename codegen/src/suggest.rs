//! Suggestions for misspelled names.

/// Longer names are not compared: the distance takes the product of both lengths.
const MAX_LENGTH: usize = 80;

/// The known name nearest to `name`, if a third of its letters at most differ.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let max_distance = (length / 3).max(1);
    let name = name.to_lowercase();
    known
        .into_iter()
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
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_unstable();
    known.dedup();
    if let Some(near) = nearest(name, known.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match list.len() {
        0 => None,
        1..=24 => Some(format!("known: {}", list.join(", "))),
        _ => None,
    }
}
