//! Suggestions for misspelled names.

use strsim::osa_distance;

/// The most candidates that an error lists.
const MAX_LISTED: usize = 24;

/// How many of more candidates an error lists.
const NEAREST: usize = 8;

/// `did you mean …`, or a list of the candidates, at least of the nearest; empty if there is none.
pub(crate) fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    let name = name.to_lowercase();
    let distance = |candidate: &str| osa_distance(&name, &candidate.to_lowercase());
    let candidates = candidates.into_iter();
    let mut candidates: Vec<(usize, &str)> = candidates
        .map(|candidate| (distance(candidate), candidate))
        .collect();
    candidates.sort_unstable();
    candidates.dedup();
    let is_near =
        |(distance, candidate): &&(usize, &str)| distance * 3 <= candidate.chars().count();
    if let Some((_, nearest)) = candidates.iter().find(is_near) {
        return format!(", did you mean `{nearest}`?");
    }
    let (intro, count) = if candidates.len() <= MAX_LISTED {
        ("expected one of", candidates.len())
    } else {
        ("the nearest are", NEAREST)
    };
    candidates.truncate(count);
    candidates.sort_unstable_by_key(|(_, candidate)| *candidate);
    let listed = candidates.iter().map(|(_, name)| format!("`{name}`"));
    match listed.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [only] => format!(", expected {only}"),
        listed => format!(", {intro} {}", listed.join(", ")),
    }
}
