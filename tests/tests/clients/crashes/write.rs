//! The kinds of writes, by what may be sent again.

use std::time::Duration;

use api_journal::{Entry, EntryId, Journal, Scope, Timestamp};
use api_runtime::{Error, Known};
use serde::{Deserialize, Serialize};
use test_support::shop::{AddOrder, Client, CreateOrder, NewOrder, PayOrder, config_at};

const VENUE: &str = "12";

/// A kind of writes. Each key is one write, whose record has the key as its reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Write {
    Never,
    UniqueKey,
    IdempotencyKey,
}

impl Write {
    pub(crate) const ALL: [Self; 3] = [Self::Never, Self::UniqueKey, Self::IdempotencyKey];

    pub(crate) fn key(self, number: usize) -> String {
        format!("{self:?}-{number}")
    }

    /// The kind of the write with this key.
    pub(crate) fn from_key(key: &str) -> Self {
        let is_of = |write: &Self| key.starts_with(&format!("{write:?}-"));
        Self::ALL.into_iter().find(is_of).unwrap()
    }

    fn journal_id(self) -> &'static str {
        match self {
            Self::Never => "add_order",
            Self::UniqueKey => "create_order",
            Self::IdempotencyKey => "pay_order",
        }
    }
}

pub(crate) fn entry_id(key: &str) -> EntryId {
    let scope = Scope::new("shop", "Staging", VENUE);
    EntryId::new(&scope, Write::from_key(key).journal_id(), key)
}

/// The entry of a key, and the time of the journal.
pub(crate) async fn entry(journal: &Journal, key: &str) -> (Option<Entry>, Timestamp) {
    journal.entry_at(&entry_id(key)).await.unwrap()
}

pub(crate) fn client(host: &str, journal: Journal) -> Client {
    let builder = Client::builder(config_at(&format!("http://{host}/api")));
    let builder = builder.account(VENUE).journal(journal);
    builder.build().unwrap()
}

fn order(key: &str) -> NewOrder {
    NewOrder::new(key.to_owned()).quantity(2)
}

/// Sends the write with this key.
pub(crate) async fn send(client: &Client, key: &str) -> Result<Known, Error> {
    let order = order(key);
    match Write::from_key(key) {
        Write::Never => {
            let sent = client.once(key).send(AddOrder { order }).await?;
            Ok(sent.known)
        }
        Write::UniqueKey => {
            let sent = client.once(key).send(CreateOrder { order }).await?;
            Ok(sent.known)
        }
        Write::IdempotencyKey => {
            let sent = client.once(key).send(PayOrder { order }).await?;
            Ok(sent.known)
        }
    }
}

/// Like [`send`], with an intent that is inserted before.
pub(crate) async fn send_prepared(
    client: &Client,
    journal: &Journal,
    key: &str,
) -> Result<Known, Error> {
    let order = order(key);
    let intent = match Write::from_key(key) {
        Write::Never => client.once(key).prepare(&AddOrder { order })?,
        Write::UniqueKey => client.once(key).prepare(&CreateOrder { order })?,
        Write::IdempotencyKey => client.once(key).prepare(&PayOrder { order })?,
    };
    // The database may be busy: then the send begins.
    let _ = journal.begin(&intent, Duration::ZERO).await;
    send(client, key).await
}
