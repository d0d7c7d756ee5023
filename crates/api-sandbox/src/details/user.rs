//! Keys of users.

use serde_json::{Value, json};

use super::{Detail, add, add_optional};
use crate::state::time::Time;
use crate::state::venue::profile::VenueProfile;
use crate::state::venue::staff::StaffMember;

/// Adds the keys of version 2. Secrets are words that no service accepts.
pub(crate) fn add_user(record: &mut Value, profile: &VenueProfile, member: &StaffMember) {
    let id = member.id;
    let always: [Detail; 10] = [
        ("language", "en".into()),
        ("telephone", format!("5550{id:06}").into()),
        ("active", member.active.into()),
        ("first_login", false.into()),
        ("is_signed_in", (member.active && id % 2 == 0).into()),
        ("session_timeout_value", 24.into()),
        ("session_timeout_unit", 1.into()),
        ("credit_discount_validation_option", 1.into()),
        ("encrypted_password", format!("demo-hash-{id}").into()),
        ("sts_api_key_valid", true.into()),
    ];
    add(record, always);
    let time = |days: i64| {
        let time = member.created_at.add_millis(Time::DAY_MILLIS * days);
        Value::from(time.to_rfc3339())
    };
    let business: [Detail; 23] = [
        ("company", profile.name.clone().into()),
        ("business_type", 2.into()),
        ("address", profile.street.clone().into()),
        ("city", profile.city.clone().into()),
        ("state", profile.state.clone().into()),
        ("zip", profile.zip.clone().into()),
        ("bank_routing", 110_000_000.into()),
        ("bank_account", (120_000 + id).into()),
        ("ein", 120_000_000.into()),
        (
            "user_image_source",
            format!("https://img.example/user/{id}.jpg").into(),
        ),
        ("ratings", 5.into()),
        ("est_monthly_sales", json!(18_250.5)),
        ("avg_ticket_transaction", json!(41.25)),
        ("delivery_minimum", 2_500.into()),
        ("delivery_fee", 500.into()),
        ("menu_creation_fee", "0.00".into()),
        ("current_business_bank", "Sample Bank".into()),
        ("current_credit_card_processor", "Sample Processing".into()),
        ("other_social_info", "@sample".into()),
        ("sales_code", format!("S{id}").into()),
        ("shipping_option", 1.into()),
        ("customer_id", profile.first_id.into()),
        ("failed_login_timeout", 15.into()),
    ];
    add_optional(record, id, business);
    let session: [Detail; 16] = [
        (
            "confirmation_token",
            format!("demo-confirmation-{id}").into(),
        ),
        ("confirmed_at", time(1)),
        ("confirmation_sent_at", time(0)),
        ("reset_password_token", format!("demo-reset-{id}").into()),
        ("reset_password_sent_at", time(90)),
        ("remember_token", format!("demo-remember-{id}").into()),
        ("remember_created_at", time(91)),
        ("current_sign_in_at", time(120)),
        ("current_sign_in_ip", "192.0.2.17".into()),
        ("last_sign_in_ip", "192.0.2.18".into()),
        ("last_sign_in_at", time(119)),
        (
            "temporary_initial_password",
            format!("demo-initial-{id}").into(),
        ),
        ("uid", format!("uid-{id}").into()),
        ("nfc", format!("demo-tag-{id}").into()),
        ("last_password_reset", time(90)),
        ("sts_api_key", format!("demo-sts-{id}").into()),
    ];
    add_optional(record, id, session);
}
