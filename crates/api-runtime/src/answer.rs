//! What a call gives beside the value that it reads.

use std::fmt;

use api_wire::Mismatch;
use http::{HeaderMap, StatusCode};

use crate::Accepted;

/// A value, and the reply that it was read from.
#[derive(Clone)]
#[non_exhaustive]
pub struct Answer<T> {
    /// What the operation reads.
    pub value: T,
    /// The status of the reply.
    pub status: StatusCode,
    /// The headers of the reply.
    pub headers: HeaderMap,
    /// The values of the reply that are not what the API describes.
    pub mismatches: Vec<Mismatch>,
}

impl<T> Answer<T> {
    pub(crate) fn new(value: T, reply: Accepted, mismatches: Vec<Mismatch>) -> Self {
        let (status, headers) = reply.into_head();
        Self {
            value,
            status,
            headers,
            mismatches,
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Answer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers are left out: a server sets cookies in them.
        f.debug_struct("Answer")
            .field("value", &self.value)
            .field("status", &self.status)
            .field("mismatches", &self.mismatches)
            .finish_non_exhaustive()
    }
}
