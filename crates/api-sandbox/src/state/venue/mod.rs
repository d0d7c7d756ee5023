//! A venue with its demo data, and the records that requests create.

pub(crate) mod coupon;
pub(crate) mod customer;
pub(crate) mod demo_profiles;
pub(crate) mod fulfillment;
mod history;
pub(crate) mod length;
pub(crate) mod manifest;
mod normalize;
pub(crate) mod order;
pub(crate) mod pricing;
pub(crate) mod product;
pub(crate) mod profile;
pub(crate) mod quote;
pub(crate) mod sale;
pub(crate) mod staff;
pub(crate) mod status;
pub(crate) mod till;

use std::sync::{Arc, OnceLock};

use crate::fixtures::VenueRecords;
use crate::state::table::{AnyTable, Record, Table, records};
use crate::state::time::Time;
use coupon::Coupon;
use customer::Customer;
use manifest::Manifest;
use order::Order;
use product::{Product, Variation};
use profile::VenueProfile;
use quote::Quote;
use sale::Sale;
use staff::StaffMember;
use till::Till;

/// One venue.
///
/// The demo data are generated from the seed on first use, which keeps the start of a sandbox fast.
#[derive(Clone)]
pub(crate) struct Venue {
    pub(crate) profile: Arc<VenueProfile>,
    pub(crate) customers: Table<Customer>,
    pub(crate) orders: Table<Order>,
    pub(crate) quotes: Table<Quote>,
    pub(crate) products: Table<Product>,
    pub(crate) sales: Table<Sale>,
    pub(crate) tills: Table<Till>,
    pub(crate) staff: Table<StaffMember>,
    pub(crate) manifests: Table<Manifest>,
    pub(crate) coupons: Table<Coupon>,
}

records!(
    Coupon,
    Customer,
    Manifest,
    Order,
    Product,
    Quote,
    Sale,
    StaffMember,
    Till
);

/// The generated records to which others refer.
struct DemoData {
    profile: Arc<VenueProfile>,
    seed: u64,
    start: Time,
    products: OnceLock<Vec<Product>>,
    sales: OnceLock<Vec<Sale>>,
}

impl DemoData {
    fn products(&self) -> &[Product] {
        self.products
            .get_or_init(|| product::demo(&self.profile, self.seed, self.start))
    }

    fn sales(&self) -> &[Sale] {
        self.sales
            .get_or_init(|| sale::demo(&self.profile, self.products(), self.seed, self.start))
    }

    fn tills(&self) -> Vec<Till> {
        let staff = staff::demo(&self.profile, self.start);
        till::demo(&self.profile, &staff, self.sales(), self.start)
    }
}

impl Venue {
    /// The venue of a seed, with a history up to `start`.
    pub(crate) fn demo(profile: Arc<VenueProfile>, seed: u64, start: Time) -> Self {
        let demo = Arc::new(DemoData {
            profile: Arc::clone(&profile),
            seed,
            start,
            products: OnceLock::new(),
            sales: OnceLock::new(),
        });
        Self {
            profile,
            customers: generated(&demo, |demo| {
                customer::demo(&demo.profile, demo.seed, demo.start)
            }),
            orders: Table::new(),
            quotes: Table::new(),
            products: generated(&demo, |demo| demo.products().to_vec()),
            sales: generated(&demo, |demo| demo.sales().to_vec()),
            tills: generated(&demo, DemoData::tills),
            staff: generated(&demo, |demo| staff::demo(&demo.profile, demo.start)),
            manifests: generated(&demo, |demo| {
                manifest::demo(&demo.profile, demo.products(), demo.seed, demo.start)
            }),
            coupons: generated(&demo, |demo| coupon::demo(&demo.profile, demo.start)),
        }
    }

    /// The venue of a fixture.
    pub(crate) fn fixed(
        profile: &Arc<VenueProfile>,
        records: &Arc<VenueRecords>,
        start: Time,
    ) -> Self {
        Self {
            profile: Arc::clone(profile),
            customers: generated(records, move |records| records.customers_at(start)),
            orders: Table::new(),
            quotes: Table::new(),
            products: generated(records, move |records| records.products_at(start)),
            sales: Table::new(),
            tills: Table::new(),
            staff: generated(records, move |records| records.staff_at(start)),
            manifests: Table::new(),
            coupons: generated(records, move |records| records.coupons_at(start)),
        }
    }

    /// Its lists, by their names in the control interface and in the data file.
    pub(crate) fn tables(&mut self) -> [(&'static str, &mut dyn AnyTable); 9] {
        [
            ("coupons", &mut self.coupons),
            ("customers", &mut self.customers),
            ("manifests", &mut self.manifests),
            ("orders", &mut self.orders),
            ("products", &mut self.products),
            ("quotes", &mut self.quotes),
            ("sales", &mut self.sales),
            ("staff", &mut self.staff),
            ("tills", &mut self.tills),
        ]
    }

    /// The order with a reference.
    pub(crate) fn order(&self, reference: &str) -> Option<&Order> {
        let mut orders = self.orders.iter();
        orders.find(|order| order.reference_no == reference)
    }

    /// The product and the variation with a SKU.
    pub(crate) fn variation(&self, sku: i64) -> Option<(&Product, &Variation)> {
        let of_product = |product| Product::with_variation(product, sku);
        let mut demo_products = product::demo_ids(sku).filter_map(|id| self.products.get(id));
        demo_products
            .find_map(of_product)
            .or_else(|| self.products.iter().find_map(of_product))
    }
}

/// A table of the records that a source has.
fn generated<S: Send + Sync + 'static, T: Record>(
    source: &Arc<S>,
    generate: impl Fn(&S) -> Vec<T> + Send + Sync + 'static,
) -> Table<T> {
    let source = Arc::clone(source);
    Table::with_generated(move || generate(&source))
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
pub(crate) fn pick<'a, T>(rng: &mut fastrand::Rng, list: &'a [T]) -> &'a T {
    &list[rng.usize(..list.len())]
}
