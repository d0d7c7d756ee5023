//! Customers and employees.

use serde::{Deserialize, Serialize};

use super::actor::{Actor, MAX_NUMBER, check_name, unknown};
use super::sale::active_employee;
use crate::state::venue::customer::Customer;
use crate::state::venue::fulfillment::digits;
use crate::state::venue::staff::{DEFAULT_PERM_LEVEL, StaffMember};

/// A new customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewCustomer {
    first_name: String,
    last_name: String,
    #[serde(default)]
    telephone: Option<String>,
    #[serde(default)]
    email: Option<String>,
}

impl NewCustomer {
    /// A customer with first and last name.
    pub fn new(first_name: impl Into<String>, last_name: impl Into<String>) -> Self {
        Self {
            first_name: first_name.into(),
            last_name: last_name.into(),
            telephone: None,
            email: None,
        }
    }

    /// The telephone number, which no other customer has.
    pub fn telephone(mut self, telephone: impl Into<String>) -> Self {
        self.telephone = Some(telephone.into());
        self
    }

    /// The email address.
    pub fn email(mut self, email: impl Into<String>) -> Self {
        self.email = Some(email.into());
        self
    }
}

pub(super) fn add_customer(actor: &mut Actor<'_>, new: &NewCustomer) -> Result<i64, String> {
    check_name("first_name", &new.first_name)?;
    check_name("last_name", &new.last_name)?;
    if let Some(telephone) = &new.telephone {
        if digits(telephone).is_empty() {
            return Err(format!("telephone: expected digits, found {telephone}"));
        }
        if let Some(other) = actor.venue.customer_with_telephone(telephone) {
            let id = other.id;
            return Err(format!("telephone: the customer {id} has {telephone}"));
        }
    }
    let mut customer = Customer::new(actor.take_id(), actor.now);
    customer.first_name = Some(new.first_name.clone());
    customer.last_name = Some(new.last_name.clone());
    customer.telephone = new.telephone.as_deref().map(digits);
    customer.email.clone_from(&new.email);
    customer.on_pos = true;
    let id = customer.id;
    actor.venue.customers.insert(customer);
    Ok(id)
}

/// A change of a customer; what is not set is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomerChange {
    customer: i64,
    #[serde(default)]
    first_name: Option<String>,
    #[serde(default)]
    last_name: Option<String>,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    add_points: i64,
    #[serde(default)]
    active: Option<bool>,
}

impl CustomerChange {
    /// A change of the customer with this id.
    pub fn new(customer: i64) -> Self {
        Self {
            customer,
            first_name: None,
            last_name: None,
            email: None,
            add_points: 0,
            active: None,
        }
    }

    /// The first name.
    pub fn first_name(mut self, name: impl Into<String>) -> Self {
        self.first_name = Some(name.into());
        self
    }

    /// The last name.
    pub fn last_name(mut self, name: impl Into<String>) -> Self {
        self.last_name = Some(name.into());
        self
    }

    /// The email address.
    pub fn email(mut self, email: impl Into<String>) -> Self {
        self.email = Some(email.into());
        self
    }

    /// Adds points, or removes them.
    pub fn add_points(mut self, points: i64) -> Self {
        self.add_points = points;
        self
    }

    /// Whether the customer is active.
    pub fn active(mut self, active: bool) -> Self {
        self.active = Some(active);
        self
    }
}

pub(super) fn update_customer(
    actor: &mut Actor<'_>,
    change: &CustomerChange,
) -> Result<i64, String> {
    let named = [
        ("first_name", &change.first_name),
        ("last_name", &change.last_name),
        ("email", &change.email),
    ];
    for (argument, name) in named {
        if let Some(name) = name {
            check_name(argument, name)?;
        }
    }
    let id = change.customer;
    let ids = actor.venue.customers.iter().map(|customer| customer.id);
    let error = unknown("customer", "customer", id, ids);
    let customer = actor.venue.customers.get_mut(id).ok_or(error)?;
    let points = customer.points.saturating_add(change.add_points);
    if !(0..=MAX_NUMBER).contains(&points) {
        let (points, added) = (customer.points, change.add_points);
        return Err(format!(
            "add_points: expected a total from 0 to {MAX_NUMBER}, found {points} and {added}"
        ));
    }
    customer.points = points;
    customer.lifetime_points += change.add_points.max(0);
    for (name, own) in [
        (&change.first_name, &mut customer.first_name),
        (&change.last_name, &mut customer.last_name),
        (&change.email, &mut customer.email),
    ] {
        if name.is_some() {
            own.clone_from(name);
        }
    }
    customer.active = change.active.unwrap_or(customer.active);
    customer.updated_at = actor.now;
    Ok(id)
}

/// A new employee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewEmployee {
    first_name: String,
    last_name: String,
    #[serde(default)]
    perm_level: Option<i64>,
}

impl NewEmployee {
    /// An employee with first and last name.
    pub fn new(first_name: impl Into<String>, last_name: impl Into<String>) -> Self {
        Self {
            first_name: first_name.into(),
            last_name: last_name.into(),
            perm_level: None,
        }
    }

    /// The permission level. Default: 100, the documents' default.
    pub fn perm_level(mut self, level: i64) -> Self {
        self.perm_level = Some(level);
        self
    }
}

pub(super) fn hire(actor: &mut Actor<'_>, new: &NewEmployee) -> Result<i64, String> {
    check_name("first_name", &new.first_name)?;
    check_name("last_name", &new.last_name)?;
    let id = actor.take_id();
    actor.venue.staff.insert(StaffMember {
        id,
        first_name: new.first_name.clone(),
        last_name: new.last_name.clone(),
        perm_level: new.perm_level.unwrap_or(DEFAULT_PERM_LEVEL),
        active: true,
        created_at: actor.now,
        updated_at: actor.now,
    });
    Ok(id)
}

pub(super) fn disable(actor: &mut Actor<'_>, id: i64) -> Result<i64, String> {
    active_employee(actor.venue, id)?;
    let active = actor.venue.staff.iter().filter(|member| member.active);
    if active.count() == 1 {
        return Err(format!("employee: {id} is the last active employee"));
    }
    if let Some(member) = actor.venue.staff.get_mut(id) {
        member.active = false;
        member.updated_at = actor.now;
    }
    Ok(id)
}
