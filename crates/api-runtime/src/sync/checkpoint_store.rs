//! Storage of the checkpoint of an incremental sync.

use std::io;

use crate::sync::checkpoint::Checkpoint;

/// Stores the checkpoint of one list of one account.
///
/// `Option<Checkpoint>` is a store in memory, [`CheckpointFile`](crate::CheckpointFile) in a file.
///
/// # Databases
///
/// To store the checkpoint in the same transaction as the records that it covers, load it into an
/// `Option<Checkpoint>`, pass that to [`sync`](crate::Call::sync), and store the value that
/// [`checkpoint`](crate::IncrementalSync::checkpoint) and
/// [`commit`](crate::IncrementalSync::commit) return. If a transaction fails, drop the run, and load
/// the checkpoint again, because the checkpoint in memory is ahead of the database.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::collections::HashMap;
/// use std::time::Duration;
///
/// use api_runtime::Checkpoint;
/// use shop_client::ListCustomers;
///
/// #[derive(Default)]
/// struct Database {
///     points: HashMap<i64, i64>,
///     checkpoints: HashMap<String, String>,
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"customers": [{"id": 1, "points": 40}], "current_page": 1, "total_pages": 1}"#)]);
/// let mut database = Database::default();
/// let row = database.checkpoints.get("shop-7/customers");
/// let mut checkpoint: Option<Checkpoint> = row.map(|text| text.parse()).transpose()?;
/// let mut run = client.call().sync(ListCustomers::new(), &mut checkpoint, Duration::from_secs(300))?;
/// let mut customers = Vec::new();
/// while let Some(customer) = run.next().await {
///     customers.push(customer?);
/// }
/// let checkpoint = run.commit()?;
/// // One transaction:
/// for customer in customers {
///     database.points.insert(customer.id.unwrap_or_default(), customer.points.unwrap_or_default());
/// }
/// database.checkpoints.insert("shop-7/customers".to_owned(), checkpoint.to_string());
/// # Ok(())
/// # }
/// ```
///
/// # Other stores
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use std::{cell::RefCell, io, rc::Rc, time::Duration};
///
/// use api_runtime::{Checkpoint, CheckpointStore};
/// use shop_client::ListCustomers;
///
/// /// A checkpoint shared between parts of a program.
/// #[derive(Clone, Default)]
/// struct Shared(Rc<RefCell<Option<Checkpoint>>>);
///
/// impl CheckpointStore for Shared {
///     fn load(&mut self) -> io::Result<Option<Checkpoint>> {
///         Ok(self.0.borrow().clone())
///     }
///
///     fn save(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
///         *self.0.borrow_mut() = Some(checkpoint.clone());
///         Ok(())
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let client = shop_client::client([(200, r#"{"customers": [], "current_page": 1, "total_pages": 1}"#)]);
/// let store = Shared::default();
/// let mut run = client.call().sync(ListCustomers::new(), store.clone(), Duration::from_secs(300))?;
/// while let Some(customer) = run.next().await {
///     customer?;
/// }
/// assert_eq!(*store.0.borrow(), None); // the run is not committed yet
/// let checkpoint = run.commit()?;
/// assert_eq!(*store.0.borrow(), Some(checkpoint));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "WatermarkStore")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not store a checkpoint",
    label = "expected a `CheckpointFile`, an `Option<Checkpoint>`, or another `CheckpointStore`"
)]
pub trait CheckpointStore {
    /// Loads the checkpoint; `None` if none was saved yet, so that everything is read.
    ///
    /// # Errors
    ///
    /// If the checkpoint cannot be read. Do not return `None` then.
    fn load(&mut self) -> io::Result<Option<Checkpoint>>;

    /// Replaces the checkpoint. When this returns, it and the records that were stored before it
    /// have to survive a crash.
    ///
    /// # Errors
    ///
    /// If the checkpoint cannot be saved. The previous one must be unchanged then.
    fn save(&mut self, checkpoint: &Checkpoint) -> io::Result<()>;
}

impl CheckpointStore for Option<Checkpoint> {
    fn load(&mut self) -> io::Result<Option<Checkpoint>> {
        Ok(self.clone())
    }

    fn save(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        *self = Some(checkpoint.clone());
        Ok(())
    }
}

impl<S: CheckpointStore + ?Sized> CheckpointStore for &mut S {
    fn load(&mut self) -> io::Result<Option<Checkpoint>> {
        S::load(self)
    }

    fn save(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        S::save(self, checkpoint)
    }
}
