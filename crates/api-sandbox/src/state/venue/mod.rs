//! A venue with its demo data, and the records that requests create.

pub(crate) mod coupon;
pub(crate) mod customer;
pub(crate) mod length;
pub(crate) mod manifest;
mod normalize;
pub(crate) mod order;
mod order_item;
pub(crate) mod order_record;
pub(crate) mod pricing;
pub(crate) mod product;
pub(crate) mod profile;
pub(crate) mod quote;
pub(crate) mod sale;
pub(crate) mod staff;
pub(crate) mod status;

use std::sync::{Arc, OnceLock};

use crate::state::table::{AnyTable, Table};
use crate::state::time::Time;
use customer::Customer;
use manifest::Manifest;
use order::Order;
use product::{Product, Variation};
use profile::VenueProfile;
use quote::Quote;
use sale::Sale;
use staff::{StaffMember, Till};

/// One venue.
///
/// The demo data are generated from the seed on first use, which keeps the start of a sandbox fast.
#[derive(Clone)]
pub(crate) struct Venue {
    pub(crate) profile: &'static VenueProfile,
    pub(crate) customers: Table<Customer>,
    pub(crate) orders: Table<Order>,
    pub(crate) quotes: Table<Quote>,
    seed: u64,
    start: Time,
    products: Arc<OnceLock<Vec<Product>>>,
    sales: Arc<OnceLock<Vec<Sale>>>,
    manifests: Arc<OnceLock<Vec<Manifest>>>,
}

impl Venue {
    /// The venue of a seed, with a history up to `start`.
    pub(crate) fn demo(profile: &'static VenueProfile, seed: u64, start: Time) -> Self {
        let id = Some(profile.id);
        Self {
            profile,
            customers: Table::with_generated(id, move || customer::demo(profile, seed, start)),
            orders: Table::new(id),
            quotes: Table::new(id),
            seed,
            start,
            products: Arc::default(),
            sales: Arc::default(),
            manifests: Arc::default(),
        }
    }

    /// The tables of its changes.
    pub(super) fn tables(&mut self) -> [&mut dyn AnyTable; 3] {
        [&mut self.customers, &mut self.orders, &mut self.quotes]
    }

    /// The products.
    pub(crate) fn products(&self) -> &[Product] {
        self.products
            .get_or_init(|| product::demo(self.profile, self.seed, self.start))
    }

    /// Past sales, the oldest first.
    pub(crate) fn sales(&self) -> &[Sale] {
        self.sales
            .get_or_init(|| sale::demo(self, self.seed, self.start))
    }

    /// Deliveries to the venue, the oldest first.
    pub(crate) fn manifests(&self) -> &[Manifest] {
        self.manifests
            .get_or_init(|| manifest::demo(self.profile, self.products(), self.seed, self.start))
    }

    /// Tills, one per day.
    pub(crate) fn tills(&self) -> Vec<Till> {
        staff::tills(self.profile, self.start)
    }

    /// The staff.
    pub(crate) fn staff(&self) -> Vec<StaffMember> {
        staff::demo(self.profile, self.start)
    }

    /// The product and the variation with a SKU.
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

/// A random number generator per kind of data, so that the kinds are independent.
pub(crate) fn seeded_rng(seed: u64, kind: &str, profile: &VenueProfile) -> fastrand::Rng {
    let mut mixed = seed ^ u64::from(profile.id.unsigned_abs() as u32);
    for byte in kind.bytes() {
        mixed = mixed.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte);
    }
    fastrand::Rng::with_seed(mixed)
}

/// A random element.
pub(crate) fn pick<'a, T: ?Sized>(rng: &mut fastrand::Rng, list: &[&'a T]) -> &'a T {
    list[rng.usize(..list.len())]
}
