//! The text of a checkpoint: a version, and fields separated by spaces.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Checkpoint;

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
        let (Some(list), watermark) = (&self.list, &self.watermark) else {
            return match self.watermark {
                Some(watermark) => write!(f, "{watermark}"),
                None => f.write_str(VERSION),
            };
        };
        write!(f, "{VERSION} list={list}")?;
        if let Some(watermark) = watermark {
            write!(f, " watermark={watermark}")?;
        }
        Ok(())
    }
}

impl FromStr for Checkpoint {
    type Err = ParseCheckpointError;

    fn from_str(text: &str) -> Result<Self, ParseCheckpointError> {
        if let Ok(watermark) = text.parse() {
            return Ok(Self::from_watermark(watermark));
        }
        let mut words = text.split(' ');
        match words.next() {
            Some(VERSION) => {}
            found => {
                let found = found.unwrap_or_default();
                let is_version = found
                    .strip_prefix('v')
                    .is_some_and(|number| number.parse::<u32>().is_ok());
                return Err(ParseCheckpointError(match is_version {
                    true => format!("expected version `{VERSION}`, found `{found}`"),
                    false => format!("expected `{VERSION}` or an RFC 3339 timestamp"),
                }));
            }
        }
        let mut checkpoint = Self {
            list: None,
            watermark: None,
        };
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "list" => checkpoint.list = Some(parse(key, value)?),
                "watermark" => checkpoint.watermark = Some(parse(key, value)?),
                _ => return Err(ParseCheckpointError(format!("unknown field `{key}`"))),
            }
        }
        match checkpoint.list {
            Some(_) => Ok(checkpoint),
            None => Err(ParseCheckpointError("missing `list`".to_owned())),
        }
    }
}

fn parse<T: FromStr>(key: &str, value: &str) -> Result<T, ParseCheckpointError> {
    let value = value.parse();
    value.map_err(|_| ParseCheckpointError(format!("invalid `{key}`")))
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
