//! The log of requests.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

/// A request to an API, as the sandbox recorded it, without credentials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordedRequest {
    /// Its number, from 1.
    pub number: u64,
    /// The method.
    pub method: String,
    /// The path. A credential is replaced by the name of its parameter. If the path is that of no
    /// operation, segments that are not in the documents are replaced by `…`.
    pub path: String,
    /// The query parameters; personal values are replaced by `…`.
    pub query: Vec<(String, String)>,
    /// The API of the operation, as in `pos-v3`.
    pub api: Option<&'static str>,
    /// The operation, as in `create_incoming_order`.
    pub operation: Option<String>,
    /// A JSON body of up to 64 KiB. It may contain personal data.
    pub body: Option<Value>,
    /// The status of the response; `None` if a fault aborted the connection.
    pub status: Option<u16>,
    /// The error messages of the response.
    pub errors: Vec<String>,
    /// The time from the request's head to the response.
    #[serde(skip)]
    pub elapsed: Duration,
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

/// The latest requests. Their bodies are parsed on demand.
#[derive(Default)]
pub(crate) struct RequestLog {
    requests: VecDeque<(RecordedRequest, Bytes)>,
    count: u64,
}

impl RequestLog {
    /// The number of the next request.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    pub(crate) fn push(&mut self, request: RecordedRequest, body: Bytes) {
        if self.requests.len() == MAX_REQUESTS {
            self.requests.pop_front();
        }
        self.requests.push_back((request, body));
    }

    pub(crate) fn requests(&self) -> Vec<RecordedRequest> {
        let with_body = |(request, body): &(RecordedRequest, Bytes)| RecordedRequest {
            body: serde_json::from_slice(body).ok(),
            ..request.clone()
        };
        self.requests.iter().map(with_body).collect()
    }

    /// The requests with their bodies, the latest first.
    pub(crate) fn latest_first(&self) -> impl Iterator<Item = &(RecordedRequest, Bytes)> {
        self.requests.iter().rev()
    }

    pub(crate) fn len(&self) -> usize {
        self.requests.len()
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
    }
}
