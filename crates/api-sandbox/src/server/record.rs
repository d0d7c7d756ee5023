//! A request that came: what is kept of it, and the line that shows it.

use std::io::Write as _;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::request::Parts;

use crate::context::Shared;
use crate::openapi::Operation;
use crate::response::json::Reply;
use crate::server::query;
use crate::state::lock::locked;
use crate::state::request_log::Received;
use crate::ui::checkout;

/// The most of a request's body that is remembered.
const REMEMBERED: usize = 64 * 1024;

/// A request that came, for the log.
pub(crate) struct Came {
    pub(crate) received: Received,
    body: Bytes,
    started: Instant,
}

impl Came {
    pub(crate) fn of(
        parts: &Parts,
        operation: Option<&'static Operation>,
        body: &Bytes,
        started: Instant,
    ) -> Self {
        let received = Received {
            number: 0,
            method: parts.method.as_str().to_owned(),
            path: query::masked_path(parts.uri.path(), operation),
            query: query::masked(parts.uri.query().unwrap_or_default()),
            api: operation.map(Operation::api),
            operation: operation.map(|operation| operation.name.clone()),
            body: None,
            status: None,
            problems: Vec::new(),
            took: Duration::ZERO,
        };
        Self {
            received,
            body: if body.len() <= REMEMBERED {
                // Not a part of the connection's buffer, which it would keep.
                Bytes::copy_from_slice(body)
            } else {
                Bytes::new()
            },
            started,
        }
    }

    /// A request for a page. What is found has no credential in its path.
    pub(crate) fn for_page(parts: &Parts, answer: &checkout::Answer, started: Instant) -> Self {
        let mut came = Self::of(parts, None, &Bytes::new(), started);
        came.received.api = Some("payments");
        came.received.status = Some(answer.status());
        came.received.problems = answer.problems().to_vec();
        if answer.status() != 404 {
            came.received.path = parts.uri.path().to_owned();
        }
        came
    }

    /// Keeps it, and shows it if that is asked for.
    pub(crate) fn note(mut self, shared: &Shared) {
        self.received.took = self.started.elapsed();
        let mut log = locked(&shared.log);
        self.received.number = log.number();
        let line = shared.show.then(|| self.received.to_string());
        log.add(self.received, self.body);
        drop(log);
        if let Some(line) = line {
            show(&line);
        }
    }
}

/// Shows a control request, which has no number: it is none of the requests that the APIs received.
pub(crate) fn show_control(parts: &Parts, reply: &Reply, started: Instant) {
    let (method, path) = (&parts.method, parts.uri.path());
    // A path is somebody's text; in a URI it is printable, and only as long as it likes.
    let path: String = path.chars().take(256).collect();
    let mut line = format!(
        "   - {:<5} {path} {} {} ms",
        method.as_str(),
        reply.status,
        started.elapsed().as_millis()
    );
    if let Some(problem) = reply.problems.first() {
        line += &format!(": {problem}");
    }
    show(&line);
}

fn show(line: &str) {
    // A closed pipe is no reason to stop.
    let _ = writeln!(std::io::stdout(), "{line}");
}
