//! Intents, from which entries are inserted.

use crate::{Details, EntryId, RequestDigest, Scope, State};

/// The intent of a write, from which a store inserts an [`Entry`](crate::Entry).
///
/// It has no secret and no personal data: of the request only a digest, the names under which the
/// back office finds the record, and the sealed request, if there is a [`Seal`](crate::Seal).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "an intent has no effect until it is in a journal"]
pub struct Intent {
    /// The id, derived from the scope, the operation and the key.
    pub id: EntryId,
    /// The API, environment and venue.
    pub scope: Scope,
    /// The operation's name, such as `create_order`.
    pub operation: String,
    /// The caller's key.
    pub key: String,
    /// The digest of the request.
    pub digest: RequestDigest,
    /// [`InFlight`](State::InFlight), or [`Prepared`](State::Prepared) in a transaction of the
    /// caller.
    pub state: State,
    /// The names, and the number of open sends.
    pub details: Details,
    /// The sealed request.
    pub sealed_request: Option<Vec<u8>>,
    /// The owner of the first lease, which differs in every call.
    pub owner: String,
}

impl Intent {
    /// An intent without names and without a sealed request.
    pub fn new(
        scope: Scope,
        operation: impl Into<String>,
        key: impl Into<String>,
        digest: RequestDigest,
        state: State,
        owner: impl Into<String>,
    ) -> Self {
        let (operation, key) = (operation.into(), key.into());
        Self {
            id: EntryId::new(&scope, &operation, &key),
            scope,
            operation,
            key,
            digest,
            state,
            details: Details {
                open_sends: match state {
                    // Under the first lease.
                    State::InFlight => vec![1],
                    _ => Vec::new(),
                },
                ..Details::default()
            },
            sealed_request: None,
            owner: owner.into(),
        }
    }
}
