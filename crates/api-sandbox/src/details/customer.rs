//! Keys of customers.

use serde_json::{Value, json};

use super::{Detail, add, add_optional};
use crate::state::time::Time;
use crate::state::venue::customer::Customer;

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
    add(
        record,
        [(
            "loyalty_number",
            json!(is_member.then(|| format!("L-{id}"))),
        )],
    );
    let time = |days: i64| customer.created_at.add_millis(Time::DAY_MILLIS * days);
    let instant = |days| Value::from(time(days).to_rfc3339());
    let day = |days| Value::from(time(days).date(&jiff::tz::TimeZone::UTC).to_string());
    let documents: [Detail; 19] = [
        ("customer_level_id", (1 + id % 3).into()),
        ("id_number", format!("DEMO-{id}").into()),
        ("id_expiration", day(1_500)),
        (
            "profile_image",
            format!("https://img.example/customer/{id}.jpg").into(),
        ),
        ("referral_code", format!("FRIEND{id}").into()),
        ("status", "active".into()),
        ("employee_hire_date", day(20)),
        ("medical_card", format!("DEMO-M-{id}").into()),
        ("medical_card_exp", day(1_000)),
        ("medical_card_effective", day(0)),
        ("medical_card_state", customer.state.clone().into()),
        ("caregiver_id", format!("DEMO-C-{id}").into()),
        ("caregiver_id_exp", day(900)),
        ("caregiver_first_name", "Grace".into()),
        ("caregiver_last_name", "Fisher".into()),
        ("certifying_provider", "Riverton Clinic".into()),
        ("doctor_id", (300 + id % 9).into()),
        ("recommendation_issue_date", day(0)),
        ("refills_authorized", "3".into()),
    ];
    add_optional(record, id, documents);
    let account: [Detail; 16] = [
        ("loyalty_member_since", day(1)),
        ("sms_sent_at", instant(30)),
        ("sms_first_message_sent_at", instant(2)),
        ("sms_opt_source", "pos".into()),
        ("referral_source", "friend".into()),
        (
            "ext_signature_src",
            format!("https://img.example/signature/{id}.jpg").into(),
        ),
        ("custom_allotment", json!({ "flower": 28 })),
        ("token", format!("demo-customer-token-{id}").into()),
        ("token_expires_at", instant(800)),
        ("core_token", format!("demo-core-token-{id}").into()),
        ("core_consumer_ref", format!("core-{id}").into()),
        ("one_time_pin", "000000".into()),
        ("otp_expires_at", instant(61)),
        ("last_online_login", instant(60)),
        ("online_account_created_at", instant(3)),
        ("middle_name", "Quinn".into()),
    ];
    add_optional(record, id, account);
}
