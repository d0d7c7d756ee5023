//! Lists: their filters and pages, as the documents describe them.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::{Call, HandlerResult};
use crate::records::{Records, Row};
use crate::response::Rejection;
use crate::state::State;
use crate::state::time::Time;
use crate::state::venue::Venue;

const TIME_FILTERS: [&str; 2] = ["updated_at", "ordered_at"];

/// Lists the records of the operation's resource.
pub(super) fn list(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let mut rows = Row::all(venue, &call.operation.tag);
    let mut more = Map::new();
    for filter in TIME_FILTERS {
        let given = filter_time(call, &format!("q[{filter}_gt]"), venue);
        let after = given.or_else(|| default_filter(call, filter, venue));
        rows.retain(|row| after.is_none_or(|after| row.time(filter) > after));
        if let (Some(after), "ordered_at") = (after, filter) {
            // The response has the filter that was applied.
            let applied = match given {
                Some(_) => call.parameter("q[ordered_at_gt]").clone(),
                None => after.to_rfc3339().into(),
            };
            more.insert("ordered_at_gt".to_owned(), applied);
            more.insert("default_filter_applied".to_owned(), given.is_none().into());
        }
    }
    if let Some(telephone) = call.parameter("q[telephone_eq]").as_str() {
        let is_same = |row: &Row<'_>| match row {
            Row::Customer(customer) => customer.telephone.as_deref() == Some(telephone),
            _ => false,
        };
        rows.retain(is_same);
    }
    if call.operation.tag == "coupon" {
        more.insert("code".to_owned(), 1.into());
    }
    more.extend(page(call, venue, &rows));
    Ok(more.into())
}

pub(super) fn get_sale(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let found = call.integer("id").and_then(|id| venue.sales.get(id));
    let sale = found.ok_or_else(|| Rejection::new(404, "Sale not found"))?;
    let records = Records::new(venue, call.operation.api());
    Ok(json!({ "sales_history": records.json(Row::Sale(sale)) }).into())
}

/// The time of a filter like `q[updated_at_gt]`. That a day is its start at the venue, and that
/// times are accepted, is the sandbox's own choice.
fn filter_time(call: &Call, filter: &str, venue: &Venue) -> Option<Time> {
    let text = call.parameter(filter).as_str()?;
    if let Ok(time) = text.parse() {
        return Some(Time::from_timestamp(time));
    }
    let day: Date = text.parse().ok()?;
    Some(Time::start_of_day(day, &venue.profile.zone()))
}

/// Sales are those since the start of the day before yesterday at the venue, unless a filter says
/// otherwise.
fn default_filter(call: &Call, filter: &str, venue: &Venue) -> Option<Time> {
    if filter != "ordered_at" || !call.operation.has_parameter("q[ordered_at_gt]") {
        return None;
    }
    let zone = venue.profile.zone();
    let today = call.now.date(&zone);
    // Calendar days, which may have 23 or 25 hours.
    let day = today.yesterday().and_then(|day| day.yesterday());
    Some(Time::start_of_day(day.unwrap_or(today), &zone))
}

/// The requested page, with its metadata.
fn page(call: &Call, venue: &Venue, rows: &[Row<'_>]) -> Map<String, Value> {
    let operation = call.operation;
    let default = operation.per_page.unwrap_or(1000);
    let per_page = call.integer("per_page").unwrap_or(default).max(1);
    let current = call.integer("page").unwrap_or(1).max(1);
    let size = usize::try_from(per_page).unwrap_or(usize::MAX);
    let start = usize::try_from(current - 1).unwrap_or(usize::MAX);
    let records = Records::new(venue, operation.api());
    let rows_of_page = rows.iter().skip(start.saturating_mul(size)).take(size);
    let records = rows_of_page.map(|row| match &operation.wrapped_in {
        Some(key) => json!({ key: records.json(*row) }),
        None => records.json(*row),
    });
    let mut page = Map::new();
    page.insert("total_records".to_owned(), rows.len().into());
    page.insert("current_page".to_owned(), current.into());
    page.insert("total_pages".to_owned(), rows.len().div_ceil(size).into());
    page.insert("per_page".to_owned(), per_page.into());
    page.insert(operation.list_key().to_owned(), records.collect());
    page
}
