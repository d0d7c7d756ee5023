//! The mutants of one run.

use crate::mutants::Mutant;

/// The mutants that `MUTANTS` selects: `all` up to a maximum, so many, or those with this text in
/// their description. By default a sample, of five times the size at full length.
pub(crate) fn selected(candidates: Vec<Mutant>, sample: usize, max: usize) -> (Vec<Mutant>, usize) {
    match std::env::var("MUTANTS") {
        Ok(all) if all == "all" => (candidates, max),
        Ok(selection) => match selection.parse() {
            Ok(count) => (candidates, count),
            Err(_) => {
                let mut named = candidates;
                named.retain(|mutant| mutant.describe().contains(&selection));
                (named, usize::MAX)
            }
        },
        Err(_) if std::env::var_os("LONG_TESTS").is_some() => (candidates, 5 * sample),
        Err(_) => (candidates, sample),
    }
}
