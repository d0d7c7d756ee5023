//! Suggestions for misspelled names.

use strsim::osa_distance;

/// How many candidates an error lists.
const NEAREST: usize = 8;

/// `did you mean …`, or a list of the nearest candidates; empty if there is none.
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
    let nearest = candidates.iter().take(NEAREST);
    let listed: Vec<String> = nearest.map(|(_, name)| format!("`{name}`")).collect();
    match listed.as_slice() {
        [] => String::new(),
        listed => format!(", the nearest are {}", listed.join(", ")),
    }
}
