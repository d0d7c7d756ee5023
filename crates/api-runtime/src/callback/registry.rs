//! What the caller knows of its records, and where changes go.

use std::error::Error as StdError;
use std::future::Future;

use super::Change;
use crate::ReadBack;

/// Why a registry could not answer. A receiver then queues the record, or answers 503.
pub type RegistryError = Box<dyn StdError + Send + Sync>;

/// A record that a registry knows or expects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Registered {
    /// The caller's own reference, which the record read back must have.
    pub reference: Option<String>,
}

impl Registered {
    /// A record that must have this reference.
    pub fn by_reference(reference: impl Into<String>) -> Self {
        Self {
            reference: Some(reference.into()),
        }
    }
}

/// The records whose callbacks are taken, kept by the caller: in memory as by [`Memory`](super::Memory), or in a database.
///
/// One registry serves one receiver, that is one venue. Where several processes receive callbacks of one venue, they share
/// a database, and [`change`](Self::change) is where each change is reported once.
pub trait Registry<R: ReadBack>: Send + Sync + 'static {
    /// Looks for a record.
    ///
    /// A record that was created is found by its id; the reference that the callback tells is then of no account. While
    /// its creation is under way it has no id yet, and is found by the reference that was registered before. `None` for
    /// anything else: it is not read.
    fn find(
        &self,
        id: &R::Id,
        reference: Option<&str>,
    ) -> impl Future<Output = Result<Option<Registered>, RegistryError>> + Send;

    /// Keeps the state of a record and reports it, in one step. It answers `false` if that state was kept already. In a
    /// database that is one transaction: an update of the rows with another state, and the report if there was one.
    ///
    /// A record that was found by its reference is known by its id from now on. If this fails, the record stays queued
    /// and is read again later.
    ///
    /// The answer to a callback does not wait for ever, so this future may be dropped at any of its waits: what was not
    /// committed by then must not be kept.
    fn change(&self, change: Change<R>)
    -> impl Future<Output = Result<bool, RegistryError>> + Send;
}
