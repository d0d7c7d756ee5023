//! When observations are enough for a fact. All limits of `learn` are here.

/// The least number of observed values, null excluded.
pub(super) const MIN_VALUES: u64 = 50;

/// The least number of venues: one venue may have data of its own.
pub(super) const MIN_VENUES: u64 = 2;

/// The least number of sightings of a value of an enum.
pub(super) const MIN_SIGHTINGS_OF_VALUE: u64 = 20;

/// The share of values that are taken for damaged, as from proxies and broken rows.
const DAMAGED_SHARE: f64 = 0.01;

/// The number of exceptions among `values` that damage explains: its mean, and four standard
/// deviations. More are a fact: then another type is learned, or none.
pub(super) fn tolerated(values: u64) -> u64 {
    let mean = DAMAGED_SHARE * approximate(values);
    let tolerated = mean + 4.0 * mean.sqrt() + 1.0;
    // Whole and positive.
    tolerated as u64
}

/// The share of exceptions that is not exceeded with a probability of 95 %, in percent: about `3/n`
/// without exceptions.
pub(super) fn error_bound(exceptions: u64, values: u64) -> f64 {
    // The upper limit of a Poisson distribution, by Wilson and Hilferty.
    let next = approximate(exceptions) + 1.0;
    let limit = next * (1.0 - 1.0 / (9.0 * next) + 1.645 / (3.0 * next.sqrt())).powi(3);
    (100.0 * limit / approximate(values.max(1))).min(100.0)
}

/// Shares need no exact counts.
fn approximate(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::{error_bound, tolerated};

    #[test]
    fn error_bound_is_about_three_of_the_number() {
        for (values, percent) in [(50, 6.0), (100, 3.0), (3000, 0.1)] {
            assert!((error_bound(0, values) / percent - 1.0).abs() < 0.02);
        }
        assert!(error_bound(1, 100) > error_bound(0, 100));
        assert_eq!(error_bound(50, 50), 100.0);
    }

    #[test]
    fn tolerates_damage_but_not_a_second_type() {
        assert_eq!(tolerated(1), 1);
        assert_eq!(tolerated(50), 4);
        assert!((60..80).contains(&tolerated(4183)));
    }
}
