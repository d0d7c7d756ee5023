//! The text of a checkpoint: a version, and fields separated by spaces.
//!
//! An older version of this crate must not ignore a field that it does not know: unknown fields are
//! errors. `anchors` is the last field, and required, so that a text that was cut is an error.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::sync::checkpoint::Checkpoint;
use crate::sync::unfinished_run::{ListPosition, UnfinishedRun};

const VERSION: &str = "v1";

/// Why a text is not a checkpoint.
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
        if let (None, Some(watermark)) = (&self.list, self.watermark) {
            return write!(f, "{watermark}");
        }
        f.write_str(VERSION)?;
        field(f, "list", self.list.as_ref())?;
        field(f, "watermark", self.watermark)?;
        field(f, "lookback", self.lookback)?;
        let Some(run) = &self.run else {
            return Ok(());
        };
        field(f, "started_at", Some(run.started_at))?;
        field(f, "since", run.since)?;
        field(f, "after", run.after)?;
        field(f, "is_lookback", Some(run.is_lookback))?;
        field(f, "unreadable", Some(run.unreadable))?;
        let position = &run.position;
        field(f, "first_page", position.counts_from_zero.then_some(0))?;
        field(f, "page_size", Some(position.page_size))?;
        field(f, "rows", Some(position.rows))?;
        field(f, "anchors", Some(&position.anchors))
    }
}

fn field(f: &mut fmt::Formatter<'_>, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {key}={value}"))
}

impl FromStr for Checkpoint {
    type Err = ParseCheckpointError;

    fn from_str(text: &str) -> Result<Self, ParseCheckpointError> {
        if let Ok(watermark) = text.parse() {
            return Ok(Self::from_watermark(watermark));
        }
        Fields::parse(text)
            .and_then(Fields::into_checkpoint)
            .map_err(ParseCheckpointError)
    }
}

/// The fields of a text that were not parsed yet.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn parse(text: &'a str) -> Result<Self, String> {
        let mut words = text.split(' ');
        let version = words.next().unwrap_or_default();
        if version != VERSION {
            let number = version.strip_prefix('v').map(str::parse::<u32>);
            return Err(match number {
                Some(Ok(_)) => format!("expected version `{VERSION}`, found `{version}`"),
                _ => format!("expected `{VERSION}` or an RFC 3339 timestamp"),
            });
        }
        let fields = words.map(|word| word.split_once('=').ok_or("expected `key=value`"));
        Ok(Self(fields.collect::<Result<_, _>>()?))
    }

    fn take<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, String> {
        let Some(index) = self.0.iter().position(|(found, _)| *found == key) else {
            return Ok(None);
        };
        let (_, value) = self.0.remove(index);
        let value = value.parse();
        value.map(Some).map_err(|_| format!("invalid `{key}`"))
    }

    fn take_required<T: FromStr>(&mut self, key: &str) -> Result<T, String> {
        self.take(key)?.ok_or_else(|| format!("missing `{key}`"))
    }

    fn into_checkpoint(mut self) -> Result<Checkpoint, String> {
        let list = Some(self.take_required("list")?);
        let watermark = self.take("watermark")?;
        let lookback = self.take("lookback")?;
        let run = match self.0.is_empty() {
            true => None,
            false => Some(UnfinishedRun {
                started_at: self.take_required("started_at")?,
                since: self.take("since")?,
                after: self.take("after")?,
                is_lookback: self.take_required("is_lookback")?,
                unreadable: self.take_required("unreadable")?,
                position: ListPosition {
                    counts_from_zero: self.take("first_page")? == Some(0),
                    page_size: self.take_required("page_size")?,
                    rows: self.take_required("rows")?,
                    anchors: self.take_required("anchors")?,
                },
            }),
        };
        match self.0.first() {
            Some((key, _)) => Err(format!("unknown or repeated field `{key}`")),
            None => Ok(Checkpoint {
                list,
                watermark,
                lookback,
                run,
            }),
        }
    }
}

impl Serialize for Checkpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Checkpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNFINISHED: &str = "v1 list=shop/list_customers/0123456789abcdef \
        watermark=2026-01-31T09:30:00Z lookback=2026-01-30T09:30:00Z \
        started_at=2026-02-01T09:30:00.250Z since=2026-01-31T09:30:00Z after=2026-01-29 \
        is_lookback=false unreadable=2 first_page=0 page_size=1000 \
        rows=4500 anchors=4400:0123456789abcdef,4499:fedcba9876543210";

    #[test]
    fn text_is_parsed_and_written_unchanged() {
        for text in [
            "2026-01-31T09:30:00Z",
            "v1 list=shop/list_customers/0123456789abcdef",
            "v1 list=shop/list_customers/0123456789abcdef watermark=2026-01-31T09:30:00Z",
            UNFINISHED,
        ] {
            let checkpoint: Checkpoint = text.parse().unwrap();
            assert_eq!(checkpoint.to_string(), text);
            let json = serde_json::to_string(&checkpoint).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(
                serde_json::from_str::<Checkpoint>(&json).unwrap(),
                checkpoint
            );
        }
    }

    #[test]
    fn checkpoint_that_was_cut_is_an_error_or_repeats_records() {
        let list = UNFINISHED.find(" watermark").unwrap();
        let watermark = UNFINISHED.find(" lookback").unwrap();
        let lookback = UNFINISHED.find(" started_at").unwrap();
        let last_anchor = UNFINISHED.find(",4499").unwrap();
        for end in 0..UNFINISHED.len() {
            let text = &UNFINISHED[..end];
            if let Ok(checkpoint) = text.parse::<Checkpoint>() {
                // Without its unfinished run, or with fewer anchors.
                let anchors = UNFINISHED.find("anchors=").unwrap() + "anchors=".len();
                let is_valid = [list, watermark, lookback, anchors, last_anchor].contains(&end);
                assert!(is_valid, "{checkpoint}");
            }
        }
    }

    #[test]
    fn invalid_texts_are_errors() {
        for (text, expected) in [
            ("", "expected `v1` or an RFC 3339 timestamp"),
            ("yesterday", "expected `v1` or an RFC 3339 timestamp"),
            ("v2 list=x", "expected version `v1`, found `v2`"),
            ("v1", "missing `list`"),
            ("v1 list", "expected `key=value`"),
            ("v1 list=shop", "invalid `list`"),
            (
                "v1 list=a/b/0123456789abcdef watermark=now",
                "invalid `watermark`",
            ),
            (
                "v1 list=a/b/0123456789abcdef other=1",
                "missing `started_at`",
            ),
            (
                &format!("{UNFINISHED} other=1"),
                "unknown or repeated field `other`",
            ),
            (
                &format!("{UNFINISHED} rows=1"),
                "unknown or repeated field `rows`",
            ),
            (&UNFINISHED.replace(" rows=4500", ""), "missing `rows`"),
        ] {
            let error = text.parse::<Checkpoint>().unwrap_err().to_string();
            assert_eq!(error, format!("invalid checkpoint: {expected}"), "{text}");
        }
    }
}
