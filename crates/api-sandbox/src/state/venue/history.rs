//! The history of a demo venue: its days, and their tills.

use super::profile::VenueProfile;

/// The days of sales and tills before the current one.
pub(crate) const HISTORY_DAYS: i64 = 60;

/// The id of the till of a day, counted from the oldest.
pub(crate) fn till_id(profile: &VenueProfile, day: i64) -> i64 {
    profile.first_id + 6_000 + day
}
