//! Intents, from which entries are inserted.

use std::time::Duration;

use crate::entry::digest::RequestDigest;
use crate::entry::end::End;
use crate::entry::entry_id::EntryId;
use crate::entry::scope::Scope;
use crate::entry::state::State;
use crate::error::JournalError;
use crate::outcome::Outcome;

/// The intent of a write, from which a store inserts an [`Entry`](crate::Entry).
///
/// It has no secret and no personal data: of the request only a digest, the unique key by which its
/// record is looked up, and the names under which the back office finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "an intent has no effect until it is in a journal"]
pub struct Intent {
    /// The id, derived from the scope, the operation's `journal_id` and the key.
    pub id: EntryId,
    /// The API, environment and account.
    pub scope: Scope,
    /// The operation's `journal_id`.
    pub operation: String,
    /// The caller's key.
    pub key: String,
    /// The digest of URL and body, by which a repetition is told from another request.
    pub digest: RequestDigest,
    /// [`InFlight`](State::InFlight), [`NotSent`](State::NotSent) if it is prepared in a transaction
    /// of the caller, or [`Done`](State::Done) if a person [records](crate::Operator::record) it. The entry
    /// that a database has lost is inserted in the state of its end.
    pub state: State,
    /// The number of sends.
    pub generation: i64,
    /// The names under which the back office finds the record, such as `reference_no`.
    pub names: Vec<(String, String)>,
    /// The value of the unique key in the request, or of the idempotency key if the write is not repeated with
    /// the one of its entry.
    pub unique_key: Option<String>,
    /// Whether the record can be looked up by its unique key.
    pub can_look_up: bool,
    /// For how long the server keeps the idempotency key `unique_key`, from its first request on.
    pub kept: Option<Duration>,
    /// Another number in each call: [`nonce`].
    pub nonce: u128,
    /// What a person recorded, or the end of the send whose entry the database has lost.
    pub end: Option<End>,
}

/// A number that no other call has: 128 random bits of the operating system, also after the memory of a
/// machine was copied.
///
/// # Errors
///
/// If the operating system has no random numbers.
pub fn nonce() -> Result<u128, JournalError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| JournalError::new(error.to_string()))?;
    Ok(u128::from_be_bytes(bytes))
}

/// The longest key, in bytes.
const MAX_KEY: usize = 512;

impl Intent {
    /// The key in a text, without outer white space.
    ///
    /// # Errors
    ///
    /// What is wrong with it: it is blank, is longer than 512 bytes, or has control characters.
    pub fn valid_key(text: &str) -> Result<&str, &'static str> {
        let key = text.trim();
        match key {
            "" => Err("must not be blank"),
            _ if key.len() > MAX_KEY => Err("must not be longer than 512 bytes"),
            _ if key.contains(char::is_control) => Err("must not have control characters"),
            _ => Ok(key),
        }
    }

    /// An intent to send at once, without names and without a unique key.
    pub fn new(
        scope: Scope,
        journal_id: impl Into<String>,
        key: impl Into<String>,
        digest: RequestDigest,
        nonce: u128,
    ) -> Self {
        let (operation, key) = (journal_id.into(), key.into());
        Self {
            id: EntryId::new(&scope, &operation, &key),
            scope,
            operation,
            key,
            digest,
            state: State::InFlight,
            generation: 1,
            names: Vec::new(),
            unique_key: None,
            can_look_up: false,
            kept: None,
            nonce,
            end: None,
        }
    }

    /// A number that no other entry and no other call has. Cloned machines have the same nonces, which they may use
    /// for different entries.
    pub fn own_number(&self) -> u128 {
        self.nonce ^ self.id.bits()
    }

    /// The intent of a write that took effect, as a person knows.
    pub(crate) fn recorded(
        scope: Scope,
        journal_id: &str,
        key: &str,
        record_id: Option<&str>,
    ) -> Self {
        Self {
            state: State::Done,
            generation: 0,
            end: Some(End::of_person(Outcome::Done, record_id)),
            ..Self::new(scope, journal_id, key, RequestDigest::UNKNOWN, 0)
        }
    }

    /// The same intent, to be sent later: a store inserts it in a transaction of the caller, and a call
    /// with its key sends it. Until then it is an entry that was not sent.
    pub fn prepared(mut self) -> Self {
        self.state = State::NotSent;
        self.generation = 0;
        self
    }
}
