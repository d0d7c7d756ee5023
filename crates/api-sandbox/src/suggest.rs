//! Suggestions for misspelled names.

use strsim::osa_distance;

/// The most candidates that an error lists.
const MAX_LISTED: usize = 12;

/// `did you mean …`, or a short list of what is expected; empty if there is no candidate.
pub(crate) fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    candidates.sort_unstable();
    candidates.dedup();
    let nearest = candidates
        .iter()
        .map(|candidate| {
            (
                osa_distance(&name.to_lowercase(), &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance * 3 <= candidate.chars().count())
        .min();
    if let Some((_, nearest)) = nearest {
        return format!(", did you mean `{nearest}`?");
    }
    if candidates.is_empty() || candidates.len() > MAX_LISTED {
        return String::new();
    }
    let listed: Vec<String> = candidates.iter().map(|name| format!("`{name}`")).collect();
    match listed.as_slice() {
        [only] => format!(", expected {only}"),
        _ => format!(", expected one of {}", listed.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_near_names_and_lists_few() {
        let keys = ["operation", "effect", "api"];
        assert_eq!(suggest("Operaton", keys), ", did you mean `operation`?");
        assert_eq!(
            suggest("zzzzzz", keys),
            ", expected one of `api`, `effect`, `operation`"
        );
        assert_eq!(suggest("zzzzzz", []), "");
    }
}
