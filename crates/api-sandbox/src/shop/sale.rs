//! Sales at the counter, coupons and tills.

use serde::{Deserialize, Serialize};

use super::actor::{Actor, check_name, check_number, check_range, unknown, unknown_sku};
use crate::state::venue::Venue;
use crate::state::venue::coupon::Coupon;
use crate::state::venue::pricing::{MAX_QUANTITY, RequestedLine, price_basket};
use crate::state::venue::sale::{Line, Sale};
use crate::state::venue::till::Till;

/// A sale at the counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RingUp {
    items: Vec<SoldItem>,
    #[serde(default)]
    customer: Option<i64>,
    #[serde(default)]
    employee: Option<i64>,
    #[serde(default)]
    payment: Option<String>,
    #[serde(default)]
    coupons: Vec<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SoldItem {
    sku: i64,
    #[serde(default = "one")]
    quantity: i64,
}

fn one() -> i64 {
    1
}

impl RingUp {
    /// A sale of some units of a variation, paid in cash.
    pub fn new(sku: i64, quantity: i64) -> Self {
        Self {
            items: vec![SoldItem { sku, quantity }],
            customer: None,
            employee: None,
            payment: None,
            coupons: Vec::new(),
        }
    }

    /// Adds another item.
    pub fn item(mut self, sku: i64, quantity: i64) -> Self {
        self.items.push(SoldItem { sku, quantity });
        self
    }

    /// The id of the customer. Default: none.
    pub fn customer(mut self, id: i64) -> Self {
        self.customer = Some(id);
        self
    }

    /// The id of the employee. Default: the first active one.
    pub fn employee(mut self, id: i64) -> Self {
        self.employee = Some(id);
        self
    }

    /// The method of payment, one of the venue's. Default: `cash`.
    pub fn payment(mut self, method: impl Into<String>) -> Self {
        self.payment = Some(method.into());
        self
    }

    /// Applies a coupon to all items.
    pub fn coupon(mut self, id: i64) -> Self {
        self.coupons.push(id);
        self
    }
}

pub(super) fn ring_up(actor: &mut Actor<'_>, ring_up: &RingUp) -> Result<i64, String> {
    if ring_up.items.is_empty() {
        return Err("items: expected at least one item".to_owned());
    }
    check_items(actor.venue, ring_up)?;
    let customers = &actor.venue.customers;
    if let Some(id) = ring_up.customer {
        if customers.get(id).is_none() {
            let ids = customers.iter().map(|customer| customer.id);
            return Err(unknown("customer", "customer", id, ids));
        }
    }
    let user_id = match ring_up.employee {
        Some(id) => active_employee(actor.venue, id)?,
        None => actor.venue.clerk(),
    };
    let methods = &actor.venue.profile.payment_methods;
    let payment = ring_up.payment.as_deref().unwrap_or("cash");
    if !methods.iter().any(|method| method == payment) {
        let methods = methods.join(", ");
        return Err(format!(
            "payment: expected one of {methods}, found {payment}"
        ));
    }
    let id = actor.take_id();
    let requested = ring_up.items.iter().map(|item| RequestedLine {
        sku: item.sku,
        quantity: item.quantity,
        discount: 0,
        coupons: ring_up.coupons.clone(),
    });
    let basket = price_basket(actor.venue, &requested.collect::<Vec<_>>());
    let basket = basket.map_err(|errors| errors.join("; "))?;
    let lines = (1..).zip(&basket.lines).map(|(index, line)| {
        let coupons = line.coupons.iter().filter_map(|id| {
            let coupon = actor.venue.coupons.get(*id)?;
            Some((coupon.id, coupon.name.clone()))
        });
        Line {
            id: id * 100 + index,
            product_id: line.product.id,
            sku: line.variation.sku,
            quantity: line.quantity,
            sub_total: line.variation.cents * line.quantity,
            discount: line.discount,
            coupons: coupons.collect(),
            tax: line.tax(),
            cost: line.variation.cost * line.quantity,
        }
    });
    let lines = lines.collect();
    let sale = Sale {
        id,
        ordered_at: actor.now,
        till_id: actor.venue.open_till(actor.next_id, actor.now),
        customer_id: ring_up.customer,
        user_id,
        order_id: None,
        source: "walk_in".to_owned(),
        payment: payment.to_owned(),
        revisions: 0,
        lines,
        updated_at: actor.now,
    };
    actor.venue.record_sale(sale, actor.now);
    Ok(id)
}

/// Checks that the stock suffices for all items together, and that the coupons are active.
fn check_items(venue: &Venue, ring_up: &RingUp) -> Result<(), String> {
    for (index, item) in ring_up.items.iter().enumerate() {
        let argument = |name: &str| format!("items[{index}].{name}");
        let (_, variation) = venue
            .variation(item.sku)
            .ok_or_else(|| unknown_sku(&argument("sku"), venue, item.sku))?;
        check_range(&argument("quantity"), item.quantity, 1..=MAX_QUANTITY)?;
        let items = ring_up.items.iter().filter(|other| other.sku == item.sku);
        let quantity: i64 = items.map(|item| item.quantity).sum();
        if quantity.saturating_mul(1_000) > variation.on_hand.0 {
            let (argument, sku) = (argument("quantity"), item.sku);
            let on_hand = variation.on_hand.to_text();
            return Err(format!(
                "{argument}: {on_hand} of the SKU {sku} on hand, found {quantity}"
            ));
        }
    }
    for (index, id) in ring_up.coupons.iter().enumerate() {
        let argument = format!("coupons[{index}]");
        if !find_coupon(venue, &argument, *id)?.active {
            return Err(format!("{argument}: the coupon {id} is disabled"));
        }
    }
    Ok(())
}

fn find_coupon<'v>(venue: &'v Venue, argument: &str, id: i64) -> Result<&'v Coupon, String> {
    let ids = || venue.coupons.iter().map(|coupon| coupon.id);
    let coupon = venue.coupons.get(id);
    coupon.ok_or_else(|| unknown(argument, "coupon", id, ids()))
}

pub(super) fn active_employee(venue: &Venue, id: i64) -> Result<i64, String> {
    match venue.staff.get(id) {
        Some(member) if member.active => Ok(id),
        Some(_) => Err(format!("employee: the employee {id} is disabled")),
        None => {
            let ids = venue.staff.iter().map(|member| member.id);
            Err(unknown("employee", "employee", id, ids))
        }
    }
}

/// A new coupon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewCoupon {
    name: String,
    #[serde(default)]
    percent: Option<i64>,
    #[serde(default)]
    amount_cents: Option<i64>,
    #[serde(default)]
    products: Vec<i64>,
}

impl NewCoupon {
    /// A discount in percent.
    pub fn percent(name: impl Into<String>, percent: i64) -> Self {
        Self {
            name: name.into(),
            percent: Some(percent),
            amount_cents: None,
            products: Vec::new(),
        }
    }

    /// A discount in cents.
    pub fn amount(name: impl Into<String>, cents: i64) -> Self {
        Self {
            name: name.into(),
            percent: None,
            amount_cents: Some(cents),
            products: Vec::new(),
        }
    }

    /// Restricts it to a product, and to those of other calls.
    pub fn product(mut self, id: i64) -> Self {
        self.products.push(id);
        self
    }
}

pub(super) fn add_coupon(actor: &mut Actor<'_>, new: &NewCoupon) -> Result<i64, String> {
    check_name("name", &new.name)?;
    let (amount, percent) = match (new.percent, new.amount_cents) {
        (Some(percent), None) => {
            if !(1..=100).contains(&percent) {
                return Err(format!("percent: expected 1 to 100, found {percent}"));
            }
            (percent, true)
        }
        (None, Some(amount)) => {
            check_number("amount_cents", amount, 1)?;
            (amount, false)
        }
        _ => return Err("expected either `percent` or `amount_cents`".to_owned()),
    };
    for (index, id) in new.products.iter().enumerate() {
        let products = &actor.venue.products;
        if products.get(*id).is_none() {
            let ids = products.iter().map(|product| product.id);
            return Err(unknown(&format!("products[{index}]"), "product", *id, ids));
        }
    }
    let id = actor.take_id();
    let mut coupon = Coupon::new(id, &new.name, amount, percent, actor.now);
    coupon.product_ids.clone_from(&new.products);
    actor.venue.coupons.insert(coupon);
    Ok(id)
}

pub(super) fn set_coupon_active(
    actor: &mut Actor<'_>,
    id: i64,
    active: bool,
) -> Result<i64, String> {
    if find_coupon(actor.venue, "coupon", id)?.active != active {
        if let Some(coupon) = actor.venue.coupons.get_mut(id) {
            coupon.active = active;
            coupon.updated_at = actor.now;
        }
    }
    Ok(id)
}

pub(super) fn open_till(actor: &mut Actor<'_>, employee: i64) -> Result<i64, String> {
    active_employee(actor.venue, employee)?;
    let id = actor.take_id();
    let member = actor.venue.staff.get(employee);
    let name = member.map_or("", |member| member.first_name.as_str());
    let till = Till::new(id, name, actor.now);
    actor.venue.tills.insert(till);
    Ok(id)
}

pub(super) fn close_till(
    actor: &mut Actor<'_>,
    id: i64,
    counted: Option<i64>,
) -> Result<i64, String> {
    if let Some(counted) = counted {
        check_number("counted_cents", counted, 0)?;
    }
    let clerk = actor.venue.staff.get(actor.venue.clerk());
    let name = clerk.map_or_else(String::new, |member| member.first_name.clone());
    let tills = &mut actor.venue.tills;
    let is_open = tills.get(id).map(|till| till.open);
    match is_open {
        None => {
            let open = tills.iter().filter(|till| till.open);
            return Err(unknown("till", "open till", id, open.map(|till| till.id)));
        }
        Some(false) => return Err(format!("till: the till {id} is closed")),
        Some(true) => {}
    }
    if let Some(till) = tills.get_mut(id) {
        let counted = counted.unwrap_or_else(|| till.expected_amount());
        till.close(&name, counted, actor.now);
    }
    Ok(id)
}
