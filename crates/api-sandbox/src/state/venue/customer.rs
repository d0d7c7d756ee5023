//! Customers.

use serde::{Deserialize, Serialize};

use crate::state::time::Time;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default = "Customer::blank", deny_unknown_fields)]
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

impl Customer {
    /// The members that are not given: the documented defaults.
    fn blank() -> Self {
        Self {
            active: true,
            sms_opt_out: true,
            sms_reachable: true,
            customer_type: "recreational".to_owned(),
            ..Self::default()
        }
    }

    /// A customer without any data.
    pub(crate) fn new(id: i64, now: Time) -> Self {
        Self {
            id,
            created_at: now,
            updated_at: now,
            ..Self::blank()
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
