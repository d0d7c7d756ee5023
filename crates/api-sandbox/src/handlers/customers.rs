//! Customers of versions 2 and 1.

use serde_json::{Map, Value, json};

use super::{Call, HandlerResult};
use crate::records::{Records, Row};
use crate::response::Rejection;
use crate::state::State;
use crate::state::time::Time;
use crate::state::venue::customer::Customer;

/// Gets a customer.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let found = call.integer("id").and_then(|id| venue.customers.get(id));
    let customer = found.ok_or_else(|| Rejection::new(404, "Customer not found"))?;
    Ok(json!({ "customer": Records::new(venue, call.operation.api()).json(Row::Customer(customer)) }).into())
}

/// Creates a customer.
pub(super) fn create(state: &mut State, call: &mut Call) -> HandlerResult {
    let mut customer = Customer::new(state.next_id(), call.now);
    let change = call.take_object("customer");
    if let Some(telephone) = change.get("telephone").and_then(Value::as_str) {
        customer.telephone = Some(telephone.to_owned());
    }
    apply(&mut customer, &change, call.now).map_err(|errors| call.invalid(errors))?;
    let venue = call.venue_mut(state)?;
    let saved = Records::new(venue, call.operation.api()).saved_customer(&customer);
    venue.customers.insert(customer);
    Ok(json!({ "customer": saved }).into())
}

/// Updates a customer; 204 for an unknown one.
pub(super) fn update(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue_mut(state)?;
    let found = call.integer("id").and_then(|id| venue.customers.get(id));
    let mut customer = found.cloned().ok_or_else(|| Rejection::new(204, ""))?;
    let change = call.take_object("customer");
    let telephone = change.get("telephone").map(Value::as_str);
    if telephone.is_some_and(|telephone| telephone != customer.telephone.as_deref()) {
        return Err(call.invalid(vec!["telephone cannot be changed".to_owned()]));
    }
    apply(&mut customer, &change, call.now).map_err(|errors| call.invalid(errors))?;
    let saved = Records::new(venue, call.operation.api()).saved_customer(&customer);
    venue.customers.insert(customer);
    Ok(json!({ "customer": saved }).into())
}

fn apply(
    customer: &mut Customer,
    change: &Map<String, Value>,
    now: Time,
) -> Result<(), Vec<String>> {
    for (key, value) in change {
        let text = value.as_str().map(str::to_owned);
        // Null is the documented default.
        let flag_or = |default: bool| match value {
            Value::Null => default,
            value => value == &Value::Bool(true) || value == 1,
        };
        match key.as_str() {
            "first_name" => customer.first_name = text,
            "last_name" => customer.last_name = text,
            "gender" => customer.gender = text,
            "email" => customer.email = text,
            "signature" => customer.signature = text,
            "address" => customer.address = text,
            "zipcode" => customer.zipcode = text,
            "city" => customer.city = text,
            "state" => customer.state = text,
            "birthday" => {
                customer.birthday = match text {
                    Some(text) => Some(parse_day(&text).ok_or_else(|| {
                        vec!["birthday must be MM/DD/YYYY or YYYY-MM-DD".to_owned()]
                    })?),
                    None => None,
                }
            }
            "customer_type" => {
                customer.customer_type = text.unwrap_or_else(|| "recreational".to_owned())
            }
            "active" => customer.active = flag_or(true),
            "sms_opt_out" => {
                customer.sms_opt_out = flag_or(true);
                customer.sms_reachable = value.is_null() || !customer.sms_opt_out;
            }
            "terms_agreed" => customer.terms_agreed = flag_or(false),
            "points_adjustment" => {
                let Some(text) = text else { continue };
                adjust_points(customer, &text).map_err(|error| vec![error.to_owned()])?;
            }
            _ => {}
        }
    }
    customer.updated_at = now;
    Ok(())
}

/// Adds points, or subtracts them if the number is negative.
fn adjust_points(customer: &mut Customer, text: &str) -> Result<(), &'static str> {
    let by: i64 = text
        .trim()
        .parse()
        .map_err(|_| "points_adjustment must be an integer of 64 bits")?;
    let points = customer.points.checked_add(by);
    let lifetime_points = customer.lifetime_points.checked_add(by.max(0));
    let (Some(points), Some(lifetime_points)) = (points, lifetime_points) else {
        return Err("points_adjustment: the sum has more than 64 bits");
    };
    (customer.points, customer.lifetime_points) = (points, lifetime_points);
    Ok(())
}

/// Parses a birthday in either format of the documents.
fn parse_day(text: &str) -> Option<String> {
    let day = match text.split('/').collect::<Vec<_>>()[..] {
        [month, day, year] if year.len() == 4 => format!("{year}-{month:0>2}-{day:0>2}"),
        _ => text.to_owned(),
    };
    // Others are formats that the documents do not have.
    if day.len() != 10 {
        return None;
    }
    let day: jiff::civil::Date = day.parse().ok()?;
    Some(day.to_string())
}
