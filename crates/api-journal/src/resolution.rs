//! What people say about writes whose outcome is unknown.

use std::error::Error as StdError;
use std::fmt;

use api_wire::Timestamp;

use crate::entry::state::State;
use crate::error::JournalError;

/// What a person found out about a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The write took effect: it is done, and never sent again.
    TookEffect {
        /// The id of the record, if the person found it, such as the `RequestUid` of a payment. The next
        /// call with the key returns it: [`Entry::record_id`](crate::Entry::record_id).
        record_id: Option<String>,
    },
    /// It did not take effect. The same key can be sent again.
    DidNot {
        /// Whether the person knows so although it was sent only recently. Otherwise, what is not listed yet
        /// may be listed later: [`Operator::least_age`](crate::Operator::least_age).
        is_sure: bool,
    },
}

/// Why the journal did not accept what a person said.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResolveError {
    /// The journal has no entry with this id.
    NotFound,
    /// The name, the reason or the id of the record is blank: later, they are the only evidence.
    Blank(&'static str),
    /// What is wrong with the key.
    Key(&'static str),
    /// The request may be on its way. Look again when its lease has expired.
    InFlight,
    /// The request may be listed later, until this time.
    Early(Timestamp),
    /// The outcome is known, by the response or by a look-up.
    Known(State),
    /// No person has had the last word: there is nothing to withdraw.
    NothingSaid,
    /// The outcome is unknown, or the entry is for people. Resolve it before it is erased.
    Unknown,
    /// A later version wrote the entry, and has to resolve it.
    LaterVersion,
    /// The account or the name of the API has a `/`.
    Slash,
    /// The account is none of the person's, or the person has several, and names none.
    OtherAccount,
    /// No other entry has the API, the environment, the account and the operation: one may be misspelled.
    NewScope,
    /// The journal was not restored, or is reconciled.
    NotRestored,
    /// A request that was sent before the restore may be executed yet, until this time.
    JustRestored(Timestamp),
    /// The journal failed.
    Journal(JournalError),
}

impl From<JournalError> for ResolveError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("no entry with this id"),
            Self::Blank(name) => write!(f, "`{name}` is blank"),
            Self::Key(reason) => write!(f, "`key` {reason}"),
            Self::InFlight => f.write_str("the request may be on its way"),
            Self::Early(until) => write!(
                f,
                "the request may be listed later: wait until {until}, or be sure"
            ),
            Self::Known(state) => write!(f, "the outcome is known: {state}"),
            Self::NothingSaid => f.write_str("no person has had the last word"),
            Self::Unknown => {
                f.write_str("the outcome is unknown, or the entry is for people: resolve it first")
            },
            Self::LaterVersion => f.write_str("a later version wrote the entry"),
            Self::Slash => f.write_str("`account` and `api` have no `/`"),
            Self::OtherAccount => f.write_str("expected an account of yours"),
            Self::NewScope => f.write_str(
                "no other entry has this API, environment, account and operation: correct them, or say that they are new",
            ),
            Self::NotRestored => f.write_str("the journal was not restored, or is reconciled"),
            Self::JustRestored(until) => write!(
                f,
                "a request may be executed that was sent before the restore: wait until {until}, or be sure"
            ),
            Self::Journal(error) => error.fmt(f),
        }
    }
}

impl StdError for ResolveError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Journal(error) => Some(error),
            _ => None,
        }
    }
}
