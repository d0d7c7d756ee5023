//! The kinds of writes, by what may be sent again.

use api_journal::{Entry, EntryId, Journal, JournalClient, Journaled, Scope, SendError};
use serde::{Deserialize, Serialize};
use test_support::shop::{AddOrder, Client, CreateOrder, NewOrder, SetQuantity, config_at};

const VENUE: &str = "12";

/// A kind of writes. Each key is one write, whose record has the key as its reference or id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Write {
    Never,
    Idempotent,
    UniqueKey,
}

impl Write {
    pub(crate) const ALL: [Self; 3] = [Self::Never, Self::Idempotent, Self::UniqueKey];

    pub(crate) fn key(self, number: usize) -> String {
        format!("{self:?}-{number}")
    }

    /// The kind of the write with this key.
    pub(crate) fn from_key(key: &str) -> Self {
        let is_of = |write: &Self| key.starts_with(&format!("{write:?}-"));
        Self::ALL.into_iter().find(is_of).unwrap()
    }

    fn operation(self) -> &'static str {
        match self {
            Self::Never => "add_order",
            Self::Idempotent => "set_quantity",
            Self::UniqueKey => "create_order",
        }
    }
}

pub(crate) fn entry_id(key: &str) -> EntryId {
    let scope = Scope::new("shop", "Staging", VENUE);
    EntryId::new(&scope, Write::from_key(key).operation(), key)
}

pub(crate) fn client(host: &str) -> Client {
    let builder = Client::builder(config_at(&format!("http://{host}/api")));
    builder.label("venue", VENUE).build().unwrap()
}

fn order(key: &str) -> NewOrder {
    NewOrder {
        reference_no: key.to_owned(),
        quantity: Some(2),
    }
}

fn set_quantity(key: &str) -> SetQuantity {
    let (id, quantity) = (key.into(), 2);
    SetQuantity { id, quantity }
}

/// Sends the write with this key. Returns its earlier entry, if there is one.
pub(crate) async fn send<J: Journal>(
    client: &Client,
    journal: &J,
    key: &str,
) -> Result<Option<Entry>, SendError> {
    let order = order(key);
    match Write::from_key(key) {
        Write::Never => {
            let call = client.send_journaled(journal, key, AddOrder { order });
            call.await.map(earlier)
        }
        Write::Idempotent => {
            let call = client.send_journaled(journal, key, set_quantity(key));
            call.await.map(earlier)
        }
        Write::UniqueKey => {
            let call = client.create_once_journaled(journal, key, CreateOrder { order });
            call.await.map(earlier)
        }
    }
}

/// Like [`send`], with an intent that is inserted before.
pub(crate) async fn send_prepared<J: Journal>(
    client: &Client,
    journal: &J,
    key: &str,
) -> Result<Option<Entry>, SendError> {
    let order = order(key);
    match Write::from_key(key) {
        Write::Never => {
            let operation = AddOrder { order };
            let intent = client.prepare(journal, key, &operation)?;
            journal.begin(&intent, journal.lease()).await?;
            let call = client.send_prepared(journal, intent, operation);
            call.await.map(earlier)
        }
        Write::Idempotent => {
            let operation = set_quantity(key);
            let intent = client.prepare(journal, key, &operation)?;
            journal.begin(&intent, journal.lease()).await?;
            let call = client.send_prepared(journal, intent, operation);
            call.await.map(earlier)
        }
        Write::UniqueKey => {
            let operation = CreateOrder { order };
            let intent = client.prepare(journal, key, &operation)?;
            journal.begin(&intent, journal.lease()).await?;
            let call = client.create_once_prepared(journal, intent, operation);
            call.await.map(earlier)
        }
    }
}

fn earlier<T>(journaled: Journaled<T>) -> Option<Entry> {
    match journaled {
        Journaled::Sent(_) => None,
        Journaled::AlreadySent(entry) => Some(*entry),
    }
}
