//! A venue with its demo data, and the records that requests create.

pub(crate) mod coupon;
pub(crate) mod customer;
pub(crate) mod demo;
pub(crate) mod fulfillment;
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

use std::sync::Arc;

use crate::state::table::{AnyTable, Record, Table, records};
use crate::state::time::Time;
use coupon::Coupon;
use customer::Customer;
use manifest::Manifest;
use order::Order;
use product::{Price, Product};
use profile::VenueProfile;
use quote::Quote;
use sale::Sale;
use staff::StaffMember;
use till::Till;

/// One venue.
///
/// The demo data are generated on first use, which keeps the start of a sandbox fast.
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

impl Venue {
    /// A venue with the records of its profile.
    pub(crate) fn new(profile: &Arc<VenueProfile>, start: Time) -> Self {
        Self {
            profile: Arc::clone(profile),
            customers: generated(profile, move |profile| {
                at_start(&profile.customers, start, |customer| {
                    vec![&mut customer.created_at, &mut customer.updated_at]
                })
            }),
            orders: Table::new(),
            quotes: Table::new(),
            products: generated(profile, move |profile| {
                at_start(&profile.products, start, |product| {
                    let own = [&mut product.created_at, &mut product.updated_at];
                    let prices = product.prices.iter_mut();
                    let prices = prices.map(|price| &mut price.updated_at);
                    prices.chain(own).collect()
                })
            }),
            sales: Table::new(),
            tills: Table::new(),
            staff: generated(profile, move |profile| {
                at_start(&profile.staff, start, |member| {
                    vec![&mut member.created_at, &mut member.updated_at]
                })
            }),
            manifests: Table::new(),
            coupons: generated(profile, move |profile| {
                at_start(&profile.coupons, start, |coupon| {
                    let own = [&mut coupon.created_at, &mut coupon.updated_at];
                    let bounds = [&mut coupon.starts_at, &mut coupon.expires_at];
                    bounds.into_iter().flatten().chain(own).collect()
                })
            }),
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

    /// The product and the price with a SKU.
    pub(crate) fn price(&self, sku: i64) -> Option<(&Product, &Price)> {
        let of_product = |product| Product::with_price(product, sku);
        let mut demo_products = demo::demo_ids(sku).filter_map(|id| self.products.get(id));
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

/// Records as they are at the start of a sandbox: those times are relative to it that are not after
/// 1970.
fn at_start<T: Clone>(records: &[T], start: Time, times: fn(&mut T) -> Vec<&mut Time>) -> Vec<T> {
    let mut records = records.to_vec();
    for time in records.iter_mut().flat_map(times) {
        *time = time.relative_to(start);
    }
    records
}
