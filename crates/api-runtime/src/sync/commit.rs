//! What a run saves: checkpoints, and in the end its watermark.

use std::io;

use super::{IncrementalSync, State};
use crate::operation::syncable::Syncable;
use crate::sync::checkpoint::Checkpoint;
use crate::sync::checkpoint_store::CheckpointStore;
use crate::sync::timestamps;
use crate::sync::unfinished_run::UnfinishedRun;

impl<O, S> IncrementalSync<O, S>
where
    O: Syncable,
    S: CheckpointStore,
{
    /// Confirms that the records that were returned so far are stored: saves and returns a checkpoint
    /// from which another process continues this run.
    ///
    /// Call it from time to time during a long run, such as a first one: after a crash, the records
    /// since the checkpoint are returned again, and one or two pages of those before it. It costs no
    /// request. Within a page, it is the checkpoint of the end of the previous page, and it is saved
    /// only if it differs from the one in the store.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::collections::HashMap;
    /// use std::time::Duration;
    ///
    /// use shop_client::ListCustomers;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let client = shop_client::client([(
    /// #     200,
    /// #     r#"{"customers": [{"id": 1, "points": 40, "updated_at": "2026-01-31T09:30:00Z"}],
    /// #         "current_page": 1, "total_pages": 1, "total_records": 1}"#,
    /// # )]);
    /// let mut checkpoint = None; // or a `CheckpointFile`
    /// let mut points = HashMap::new();
    ///
    /// let mut run = client.call().sync(ListCustomers::new(), &mut checkpoint, Duration::from_secs(300))?;
    /// let mut count = 0;
    /// while let Some(customer) = run.next().await {
    ///     let customer = customer?;
    ///     points.insert(customer.id, customer.points); // stored before the checkpoint
    ///     count += 1;
    ///     if count % 1_000 == 0 {
    ///         run.checkpoint()?;
    ///     }
    /// }
    /// assert!(run.checkpoint()?.is_unfinished());
    /// assert!(!run.commit()?.is_unfinished());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The error of the store.
    pub fn checkpoint(&mut self) -> io::Result<Checkpoint> {
        let run = match self.items.len() {
            _ if self.is_committed => None,
            0 => self.unfinished_run(),
            _ => self.before_page.clone(),
        };
        let committed = self.committed.clone();
        self.save(Checkpoint { run, ..committed })
    }

    /// The run up to the last page; `None` if it would start at the first row.
    pub(super) fn unfinished_run(&self) -> Option<UnfinishedRun> {
        Some(UnfinishedRun {
            started_at: self.started_at?,
            since: self.since,
            after: self.operation.after(),
            is_lookback: self.is_lookback,
            unreadable: self.unreadable,
            position: self.tracker.position()?,
        })
    }

    fn save(&mut self, checkpoint: Checkpoint) -> io::Result<Checkpoint> {
        if self.saved.as_ref() != Some(&checkpoint) {
            self.store.save(&checkpoint)?;
            self.saved = Some(checkpoint.clone());
        }
        Ok(checkpoint)
    }

    /// Confirms that all records of the run are stored: saves and returns the checkpoint from which
    /// the next run continues.
    ///
    /// # Errors
    ///
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if the run has not ended, so that some records
    /// were not returned yet; [`InvalidData`](io::ErrorKind::InvalidData) if elements were
    /// [`unreadable`](Self::unreadable); otherwise the error of the store. The stored checkpoint is
    /// unchanged in all cases.
    pub fn commit(&mut self) -> io::Result<Checkpoint> {
        if self.state == State::Ended && self.unreadable > 0 {
            let text = format!(
                "cannot commit: {} elements could not be read as records; to go on without them, \
                 use `commit_incomplete`",
                self.unreadable
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        self.commit_if(self.state == State::Ended)
    }

    /// Like [`commit`](Self::commit), even if elements could not be read as records, the server's
    /// totals promise more records than the list has, or its page size is fixed.
    ///
    /// Later runs return a missing record only after its next change. Use this if the totals of the server
    /// are known to be wrong, or after you have examined the missing records.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::time::Duration;
    ///
    /// use shop_client::ListCustomers;
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let client = shop_client::client([(
    /// #     200,
    /// #     r#"{"customers": [{"id": 1, "updated_at": "2026-01-31T09:30:00Z"}, null],
    /// #         "total_records": 2, "current_page": 1, "total_pages": 1}"#,
    /// # )]);
    /// let mut checkpoint = None;
    /// let mut run = client.call().sync(ListCustomers::new(), &mut checkpoint, Duration::from_secs(300))?;
    /// while let Some(customer) = run.next().await {
    ///     customer?;
    /// }
    /// assert_eq!(run.unreadable(), 1); // the second element is null
    /// assert!(run.commit().is_err());
    /// run.commit_incomplete()?;
    /// assert!(checkpoint.is_some());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if the end of the list was not reached;
    /// otherwise the error of the store.
    pub fn commit_incomplete(&mut self) -> io::Result<Checkpoint> {
        self.commit_if(self.is_at_end && self.deferred_error.is_none())
    }

    fn commit_if(&mut self, has_ended: bool) -> io::Result<Checkpoint> {
        let started_at = self
            .started_at
            .filter(|_| has_ended && self.items.len() == 0);
        let started_at = started_at.ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "cannot commit before the end of the run",
            )
        })?;
        let watermark = Some(timestamps::watermark(started_at, self.overlap));
        let checkpoint = self.save(Checkpoint {
            list: self.committed.list.clone(),
            watermark,
            lookback: match self.is_lookback {
                true => watermark,
                false => self.committed.lookback,
            },
            run: None,
        })?;
        self.committed = checkpoint.clone();
        self.is_committed = true;
        Ok(checkpoint)
    }
}
