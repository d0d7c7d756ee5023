//! Errors of journaled writes.

use std::error::Error as StdError;
use std::fmt;

use api_runtime::{Error, Outcome};

use crate::{Entry, EntryId, JournalError};

pub(crate) const MISSING_VENUE: &str =
    "missing label `venue` of the client: `ClientBuilder::label(\"venue\", …)`";

/// Why a journaled write failed, or was not sent.
#[derive(Debug)]
#[non_exhaustive]
pub enum SendError {
    /// The call failed. Its outcome is that of the error, and is in the journal. It is unknown, too,
    /// if that of an earlier call is and this one was rejected.
    Failed(Box<FailedSend>),
    /// The request is invalid. Nothing was sent, and the journal has no entry.
    Invalid(Error),
    /// The task of [`Client::detach`](api_runtime::Client::detach) was not started, or was canceled. The
    /// outcome is that of the error; after a cancellation, the entry is recovered.
    Detached(Error),
    /// The client has no label `venue`, to which keys and recovery belong. Nothing was sent.
    MissingVenue,
    /// The key is blank, longer than 512 bytes, or has a control character. Nothing was sent.
    InvalidKey(&'static str),
    /// The intent was prepared for another API, environment, venue or operation. Nothing was sent.
    WrongScope(EntryId),
    /// The intent could not be committed. Nothing was sent.
    Journal(JournalError),
    /// The key was used for another request, which took effect, or may have or do so: it has this
    /// entry. Nothing was sent. After a rejection, which proves that there was no effect, a corrected
    /// request can have the key. 1.0 and 1.00 are different requests.
    KeyReused(Box<Entry>),
    /// Another process sends the request, or crashed while it did:
    /// [`recover`](crate::JournalClient::recover) then finds out. This call sent nothing.
    InFlight(Box<Entry>),
    /// An earlier call sent the request, which may have taken effect, and must not be sent again, or
    /// could not be looked up, or is being recovered. This call sent nothing.
    Unknown(Box<Entry>),
    /// The server rejected the request in an earlier call. This call sent nothing.
    AlreadyRejected(Box<Entry>),
    /// The lease expired before the request was sent. Nothing was sent.
    LeaseExpired(EntryId),
    /// The intent is not in the journal: the transaction was not committed. Nothing was sent.
    NotPrepared(EntryId),
}

/// A call that failed.
#[derive(Debug)]
#[non_exhaustive]
pub struct FailedSend {
    /// The id of the entry.
    pub id: EntryId,
    /// The error of the call.
    pub error: Error,
    /// Why the outcome is not in the journal, if it is not. The entry is recovered when its lease
    /// has expired.
    pub unrecorded: Option<JournalError>,
}

impl SendError {
    /// What is known about the effect of the write under this key, over all calls.
    ///
    /// After [`KeyReused`](Self::KeyReused) and [`Journal`](Self::Journal), it is that of this call:
    /// nothing was sent.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Failed(failed) => failed.error.outcome(),
            Self::Detached(error) => error.outcome(),
            Self::InFlight(_) | Self::Unknown(_) => Outcome::Unknown,
            Self::AlreadyRejected(_) => Outcome::Rejected,
            Self::Invalid(_)
            | Self::MissingVenue
            | Self::InvalidKey(_)
            | Self::WrongScope(_)
            | Self::Journal(_)
            | Self::KeyReused(_)
            | Self::LeaseExpired(_)
            | Self::NotPrepared(_) => Outcome::NotSent,
        }
    }

    /// The entry of an earlier call, because of which nothing was sent.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Self::KeyReused(entry)
            | Self::InFlight(entry)
            | Self::Unknown(entry)
            | Self::AlreadyRejected(entry) => Some(entry),
            _ => None,
        }
    }
}

/// For [`Client::detach`](api_runtime::Client::detach).
impl From<Error> for SendError {
    fn from(error: Error) -> Self {
        Self::Detached(error)
    }
}

impl From<JournalError> for SendError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut about = |entry: &Entry, text: &str| {
            write!(
                f,
                "{} {}: {text} (entry {})",
                entry.scope, entry.operation, entry.id
            )
        };
        match self {
            Self::Failed(failed) => match &failed.unrecorded {
                None => failed.error.fmt(f),
                Some(unrecorded) => {
                    let error = &failed.error;
                    write!(f, "{error}; the outcome was not recorded: {unrecorded}")
                }
            },
            Self::Invalid(error) | Self::Detached(error) => error.fmt(f),
            Self::MissingVenue => f.write_str(MISSING_VENUE),
            Self::InvalidKey(reason) => write!(f, "invalid key: {reason}"),
            Self::WrongScope(id) => write!(
                f,
                "the intent is that of another API, environment, venue or operation (entry {id})"
            ),
            Self::Journal(error) => error.fmt(f),
            Self::KeyReused(entry) => about(entry, "the key was used for another request"),
            Self::InFlight(entry) => about(entry, "already in flight"),
            Self::Unknown(entry) => about(entry, "already sent, with an unknown outcome"),
            Self::AlreadyRejected(entry) => about(entry, "already sent, and rejected"),
            Self::LeaseExpired(id) => write!(f, "the lease expired before the send (entry {id})"),
            Self::NotPrepared(id) => write!(f, "the intent was not committed (entry {id})"),
        }
    }
}

impl StdError for SendError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Failed(failed) => failed.error.source(),
            Self::Invalid(error) | Self::Detached(error) => error.source(),
            Self::Journal(error) => error.source(),
            _ => None,
        }
    }
}
