//! The tests that every store passes: each promise of a [`Journal`], of a
//! [`CallbackStore`](api_callbacks::CallbackStore), or of a [`CheckpointStore`] is a check with a name.
//!
//! A store calls the suite from a test, with a function that opens another handle of the same
//! database, as another process does:
//!
//! ```
//! use api_journal::MemoryJournal;
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() {
//! let journal = MemoryJournal::new();
//! store_conformance::journal(async || journal.clone()).await;
//! # }
//! ```
//!
//! The database is one of the test's own: the suite deletes settled entries.

#[macro_use]
mod check;
mod callbacks;
mod checkpoints;
mod journal;
mod report;

use api_journal::Journal;
use api_runtime::CheckpointStore;

pub use callbacks::database::CallbackDatabase;
pub use callbacks::record::{ReadRecord, TestState};

/// Runs all checks of a journal.
///
/// The function returns another handle of the same database with each call.
///
/// # Panics
///
/// If a check failed, with the names and the reasons of all that did.
pub async fn journal<J: Journal>(open: impl AsyncFn() -> J) {
    journal::run(&open).await;
}

/// Runs all checks of a callback store.
///
/// # Panics
///
/// If a check failed, with the names and the reasons of all that did.
pub async fn callbacks(database: &impl CallbackDatabase) {
    callbacks::run(database).await;
}

/// Runs all checks of a checkpoint store.
///
/// The function returns another handle of the checkpoint with this name.
///
/// ```
/// use api_runtime::CheckpointFile;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), std::io::Error> {
/// # let directory = tempfile::tempdir()?;
/// let directory = directory.path();
/// store_conformance::checkpoints(async |name| {
///     CheckpointFile::new(directory.join(name.replace('/', "-")))
/// })
/// .await;
/// # Ok(())
/// # }
/// ```
///
/// # Panics
///
/// If a check failed, with the names and the reasons of all that did.
pub async fn checkpoints<S: CheckpointStore>(open: impl AsyncFn(&str) -> S) {
    checkpoints::run(&open).await;
}
