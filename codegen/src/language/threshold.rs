//! When observations are enough for a fact. All limits are here: those of what is learned, and of what
//! a spec may claim.

/// What counted evidence is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The type of a field.
    Type,
    /// What is observed instead of what the documents state.
    Contradiction,
    /// A value of an enum.
    Value,
}

/// The least number of observed values, null excluded.
pub(crate) const MIN_VALUES: u64 = 50;

/// The least number of venues: one venue may have data of its own.
pub(crate) const MIN_VENUES: u64 = 2;

/// The least number of sightings of a value of an enum.
pub(crate) const MIN_SIGHTINGS_OF_VALUE: u64 = 20;

/// The share of values that are taken for damaged, as from proxies and broken rows.
const DAMAGED_SHARE: f64 = 0.01;

/// The number of exceptions among `values` that damage explains: its mean, and four standard
/// deviations. More are a fact: then another type is learned, or none.
pub(crate) fn tolerated(values: u64) -> u64 {
    let mean = DAMAGED_SHARE * approximate(values);
    let tolerated = mean + 4.0 * mean.sqrt() + 1.0;
    // Whole and positive.
    tolerated as u64
}

/// The share of exceptions that is not exceeded with a probability of 95 %, in percent: about `3/n`
/// without exceptions.
pub(crate) fn error_bound(exceptions: u64, values: u64) -> f64 {
    // The upper limit of a Poisson distribution, by Wilson and Hilferty.
    let next = approximate(exceptions) + 1.0;
    let limit = next * (1.0 - 1.0 / (9.0 * next) + 1.645 / (3.0 * next.sqrt())).powi(3);
    (100.0 * limit / approximate(values.max(1))).min(100.0)
}

/// What is missing for any fact: values and venues.
pub(crate) fn missing_counts(values: u64, venues: u64) -> Vec<String> {
    let mut missing = Vec::new();
    if values < MIN_VALUES {
        missing.push(format!("{values} of {MIN_VALUES} values"));
    }
    if venues < MIN_VENUES {
        missing.push(format!("{venues} of {MIN_VENUES} venues"));
    }
    missing
}

/// What evidence of `count` of `of` values at some venues is missing; `None` if it is enough.
pub(crate) fn missing_for(claim: Claim, (count, of): (u64, u64), venues: u64) -> Option<String> {
    let mut missing = missing_counts(of, venues);
    let tolerated = tolerated(of);
    match claim {
        Claim::Type if of.saturating_sub(count) > tolerated => missing.push(format!(
            "{} exceptions of at most {tolerated}",
            of.saturating_sub(count)
        )),
        Claim::Contradiction if count <= tolerated => {
            missing.push(format!("{count} of {} contradictions", tolerated + 1));
        }
        Claim::Value if count < MIN_SIGHTINGS_OF_VALUE => {
            missing.push(format!("{count} of {MIN_SIGHTINGS_OF_VALUE} sightings"));
        }
        _ => {}
    }
    (!missing.is_empty()).then(|| missing.join(", "))
}

/// Shares need no exact counts.
fn approximate(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::{Claim, error_bound, missing_for, tolerated};

    #[test]
    fn error_bound_is_about_three_of_the_number() {
        for (values, percent) in [(50, 6.0), (100, 3.0), (3000, 0.1)] {
            assert!((error_bound(0, values) / percent - 1.0).abs() < 0.02);
        }
        assert!(error_bound(1, 100) > error_bound(0, 100));
        assert_eq!(error_bound(50, 50), 100.0);
    }

    #[test]
    fn evidence_is_enough_from_each_limit_on() {
        for (claim, enough, less) in [
            (Claim::Type, (46, 50), (45, 50)),
            (Claim::Type, (50, 50), (49, 49)),
            (Claim::Contradiction, (5, 50), (4, 50)),
            (Claim::Contradiction, (49, 50), (49, 49)),
            (Claim::Value, (20, 50), (19, 50)),
            (Claim::Value, (20, 50), (20, 49)),
        ] {
            assert_eq!(missing_for(claim, enough, 2), None);
            assert!(missing_for(claim, enough, 1).is_some(), "{claim:?}");
            assert!(missing_for(claim, less, 2).is_some(), "{claim:?} {less:?}");
        }
    }

    #[test]
    fn tolerates_damage_but_not_a_second_type() {
        assert_eq!(tolerated(1), 1);
        assert_eq!(tolerated(50), 4);
        assert!((60..80).contains(&tolerated(4183)));
    }
}
