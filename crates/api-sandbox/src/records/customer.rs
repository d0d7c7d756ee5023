//! Customers.

use serde_json::{Value, json};

use crate::json::with;
use crate::state::venue::customer::Customer;

pub(super) fn values(customer: &Customer) -> Value {
    let is_member = customer.points > 0;
    let birthday = customer.birthday.as_deref();
    let computed = json!({
        "birth_year": birthday.and_then(|birthday| birthday.get(..4)),
        "full_name": customer.full_name(),
        "loyalty": is_member,
        "loyalty_number": is_member.then(|| format!("L-{}", customer.id)),
        "sms_opt_in": !customer.sms_opt_out,
    });
    with(customer, computed)
}
