//! The constant data of a venue.

use std::sync::Arc;

use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer, Serialize};

use crate::venue_access::VenueAccess;

/// The constant data of a venue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct VenueProfile {
    pub(crate) id: i64,
    #[serde(skip)]
    pub(crate) access: VenueAccess,
    pub(crate) name: String,
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
    /// The POSIX rule of the time zone, which needs no time zone database.
    pub(crate) zone_rule: String,
    pub(crate) domain: String,
    pub(crate) taxes: Vec<Tax>,
    pub(crate) payment_methods: Vec<String>,
    pub(crate) curbside: bool,
    pub(crate) delivery: bool,
    /// The id of its first product.
    pub(crate) first_product_id: i64,
    /// Whether records of version 1 have the keys of the documents' lists instead of those of their
    /// examples.
    pub(crate) has_list_keys: bool,
    /// The base of the ids of its customers, staff, sales and deliveries.
    pub(crate) first_id: i64,
    #[serde(skip_serializing, deserialize_with = "shared")]
    pub(crate) groups: Vec<Arc<Group>>,
    pub(crate) brands: Vec<String>,
    pub(crate) items_per_group: usize,
    pub(crate) sales_per_day: u32,
}

/// A tax of a venue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tax {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// In thousandths of a percent.
    pub(crate) rate: i64,
    /// The percentage as a string, as in the documents.
    pub(crate) rate_text: String,
    /// Whether prices include the tax.
    pub(crate) included: bool,
}

/// A group of a menu.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) product_type: String,
    /// The name of its purchase limit, and the limit in thousandths of a gram.
    pub(crate) limit: Option<(String, i64)>,
    /// Whether its products are sold by weight.
    pub(crate) by_weight: bool,
    pub(crate) kinds: Vec<String>,
    /// The price range of the smallest variation, in cents.
    pub(crate) cents: (i64, i64),
}

/// Groups are shared by their products.
fn shared<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Arc<Group>>, D::Error> {
    let groups: Vec<Group> = Vec::deserialize(deserializer)?;
    Ok(groups.into_iter().map(Arc::new).collect())
}

impl VenueProfile {
    /// The time zone.
    pub(crate) fn zone(&self) -> TimeZone {
        TimeZone::posix(&self.zone_rule).unwrap_or(TimeZone::UTC)
    }
}
