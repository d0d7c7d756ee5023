//! The sales of the history and of the current day so far, the oldest first.

use super::super::sale::{Line, Sale};
use super::{Generator, HISTORY_DAYS, pick};
use crate::state::decimal::percentage;
use crate::state::time::Time;

/// Most are at the counter.
const SOURCES: [&str; 4] = ["walk_in", "walk_in", "walk_in", "online_store"];

impl Generator {
    pub(super) fn new_sales(&self) -> Vec<Sale> {
        let mut rng = self.rng("sales");
        let mut sales = Vec::new();
        for day in 0..=HISTORY_DAYS {
            let opening = self.start_of_day(day).add_millis(9 * Time::HOUR_MILLIS);
            let mut offsets: Vec<i64> = (0..self.sales_per_day)
                .map(|_| rng.i64(0..11 * Time::HOUR_MILLIS))
                .collect();
            offsets.sort_unstable();
            for offset in offsets {
                let ordered_at = opening.add_millis(offset);
                if ordered_at < self.start {
                    sales.push(self.sale(&mut rng, sales.len() as i64, day, ordered_at));
                }
            }
        }
        sales
    }

    fn sale(&self, rng: &mut fastrand::Rng, index: i64, day: i64, ordered_at: Time) -> Sale {
        let id = self.first_id + 20_000 + index;
        let staff = &self.profile.staff;
        let lines = (id * 10..).take(rng.usize(1..=4));
        let lines = lines.map(|line| self.line(rng, line)).collect();
        let is_member = rng.u8(..3) > 0;
        Sale {
            id,
            ordered_at,
            till_id: self.till_id(day),
            customer_id: is_member.then(|| self.first_id + rng.i64(0..120)),
            user_id: pick(rng, staff).id,
            source: (*pick(rng, &SOURCES)).to_owned(),
            payment: pick(rng, &self.profile.payment_methods).clone(),
            order_id: None,
            revisions: 0,
            lines,
            updated_at: ordered_at.add_millis(rng.i64(0..1_800_000)).min(self.start),
        }
    }

    fn line(&self, rng: &mut fastrand::Rng, id: i64) -> Line {
        let product = pick(rng, self.products());
        let price = pick(rng, &product.prices);
        let quantity = rng.i64(1..=3);
        let sub_total = price.price_cents * quantity;
        let coupon = &self.profile.coupons[0];
        let (discount, coupons) = match rng.u8(..6) {
            0 => (sub_total / 10, vec![(coupon.id, coupon.name.clone())]),
            _ => (0, Vec::new()),
        };
        let added_taxes = self.profile.taxes.iter().filter(|tax| !tax.included);
        Line {
            id,
            product_id: product.id,
            sku: price.sku,
            quantity,
            sub_total,
            discount,
            coupons,
            tax: added_taxes
                .map(|tax| percentage(sub_total - discount, tax.percent.0))
                .sum(),
            cost: price.cost() * quantity,
        }
    }
}
