//! 120 customers. The first is Ada Sample, with a fixed telephone number.

use super::super::customer::Customer;
use super::{Generator, pick};
use crate::state::time::Time;

const FIRST_NAMES: [&str; 16] = [
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo", "Ines", "Jon", "Kira", "Liam",
    "Mona", "Noah", "Olga", "Paul",
];
const LAST_NAMES: [&str; 11] = [
    "Sample", "Example", "Byron", "Carver", "Draper", "Ellis", "Fisher", "Grover", "Hale", "Ivers",
    "Jones",
];

impl Generator {
    pub(super) fn new_customers(&self) -> Vec<Customer> {
        let mut rng = self.rng("customers");
        let customers = (0..120).map(|index| self.customer(&mut rng, index));
        customers.collect()
    }

    fn customer(&self, rng: &mut fastrand::Rng, index: usize) -> Customer {
        let (profile, start) = (&self.profile, self.start);
        // The two lists together have no name twice.
        let first_name = FIRST_NAMES[index % FIRST_NAMES.len()];
        let last_name = LAST_NAMES[index % LAST_NAMES.len()];
        let email = format!("{first_name}.{last_name}{index}@example.com").to_lowercase();
        let (year, month, day) = (rng.u16(1950..2003), rng.u8(1..=12), rng.u8(1..=28));
        let age = rng.i64(Time::DAY_MILLIS * 60..Time::DAY_MILLIS * 700);
        let points = rng.i64(0..500);
        let sms_opt_out = rng.bool();
        Customer {
            first_name: Some(first_name.to_owned()),
            last_name: Some(last_name.to_owned()),
            gender: Some((*pick(rng, &["female", "male", "other"])).to_owned()),
            telephone: Some(format!("5550{:06}", 100_123 + index)),
            email: Some(email),
            sms_opt_out,
            sms_reachable: !sms_opt_out,
            address: Some(format!("{} Example Street", rng.u16(1..200))),
            zipcode: Some(profile.zip.clone()),
            city: Some(profile.city.clone()),
            state: Some(profile.state.clone()),
            birthday: Some(format!("{year}-{month:02}-{day:02}")),
            terms_agreed: true,
            points,
            lifetime_points: points + rng.i64(0..2_000),
            on_pos: rng.bool(),
            updated_at: start.add_millis(-rng.i64(0..Time::DAY_MILLIS * 60)),
            ..Customer::new(self.first_id + index as i64, start.add_millis(-age))
        }
    }
}
