//! Tills, and the staff of a venue: users in version 2, employees in version 1.

use serde_json::json;

use super::paging::{page, updated};
use super::{Call, HandlerResult};
use crate::details::rename;
use crate::details::till::add_till;
use crate::details::user::add_user;
use crate::state::State;
use crate::state::time::Time;
use crate::state::venue::staff::StaffMember;
use crate::state::venue::till::Till;

/// Lists tills, one record per day.
pub(super) fn tills(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, venue.tills.iter(), |till| till.updated_at);
    let to_json = |till: &&Till| {
        let mut record = json!({
            "id": till.id,
            "terminal_id": till.terminal_id,
            "state": if till.open { "open" } else { "pending" },
            "till_ref": format!("T-{}", till.id),
            "start_time": till.start_time.to_rfc3339(),
            "end_time": till.end_time.map(Time::to_rfc3339),
            "start_amount": till.start_amount,
            "end_amount": till.end_amount,
            "left_in_drawer": till.left_in_drawer(),
            "opened_by": till.opened_by,
            "closed_by": till.closed_by,
            "created_at": till.start_time.to_rfc3339(),
            "updated_at": till.updated_at.to_rfc3339(),
            "adjustments": [],
        });
        add_till(&mut record, till);
        record
    };
    Ok(page(call, "terminal_tills", &rows, to_json).into())
}

/// Lists users.
pub(super) fn users(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, venue.staff.iter(), |member| member.updated_at);
    let to_json = |member: &&StaffMember| {
        let mut record = json!({
            "id": member.id,
            "first_name": member.first_name,
            "last_name": member.last_name,
            "perm_level": member.perm_level,
            "access_level": if member.perm_level > 100 { "manager" } else { "staff" },
            "email": format!("{}@{}", member.first_name.to_lowercase(), venue.profile.domain),
            "created_at": member.created_at.to_rfc3339(),
            "updated_at": member.updated_at.to_rfc3339(),
        });
        add_user(&mut record, &venue.profile, member);
        record
    };
    Ok(page(call, "users", &rows, to_json).into())
}

/// Lists employees.
pub(super) fn employees(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let rows = updated(call, venue, venue.staff.iter(), |member| member.updated_at);
    let to_json = |member: &&StaffMember| {
        let mut record = json!({
            "employeeId": member.id,
            "firstName": member.first_name,
            "created_at": member.created_at.to_rfc3339(),
            "updated_at": member.updated_at.to_rfc3339(),
        });
        if venue.profile.has_list_keys {
            let names = [("employeeId", "id"), ("firstName", "first_name")];
            rename(&mut record, &names);
        }
        record
    };
    Ok(page(call, "employees", &rows, to_json).into())
}
