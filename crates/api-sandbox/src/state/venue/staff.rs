//! The people who work at a venue, and its tills.

use super::customer::{FIRST_NAMES, LAST_NAMES};
use super::profile::Facts;
use crate::state::time::Moment;

/// Version 2 calls them users, version 1 employees. That they are the same people is the sandbox's own choice.
pub(crate) struct Person {
    pub(crate) id: i64,
    pub(crate) first_name: &'static str,
    pub(crate) last_name: &'static str,
    pub(crate) perm_level: i64,
    pub(crate) created_at: Moment,
    pub(crate) updated_at: Moment,
}

/// How many work at a venue.
pub(crate) const PEOPLE: usize = 8;

/// The people of a venue; the first is the manager.
pub(crate) fn demo(facts: &Facts, start: Moment) -> Vec<Person> {
    (0..PEOPLE)
        .map(|index| Person {
            id: facts.first_number + 5_000 + index as i64,
            first_name: FIRST_NAMES[FIRST_NAMES.len() - 1 - index],
            last_name: LAST_NAMES[index],
            perm_level: if index == 0 { 900 } else { 100 },
            created_at: start.plus(-Moment::DAY * (400 - 10 * index as i64)),
            updated_at: start.plus(-Moment::DAY * (7 * index as i64 + 1)),
        })
        .collect()
}

/// A day of a till.
pub(crate) struct Till {
    pub(crate) id: i64,
    pub(crate) terminal_id: i64,
    pub(crate) open: bool,
    pub(crate) opened_by: &'static str,
    pub(crate) start_time: Moment,
    pub(crate) end_time: Option<Moment>,
    pub(crate) start_amount: i64,
    pub(crate) end_amount: i64,
}

/// How many days of sales and tills there are.
pub(crate) const DAYS: i64 = 60;

/// One till a day; today's is open.
pub(crate) fn tills(facts: &Facts, start: Moment) -> Vec<Till> {
    let zone = facts.zone();
    (0..=DAYS)
        .map(|day| {
            let date = start.plus(-Moment::DAY * (DAYS - day)).day(&zone);
            let opened = Moment::start_of(date, &zone).plus(8 * 3_600_000);
            let open = day == DAYS;
            Till {
                id: till_id(facts, day),
                terminal_id: 4,
                open,
                opened_by: FIRST_NAMES[FIRST_NAMES.len() - 1 - (day as usize % PEOPLE)],
                start_time: opened,
                end_time: (!open).then(|| opened.plus(13 * 3_600_000)),
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

/// The till of a day, counted from the oldest.
pub(crate) fn till_id(facts: &Facts, day: i64) -> i64 {
    facts.first_number + 6_000 + day
}
