//! The requests that came.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

/// A request that the sandbox received.
///
/// No credential is kept, neither of a header nor of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Received {
    /// Counts from 1.
    pub number: u64,
    /// The method.
    pub method: String,
    /// The path. A credential is shown as its parameter, and what is no word of the documents as `…` where the path
    /// leads nowhere.
    pub path: String,
    /// The parameters of the query; personal values are shown as `…`.
    pub query: Vec<(String, String)>,
    /// The API, as in `pos-v3`, where the path leads to an operation.
    pub api: Option<&'static str>,
    /// The operation, as in `create_incoming_order`.
    pub operation: Option<String>,
    /// The body, where it was JSON of at most 64 KiB. It may hold personal data.
    pub body: Option<Value>,
    /// The status of the reply; none, where a fault cut the connection.
    pub status: Option<u16>,
    /// What the reply said was wrong.
    pub problems: Vec<String>,
    /// How long it took.
    #[serde(skip)]
    pub took: Duration,
}

impl fmt::Display for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>4} {:<5} {}", self.number, self.method, self.path)?;
        for (index, (name, value)) in self.query.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { '?' } else { '&' })?;
        }
        match self.status {
            Some(status) => write!(f, " {status}")?,
            None => f.write_str(" cut")?,
        }
        write!(f, " {} ms", self.took.as_millis())?;
        if let Some(operation) = &self.operation {
            write!(f, " {operation}")?;
        }
        match self.problems.first() {
            Some(problem) => write!(f, ": {problem}"),
            None => Ok(()),
        }
    }
}

/// The most that are kept.
const MOST: usize = 1_000;

/// The latest requests. Their bodies are kept as they came, and read when somebody asks for them.
#[derive(Default)]
pub(crate) struct Log {
    entries: VecDeque<(Received, Bytes)>,
    count: u64,
}

impl Log {
    /// The number of the next request.
    pub(crate) fn number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Keeps a request and its body.
    pub(crate) fn add(&mut self, received: Received, body: Bytes) {
        if self.entries.len() == MOST {
            self.entries.pop_front();
        }
        self.entries.push_back((received, body));
    }

    pub(crate) fn entries(&self) -> Vec<Received> {
        let entry = |(received, body): &(Received, Bytes)| Received {
            body: serde_json::from_slice(body).ok(),
            ..received.clone()
        };
        self.entries.iter().map(entry).collect()
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
}
