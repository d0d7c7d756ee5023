//! Tills, and the staff of a venue: users in version 2, employees in version 1.

use serde_json::json;

use super::paging::{page, updated};
use super::{Call, HandlerResult};
use crate::state::State;
use crate::state::time::Time;
use crate::state::venue::staff::{StaffMember, Till};

/// Lists tills, one record per day.
pub(super) fn tills(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let updated_at = |till: &Till| till.end_time.unwrap_or(till.start_time);
    let rows = updated(call, venue, venue.tills().into_iter(), updated_at);
    let to_json = |till: &Till| {
        json!({
            "id": till.id,
            "terminal_id": till.terminal_id,
            "state": if till.open { "open" } else { "pending" },
            "till_ref": format!("T-{}", till.id),
            "start_time": till.start_time.to_rfc3339(),
            "end_time": till.end_time.map(Time::to_rfc3339),
            "start_amount": till.start_amount,
            "end_amount": till.end_amount,
            "left_in_drawer": if till.open { 0 } else { 20_000 },
            "notes": null,
            "opened_by": till.opened_by,
            "closed_by": till.end_time.map(|_| till.opened_by),
            "created_at": till.start_time.to_rfc3339(),
            "updated_at": updated_at(till).to_rfc3339(),
            "adjustments": [],
        })
    };
    Ok(page(call, "terminal_tills", &rows, to_json).into())
}

/// Lists users.
pub(super) fn users(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, venue.staff().into_iter(), |member| {
        member.updated_at
    });
    let to_json = |member: &StaffMember| {
        json!({
            "id": member.id,
            "first_name": member.first_name,
            "last_name": member.last_name,
            "perm_level": member.perm_level,
            "access_level": if member.perm_level > 100 { "manager" } else { "staff" },
            "email": format!("{}@{}", member.first_name.to_lowercase(), venue.profile.domain),
            "created_at": member.created_at.to_rfc3339(),
            "updated_at": member.updated_at.to_rfc3339(),
        })
    };
    Ok(page(call, "users", &rows, to_json).into())
}

/// Lists employees.
pub(super) fn employees(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, venue.staff().into_iter(), |member| {
        member.updated_at
    });
    let to_json = |member: &StaffMember| {
        json!({
            "employeeId": member.id,
            "firstName": member.first_name,
            "created_at": member.created_at.to_rfc3339(),
            "updated_at": member.updated_at.to_rfc3339(),
        })
    };
    Ok(page(call, "employees", &rows, to_json).into())
}
