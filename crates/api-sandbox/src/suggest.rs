//! Suggestions for misspelled names.

/// The most candidates that an error lists.
const MAX_LISTED: usize = 12;

/// `did you mean …`, or a short list of what is expected; empty if there is no candidate.
pub(crate) fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    candidates.sort_unstable();
    candidates.dedup();
    let nearest = candidates
        .iter()
        .map(|candidate| (distance(name, candidate), candidate))
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

/// The number of characters to insert, remove, replace or transpose, ignoring case.
fn distance(left: &str, right: &str) -> usize {
    let chars = |text: &str| text.to_lowercase().chars().collect::<Vec<_>>();
    let (left, right) = (chars(left), chars(right));
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, a) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, b) in right.iter().enumerate() {
            let replaced = last[column] + usize::from(a != b);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *a == right[column - 1] && left[row - 1] == *b {
                let transposed: usize = before_last[column - 1];
                best = best.min(transposed + 1);
            }
            current.push(best);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
        assert_eq!(distance("operaton", "operation"), 1);
        assert_eq!(distance("oepration", "operation"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

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
