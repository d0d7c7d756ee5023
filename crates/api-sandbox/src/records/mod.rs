//! The records of lists: what the state has of them, in the keys of a version of the API.
//!
//! The keys are those of the templates in `demo`. The files beside this one compute what a template
//! cannot.

mod coupon;
mod customer;
mod inventory;
mod manifest;
mod menu;
mod order;
mod quote;
mod sale;
mod staff;
mod template;
mod till;

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::json::with;
use crate::state::decimal::Thousandths;
use crate::state::time::Time;
use crate::state::venue::Venue;
use crate::state::venue::coupon::Coupon;
use crate::state::venue::customer::Customer;
use crate::state::venue::manifest::{Manifest, ManifestItem};
use crate::state::venue::product::{Price, Product};
use crate::state::venue::profile::Group;
use crate::state::venue::sale::Sale;
use crate::state::venue::staff::StaffMember;
use crate::state::venue::till::Till;
use template::Context;

/// A record of a list.
#[derive(Clone, Copy)]
pub(crate) enum Row<'v> {
    Coupon(&'v Coupon),
    Customer(&'v Customer),
    /// One record per price.
    Inventory(&'v Product, &'v Price),
    Manifest(&'v Manifest),
    ManifestItem(&'v Manifest, &'v ManifestItem),
    Sale(&'v Sale),
    Staff(&'v StaffMember),
    Till(&'v Till),
}

impl<'v> Row<'v> {
    /// The records of the list of a resource; none of one without a list.
    pub(crate) fn all(venue: &'v Venue, resource: &str) -> Vec<Self> {
        let manifests = || venue.manifests.iter();
        match resource {
            "coupon" => venue.coupons.iter().map(Row::Coupon).collect(),
            "customer" => venue.customers.iter().map(Row::Customer).collect(),
            "employee" | "user" => venue.staff.iter().map(Row::Staff).collect(),
            "inventory" => {
                let products = venue.products.iter();
                let prices = products.flat_map(|product| {
                    let prices = product.prices.iter();
                    prices.map(move |price| Row::Inventory(product, price))
                });
                prices.collect()
            }
            "manifest" => manifests().map(Row::Manifest).collect(),
            "manifest_item" => {
                let items = manifests().flat_map(|manifest| {
                    let items = manifest.items.iter();
                    items.map(move |item| Row::ManifestItem(manifest, item))
                });
                items.collect()
            }
            "sales_history" => venue.sales.iter().map(Row::Sale).collect(),
            "terminal_till" => venue.tills.iter().map(Row::Till).collect(),
            _ => Vec::new(),
        }
    }

    /// The time of a filter, as in `updated_at`.
    pub(crate) fn time(self, filter: &str) -> Time {
        match self {
            Self::Coupon(coupon) => coupon.updated_at,
            Self::Customer(customer) => customer.updated_at,
            Self::Inventory(_, price) => price.updated_at,
            Self::Manifest(manifest) | Self::ManifestItem(manifest, _) => manifest.updated_at,
            Self::Sale(sale) if filter == "ordered_at" => sale.ordered_at,
            Self::Sale(sale) => sale.updated_at,
            Self::Staff(member) => member.updated_at,
            Self::Till(till) => till.updated_at,
        }
    }
}

/// Writes the records of a venue for a version of the API.
pub(crate) struct Records<'v> {
    venue: &'v Venue,
    version: &'v str,
    zone: TimeZone,
    /// What templates need of the venue.
    profile: Value,
}

impl<'v> Records<'v> {
    /// The records of an API, as in `pos-v2`.
    pub(crate) fn new(venue: &'v Venue, api: &'v str) -> Self {
        let profile = &venue.profile;
        Self {
            venue,
            version: api.trim_start_matches("pos-"),
            zone: profile.zone(),
            profile: json!({
                "id": profile.id,
                "name": profile.name,
                "street": profile.street,
                "city": profile.city,
                "state": profile.state,
                "zip": profile.zip,
                "timezone": profile.timezone,
            }),
        }
    }

    /// A record.
    pub(crate) fn json(&self, row: Row<'_>) -> Value {
        match row {
            Row::Coupon(coupon) => self.filled(
                "coupon",
                coupon.id,
                coupon.created_at,
                coupon::values(coupon),
            ),
            Row::Customer(customer) => self.customer("customer", customer),
            Row::Inventory(product, price) => {
                let values = inventory::values(self, product, price);
                self.filled("inventory", price.sku, price.updated_at, values)
            }
            Row::Manifest(manifest) => {
                let items = manifest.items.iter();
                let items = items.map(|item| self.json(Row::ManifestItem(manifest, item)));
                let mut values = manifest::values(&self.venue.profile, manifest);
                values["manifest_items"] = items.collect();
                self.filled("manifest", manifest.id, manifest.created_at, values)
            }
            Row::ManifestItem(manifest, item) => {
                let values = manifest::item_values(self, manifest, item);
                self.filled("manifest_item", item.id, manifest.created_at, values)
            }
            Row::Sale(sale) => {
                let items = sale.lines.iter().map(|line| {
                    let Some((product, price)) = self.venue.price(line.sku) else {
                        return Value::Null;
                    };
                    let values = sale::item_values(self, product, price, line);
                    self.filled("sales_item", sale.id, sale.ordered_at, values)
                });
                let mut values = sale::values(self.venue, sale, &self.zone);
                values["items"] = items.collect();
                self.filled("sales_history", sale.id, sale.ordered_at, values)
            }
            Row::Staff(member) => {
                let template = if self.version == "v1" {
                    "employee"
                } else {
                    "user"
                };
                let values = staff::values(&self.venue.profile, member);
                self.filled(template, member.id, member.created_at, values)
            }
            Row::Till(till) => self.filled(
                "terminal_till",
                till.id,
                till.start_time,
                till::values(till),
            ),
        }
    }

    /// The information about the venue.
    pub(crate) fn venue_info(&self) -> Value {
        let profile = &self.venue.profile;
        let flag = |set: bool| if set { "1" } else { "0" };
        let taxes = profile.taxes.iter().map(|tax| {
            json!({
                "id": tax.id,
                "name": tax.name,
                "rate": tax.percent.0,
                "tax_rate": tax.percent.to_text(),
                "price_included": tax.included,
            })
        });
        let computed = json!({
            "tax_rates": taxes.collect::<Vec<_>>(),
            "curbside": flag(profile.curbside),
            "delivery": flag(profile.delivery),
        });
        let values = with(&**profile, computed);
        self.filled("venue", profile.id, Time::from_millis(0), values)
    }

    /// A group of a menu, by its place in the menu. Labeled items have tiers and weights in the ids
    /// of their prices.
    pub(crate) fn menu_group(&self, place: usize, group: &Group, is_labeled: bool) -> Value {
        let products = self.venue.products.iter();
        let listed = products.filter(|product| product.active && product.group == group.name);
        let items = listed.map(|product| self.menu_item(product, is_labeled));
        let id = self.venue.profile.id;
        let computed = json!({
            "guid": format!("c0ffee00-1111-4222-8{place:03x}-{id:012x}"),
            // Not a placeholder of ours.
            "name_template": "{brand} {name}",
            "menu_items": items.collect::<Vec<_>>(),
        });
        self.filled(
            "menu_group",
            id,
            Time::from_millis(0),
            with(group, computed),
        )
    }

    /// An item of a menu. A labeled one has tiers and weights in the ids of its prices.
    fn menu_item(&self, product: &Product, is_labeled: bool) -> Value {
        let prices = product.prices.iter().map(|price| {
            let values = menu::price_values(price, is_labeled);
            self.filled("menu_price", price.sku, price.updated_at, values)
        });
        let values = menu::values(self, product, prices.collect());
        self.filled("menu_item", product.id, product.created_at, values)
    }

    /// A customer in the responses of creation and update.
    pub(crate) fn saved_customer(&self, customer: &Customer) -> Value {
        self.customer("saved_customer", customer)
    }

    fn customer(&self, template: &str, customer: &Customer) -> Value {
        let values = customer::values(customer);
        self.filled(template, customer.id, customer.created_at, values)
    }

    /// What other records have of a product.
    fn product_values(&self, product: &Product) -> Value {
        let group = self.group(product);
        let group = json!({ "name": product.group, "product_type": group.product_type });
        let guid = format!("f1c70000-0000-4000-8000-{:012x}", product.id);
        let (thc, cbd) = product.potency().unzip();
        let measure =
            |amount: Option<Thousandths>| amount.map(|amount| format!("{}%", amount.to_text()));
        let computed = json!({
            "guid": guid,
            "group": group,
            "thc": thc,
            "cbd": cbd,
            "thc_measure": measure(thc),
            "cbd_measure": measure(cbd),
        });
        // A record has its own price, or the list of them.
        let without_prices = Product {
            prices: Vec::new(),
            ..product.clone()
        };
        with(&without_prices, computed)
    }

    fn group(&self, product: &Product) -> &Group {
        self.venue.profile.group(product)
    }

    fn filled(&self, template: &str, id: i64, time: Time, values: Value) -> Value {
        let context = Context {
            id,
            time,
            zone: self.zone.clone(),
            values,
            venue: &self.profile,
        };
        let has_list_keys = self.venue.profile.has_list_keys;
        let record = context.record(template, self.version, has_list_keys);
        Value::Object(record)
    }
}
