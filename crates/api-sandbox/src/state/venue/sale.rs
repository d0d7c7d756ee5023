//! Past sales: sixty days of them.

use super::staff::{DAYS, PEOPLE, till_id};
use super::{Venue, chance, one_of};
use crate::state::decimal::share;
use crate::state::time::Moment;

/// A sale. Products are told by their places in the venue's list.
pub(crate) struct Sale {
    pub(crate) id: i64,
    pub(crate) ordered_at: Moment,
    pub(crate) till_id: i64,
    pub(crate) customer_id: Option<i64>,
    pub(crate) user_id: i64,
    pub(crate) source: &'static str,
    pub(crate) payment: &'static str,
    pub(crate) lines: Vec<Line>,
    pub(crate) updated_at: Moment,
}

/// One line of a sale.
pub(crate) struct Line {
    pub(crate) id: i64,
    pub(crate) product: usize,
    pub(crate) variation: usize,
    pub(crate) quantity: i64,
    pub(crate) sub_total: i64,
    pub(crate) discount: i64,
    /// What is due on top; taxes that prices include are in `sub_total`, and not told.
    pub(crate) tax: i64,
    pub(crate) cost: i64,
}

impl Line {
    /// What was paid for it.
    pub(crate) fn total(&self) -> i64 {
        self.sub_total - self.discount + self.tax
    }
}

impl Sale {
    /// A sum over its lines.
    pub(crate) fn sum(&self, of: impl Fn(&Line) -> i64) -> i64 {
        self.lines.iter().map(of).sum()
    }
}

/// The sales of the sixty days before `start`, and of its day so far, the oldest first.
pub(crate) fn demo(venue: &Venue, seed: u64, start: Moment) -> Vec<Sale> {
    let facts = venue.facts;
    let zone = facts.zone();
    let mut chance = chance(seed, "sales", facts);
    let mut sales = Vec::new();
    let mut line_id = facts.first_number * 10 + 20_000;
    for day in 0..=DAYS {
        let date = start.plus(-Moment::DAY * (DAYS - day)).day(&zone);
        let opens = Moment::start_of(date, &zone).plus(9 * 3_600_000);
        let mut times: Vec<i64> = (0..facts.sales_per_day)
            .map(|_| chance.i64(0..11 * 3_600_000))
            .collect();
        times.sort_unstable();
        for after in times {
            let ordered_at = opens.plus(after);
            let lines = (0..chance.usize(1..=4)).map(|_| {
                line_id += 1;
                line(venue, &mut chance, line_id)
            });
            let lines = lines.collect();
            let member = chance.u8(..3) > 0;
            let sale = Sale {
                id: facts.first_number + 20_000 + sales.len() as i64,
                ordered_at,
                till_id: till_id(facts, day),
                customer_id: member.then(|| facts.first_number + chance.i64(0..120)),
                user_id: facts.first_number + 5_000 + chance.i64(0..PEOPLE as i64),
                source: one_of(
                    &mut chance,
                    &["walk_in", "walk_in", "walk_in", "online_store"],
                ),
                payment: one_of(&mut chance, facts.payment_methods),
                lines,
                updated_at: ordered_at.plus(chance.i64(0..1_800_000)),
            };
            if ordered_at < start {
                sales.push(sale);
            }
        }
    }
    sales
}

fn line(venue: &Venue, chance: &mut fastrand::Rng, id: i64) -> Line {
    let products = venue.products();
    let product = chance.usize(..products.len());
    let variation = chance.usize(..products[product].variations.len());
    let quantity = chance.i64(1..=3);
    let sold = &products[product].variations[variation];
    let sub_total = sold.cents * quantity;
    let discount = if chance.u8(..6) == 0 {
        sub_total / 10
    } else {
        0
    };
    let on_top = venue.facts.taxes.iter().filter(|tax| !tax.included);
    Line {
        id,
        product,
        variation,
        quantity,
        sub_total,
        discount,
        tax: on_top
            .map(|tax| share(sub_total - discount, tax.rate))
            .sum(),
        cost: sold.cost * quantity,
    }
}
