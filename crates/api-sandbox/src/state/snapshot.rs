//! The data file.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::payment::PaymentRequest;
use super::table::{Record, Table};
use super::time::Time;
use super::venue::Venue;
use super::venue::customer::Customer;
use super::venue::order::Order;
use super::venue::quote::Quote;

/// The version of the file format.
pub(super) const FORMAT: u32 = 1;

/// The changes that requests have made. The rest is generated from the seed.
#[derive(Serialize, Deserialize)]
pub(super) struct Snapshot {
    pub(super) format: u32,
    pub(super) seed: u64,
    pub(super) start: Time,
    /// The next id.
    pub(super) next: i64,
    pub(super) venues: Vec<VenueSnapshot>,
    pub(super) payments: Vec<PaymentRequest>,
}

/// The changes of one venue.
#[derive(Serialize, Deserialize)]
pub(super) struct VenueSnapshot {
    pub(super) id: i64,
    customers: Vec<Customer>,
    orders: Vec<Order>,
    quotes: Vec<Quote>,
}

impl VenueSnapshot {
    pub(super) fn new(venue: &Venue) -> Self {
        Self {
            id: venue.profile.id,
            customers: changed(&venue.customers),
            orders: changed(&venue.orders),
            quotes: changed(&venue.quotes),
        }
    }

    pub(super) fn restore(self, venue: &mut Venue) {
        for customer in self.customers {
            venue.customers.load(customer);
        }
        for order in self.orders {
            venue.orders.load(order);
        }
        for quote in self.quotes {
            venue.quotes.load(quote);
        }
    }
}

fn changed<T: Record>(table: &Table<T>) -> Vec<T> {
    table
        .changed()
        .filter_map(|(_, record)| record.cloned())
        .collect()
}

impl Snapshot {
    /// Reads a file; `None` if there is none.
    pub(super) fn read(file: &Path) -> std::io::Result<Option<Self>> {
        let invalid = |reason: String| std::io::Error::new(std::io::ErrorKind::InvalidData, reason);
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let snapshot: Self = serde_json::from_str(&text)
            .map_err(|error| invalid(format!("not a data file of a sandbox: {error}")))?;
        if snapshot.format != FORMAT {
            return Err(invalid(format!(
                "unsupported format {} of the data file, expected {FORMAT}",
                snapshot.format
            )));
        }
        Ok(Some(snapshot))
    }

    /// Writes a temporary file and renames it, so that the data file is always complete.
    pub(super) fn write(&self, file: &Path) -> std::io::Result<()> {
        let mut temporary = file.to_owned().into_os_string();
        temporary.push(".new");
        std::fs::write(&temporary, serde_json::to_vec(self)?)?;
        std::fs::rename(&temporary, file)
    }
}
