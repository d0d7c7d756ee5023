//! Customers.

use serde::{Deserialize, Serialize};

use super::profile::VenueProfile;
use super::{pick, seeded_rng};
use crate::state::time::Time;

/// A customer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Customer {
    pub(crate) id: i64,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) gender: Option<String>,
    pub(crate) telephone: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) active: bool,
    pub(crate) sms_opt_out: bool,
    pub(crate) sms_reachable: bool,
    pub(crate) signature: Option<String>,
    pub(crate) address: Option<String>,
    pub(crate) zipcode: Option<String>,
    pub(crate) city: Option<String>,
    pub(crate) state: Option<String>,
    /// As `YYYY-MM-DD`.
    pub(crate) birthday: Option<String>,
    pub(crate) customer_type: String,
    pub(crate) terms_agreed: bool,
    pub(crate) points: i64,
    pub(crate) lifetime_points: i64,
    pub(crate) on_pos: bool,
    pub(crate) created_at: Time,
    pub(crate) updated_at: Time,
}

impl Default for Customer {
    fn default() -> Self {
        Self::new(0, Time::default())
    }
}

impl Customer {
    /// The documented maximum lengths of the fields that its record has of the requests.
    pub(crate) const MAX_LENGTHS: &[(&str, usize)] = &[("gender", 15), ("zipcode", 10)];

    /// A customer without any data.
    pub(crate) fn new(id: i64, now: Time) -> Self {
        Self {
            id,
            first_name: None,
            last_name: None,
            gender: None,
            telephone: None,
            email: None,
            active: true,
            sms_opt_out: true,
            sms_reachable: true,
            signature: None,
            address: None,
            zipcode: None,
            city: None,
            state: None,
            birthday: None,
            customer_type: "recreational".to_owned(),
            terms_agreed: false,
            points: 0,
            lifetime_points: 0,
            on_pos: false,
            created_at: now,
            updated_at: now,
        }
    }

    /// First and last name.
    pub(crate) fn full_name(&self) -> Option<String> {
        let names: Vec<&str> = [&self.first_name, &self.last_name]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        (!names.is_empty()).then(|| names.join(" "))
    }
}

pub(crate) const FIRST_NAMES: [&str; 16] = [
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo", "Ines", "Jon", "Kira", "Liam",
    "Mona", "Noah", "Olga", "Paul",
];
pub(crate) const LAST_NAMES: [&str; 12] = [
    "Sample", "Example", "Byron", "Carver", "Draper", "Ellis", "Fisher", "Grover", "Hale", "Ivers",
    "Jones", "Keller",
];

/// 120 customers. The first is Ada Sample, with a fixed telephone number.
pub(crate) fn demo(profile: &VenueProfile, seed: u64, start: Time) -> Vec<Customer> {
    let mut rng = seeded_rng(seed, "customers", profile);
    (0..120)
        .map(|index: i64| {
            let first_name = if index == 0 {
                "Ada"
            } else {
                pick(&mut rng, &FIRST_NAMES)
            };
            let last_name = if index == 0 {
                "Sample"
            } else {
                pick(&mut rng, &LAST_NAMES)
            };
            let created_at =
                start.add_millis(-rng.i64(Time::DAY_MILLIS * 60..Time::DAY_MILLIS * 700));
            let points = rng.i64(0..500);
            let mut customer = Customer {
                first_name: Some(first_name.to_owned()),
                last_name: Some(last_name.to_owned()),
                gender: Some((*pick(&mut rng, &["female", "male", "other"])).to_owned()),
                telephone: Some(format!("5550{:06}", 100_123 + index)),
                email: Some(format!(
                    "{}.{}{index}@example.com",
                    first_name.to_lowercase(),
                    last_name.to_lowercase()
                )),
                sms_opt_out: rng.bool(),
                address: Some(format!("{} Example Street", rng.u16(1..200))),
                zipcode: Some(profile.zip.clone()),
                city: Some(profile.city.clone()),
                state: Some(profile.state.clone()),
                birthday: Some(format!(
                    "{}-{:02}-{:02}",
                    rng.u16(1950..2003),
                    rng.u8(1..=12),
                    rng.u8(1..=28)
                )),
                terms_agreed: true,
                points,
                lifetime_points: points + rng.i64(0..2_000),
                on_pos: rng.bool(),
                updated_at: start.add_millis(-rng.i64(0..Time::DAY_MILLIS * 60)),
                ..Customer::new(profile.first_id + index, created_at)
            };
            customer.sms_reachable = !customer.sms_opt_out;
            customer
        })
        .collect()
}
