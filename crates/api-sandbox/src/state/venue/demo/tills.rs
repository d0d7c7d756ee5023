//! One till per day; today's is open.

use super::super::till::Till;
use super::{Generator, HISTORY_DAYS};
use crate::state::time::Time;

impl Generator {
    pub(super) fn new_tills(&self) -> Vec<Till> {
        (0..=HISTORY_DAYS).map(|day| self.till(day)).collect()
    }

    fn till(&self, day: i64) -> Till {
        let opened = self.start_of_day(day).add_millis(8 * Time::HOUR_MILLIS);
        // The history ends at the start.
        let opened = opened.min(self.start);
        let staff = &self.profile.staff;
        let name = &staff[day as usize % staff.len()].first_name;
        let id = self.till_id(day);
        let mut till = Till::new(id, name, opened);
        for sale in self.sales().iter().filter(|sale| sale.till_id == id) {
            till.add(sale, opened);
        }
        if day < HISTORY_DAYS {
            let difference = [0, 0, -125, 0, 25][day as usize % 5];
            let counted = till.expected_amount() + difference;
            till.close(name, counted, opened.add_millis(13 * Time::HOUR_MILLIS));
            till.reviewed = true;
        }
        till
    }
}
