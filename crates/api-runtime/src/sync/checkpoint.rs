//! Where an incremental sync continues.

use std::time::Duration;

use api_wire::Timestamp;

use crate::sync::list_id::ListId;
use crate::sync::unfinished_run::UnfinishedRun;

/// How far a time of a checkpoint may be ahead of the local clock, which may have been set back.
const MAX_AHEAD: Duration = Duration::from_secs(60 * 60);

/// Where an incremental sync continues: the watermark of the last run that ended, and how far an
/// unfinished run has read the list.
///
/// Each [`Batch`](crate::Batch) of a run has one, from which the next run of the same list continues. Its
/// text is JSON in a single line of ASCII characters, below 2,500 bytes, without secrets or personal data, so
/// that a database keeps it in one text column:
///
/// ```
/// use api_runtime::Checkpoint;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = r#"{"version": 1, "list": "shop/list_customers", "filters": 17, "watermark": "2026-01-31T09:30:00Z"}"#;
/// let checkpoint: Checkpoint = text.parse()?;
/// assert_eq!(checkpoint.watermark(), "2026-01-31T09:30:00Z".parse().ok());
/// assert_eq!(checkpoint.to_string().parse(), Ok(checkpoint));
///
/// let error = r#"{"version": 2}"#.parse::<Checkpoint>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid checkpoint: expected version 1, found 2");
/// # Ok(())
/// # }
/// ```
///
/// A checkpoint of another API, of another operation or with other filters is an error of
/// [`Client::sync`](crate::Client::sync). The day of the filter of changes and the page size may differ
/// between runs. Accounts are not compared: keep one checkpoint for each list of each account. A watermark
/// that is more than an hour in the future is an error, too, because the changes until then would be lost.
/// To use the watermark for another list, such as a list with fewer filters, pass it to
/// [`from_watermark`](Self::from_watermark).
#[doc(alias = "cursor")]
#[doc(alias = "position")]
#[doc(alias = "resume token")]
#[doc(alias = "watermark")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Unknown if the checkpoint is a bare watermark.
    pub(crate) list: Option<ListId>,
    pub(crate) watermark: Option<Timestamp>,
    /// The watermark of the last run that read older records again, or everything.
    pub(crate) lookback: Option<Timestamp>,
    pub(crate) run: Option<UnfinishedRun>,
}

impl Checkpoint {
    /// A checkpoint of any list, from which a run reads the changes since `watermark`.
    ///
    /// Its text is the timestamp alone, such as `2026-01-31T09:30:00Z`.
    pub fn from_watermark(watermark: Timestamp) -> Self {
        Self {
            list: None,
            watermark: Some(watermark),
            lookback: None,
            run: None,
        }
    }

    /// The time up to which all changes were read; `None` before the end of the first run.
    pub fn watermark(&self) -> Option<Timestamp> {
        self.watermark
    }

    /// Checks that it is of this list, and that no time is in the future: the changes until then would not
    /// be returned.
    pub(crate) fn check(&self, list: &ListId, now: Timestamp) -> Result<(), String> {
        if let Some(found) = &self.list {
            list.check(found)?;
        }
        let run = self.run.as_ref();
        let times = [
            ("watermark", self.watermark),
            ("lookback", self.lookback),
            ("start of the run", run.map(|run| run.started_at)),
        ];
        for (name, time) in times {
            let is_ahead = |time: &Timestamp| time.saturating_duration_since(now) > MAX_AHEAD;
            if let Some(time) = time.filter(is_ahead) {
                return Err(format!("{name} in the future: {time}; it is {now}"));
            }
        }
        Ok(())
    }

    /// Whether a run has not ended, so that the next one continues it.
    pub fn is_unfinished(&self) -> bool {
        self.run.is_some()
    }
}
