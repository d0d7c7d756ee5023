//! Kinds of writes.

use api_journal::{EntryId, Journal, JournalClient, Journaled, Scope, SendError};
use test_support::shop::{AddOrder, Client, CreateOrder, NewOrder, SetQuantity};

/// What the description allows after an unknown outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Never,
    Idempotent,
    UniqueKey,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Never, Self::Idempotent, Self::UniqueKey];

    pub(crate) fn operation(self) -> &'static str {
        match self {
            Self::Never => "add_order",
            Self::Idempotent => "set_quantity",
            Self::UniqueKey => "create_order",
        }
    }

    /// The reference of a write, which is its key, too.
    pub(crate) fn reference(self, name: &str) -> String {
        let prefix = match self {
            Self::Never => "never",
            Self::Idempotent => "idempotent",
            Self::UniqueKey => "unique",
        };
        format!("{prefix}-{name}")
    }

    pub(crate) fn from_reference(reference: &str) -> Option<Self> {
        let mut kinds = Self::ALL.into_iter();
        kinds.find(|kind| reference.starts_with(&kind.reference("")))
    }

    pub(crate) async fn send<J: Journal>(
        self,
        client: &Client,
        journal: &J,
        reference: &str,
    ) -> Result<(), SendError> {
        match self {
            Self::Never => {
                let order = NewOrder {
                    reference_no: reference.to_owned(),
                    quantity: None,
                };
                let sent = client
                    .send_journaled(journal, reference, AddOrder { order })
                    .await;
                done(sent)
            }
            Self::Idempotent => {
                let operation = SetQuantity {
                    id: reference.to_owned().into(),
                    quantity: 2,
                };
                done(client.send_journaled(journal, reference, operation).await)
            }
            Self::UniqueKey => {
                let operation = CreateOrder::new(reference);
                done(
                    client
                        .create_once_journaled(journal, reference, operation)
                        .await,
                )
            }
        }
    }
}

fn done<T>(sent: Result<Journaled<T>, SendError>) -> Result<(), SendError> {
    sent.map(drop)
}

/// The id of the entry of a write.
pub(crate) fn entry_id(venue: &str, operation: &str, reference: &str) -> EntryId {
    let scope = Scope::new("shop", "Staging", venue);
    EntryId::new(&scope, operation, reference)
}
