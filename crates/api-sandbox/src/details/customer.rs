//! Keys of customers.

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::template::{Context, File, template};
use crate::state::venue::customer::Customer;

static TEMPLATE: File = template!("customer");

/// The keys that only version 2 has.
pub(crate) const VERSION_2_KEYS: [&str; 13] = [
    "core_token",
    "one_time_pin",
    "otp_expires_at",
    "core_consumer_ref",
    "last_online_login",
    "online_account_created_at",
    "sms_first_message_sent_at",
    "middle_name",
    "doctor_id",
    "caregiver_first_name",
    "caregiver_last_name",
    "recommendation_issue_date",
    "refills_authorized",
];

/// Adds the keys of version 2.
pub(crate) fn add_customer(record: &mut Value, customer: &Customer) {
    let id = customer.id;
    let is_member = customer.points > 0;
    record["loyalty_number"] = json!(is_member.then(|| format!("L-{id}")));
    let context = Context {
        id,
        time: customer.created_at,
        zone: &TimeZone::UTC,
        values: json!({ "state": customer.state }),
    };
    context.fill(record, &TEMPLATE);
}
