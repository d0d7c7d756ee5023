//! What is known about the effect of a write.

use std::fmt;

/// What is known about the effect of a write.
///
/// The outcome of a plain call is about this call alone. The outcome of a call under a key of a journal is
/// about all calls with the key: after `NotSent` and `Rejected`, no request of the key had an effect, or is
/// on its way.
#[doc(alias = "ambiguous")]
#[doc(alias = "indeterminate")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The request had no effect: it did not leave this process, no connection was established, or
    /// an HTTP/2 server reported that it did not process it.
    NotSent,
    /// The server rejected the request. By HTTP's convention, a status 4xx means that nothing was
    /// executed; the documents of an API need not say it.
    Rejected,
    /// The request took effect.
    Done,
    /// The request may have taken effect.
    ///
    /// Before a write is sent again without a key, look up the record, with an operation of the API if
    /// it has one. A read has no side effects, whatever its outcome.
    Unknown,
}

impl Outcome {
    /// The outcome as stores keep it, such as `not_sent`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotSent => "not_sent",
            Self::Rejected => "rejected",
            Self::Done => "done",
            Self::Unknown => "unknown",
        }
    }

    /// The outcome that a store kept. A word of a later version proves nothing here.
    pub(crate) fn from_word(word: &str) -> Self {
        match word {
            "not_sent" => Self::NotSent,
            "rejected" => Self::Rejected,
            "done" => Self::Done,
            _ => Self::Unknown,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
