//! A journal of writes: what was sent is known after a crash, and sent at most once.
//!
//! The intent of a write is committed before its first byte is sent, and its outcome after. The
//! write of a key is sent once, among all processes, unless it is proven, or a person says, that it
//! had no effect. A write with a unique key, which the server accepts once, is looked up before it is
//! sent again. "It did not happen" is never a guess.
//!
//! Recovery only reads: it looks records up. Whoever has the data sends again, under the same key.
//!
//! # What is kept
//!
//! Of a request: the key, the operation's `journal_id`, the API, environment and venue, a digest of what
//! is no secret (a retry may have another secret, such as that of a callback's URL), the
//! unique key, and the values that the description lists for reconciliation. Of a response: its status
//! and its ids. Bodies, credentials, secrets and personal data are not kept; do not use them as a key
//! or as a label. The digest of a short body that is easy to guess can be guessed, too.
//!
//! # Leases
//!
//! The call that sends a request holds the lease of its entry, by the clock of the database, and
//! renews it. When it has expired, another call may look the record up and send with the next
//! generation, if a second send is harmless. The end of a send whose lease was lost is recorded, too: a
//! success wins over everything else, and two of them are listed for a person.
//!
//! # Limits
//!
//! * A write with an unknown outcome and no unique key stays unknown: only a person can find out.
//! * A server that accepts two records with one unique key at the same time makes two, if the first
//!   request takes longer than its lease.
//! * A key whose entry was pruned sends again. Prune after the time in which a key may recur.
//! * A person who [resolves](Operator::resolve) an entry decides. A late success is still recorded, and
//!   two effects are listed.
//! * Keys belong to the API, the environment and the label `venue` of the client. Under another label,
//!   the same key sends again.
//! * A process that is suspended between the commit of its intent and the first byte may send after
//!   its lease has expired. It notices that before each attempt, not within one.
//!
//! # For people
//!
//! [`Operator`] lists entries, with pages, a count and their history, resolves, corrects, records and
//! erases them. With the feature `axum`, `router` is the same over HTTP; the program `journal` (crate `journal-cli`) is
//! the same for a terminal.
//!
//! # For stores
//!
//! A store implements [`Journal`] over two tables. It needs to know no API and no rule.
//! [`MemoryJournal`] is a complete one, for tests.

#[doc(hidden)]
pub mod call;
mod entry;
mod operator;
mod outcome;
mod resolution;
#[cfg(feature = "axum")]
mod router;
#[doc(hidden)]
pub mod rules;
mod store;
mod worker;

pub use api_wire::Timestamp;
pub use entry::details::Details;
pub use entry::digest::RequestDigest;
pub use entry::end::{End, Evidence};
pub use entry::entry_id::EntryId;
pub use entry::history::{HistoryLine, Note};
pub use entry::scope::Scope;
pub use entry::state::State;
pub use entry::{Entry, MAX_LEASE};
pub use operator::{Operator, Shown};
pub use outcome::Outcome;
pub use resolution::{Resolution, ResolveError};
#[cfg(feature = "axum")]
pub use router::router;
pub use store::change::{Change, Timer};
pub use store::error::JournalError;
pub use store::intent::Intent;
pub use store::journal::{Begun, BoxFuture, Journal, JournalFuture};
pub use store::list::{Cursor, Filter, Listed, PageQuery, Unreadable, Which};
pub use store::memory_journal::MemoryJournal;
pub use store::migration::Migration;
pub use store::millis::millis;
pub use store::time_limit::{TIME_LIMIT, in_time};
pub use worker::{Gauges, Recover, Worker};
