//! Sales of fulfilled orders and at the counter: stock, tills and customers change with them.

use serde::Deserialize;

use super::Venue;
use super::customer::Customer;
use super::order::Order;
use super::sale::{Line, Sale};
use super::till::Till;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;

/// Cents for one point.
const CENTS_PER_POINT: i64 = 100;

/// The methods of payment of an order without one.
const DEFAULT_PAYMENT: &str = "cash";

/// An item of an order, as its responses have it.
#[derive(Deserialize)]
struct ItemOfOrder {
    product_id: i64,
    sku_id: i64,
    quantity: i64,
    price: i64,
    discount: i64,
    tax: i64,
    coupons: Vec<CouponOfItem>,
}

#[derive(Deserialize)]
struct CouponOfItem {
    id: i64,
}

impl Venue {
    /// Makes the sale of an order that is fulfilled, once.
    pub(crate) fn fulfill(&mut self, order: i64, next_id: &mut i64, now: Time) {
        let Some(order) = self
            .orders
            .get(order)
            .filter(|order| order.sale_id.is_none())
        else {
            return;
        };
        let order = order.clone();
        let lines = self.lines_of(&order);
        let customer_id = self.customer_of(&order, next_id, now);
        let payment = order.text("requested_payment_method");
        let source = order.text("source").unwrap_or("online_store");
        let id = take_id(next_id);
        let sale = Sale {
            id,
            ordered_at: now,
            till_id: self.open_till(next_id, now),
            customer_id,
            user_id: self.clerk(),
            order_id: Some(order.id),
            source: source.to_owned(),
            payment: payment.unwrap_or(DEFAULT_PAYMENT).to_owned(),
            revisions: 0,
            lines,
            updated_at: now,
        };
        self.record_sale(sale, now);
        if let Some(order) = self.orders.get_mut(order.id) {
            order.sale_id = Some(id);
            order.customer_id = customer_id;
        }
    }

    /// Adds a sale: lowers the stock, adds to its till and to the points of its customer.
    pub(crate) fn record_sale(&mut self, sale: Sale, now: Time) {
        for line in &sale.lines {
            let product = self.products.get_mut(line.product_id);
            let Some(price) = product.and_then(|product| product.price_mut(line.sku)) else {
                continue;
            };
            price.on_hand.0 -= Thousandths::from_units(line.quantity).0;
            price.sold += line.quantity;
            price.last_sold_at = Some(now);
            price.updated_at = now;
        }
        if let Some(till) = self.tills.get_mut(sale.till_id) {
            till.add(&sale, now);
        }
        let customer = sale.customer_id.and_then(|id| self.customers.get_mut(id));
        if let Some(customer) = customer {
            let points = sale.sum(Line::total).max(0) / CENTS_PER_POINT;
            customer.points = customer.points.saturating_add(points);
            customer.lifetime_points = customer.lifetime_points.saturating_add(points);
            customer.updated_at = now;
        }
        self.sales.insert(sale);
    }

    fn lines_of(&self, order: &Order) -> Vec<Line> {
        // Written by the sandbox itself.
        let items: Vec<ItemOfOrder> = serde_json::from_str(order.items.get()).unwrap_or_default();
        let line = |(index, item): (i64, ItemOfOrder)| {
            let coupons = item.coupons.iter().filter_map(|coupon| {
                let coupon = self.coupons.get(coupon.id)?;
                Some((coupon.id, coupon.name.clone()))
            });
            let price = self.price(item.sku_id);
            Line {
                id: order.id * 100 + index,
                product_id: item.product_id,
                sku: item.sku_id,
                quantity: item.quantity,
                sub_total: item.price * item.quantity,
                discount: item.discount,
                coupons: coupons.collect(),
                tax: item.tax,
                cost: price.map_or(0, |(_, price)| price.cost()) * item.quantity,
            }
        };
        (1..).zip(items).map(line).collect()
    }

    /// The id of the customer with the order's telephone number, who is created if there is none.
    fn customer_of(&mut self, order: &Order, next_id: &mut i64, now: Time) -> Option<i64> {
        let telephone = digits(order.text("telephone")?);
        if telephone.is_empty() {
            return None;
        }
        let found = self.customer_with_telephone(&telephone);
        if let Some(customer) = found {
            return Some(customer.id);
        }
        let text = |key: &str| order.text(key).map(str::to_owned);
        let is_short = |zipcode: &String| zipcode.chars().count() <= 10;
        let mut customer = Customer::new(take_id(next_id), now);
        customer.first_name = text("first_name");
        customer.last_name = text("last_name");
        customer.email = text("email");
        customer.telephone = Some(telephone);
        customer.address = text("address");
        customer.city = text("city");
        customer.state = text("state_abbrev");
        customer.zipcode = text("zipcode").filter(is_short);
        if let Some(kind) = text("customer_type") {
            customer.customer_type = kind;
        }
        let id = customer.id;
        self.customers.insert(customer);
        Some(id)
    }

    /// The customer with a telephone number, compared by its digits.
    pub(crate) fn customer_with_telephone(&self, telephone: &str) -> Option<&Customer> {
        let telephone = digits(telephone);
        let mut customers = self.customers.iter();
        customers.find(|customer| {
            let own = customer.telephone.as_deref().map(digits);
            own.as_deref() == Some(&telephone)
        })
    }

    /// The till that was opened last; a new one if all are closed.
    pub(crate) fn open_till(&mut self, next_id: &mut i64, now: Time) -> i64 {
        let open = self.tills.iter().filter(|till| till.open);
        if let Some(till) = open.max_by_key(|till| (till.start_time, till.id)) {
            return till.id;
        }
        let clerk = self.staff.get(self.clerk());
        let name = clerk.map_or("", |member| member.first_name.as_str());
        let till = Till::new(take_id(next_id), name, now);
        let id = till.id;
        self.tills.insert(till);
        id
    }

    /// The id of the employee who sells: the active one with the lowest id.
    pub(crate) fn clerk(&self) -> i64 {
        let mut staff = self.staff.iter();
        let active = staff.find(|member| member.active);
        active.map_or(0, |member| member.id)
    }
}

/// An unused id.
pub(crate) fn take_id(next_id: &mut i64) -> i64 {
    *next_id += 1;
    *next_id - 1
}

/// The digits of a telephone number.
pub(crate) fn digits(telephone: &str) -> String {
    telephone.chars().filter(char::is_ascii_digit).collect()
}
