//! A venue: what is known of it, what it sells, and what has happened there.

pub(crate) mod customer;
mod normalize;
pub(crate) mod order;
mod order_item;
pub(crate) mod order_record;
pub(crate) mod orders;
pub(crate) mod pricing;
pub(crate) mod product;
pub(crate) mod profile;
pub(crate) mod quote;
pub(crate) mod sale;
pub(crate) mod staff;
pub(crate) mod status;
pub(crate) mod stock;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::state::time::Moment;
use customer::Customer;
use orders::Orders;
use product::{Product, Variation};
use profile::Facts;
use quote::Quote;
use sale::Sale;
use staff::{Person, Till};
use stock::Manifest;

/// One venue.
///
/// The demo data are made from the seed when they are first read; so a sandbox is ready before sixty days of sales are.
pub(crate) struct Venue {
    pub(crate) facts: &'static Facts,
    /// Those that requests have made or changed, by number.
    pub(crate) changed_customers: BTreeMap<i64, Customer>,
    pub(crate) orders: Orders,
    /// Their numbers ascend.
    pub(crate) quotes: Vec<Quote>,
    seed: u64,
    start: Moment,
    customers: OnceLock<Vec<Customer>>,
    products: OnceLock<Vec<Product>>,
    sales: OnceLock<Vec<Sale>>,
    manifests: OnceLock<Vec<Manifest>>,
}

impl Venue {
    /// The venue as the seed makes it, with its history up to `start`.
    pub(crate) fn demo(facts: &'static Facts, seed: u64, start: Moment) -> Self {
        Self {
            facts,
            changed_customers: BTreeMap::new(),
            orders: Orders::default(),
            quotes: Vec::new(),
            seed,
            start,
            customers: OnceLock::new(),
            products: OnceLock::new(),
            sales: OnceLock::new(),
            manifests: OnceLock::new(),
        }
    }

    /// The people who buy at the venue, in the order of their numbers.
    pub(crate) fn customers(&self) -> impl Iterator<Item = &Customer> {
        let made = self
            .customers
            .get_or_init(|| customer::demo(self.facts, self.seed, self.start));
        let is_new = |customer: &&Customer| !made.iter().any(|other| other.id == customer.id);
        made.iter()
            .map(|customer| self.changed_customers.get(&customer.id).unwrap_or(customer))
            .chain(self.changed_customers.values().filter(is_new))
    }

    /// What the venue sells.
    pub(crate) fn products(&self) -> &[Product] {
        self.products
            .get_or_init(|| product::demo(self.facts, self.seed, self.start))
    }

    /// Past sales, the oldest first.
    pub(crate) fn sales(&self) -> &[Sale] {
        self.sales
            .get_or_init(|| sale::demo(self, self.seed, self.start))
    }

    /// Deliveries to the venue.
    pub(crate) fn manifests(&self) -> &[Manifest] {
        self.manifests
            .get_or_init(|| stock::demo(self.facts, self.products(), self.seed, self.start))
    }

    /// Tills, one a day.
    pub(crate) fn tills(&self) -> Vec<Till> {
        staff::tills(self.facts, self.start)
    }

    /// The people who work at the venue.
    pub(crate) fn people(&self) -> Vec<Person> {
        staff::demo(self.facts, self.start)
    }

    /// The product and the variation that a price's number leads to.
    pub(crate) fn variation(&self, sku: i64) -> Option<(&Product, &Variation)> {
        self.products().iter().find_map(|product| {
            let variation = product
                .variations
                .iter()
                .find(|variation| variation.sku == sku)?;
            Some((product, variation))
        })
    }
}

/// A generator of its own for each kind of data, so that one kind does not change with another.
pub(crate) fn chance(seed: u64, kind: &str, facts: &Facts) -> fastrand::Rng {
    let mut mixed = seed ^ u64::from(facts.id.unsigned_abs() as u32);
    for byte in kind.bytes() {
        mixed = mixed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte);
    }
    fastrand::Rng::with_seed(mixed)
}

/// One of a list.
pub(crate) fn one_of<'a, T: ?Sized>(chance: &mut fastrand::Rng, list: &[&'a T]) -> &'a T {
    list[chance.usize(..list.len())]
}
