//! Sales.

use serde::{Deserialize, Serialize};

use super::history::{HISTORY_DAYS, till_id};
use super::product::Product;
use super::profile::VenueProfile;
use super::staff::STAFF_SIZE;
use super::{pick, seeded_rng};
use crate::state::decimal::percentage;
use crate::state::time::Time;

/// A sale.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sale {
    pub(crate) id: i64,
    pub(crate) ordered_at: Time,
    pub(crate) till_id: i64,
    pub(crate) customer_id: Option<i64>,
    pub(crate) user_id: i64,
    /// The order that it fulfills.
    pub(crate) order_id: Option<i64>,
    pub(crate) source: String,
    pub(crate) payment: String,
    pub(crate) revisions: i64,
    pub(crate) lines: Vec<Line>,
    pub(crate) updated_at: Time,
}

/// One line of a sale.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) id: i64,
    pub(crate) product_id: i64,
    pub(crate) sku: i64,
    pub(crate) quantity: i64,
    pub(crate) sub_total: i64,
    pub(crate) discount: i64,
    /// The coupons of the discount, with their names.
    pub(crate) coupons: Vec<(i64, String)>,
    /// Taxes on top of the price. Included taxes are part of `sub_total`.
    pub(crate) tax: i64,
    pub(crate) cost: i64,
}

impl Line {
    /// The amount paid.
    pub(crate) fn total(&self) -> i64 {
        self.sub_total - self.discount + self.tax
    }
}

impl Sale {
    /// The sum of an amount of its lines.
    pub(crate) fn sum(&self, amount: impl Fn(&Line) -> i64) -> i64 {
        self.lines.iter().map(amount).sum()
    }
}

/// The sales of the [`HISTORY_DAYS`] before `start` and of its day so far, the oldest first.
pub(crate) fn demo(
    profile: &VenueProfile,
    products: &[Product],
    seed: u64,
    start: Time,
) -> Vec<Sale> {
    let zone = profile.zone();
    let mut rng = seeded_rng(seed, "sales", profile);
    let mut sales = Vec::new();
    let mut line_id = profile.first_id * 10 + 20_000;
    for day in 0..=HISTORY_DAYS {
        let date = start
            .add_millis(-Time::DAY_MILLIS * (HISTORY_DAYS - day))
            .date(&zone);
        let opening = Time::start_of_day(date, &zone).add_millis(9 * Time::HOUR_MILLIS);
        let mut offsets: Vec<i64> = (0..profile.sales_per_day)
            .map(|_| rng.i64(0..11 * Time::HOUR_MILLIS))
            .collect();
        offsets.sort_unstable();
        for offset in offsets {
            let ordered_at = opening.add_millis(offset);
            let lines = (0..rng.usize(1..=4)).filter_map(|_| {
                line_id += 1;
                line(profile, products, &mut rng, line_id)
            });
            let lines = lines.collect();
            let is_member = rng.u8(..3) > 0;
            let sale = Sale {
                id: profile.first_id + 20_000 + sales.len() as i64,
                ordered_at,
                till_id: till_id(profile, day),
                customer_id: is_member.then(|| profile.first_id + rng.i64(0..120)),
                user_id: profile.first_id + 5_000 + rng.i64(0..STAFF_SIZE as i64),
                source: (*pick(&mut rng, &["walk_in", "walk_in", "walk_in", "online_store"]))
                    .to_owned(),
                payment: pick(&mut rng, &profile.payment_methods).clone(),
                order_id: None,
                revisions: 0,
                lines,
                updated_at: ordered_at.add_millis(rng.i64(0..1_800_000)).min(start),
            };
            if ordered_at < start {
                sales.push(sale);
            }
        }
    }
    sales
}

fn line(
    profile: &VenueProfile,
    products: &[Product],
    rng: &mut fastrand::Rng,
    id: i64,
) -> Option<Line> {
    let product = products.get(rng.usize(..products.len().max(1)))?;
    let variations = &product.variations;
    let variation = variations.get(rng.usize(..variations.len().max(1)))?;
    let quantity = rng.i64(1..=3);
    let sub_total = variation.cents * quantity;
    let discount = if rng.u8(..6) == 0 { sub_total / 10 } else { 0 };
    let coupons = match discount {
        0 => Vec::new(),
        _ => vec![(311, "Ten percent off".to_owned())],
    };
    let added_taxes = profile.taxes.iter().filter(|tax| !tax.included);
    Some(Line {
        id,
        product_id: product.id,
        sku: variation.sku,
        quantity,
        sub_total,
        discount,
        coupons,
        tax: added_taxes
            .map(|tax| percentage(sub_total - discount, tax.rate))
            .sum(),
        cost: variation.cost * quantity,
    })
}
