//! Tills, and the people who work at a venue: users in version 2, employees in version 1.

use serde_json::json;

use super::paging::{page, updated};
use super::{Call, Outcome};
use crate::state::World;
use crate::state::time::Moment;
use crate::state::venue::staff::{Person, Till};

/// Lists tills, a record for each day.
pub(super) fn tills(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let touched = |till: &Till| till.end_time.unwrap_or(till.start_time);
    let rows = updated(call, venue, venue.tills().into_iter(), touched);
    let shown = |till: &Till| {
        json!({
            "id": till.id,
            "terminal_id": till.terminal_id,
            "state": if till.open { "open" } else { "pending" },
            "till_ref": format!("T-{}", till.id),
            "start_time": till.start_time.text(),
            "end_time": till.end_time.map(Moment::text),
            "start_amount": till.start_amount,
            "end_amount": till.end_amount,
            "left_in_drawer": if till.open { 0 } else { 20_000 },
            "notes": null,
            "opened_by": till.opened_by,
            "closed_by": till.end_time.map(|_| till.opened_by),
            "created_at": till.start_time.text(),
            "updated_at": touched(till).text(),
            "adjustments": [],
        })
    };
    Ok(page(call, "terminal_tills", &rows, shown).into())
}

/// Lists users.
pub(super) fn users(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, venue.people().into_iter(), |person| {
        person.updated_at
    });
    let shown = |person: &Person| {
        json!({
            "id": person.id,
            "first_name": person.first_name,
            "last_name": person.last_name,
            "perm_level": person.perm_level,
            "access_level": if person.perm_level > 100 { "manager" } else { "staff" },
            "email": format!("{}@{}", person.first_name.to_lowercase(), venue.facts.domain),
            "created_at": person.created_at.text(),
            "updated_at": person.updated_at.text(),
        })
    };
    Ok(page(call, "users", &rows, shown).into())
}

/// Lists employees.
pub(super) fn employees(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, venue.people().into_iter(), |person| {
        person.updated_at
    });
    let shown = |person: &Person| {
        json!({
            "employeeId": person.id,
            "firstName": person.first_name,
            "created_at": person.created_at.text(),
            "updated_at": person.updated_at.text(),
        })
    };
    Ok(page(call, "employees", &rows, shown).into())
}
