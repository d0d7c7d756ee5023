//! A journal of writes: the intent of a write is durable before its first byte is sent, and its
//! outcome after.
//!
//! # For stores
//!
//! A store implements [`Journal`] over one table. It needs to know no API and no rule of recovery:
//! it inserts, compares and replaces whole entries, with its own clock. [`MemoryJournal`] is a
//! complete one, for tests.

mod claim;
mod client;
mod commit;
mod details;
mod digest;
mod entry;
mod entry_id;
mod error;
mod intent;
mod journal;
mod journaled;
mod json;
mod kept_output;
mod lease_change;
mod memory_journal;
mod outcome_record;
mod output;
mod owner;
mod prepare;
mod recover;
mod recoverable;
mod renewal;
mod report;
mod resolution;
mod resolve_error;
mod rules;
mod scope;
mod seal;
mod send;
mod send_error;
mod state;

pub use claim::Claim;
pub use client::JournalClient;
pub use details::Details;
pub use digest::RequestDigest;
pub use entry::Entry;
pub use entry_id::EntryId;
pub use error::JournalError;
pub use intent::Intent;
pub use journal::{Begun, Journal};
pub use journaled::{Journaled, Sent};
pub use lease_change::LeaseChange;
pub use memory_journal::MemoryJournal;
pub use outcome_record::{Evidence, OutcomeRecord};
pub use recoverable::{Recoverable, Recovery};
pub use report::RecoveryReport;
pub use resolution::{Resolution, Resolved};
pub use resolve_error::ResolveError;
pub use scope::Scope;
pub use seal::Seal;
pub use send_error::{FailedSend, SendError};
pub use state::State;

pub use api_runtime::Outcome;
pub use api_runtime::api_wire::jiff::Timestamp;
