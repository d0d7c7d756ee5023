//! The log of requests.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;

use super::recorded_body::RecordedBody;

/// A request to an API, as the sandbox recorded it, without credentials.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RecordedRequest {
    /// Its number, from 1.
    pub number: u64,
    /// The method, such as `POST`.
    pub method: String,
    /// The path. A credential is replaced by the name of its parameter. If the path is that of no
    /// operation, segments that are not in the documents are replaced by `…`.
    pub path: String,
    /// The decoded query parameters, in the order of the URL; empty if they cannot be decoded.
    pub query: Vec<(String, String)>,
    /// The headers, their names in lower case; the values of credentials are replaced by `…`.
    pub headers: Vec<(String, String)>,
    /// The API of the operation, as in `pos-v3`.
    pub api: Option<&'static str>,
    /// The operation, as in `create_incoming_order`.
    pub operation: Option<String>,
    /// The body. It may contain personal data.
    pub body: RecordedBody,
    /// The status of the response; `None` if a fault aborted the connection.
    pub status: Option<u16>,
    /// The body of the response, even if a fault truncated it. It may contain personal data.
    pub response_body: RecordedBody,
    /// The error messages of the response.
    pub errors: Vec<String>,
    /// The time from the request's head to the response.
    #[serde(skip)]
    pub elapsed: Duration,
}

impl RecordedRequest {
    /// The value of a header. Names are compared without case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(value)
    }
}

impl fmt::Display for RecordedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>4} {:<5} {}", self.number, self.method, self.path)?;
        for (index, (name, value)) in self.query.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { '?' } else { '&' })?;
        }
        match self.status {
            Some(status) => write!(f, " {status}")?,
            None => f.write_str(" aborted")?,
        }
        write!(f, " {} ms", self.elapsed.as_millis())?;
        if let Some(operation) = &self.operation {
            write!(f, " {operation}")?;
        }
        match self.errors.first() {
            Some(error) => write!(f, ": {error}"),
            None => Ok(()),
        }
    }
}

/// The most requests in the log.
const MAX_REQUESTS: usize = 1_000;
/// The latest requests.
#[derive(Default)]
pub(crate) struct RequestLog {
    requests: VecDeque<RecordedRequest>,
    count: watch::Sender<u64>,
}

impl RequestLog {
    /// Adds a request, and sets its number.
    pub(crate) fn push(&mut self, mut request: RecordedRequest) -> &RecordedRequest {
        request.number = *self.count.borrow() + 1;
        self.requests.push_back(request);
        if self.requests.len() > MAX_REQUESTS {
            self.requests.pop_front();
        }
        self.count.send_modify(|count| *count += 1);
        &self.requests[self.requests.len() - 1]
    }

    /// The requests, the oldest first.
    pub(crate) fn requests(&self) -> Vec<RecordedRequest> {
        self.requests.iter().cloned().collect()
    }

    /// The requests with greater numbers, the oldest first.
    pub(crate) fn after(&self, number: u64) -> impl Iterator<Item = &RecordedRequest> {
        let start = self
            .requests
            .partition_point(|request| request.number <= number);
        self.requests.range(start..)
    }

    /// The number of the last request.
    pub(crate) fn count(&self) -> watch::Receiver<u64> {
        self.count.subscribe()
    }

    pub(crate) fn len(&self) -> usize {
        self.requests.len()
    }

    /// Removes the requests. Later ones have greater numbers.
    pub(crate) fn clear(&mut self) {
        self.requests.clear();
    }
}
