//! How much a change means for those who depend on something.

use std::fmt;

/// What kind of version a change requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not affected.
    #[default]
    None,
    /// Only docs differ.
    Patch,
    /// Something is new; what exists is as before.
    Minor,
    /// What exists is gone or differs.
    Major,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "-",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        })
    }
}

/// The level of a change for each artifact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The public Rust API of the crates.
    pub rust: Level,
    /// The requests that the same code sends.
    pub sent: Level,
    /// The values that are read from the same responses and callbacks.
    pub read: Level,
    /// Retries, credentials, limits, redaction, checks of responses.
    pub behavior: Level,
}

impl Verdict {
    /// The names of the artifacts, with their levels.
    pub fn levels(&self) -> [(&'static str, Level); 4] {
        [
            ("Rust", self.rust),
            ("sent", self.sent),
            ("read", self.read),
            ("behavior", self.behavior),
        ]
    }

    /// The highest level.
    pub fn highest(&self) -> Level {
        let levels = self.levels().into_iter().map(|(_, level)| level);
        levels.max().unwrap_or_default()
    }

    /// The higher level of two verdicts, for each artifact.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            rust: self.rust.max(other.rust),
            sent: self.sent.max(other.sent),
            read: self.read.max(other.read),
            behavior: self.behavior.max(other.behavior),
        }
    }
}
