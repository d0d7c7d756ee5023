//! One attempt of a call, as transports and hooks see it.

use std::fmt;
use std::time::Duration;

use http::{HeaderMap, StatusCode};

use crate::{ErrorKind, Method, Outcome, Repeat};

/// An attempt that is about to be made, or was made.
///
/// It has neither an address nor a value of the request: all of it can be logged.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// The name of the API: `pos-v2`.
    pub api: &'a str,
    /// The operation's name in the description: `list_customers`.
    pub operation: &'a str,
    /// The method.
    pub method: Method,
    /// The path with its variables in braces.
    pub path_template: &'a str,
    /// Whether the request may arrive twice.
    pub repeat: Repeat,
    /// Which attempt of the call it is, from 1.
    pub number: u32,
    /// How long making a connection may take, with TLS.
    pub connect_timeout: Duration,
    /// How large the body of the reply may be after decompression, in bytes.
    pub response_cap: u64,
}

/// How an attempt ended.
///
/// The body of the reply has come then, and is yet to be read: that it cannot be read as what it should be is told by
/// the call's error alone. Its `Debug` leaves the headers out.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Attempted<'a> {
    /// The status of the reply, if one came.
    pub status: Option<StatusCode>,
    /// The headers of the reply as they came, if one came. Some servers set cookies in them.
    pub headers: Option<&'a HeaderMap>,
    /// How long the attempt took.
    pub duration: Duration,
    /// What kind of failure it is, and what became of the request. `None` if the attempt succeeded.
    pub failure: Option<(ErrorKind, Outcome)>,
    /// How long the call now waits before it makes another attempt. `None` if this was the last one.
    pub next_wait: Option<Duration>,
}

impl fmt::Debug for Attempted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempted")
            .field("status", &self.status)
            .field("duration", &self.duration)
            .field("failure", &self.failure)
            .field("next_wait", &self.next_wait)
            .finish_non_exhaustive()
    }
}
