//! Committed changes, as the server's own readers receive them.

use serde::Serialize;
use tokio::sync::{broadcast, watch};

/// A record that a commit has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Change {
    /// The number of the commit.
    pub(crate) revision: u64,
    pub(crate) kind: ChangeKind,
    /// The venue of the record; `None` for payment requests.
    pub(crate) venue: Option<i64>,
    /// The id of the record; 0 for [`ChangeKind::Reset`].
    pub(crate) id: i64,
}

/// The kind of a changed record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeKind {
    Coupon,
    Customer,
    Employee,
    Manifest,
    Order,
    Payment,
    Product,
    Quote,
    Sale,
    Till,
    /// Any record may have changed.
    Reset,
}

impl ChangeKind {
    /// Its name in the data file.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Coupon => "coupon",
            Self::Customer => "customer",
            Self::Employee => "employee",
            Self::Manifest => "manifest",
            Self::Order => "order",
            Self::Payment => "payment",
            Self::Product => "product",
            Self::Quote => "quote",
            Self::Sale => "sale",
            Self::Till => "till",
            Self::Reset => "reset",
        }
    }
}

/// The changes that a receiver may lag behind.
const CAPACITY: usize = 1_024;

/// Publishes the changes of each commit.
#[derive(Clone)]
pub(crate) struct Changes {
    changes: broadcast::Sender<Change>,
    revision: watch::Sender<u64>,
}

impl Changes {
    pub(super) fn new() -> Self {
        Self {
            changes: broadcast::Sender::new(CAPACITY),
            revision: watch::Sender::new(0),
        }
    }

    /// The changes of the commits from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// The number of the last commit.
    pub(crate) fn revision(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    /// Publishes a commit: kind, venue and id of each record.
    pub(super) fn publish(
        &self,
        records: impl IntoIterator<Item = (ChangeKind, Option<i64>, i64)>,
    ) {
        let revision = *self.revision.borrow() + 1;
        for (kind, venue, id) in records {
            // Without a receiver there is nothing to send.
            let _ = self.changes.send(Change {
                revision,
                kind,
                venue,
                id,
            });
        }
        self.revision.send_replace(revision);
    }
}
