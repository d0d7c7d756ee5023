//! A second window, for lists whose old records change.

use std::time::Duration;

use api_wire::Timestamp;

use super::IncrementalSync;
use crate::operation::syncable::Syncable;
use crate::sync::timestamps;

impl<O: Syncable> IncrementalSync<O> {
    /// Reads older records again, too, in a *lookback run* after each `interval`.
    ///
    /// Use it for lists whose records change without a later time of change, such as sales that are
    /// filtered by the time of the order, and returned or corrected days later. **Every change within
    /// `window` after a record's time of change is returned**, at the latest by the first run that starts
    /// `interval` after the change. A lookback run reads the records since the last lookback run minus
    /// `window`, so that a pause between runs loses nothing. It returns all of them, whether they changed
    /// or not. [`since`](Self::since) is the time from which a run reads.
    ///
    /// | To cover | Use |
    /// |---|---|
    /// | delays of minutes, and clock skew | the overlap, which every run reads |
    /// | changes within days after the record's time | `lookback` by some days, once a day |
    /// | changes to records of any age, such as a stock level that changes without `updated_at` | `lookback` by `Duration::MAX`, as often as the list may be read as a whole |
    ///
    /// The first run reads everything, and counts as a lookback run. A run that continues an unfinished
    /// run keeps its window. The checkpoint has the time of the last lookback run.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
    /// use std::time::Duration;
    ///
    /// use shop_client::ListCustomers;
    ///
    /// const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), api_runtime::Error> {
    /// # let client = shop_client::client([(
    /// #     200,
    /// #     r#"{"customers": [{"id": 1, "points": 40, "updated_at": "2026-01-31T09:30:00Z"}],
    /// #         "current_page": 1, "total_pages": 1, "total_records": 1}"#,
    /// # )]);
    /// # let checkpoint = None;
    /// let run = client.sync(ListCustomers::new(), checkpoint)?;
    /// let mut run = run.lookback(30 * DAY, DAY); // once a day, the last 30 days
    /// while let Some(batch) = run.next().await {
    ///     let batch = batch?;
    ///     // Store the records and the checkpoint.
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Call it before the first record is read; later it has no effect.
    #[doc(alias = "second window")]
    #[doc(alias = "reread")]
    #[must_use]
    pub fn lookback(mut self, window: Duration, interval: Duration) -> Self {
        let Some(watermark) = self.finished.watermark else {
            return self;
        };
        if self.started_at.is_some() || self.pending.is_some() {
            return self;
        }
        let last = self.finished.lookback;
        let is_due =
            last.is_none_or(|last| Timestamp::now().saturating_duration_since(last) >= interval);
        if is_due {
            self.is_lookback = true;
            self.since = last.unwrap_or(watermark).checked_sub(window);
            let day = self.since.map(timestamps::filter_day);
            self.operation.set_after(day.or(self.own_after));
        }
        self
    }

    /// The time from which the run reads: records that changed earlier are not returned. `None` if
    /// it reads everything that the operation lists.
    pub fn since(&self) -> Option<Timestamp> {
        self.since
    }
}
