//! A venue with its demo data, and the records that requests create.

pub(crate) mod coupon;
pub(crate) mod customer;
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

use crate::state::table::{AnyTable, Record, Table};
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

/// One venue, with the records of its profile and those of requests.
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

/// Implements [`Record`]: its times, and those that it may not have.
macro_rules! records {
    ($($record:ty: $($time:ident)* $(? $($optional:ident)*)?;)*) => {$(
        impl Record for $record {
            fn id(&self) -> i64 {
                self.id
            }

            fn times(&mut self) -> Vec<&mut Time> {
                let optional: Vec<Option<&mut Time>> = vec![$($(self.$optional.as_mut()),*)?];
                let times = [$(&mut self.$time),*];
                optional.into_iter().flatten().chain(times).collect()
            }
        }
    )*};
}

records! {
    Coupon: created_at updated_at ? starts_at expires_at;
    Customer: created_at updated_at;
    Manifest: created_at updated_at;
    Order: created_at updated_at;
    Quote: created_at updated_at;
    Sale: ordered_at updated_at;
    StaffMember: created_at updated_at;
    Till: start_time updated_at ? end_time;
}

impl Record for Product {
    fn id(&self) -> i64 {
        self.id
    }

    fn times(&mut self) -> Vec<&mut Time> {
        let prices = self.prices.iter_mut().flat_map(|price| {
            let optional = [&mut price.last_sold_at, &mut price.last_received_at];
            let optional = optional.into_iter().flatten();
            optional.chain([&mut price.updated_at])
        });
        let own = [&mut self.created_at, &mut self.updated_at];
        prices.chain(own).collect()
    }
}

impl Venue {
    /// A venue with the records of its profile.
    pub(crate) fn new(profile: &Arc<VenueProfile>, start: Time) -> Self {
        Self {
            profile: Arc::clone(profile),
            customers: table(profile, start, |profile| &profile.customers),
            orders: Table::new(),
            quotes: Table::new(),
            products: table(profile, start, |profile| &profile.products),
            sales: table(profile, start, |profile| &profile.sales),
            tills: table(profile, start, |profile| &profile.tills),
            staff: table(profile, start, |profile| &profile.staff),
            manifests: table(profile, start, |profile| &profile.manifests),
            coupons: table(profile, start, |profile| &profile.coupons),
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

    pub(crate) fn order(&self, reference: &str) -> Option<&Order> {
        let mut orders = self.orders.iter();
        orders.find(|order| order.reference_no == reference)
    }

    pub(crate) fn price(&self, sku: i64) -> Option<(&Product, &Price)> {
        let mut products = self.products.iter();
        products.find_map(|product| product.with_price(sku))
    }

    /// The customer with a telephone number, compared by its digits.
    pub(crate) fn customer_with_telephone(&self, telephone: &str) -> Option<&Customer> {
        let telephone = digits(telephone);
        let mut customers = self.customers.iter();
        customers.find(|customer| {
            let own = customer.telephone.as_deref().map(digits);
            own.as_ref() == Some(&telephone)
        })
    }
}

/// The digits of a telephone number.
fn digits(telephone: &str) -> String {
    telephone.chars().filter(char::is_ascii_digit).collect()
}

/// The records of a list of the profile. Times that are not after 1970 are relative to the start.
fn table<T: Record>(
    profile: &Arc<VenueProfile>,
    start: Time,
    list: fn(&VenueProfile) -> &Vec<T>,
) -> Table<T> {
    let profile = Arc::clone(profile);
    Table::with_generated(move || {
        let mut records = list(&profile).clone();
        for time in records.iter_mut().flat_map(Record::times) {
            *time = time.relative_to(start);
        }
        records
    })
}
