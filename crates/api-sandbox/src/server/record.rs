//! Records requests in the log, and prints them.

use std::time::{Duration, Instant};

use bytes::Bytes;
use http::request::Parts;

use super::redact::{redact_headers, redact_path};
use crate::context::Context;
use crate::openapi::Operation;
use crate::printer::Printer;
use crate::query;
use crate::response::json::JsonResponse;
use crate::state::lock::lock;
use crate::state::recorded_body::RecordedBody;
use crate::state::request_log::RecordedRequest;
use crate::ui::checkout::UiResponse;

/// A request on its way to the log.
pub(super) struct RequestRecord {
    request: RecordedRequest,
    started: Instant,
}

impl RequestRecord {
    pub(super) fn new(
        head: &Parts,
        operation: Option<&'static Operation>,
        body: &Bytes,
        started: Instant,
    ) -> Self {
        let request = RecordedRequest {
            number: 0,
            method: head.method.as_str().to_owned(),
            path: redact_path(head.uri.path(), operation),
            query: query::parse(head.uri.query().unwrap_or_default()).unwrap_or_default(),
            api: operation.map(Operation::api),
            operation: operation.map(|operation| operation.name.clone()),
            headers: redact_headers(&head.headers),
            body: RecordedBody::new(body),
            status: None,
            response_body: RecordedBody::default(),
            errors: Vec::new(),
            elapsed: Duration::ZERO,
        };
        Self { request, started }
    }

    /// A request of a browser for a page. The path of a page that exists has no credential.
    pub(super) fn for_page(head: &Parts, response: &UiResponse, started: Instant) -> Self {
        let mut record = Self::new(head, None, &Bytes::new(), started);
        record.request.api = Some("payments");
        record.request.status = Some(response.status);
        record.request.errors.clone_from(&response.errors);
        if response.status != 404 {
            record.request.path = head.uri.path().to_owned();
        }
        record
    }

    /// Adds the response. A request without one was aborted by a fault.
    pub(super) fn set_response(&mut self, response: &JsonResponse) {
        self.request.status = Some(response.status);
        self.request.errors.clone_from(&response.errors);
        self.request.response_body = RecordedBody::new(response.body());
    }

    /// Adds it to the log, and prints it if requests are printed.
    pub(super) fn save(mut self, context: &Context) {
        self.request.elapsed = self.started.elapsed();
        let mut log = lock(&context.request_log);
        let request = log.push(self.request);
        let printer = context.printer.as_ref();
        let line = printer.map(|printer| (printer, request.to_string()));
        drop(log);
        if let Some((printer, line)) = line {
            printer.print(line);
        }
    }
}

/// Prints a control request. It is not in the log, which has the requests to the APIs only.
pub(super) fn print_control_request(
    printer: &Printer,
    head: &Parts,
    response: &JsonResponse,
    started: Instant,
) {
    let (method, path) = (&head.method, head.uri.path());
    // A URI has printable characters only, of any number.
    let path: String = path.chars().take(256).collect();
    let mut line = format!(
        "   - {:<5} {path} {} {} ms",
        method.as_str(),
        response.status,
        started.elapsed().as_millis()
    );
    if let Some(error) = response.errors.first() {
        line += &format!(": {error}");
    }
    printer.print(line);
}
