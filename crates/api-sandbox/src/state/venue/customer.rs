//! The people who buy at a venue.

use serde::{Deserialize, Serialize};

use super::profile::Facts;
use super::{chance, one_of};
use crate::state::time::Moment;

/// A customer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: i64,
    pub(crate) first_name: Option<String>,
    pub(crate) last_name: Option<String>,
    pub(crate) gender: Option<String>,
    pub(crate) telephone: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) active: bool,
    pub(crate) sms_opt_out: bool,
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
    pub(crate) created_at: Moment,
    pub(crate) updated_at: Moment,
}

impl Customer {
    /// A customer of whom nothing is known yet.
    pub(crate) fn new(id: i64, now: Moment) -> Self {
        Self {
            id,
            first_name: None,
            last_name: None,
            gender: None,
            telephone: None,
            email: None,
            active: true,
            sms_opt_out: true,
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

/// A hundred and twenty of them. The first is Ada Sample, with a known telephone number.
pub(crate) fn demo(facts: &'static Facts, seed: u64, start: Moment) -> Vec<Customer> {
    let mut chance = chance(seed, "customers", facts);
    (0..120)
        .map(|index: i64| {
            let first_name = if index == 0 {
                "Ada"
            } else {
                one_of(&mut chance, &FIRST_NAMES)
            };
            let last_name = if index == 0 {
                "Sample"
            } else {
                one_of(&mut chance, &LAST_NAMES)
            };
            let created_at = start.plus(-chance.i64(Moment::DAY * 60..Moment::DAY * 700));
            let points = chance.i64(0..500);
            Customer {
                first_name: Some(first_name.to_owned()),
                last_name: Some(last_name.to_owned()),
                gender: Some(one_of(&mut chance, &["female", "male", "other"]).to_owned()),
                telephone: Some(format!("5550{:06}", 100_123 + index)),
                email: Some(format!(
                    "{}.{}{index}@example.com",
                    first_name.to_lowercase(),
                    last_name.to_lowercase()
                )),
                sms_opt_out: chance.bool(),
                address: Some(format!("{} Example Street", chance.u16(1..200))),
                zipcode: Some(facts.zip.to_owned()),
                city: Some(facts.city.to_owned()),
                state: Some(facts.state.to_owned()),
                birthday: Some(format!(
                    "{}-{:02}-{:02}",
                    chance.u16(1950..2003),
                    chance.u8(1..=12),
                    chance.u8(1..=28)
                )),
                terms_agreed: true,
                points,
                lifetime_points: points + chance.i64(0..2_000),
                on_pos: chance.bool(),
                updated_at: start.plus(-chance.i64(0..Moment::DAY * 60)),
                ..Customer::new(facts.first_number + index, created_at)
            }
        })
        .collect()
}
