//! Handles a request: check its origin, find its target, respond, record.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::header::DATE;
use http::request::Parts;
use http::{Request, Response};
use hyper::body::Incoming;

use super::body::{BodyError, read_body};
use super::execute::{OperationRequest, execute, venue_id};
use super::record::{RequestRecord, print_control_request};
use super::{control_api, health, host_check};
use crate::context::Context;
use crate::credentials::PaymentEnvironment;
use crate::faults::{Effect, Fault, FaultRequest};
use crate::openapi::{Operation, RouteMatch, route};
use crate::response::Rejection;
use crate::response::body::{ConnectionAborted, ResponseBody};
use crate::response::json::JsonResponse;
use crate::state::lock::lock;
use crate::state::time::Time;
use crate::ui::{board, checkout, reference};

/// The error of a path outside of every base URL.
const UNKNOWN_BASE: &str = "no operation of the documents has this path: does your base URL end with /api, \
    or for payments with /payments/test?";

/// A connection of a client.
pub(super) struct Connection {
    pub(super) context: Arc<Context>,
    /// The address that the client has connected to.
    pub(super) local: SocketAddr,
    /// The time limit for a head, which closes idle connections, too, and for a body.
    pub(super) request_timeout: Duration,
}

/// Handles a request. The error closes the connection without a response.
pub(super) async fn handle(
    connection: &Connection,
    request: Request<Incoming>,
) -> Result<Response<ResponseBody>, ConnectionAborted> {
    let (head, body) = request.into_parts();
    let context = &connection.context;
    let exchange = Exchange {
        context,
        head: &head,
        started: Instant::now(),
        local: connection.local,
    };
    if let Some(response) = health::respond(context, &head.method, head.uri.path()) {
        return Ok(response);
    }
    let target = Target::from_path(head.uri.path());
    let host = match exchange.check_origin(target) {
        Ok(host) => host,
        Err(reason) => return Ok(exchange.reject(403, reason)),
    };
    let root = &format!("http://{host}");
    if let Some(response) = reference::respond(&head.method, head.uri.path()) {
        return Ok(response);
    }
    if let Some(response) = board::respond(context, &head) {
        return Ok(response);
    }
    let body = match read_body(body, connection.request_timeout).await {
        Ok(body) => body,
        Err(BodyError::Aborted) => return Err(ConnectionAborted),
        Err(BodyError::Rejected(status, message)) => return Ok(exchange.reject(status, &message)),
    };
    let body = &body;
    match target {
        Target::Control(path) => Ok(exchange.respond_control(path, body, root).await),
        Target::Payments(environment, path) => match exchange.respond_page(environment, path, root)
        {
            Some(response) => Ok(response),
            None => {
                let environment = Some(environment);
                exchange.respond_operation(environment, path, body).await
            }
        },
        Target::Pos(path) => exchange.respond_operation(None, path, body).await,
    }
}

/// The part of the sandbox that a path belongs to, and the rest of the path.
#[derive(Clone, Copy)]
enum Target<'p> {
    /// The point-of-sale and vendor APIs. The rest is empty for a path outside of every base URL,
    /// and no operation has that path.
    Pos(&'p str),
    Payments(PaymentEnvironment, &'p str),
    Control(&'p str),
}

impl<'p> Target<'p> {
    fn from_path(path: &'p str) -> Self {
        let below = |base: &str| {
            let rest = path.strip_prefix(base)?;
            rest.starts_with('/').then_some(rest)
        };
        if path == "/_sandbox" {
            return Self::Control("");
        }
        if let Some(rest) = below("/_sandbox") {
            return Self::Control(rest);
        }
        for environment in PaymentEnvironment::ALL {
            let rest = path
                .strip_prefix("/payments/")
                .and_then(|rest| rest.strip_prefix(environment.name()))
                .filter(|rest| rest.starts_with('/'));
            if let Some(rest) = rest {
                return Self::Payments(environment, rest);
            }
        }
        Self::Pos(below("/api").unwrap_or_default())
    }
}

/// A request whose head is there.
struct Exchange<'r> {
    context: &'r Arc<Context>,
    head: &'r Parts,
    started: Instant,
    /// The address that the client has connected to.
    local: SocketAddr,
}

impl Exchange<'_> {
    /// Checks host and origin, and returns the host.
    fn check_origin(&self, target: Target<'_>) -> Result<&str, &'static str> {
        let endpoint = &self.context.endpoint;
        let host = host_check::check_host(self.head, endpoint, self.local)?;
        match target {
            // The pages of a shop load the script, from a port of their own.
            Target::Payments(environment, path) if checkout::is_sdk_script(environment, path) => {
                host_check::check_local_origin(self.head, endpoint)?;
            }
            _ => host_check::check_origin(self.head, host, endpoint, self.local)?,
        }
        Ok(host)
    }

    async fn respond_control(
        &self,
        path: &str,
        body: &Bytes,
        root: &str,
    ) -> Response<ResponseBody> {
        let (method, query) = (&self.head.method, self.head.uri.query().unwrap_or_default());
        let response = control_api::respond(self.context, method, path, query, body, root).await;
        if let Some(printer) = &self.context.printer {
            print_control_request(printer, self.head, &response, self.started);
        }
        response.into_http(None)
    }

    /// `None` if the path is not that of a page.
    fn respond_page(
        &self,
        environment: PaymentEnvironment,
        path: &str,
        root: &str,
    ) -> Option<Response<ResponseBody>> {
        let method = &self.head.method;
        let response = checkout::respond(self.context, environment, method, path, root)?;
        if response.is_logged {
            RequestRecord::for_page(self.head, &response, self.started).save(self.context);
        }
        Some(response.http)
    }

    async fn respond_operation(
        &self,
        environment: Option<PaymentEnvironment>,
        path: &str,
        body: &Bytes,
    ) -> Result<Response<ResponseBody>, ConnectionAborted> {
        let in_scope = |api: &str| (api == "payments") == environment.is_some();
        let (operation, parameters) = match route(in_scope, &self.head.method, path) {
            RouteMatch::Operation(operation, parameters) => (operation, parameters),
            RouteMatch::OtherMethods(methods) => {
                let methods = methods.join(", ");
                let message = format!("method not documented for this path, expected {methods}");
                return Ok(self.reject(404, &message));
            }
            RouteMatch::NotFound => {
                let message = match path {
                    "" => UNKNOWN_BASE,
                    _ => "no operation of the documents has this path",
                };
                return Ok(self.reject(404, message));
            }
        };
        let fault = self.take_fault(operation, environment, &parameters, body);
        let request = OperationRequest {
            operation,
            environment,
            head: self.head,
            path_parameters: &parameters,
            body,
            page_size: match fault.as_ref().map(|(_, fault)| fault.effect()) {
                Some(Effect::PageSize(records)) => Some(*records),
                _ => None,
            },
        };
        let response = self
            .execute(&request, fault.as_ref().map(|(_, fault)| fault))
            .await;
        let record = RequestRecord::new(self.head, Some(operation), body, self.started);
        let Some(mut response) = response else {
            record.save(self.context);
            return Err(ConnectionAborted);
        };
        let fault = fault.and_then(|(id, fault)| match response.apply(fault.effect()) {
            Ok(()) => Some(fault),
            Err(reason) => {
                lock(&self.context.faults).restore(id, reason);
                None
            }
        });
        Ok(self.respond(record, response, fault.as_ref()))
    }

    fn take_fault(
        &self,
        operation: &Operation,
        environment: Option<PaymentEnvironment>,
        parameters: &[(String, String)],
        body: &[u8],
    ) -> Option<(u64, Fault)> {
        let venue = || venue_id(self.context, operation, environment, self.head, parameters);
        let request = FaultRequest {
            operation,
            path_parameters: parameters,
            body,
            venue: &venue,
        };
        lock(&self.context.faults).take(&request)
    }

    /// Executes an operation, unless a fault prevents it; `None` if a fault aborts the connection.
    async fn execute(
        &self,
        request: &OperationRequest<'_>,
        fault: Option<&Fault>,
    ) -> Option<JsonResponse> {
        let effect = fault.map(Fault::effect);
        if let Some(Effect::Delay(delay)) = effect {
            tokio::time::sleep(*delay).await;
        }
        let result = match effect {
            Some(Effect::DropBefore) => return None,
            Some(Effect::Status(status)) => Err(Rejection::new(*status, "injected fault")),
            Some(Effect::Respond(response)) => Ok(JsonResponse::exact(response)),
            _ => execute(self.context, request),
        };
        match effect {
            Some(Effect::DropAfter) => return None,
            Some(Effect::Replace(response)) => return Some(JsonResponse::exact(response)),
            _ => {}
        }
        let rejected = |rejection| JsonResponse::rejected(request.operation, rejection);
        Some(result.unwrap_or_else(rejected))
    }

    /// A response outside of any operation.
    fn reject(&self, status: u16, message: &str) -> Response<ResponseBody> {
        let record = RequestRecord::new(self.head, None, &Bytes::new(), self.started);
        self.respond(record, JsonResponse::error(status, message), None)
    }

    /// Records the request with its response.
    fn respond(
        &self,
        mut record: RequestRecord,
        response: JsonResponse,
        fault: Option<&Fault>,
    ) -> Response<ResponseBody> {
        record.set_response(&response);
        record.save(self.context);
        let mut response = response.into_http(fault);
        // hyper adds the date of the system's clock by itself.
        let clock = self.context.state().clock;
        if !clock.is_system_time() && !response.headers().contains_key(DATE) {
            if let Some(date) = Time::from_timestamp(clock.now()).to_http_date() {
                response.headers_mut().insert(DATE, date);
            }
        }
        response
    }
}
