//! Customers, in versions 2 and 1.

use serde_json::{Map, Value, json};

use super::paging::{page, updated};
use super::{Call, Outcome, Refusal};
use crate::state::World;
use crate::state::time::Moment;
use crate::state::venue::customer::Customer;

/// Lists customers as version 2 does: each wrapped.
pub(super) fn list_v2(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let telephone = call.parameter("q[telephone_eq]").as_str().map(digits);
    let is = |customer: &&Customer| {
        telephone.is_none() || customer.telephone.as_deref().map(digits) == telephone
    };
    let rows = updated(call, venue, venue.customers().filter(is), |customer| {
        customer.updated_at
    });
    Ok(page(
        call,
        "customers",
        &rows,
        |customer| json!({ "customer": record(customer) }),
    )
    .into())
}

/// Lists customers as version 1 does. The key of its list is not shown; `customers` is the sandbox's own choice.
pub(super) fn list_v1(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let rows = updated(call, venue, venue.customers(), |customer| {
        customer.updated_at
    });
    let shown = |customer: &&Customer| {
        json!({
            "customerId": customer.id,
            "firstName": customer.first_name,
            "created_at": customer.created_at.text(),
            "updated_at": customer.updated_at.text(),
            "birthyear": birth_year(customer),
            "gender": customer.gender,
            "phone": customer.telephone,
        })
    };
    Ok(page(call, "customers", &rows, shown).into())
}

/// Reads a customer.
pub(super) fn get(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue(world)?;
    let found = venue
        .customers()
        .find(|customer| Some(customer.id) == call.integer("id"));
    let customer = found.ok_or_else(|| Refusal::new(404, "Customer not found"))?;
    Ok(json!({ "customer": record(customer) }).into())
}

/// Makes a customer.
pub(super) fn create(world: &mut World, call: &mut Call) -> Outcome {
    let number = world.number();
    let mut customer = Customer::new(number, call.now);
    let change = call.take_from_body("customer");
    if let Some(telephone) = change.get("telephone").and_then(Value::as_str) {
        customer.telephone = Some(telephone.to_owned());
    }
    apply(&mut customer, &change, call.now).map_err(|problem| call.invalid(vec![problem]))?;
    let reply = json!({ "customer": model(&customer) });
    call.venue_mut(world)?
        .changed_customers
        .insert(customer.id, customer);
    Ok(reply.into())
}

/// Changes a customer; one that is not there is told by 204.
pub(super) fn update(world: &mut World, call: &mut Call) -> Outcome {
    let venue = call.venue_mut(world)?;
    let found = venue
        .customers()
        .find(|customer| Some(customer.id) == call.integer("id"));
    let mut customer = found.cloned().ok_or_else(|| Refusal::new(204, ""))?;
    let change = call.take_from_body("customer");
    let telephone = change.get("telephone").map(Value::as_str);
    if telephone.is_some_and(|telephone| telephone != customer.telephone.as_deref()) {
        return Err(call.invalid(vec!["telephone cannot be changed".to_owned()]));
    }
    apply(&mut customer, &change, call.now).map_err(|problem| call.invalid(vec![problem]))?;
    let reply = json!({ "customer": model(&customer) });
    venue.changed_customers.insert(customer.id, customer);
    Ok(reply.into())
}

fn apply(customer: &mut Customer, change: &Map<String, Value>, now: Moment) -> Result<(), String> {
    for (key, value) in change {
        let text = value.as_str().map(str::to_owned);
        let flag = value == &Value::Bool(true) || value == 1;
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
                    Some(text) => {
                        Some(day(&text).ok_or("birthday is neither MM/DD/YYYY nor YYYY-MM-DD")?)
                    }
                    None => None,
                }
            }
            "customer_type" => {
                customer.customer_type = text.unwrap_or_else(|| "recreational".to_owned())
            }
            "active" => customer.active = flag,
            "sms_opt_out" => customer.sms_opt_out = flag,
            "terms_agreed" => customer.terms_agreed = flag,
            "points_adjustment" => {
                let Some(text) = text else { continue };
                let by: i64 = text
                    .trim()
                    .parse()
                    .map_err(|_| "points_adjustment is no whole number")?;
                customer.points = customer.points.saturating_add(by);
                customer.lifetime_points = customer.lifetime_points.saturating_add(by.max(0));
            }
            _ => {}
        }
    }
    customer.updated_at = now;
    Ok(())
}

/// A birthday as it is kept, from either form of the documents.
fn day(text: &str) -> Option<String> {
    let day = match text.split('/').collect::<Vec<_>>()[..] {
        [month, day, year] => format!("{year:0>4}-{month:0>2}-{day:0>2}"),
        _ => text.to_owned(),
    };
    let day: jiff::civil::Date = day.parse().ok()?;
    Some(day.to_string())
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn birth_year(customer: &Customer) -> Option<&str> {
    customer
        .birthday
        .as_deref()
        .and_then(|birthday| birthday.get(..4))
}

/// The record that lists and reads show.
fn record(customer: &Customer) -> Value {
    json!({
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
        "created_at": customer.created_at.text(),
        "updated_at": customer.updated_at.text(),
        "zipcode": customer.zipcode,
        "address": customer.address,
        "city": customer.city,
        "state": customer.state,
        "email": customer.email,
        "apns": false,
        "was_first_created_on_pos": customer.on_pos,
        "country": "US",
        "sms_opt_out": customer.sms_opt_out,
        "sms_reachable": !customer.sms_opt_out,
        "coupons_count": 0,
        "reviewed": false,
        "terms_agreed": customer.terms_agreed,
    })
}

/// The record that creating and updating show.
fn model(customer: &Customer) -> Value {
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
