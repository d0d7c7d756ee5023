//! A venue as it starts: its constant data, and its records. The form of a fixture.

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::coupon::Coupon;
use super::customer::Customer;
use super::manifest::Manifest;
use super::product::Product;
use super::sale::Sale;
use super::staff::StaffMember;
use super::till::Till;
use crate::credentials::CREDENTIALS;
use crate::state::decimal::Thousandths;
use crate::venue_access::VenueAccess;

/// The constant data of a venue, and the records that it starts with.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default = "VenueProfile::blank", deny_unknown_fields)]
pub(crate) struct VenueProfile {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) tokens: Tokens,
    pub(crate) menu_feed: MenuFeed,
    /// Its tokens and its feed, those that were given or the defaults.
    #[serde(skip)]
    pub(crate) access: VenueAccess,
    pub(crate) license: String,
    pub(crate) vertical: String,
    pub(crate) telephone: String,
    pub(crate) street: String,
    pub(crate) city: String,
    pub(crate) state: String,
    pub(crate) zip: String,
    pub(crate) latitude: String,
    pub(crate) longitude: String,
    pub(crate) timezone: String,
    pub(crate) domain: String,
    pub(crate) taxes: Vec<Tax>,
    pub(crate) payment_methods: Vec<String>,
    pub(crate) curbside: bool,
    pub(crate) delivery: bool,
    /// Whether records of version 1 have the keys of the documents' lists instead of those of their
    /// examples.
    pub(crate) has_list_keys: bool,
    pub(crate) groups: Vec<Group>,
    pub(crate) products: Vec<Product>,
    pub(crate) customers: Vec<Customer>,
    pub(crate) coupons: Vec<Coupon>,
    pub(crate) staff: Vec<StaffMember>,
    pub(crate) sales: Vec<Sale>,
    pub(crate) tills: Vec<Till>,
    pub(crate) manifests: Vec<Manifest>,
}

/// The tokens of a venue that are not the defaults.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Tokens {
    pub(crate) venue_token: Option<String>,
    pub(crate) api_token: Option<String>,
    pub(crate) menu_partner_token: Option<String>,
}

/// Key and id of a menu feed that are not the defaults.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MenuFeed {
    key: Option<String>,
    id: Option<i64>,
}

/// A tax of a venue.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tax {
    /// Its place in the list, if it is not given.
    #[serde(default)]
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) percent: Thousandths,
    /// Whether prices include the tax.
    #[serde(default)]
    pub(crate) included: bool,
}

/// A group of a menu.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Group {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    /// The name of the group, if it is not given.
    #[serde(default)]
    pub(crate) product_type: String,
    /// Whether its products are sold by weight.
    #[serde(default)]
    pub(crate) by_weight: bool,
    pub(crate) limit: Option<Limit>,
}

/// The purchase limit of a group. Several groups may share it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limit {
    pub(crate) name: String,
    pub(crate) grams: Thousandths,
}

/// Time zones and their POSIX rules, which need no time zone database.
const ZONES: &[(&str, &str)] = &[
    ("UTC", "UTC0"),
    ("America/New_York", "EST5EDT,M3.2.0,M11.1.0"),
    ("America/Chicago", "CST6CDT,M3.2.0,M11.1.0"),
    ("America/Denver", "MST7MDT,M3.2.0,M11.1.0"),
    ("America/Phoenix", "MST7"),
    ("America/Los_Angeles", "PST8PDT,M3.2.0,M11.1.0"),
    ("America/Anchorage", "AKST9AKDT,M3.2.0,M11.1.0"),
    ("Pacific/Honolulu", "HST10"),
    ("Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"),
    ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
];

/// The names of the known time zones.
pub(crate) fn time_zones() -> impl Iterator<Item = &'static str> {
    ZONES.iter().map(|(zone, _)| *zone)
}

impl VenueProfile {
    /// The members that are not given.
    fn blank() -> Self {
        Self {
            license: "DEMO-1".to_owned(),
            vertical: "retail".to_owned(),
            telephone: "5550100000".to_owned(),
            street: "1 Main Street".to_owned(),
            city: "Springfield".to_owned(),
            state: "CO".to_owned(),
            zip: "80000".to_owned(),
            latitude: "0".to_owned(),
            longitude: "0".to_owned(),
            timezone: "UTC".to_owned(),
            domain: "venue.example".to_owned(),
            payment_methods: vec!["cash".to_owned()],
            ..Self::default()
        }
    }

    /// Adds what follows from other members: ids of taxes, groups of products, credentials. Venues
    /// are counted from 1.
    pub(crate) fn complete(&mut self, number: i64) {
        self.access = self.access(number);
        for (tax, place) in self.taxes.iter_mut().zip(1..) {
            if tax.id == 0 {
                tax.id = place;
            }
        }
        let has_list = !self.groups.is_empty();
        for product in &self.products {
            // Of a menu with a list, another name is a mistake.
            let is_free = !has_list || product.group == Product::WITHOUT_GROUP;
            if is_free && !self.groups.iter().any(|group| group.name == product.group) {
                self.groups.push(Group {
                    name: product.group.clone(),
                    ..NO_GROUP.clone()
                });
            }
        }
        for group in &mut self.groups {
            if group.product_type.is_empty() {
                group.product_type.clone_from(&group.name);
            }
        }
        for customer in &mut self.customers {
            customer.lifetime_points = customer.lifetime_points.max(customer.points);
        }
    }

    /// The credentials. Those that are missing are those of the demo venue with this number.
    fn access(&self, number: i64) -> VenueAccess {
        let suffix = match number {
            1 => String::new(),
            number => format!("-{number}"),
        };
        let token = |given: &Option<String>, default: &str| {
            given
                .clone()
                .unwrap_or_else(|| format!("{default}{suffix}"))
        };
        let index = usize::try_from(number - 1).unwrap_or_default();
        let demo_key = || match CREDENTIALS.venues.get(index) {
            Some(demo) => demo.menu_feed_key.to_owned(),
            None => format!("00000000-0000-4000-8000-{number:012}"),
        };
        let (tokens, feed) = (&self.tokens, &self.menu_feed);
        VenueAccess {
            id: self.id,
            name: self.name.clone(),
            venue_token: token(&tokens.venue_token, "demo-venue-token"),
            api_token: token(&tokens.api_token, "demo-api-token"),
            menu_partner_token: token(&tokens.menu_partner_token, "demo-menu-partner-token"),
            menu_feed_key: feed.key.clone().unwrap_or_else(demo_key),
            menu_feed_id: feed.id.unwrap_or(500 + number),
        }
    }

    pub(crate) fn zone(&self) -> TimeZone {
        let mut zones = ZONES.iter();
        let rule = zones.find(|(zone, _)| *zone == self.timezone);
        let zone = rule.and_then(|(_, rule)| TimeZone::posix(rule).ok());
        zone.unwrap_or(TimeZone::UTC)
    }

    /// The group of a product. A change of the product may name one that the menu does not have.
    pub(crate) fn group(&self, product: &Product) -> &Group {
        let mut groups = self.groups.iter();
        let found = groups.find(|group| group.name == product.group);
        found.unwrap_or(&NO_GROUP)
    }
}

/// A group without properties.
static NO_GROUP: Group = Group {
    name: String::new(),
    description: String::new(),
    product_type: String::new(),
    by_weight: false,
    limit: None,
};
