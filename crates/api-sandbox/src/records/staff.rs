//! Users of version 2, and employees of version 1.

use serde_json::{Value, json};

use crate::json::with;
use crate::state::venue::profile::VenueProfile;
use crate::state::venue::staff::{DEFAULT_PERM_LEVEL, StaffMember};

pub(super) fn values(profile: &VenueProfile, member: &StaffMember) -> Value {
    let is_manager = member.perm_level > DEFAULT_PERM_LEVEL;
    let computed = json!({
        "access_level": if is_manager { "manager" } else { "staff" },
        "email": format!("{}@{}", member.first_name.to_lowercase(), profile.domain),
        "telephone": format!("5550{:06}", member.id),
        "is_signed_in": member.active && member.id % 2 == 0,
    });
    with(member, computed)
}
