//! Customers of versions 2 and 1.

use serde_json::{Map, Value, json};

use super::paging::{page, updated, updated_page};
use super::{Call, HandlerResult};
use crate::details::customer::{VERSION_2_KEYS, add_customer};
use crate::details::rename;
use crate::response::Rejection;
use crate::state::State;
use crate::state::time::Time;
use crate::state::venue::customer::Customer;
use crate::state::venue::length::check_lengths;

/// Lists customers of version 2, each wrapped.
pub(super) fn list_v2(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let to_json = |customer: &Customer| json!({ "customer": record(customer) });
    let Some(telephone) = call.parameter("q[telephone_eq]").as_str() else {
        return Ok(updated_page(call, "customers", venue, &venue.customers, to_json).into());
    };
    let rows = venue.customers.with_key(telephone).into_iter();
    let rows = updated(call, venue, rows, |customer| customer.updated_at);
    Ok(page(call, "customers", &rows, |customer| to_json(customer)).into())
}

/// Lists customers of version 1. The key of the list is not documented: `customers` is the
/// sandbox's own choice.
pub(super) fn list_v1(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let to_json = |customer: &Customer| {
        let mut record = json!({
            "customerId": customer.id,
            "firstName": customer.first_name,
            "created_at": customer.created_at.to_rfc3339(),
            "updated_at": customer.updated_at.to_rfc3339(),
            "birthyear": birth_year(customer),
            "gender": customer.gender,
            "phone": customer.telephone,
        });
        add_listed(&mut record, self::record(customer));
        let names = [("firstName", "first_name")];
        if venue.profile.has_list_keys {
            rename(&mut record, &names);
        }
        record
    };
    Ok(updated_page(call, "customers", venue, &venue.customers, to_json).into())
}

/// Adds the keys of version 2 that the list of version 1 has, up to `medical_card_effective`.
fn add_listed(record: &mut Value, of_version_2: Value) {
    let Value::Object(members) = of_version_2 else {
        return;
    };
    let is_omitted =
        |key: &str| key == "id" || key == "first_name" || VERSION_2_KEYS.contains(&key);
    if let Value::Object(record) = record {
        record.extend(members.into_iter().filter(|(key, _)| !is_omitted(key)));
    }
}

/// Gets a customer.
pub(super) fn get(state: &mut State, call: &mut Call) -> HandlerResult {
    let venue = call.venue(state)?;
    let found = call.integer("id").and_then(|id| venue.customers.get(id));
    let customer = found.ok_or_else(|| Rejection::new(404, "Customer not found"))?;
    Ok(json!({ "customer": record(customer) }).into())
}

/// Creates a customer.
pub(super) fn create(state: &mut State, call: &mut Call) -> HandlerResult {
    let mut customer = Customer::new(state.next_id(), call.now);
    let change = call.take_object("customer");
    if let Some(telephone) = change.get("telephone").and_then(Value::as_str) {
        customer.telephone = Some(telephone.to_owned());
    }
    apply(&mut customer, &change, call.now).map_err(|errors| call.invalid(errors))?;
    let response = json!({ "customer": saved_record(&customer) });
    call.venue_mut(state)?.customers.insert(customer);
    Ok(response.into())
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
    let response = json!({ "customer": saved_record(&customer) });
    venue.customers.insert(customer);
    Ok(response.into())
}

fn apply(
    customer: &mut Customer,
    change: &Map<String, Value>,
    now: Time,
) -> Result<(), Vec<String>> {
    check_lengths(change, Customer::MAX_LENGTHS)?;
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

fn birth_year(customer: &Customer) -> Option<&str> {
    customer
        .birthday
        .as_deref()
        .and_then(|birthday| birthday.get(..4))
}

/// The record in the responses of lists and reads.
fn record(customer: &Customer) -> Value {
    let mut record = json!({
        "id": customer.id,
        "customer_type": customer.customer_type,
        "active": customer.active,
        "gender": customer.gender,
        "loyalty": customer.points > 0,
        "points": customer.points,
        "lifetime_points": customer.lifetime_points,
        "birthday": customer.birthday,
        "first_name": customer.first_name,
        "last_name": customer.last_name,
        "full_name": customer.full_name(),
        "id_type": "drivers_license",
        "telephone": customer.telephone,
        "created_at": customer.created_at.to_rfc3339(),
        "updated_at": customer.updated_at.to_rfc3339(),
        "zipcode": customer.zipcode,
        "address": customer.address,
        "city": customer.city,
        "state": customer.state,
        "email": customer.email,
        "apns": false,
        "was_first_created_on_pos": customer.on_pos,
        "country": "US",
        "sms_opt_out": customer.sms_opt_out,
        "sms_reachable": customer.sms_reachable,
        "coupons_count": 0,
        "reviewed": false,
        "terms_agreed": customer.terms_agreed,
    });
    add_customer(&mut record, customer);
    record
}

/// The record in the responses of creation and update.
fn saved_record(customer: &Customer) -> Value {
    json!({
        "id": customer.id,
        "first_name": customer.first_name,
        "last_name": customer.last_name,
        "birth_year": birth_year(customer),
        "gender": customer.gender,
        "telephone": customer.telephone,
        "email": customer.email,
        "active": customer.active,
        "sms_opt_out": customer.sms_opt_out,
        "sms_opt_in": !customer.sms_opt_out,
        "signature": customer.signature,
        "address": customer.address,
        "zipcode": customer.zipcode,
        "city": customer.city,
        "state": customer.state,
        "birthday": customer.birthday,
        "customer_type": customer.customer_type,
        "terms_agreed": customer.terms_agreed,
        "points": customer.points.to_string(),
    })
}
