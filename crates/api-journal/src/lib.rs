//! A journal of writes: each write is sent at most once, and its outcome is known after a crash.
//!
//! The intent of a write is committed before its first byte is sent, and its outcome afterwards. All
//! processes together send the write of a key once, unless a response, a look-up or a person has shown
//! that it had no effect. A write with a unique key, which the server accepts once, is looked up before it
//! is sent again. The journal never guesses that a write did not happen.
//!
//! Recovery only reads: it looks records up. The service, which has the data, sends again under the same
//! key.
//!
//! # What is kept
//!
//! Of a request, the journal keeps the key, the operation's `journal_id`, the API, environment and account,
//! a digest, the unique key, and the values that the description lists for reconciliation. The digest
//! leaves secrets out, because a retry may have another secret, such as in the URL of a callback. Of a
//! response, it keeps the status and the ids.
//!
//! The journal does not keep bodies, credentials, secrets and personal data; do not use them as a key or
//! as a label. A short body can be guessed from its digest.
//!
//! # Leases
//!
//! The call that sends a request holds the lease of its entry, by the clock of the database, and
//! renews it. When the lease has expired, another call may look the record up and send with the next
//! generation, if a second send is harmless. The end of a send is recorded even after its lease was lost.
//! A success wins over everything else, and two successes are listed for a person.
//!
//! # Limits
//!
//! * A write with an unknown outcome and no unique key stays unknown: only a person can find out.
//! * If a server accepts two records with one unique key at the same time, and the first request takes
//!   longer than its lease, there may be two records.
//! * A key whose entry was pruned sends again. Keep entries for longer than a key may recur. Days are
//!   counted by workers and by the tasks that read the records of callbacks, so that no clock which jumps
//!   prunes an entry early.
//! * A person who [resolves](Operator::resolve) an entry decides. A late success is still recorded, and
//!   two effects are listed.
//! * Keys belong to the API, the environment and the account of the client. Under another account, the
//!   same key sends again.
//! * A process that is suspended between the commit of its intent and the first byte may send after
//!   its lease has expired. It checks the lease before each attempt, not within an attempt.
//!
//! # For people
//!
//! [`Operator`] lists entries, and resolves, corrects, records and erases them. With the feature `axum`,
//! `router` does the same over HTTP, and the program `journal` (crate `journal-cli`) in a terminal.
//!
//! # For stores
//!
//! A [`Store`] keeps rows in three tables. It knows neither APIs nor rules. [`MemoryStore`] keeps them in this
//! process. With the feature `testing`, the function `testing::rows` checks one of your own.

#[doc(hidden)]
pub mod call;
mod entry;
mod error;
mod future;
mod journal;
mod operator;
mod outcome;
mod resolution;
#[cfg(feature = "axum")]
mod router;
pub mod rows;
#[doc(hidden)]
pub mod rules;
#[cfg(feature = "testing")]
pub mod testing;
mod time_limit;
mod worker;

pub use api_wire::Timestamp;
pub use entry::details::Details;
pub use entry::digest::RequestDigest;
pub use entry::end::{End, Evidence};
pub use entry::entry_id::EntryId;
pub use entry::history::{HistoryLine, Note};
pub use entry::intent::{Intent, nonce};
pub use entry::scope::Scope;
pub use entry::state::State;
pub use entry::{Entry, MAX_LEASE};
pub use error::JournalError;
pub use future::{BoxFuture, JournalFuture};
pub use journal::change::{Change, Timer};
pub use journal::list::{Cursor, Filter, Listed, PageQuery, Unreadable};
pub use journal::named::{record_named, writes_named, writes_without_id};
pub use journal::{Begun, Journal, begin_in};
pub use operator::{Accounts, Operator, Shown};
pub use outcome::Outcome;
pub use resolution::{Resolution, ResolveError};
#[cfg(feature = "axum")]
pub use router::router;
pub use rows::{MemoryStore, Store};
pub use time_limit::{TIME_LIMIT, in_time};
pub use worker::{Gauges, Recover, Worker};
