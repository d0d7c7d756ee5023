//! Keys of users.

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::template::{Context, File, template};
use crate::state::venue::profile::VenueProfile;
use crate::state::venue::staff::StaffMember;

static TEMPLATE: File = template!("user");

/// Adds the keys of version 2. Secrets are words that no service accepts.
pub(crate) fn add_user(record: &mut Value, profile: &VenueProfile, member: &StaffMember) {
    let id = member.id;
    record["telephone"] = format!("5550{id:06}").into();
    record["active"] = member.active.into();
    record["is_signed_in"] = (member.active && id % 2 == 0).into();
    let context = Context {
        id,
        time: member.created_at,
        zone: &TimeZone::UTC,
        values: json!({
            "name": profile.name,
            "street": profile.street,
            "city": profile.city,
            "state": profile.state,
            "zip": profile.zip,
            "first_id": profile.first_id,
        }),
    };
    context.fill(record, &TEMPLATE);
}
