//! The staff of a venue, and its tills.

use super::customer::{FIRST_NAMES, LAST_NAMES};
use super::profile::VenueProfile;
use crate::state::time::Time;

/// A user of version 2, and an employee of version 1. That they are the same is the sandbox's own
/// choice.
pub(crate) struct StaffMember {
    pub(crate) id: i64,
    pub(crate) first_name: &'static str,
    pub(crate) last_name: &'static str,
    pub(crate) perm_level: i64,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

/// The size of a venue's staff.
pub(crate) const STAFF_SIZE: usize = 8;

/// The staff of a venue; the first is the manager.
pub(crate) fn demo(profile: &VenueProfile, start: Time) -> Vec<StaffMember> {
    (0..STAFF_SIZE)
        .map(|index| StaffMember {
            id: profile.first_id + 5_000 + index as i64,
            first_name: FIRST_NAMES[FIRST_NAMES.len() - 1 - index],
            last_name: LAST_NAMES[index],
            perm_level: if index == 0 { 900 } else { 100 },
            created_at: start.add_millis(-Time::DAY_MILLIS * (400 - 10 * index as i64)),
            updated_at: start.add_millis(-Time::DAY_MILLIS * (7 * index as i64 + 1)),
        })
        .collect()
}

/// A till of one day.
pub(crate) struct Till {
    pub(crate) id: i64,
    pub(crate) terminal_id: i64,
    pub(crate) open: bool,
    pub(crate) opened_by: &'static str,
    pub(crate) start_time: Time,
    pub(crate) end_time: Option<Time>,
    pub(crate) start_amount: i64,
    pub(crate) end_amount: i64,
}

/// The days of sales and tills before the current one.
pub(crate) const HISTORY_DAYS: i64 = 60;

/// One till per day; today's is open.
pub(crate) fn tills(profile: &VenueProfile, start: Time) -> Vec<Till> {
    let zone = profile.zone();
    (0..=HISTORY_DAYS)
        .map(|day| {
            let date = start
                .add_millis(-Time::DAY_MILLIS * (HISTORY_DAYS - day))
                .date(&zone);
            let opened = Time::start_of_day(date, &zone).add_millis(8 * Time::HOUR_MILLIS);
            let open = day == HISTORY_DAYS;
            Till {
                id: till_id(profile, day),
                terminal_id: 4,
                open,
                opened_by: FIRST_NAMES[FIRST_NAMES.len() - 1 - (day as usize % STAFF_SIZE)],
                start_time: opened,
                end_time: (!open).then(|| opened.add_millis(13 * Time::HOUR_MILLIS)),
                start_amount: 20_000,
                end_amount: if open {
                    0
                } else {
                    20_000 + 1_750 * (day % 9 + 1)
                },
            }
        })
        .collect()
}

/// The id of the till of a day, counted from the oldest.
pub(crate) fn till_id(profile: &VenueProfile, day: i64) -> i64 {
    profile.first_id + 6_000 + day
}
