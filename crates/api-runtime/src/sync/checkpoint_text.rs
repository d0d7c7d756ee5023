//! The text of a checkpoint: JSON, or a watermark alone.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::sync::anchors::Anchors;
use crate::sync::checkpoint::Checkpoint;
use crate::sync::list_id::ListId;
use crate::sync::unfinished_run::{ListPosition, UnfinishedRun};

const VERSION: u32 = 1;

/// The error of a text that is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCheckpointError(String);

impl fmt::Display for ParseCheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid checkpoint: {}", self.0)
    }
}

impl Error for ParseCheckpointError {}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(list) = &self.list else {
            return self.watermark.map_or(Ok(()), |watermark| watermark.fmt(f));
        };
        let run = self.run.as_ref().map(|run| {
            json!({
                "started_at": run.started_at,
                "since": run.since,
                "after": run.after,
                "is_lookback": run.is_lookback,
                "unreadable": run.unreadable,
                "page_size": run.position.page_size,
                "rows": run.position.rows,
                "anchors": run.position.anchors.pairs(),
            })
        });
        let text = json!({
            "version": VERSION,
            "list": list.name,
            "filters": list.filters,
            "watermark": self.watermark,
            "lookback": self.lookback,
            "run": run,
        });
        text.fmt(f)
    }
}

impl FromStr for Checkpoint {
    type Err = ParseCheckpointError;

    fn from_str(text: &str) -> Result<Self, ParseCheckpointError> {
        match text.parse() {
            Ok(watermark) => Ok(Self::from_watermark(watermark)),
            Err(_) => parse(text).map_err(ParseCheckpointError),
        }
    }
}

fn parse(text: &str) -> Result<Checkpoint, String> {
    let value: Value = serde_json::from_str(text)
        .map_err(|_| "expected JSON or an RFC 3339 timestamp".to_owned())?;
    let version = &value["version"];
    if *version != json!(VERSION) {
        return Err(format!("expected version {VERSION}, found {version}"));
    }
    Ok(Checkpoint {
        list: Some(ListId {
            name: field(&value, "list")?,
            filters: field(&value, "filters")?,
        }),
        watermark: field(&value, "watermark")?,
        lookback: field(&value, "lookback")?,
        run: match &value["run"] {
            Value::Null => None,
            run => Some(parse_run(run)?),
        },
    })
}

fn parse_run(run: &Value) -> Result<UnfinishedRun, String> {
    let anchors = Anchors::from_pairs(field(run, "anchors")?);
    Ok(UnfinishedRun {
        started_at: field(run, "started_at")?,
        since: field(run, "since")?,
        after: field(run, "after")?,
        is_lookback: field(run, "is_lookback")?,
        unreadable: field(run, "unreadable")?,
        position: ListPosition {
            page_size: field(run, "page_size")?,
            rows: field(run, "rows")?,
            anchors: anchors.ok_or("invalid `anchors`")?,
        },
    })
}

/// An optional one may be missing.
fn field<T: DeserializeOwned>(object: &Value, key: &str) -> Result<T, String> {
    serde_json::from_value(object[key].clone()).map_err(|_| format!("invalid `{key}`"))
}
