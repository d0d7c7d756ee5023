//! One request and its reply: routed, authorised, checked, done, and told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::header::{CONTENT_TYPE, DATE};
use http::request::Parts;
use http::{Method, Request, Response};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Incoming;
use serde_json::Value;

use crate::auth::authorise;
use crate::context::Shared;
use crate::credentials::PaymentEnvironment;
use crate::faults::{Effect, Fault};
use crate::handlers::{Call, Refusal, handler};
use crate::openapi::{Operation, Problem, Route, route};
use crate::response::body::{Cut, ReplyBody};
use crate::response::json::{Reply, response};
use crate::server::record::{Came, show_control};
use crate::server::{control_api, host_check, query};
use crate::state::lock::locked;
use crate::state::time::Moment;
use crate::ui::{checkout, reference};

/// The most of a request's body.
const BODY: usize = 1024 * 1024;
/// How long a body may take.
const BODY_TIME: Duration = Duration::from_secs(10);

/// Where a path belongs.
#[derive(Clone, Copy)]
enum Base<'p> {
    Pos(&'p str),
    Payments(PaymentEnvironment, &'p str),
    Control(&'p str),
    Nothing,
}

fn base(path: &str) -> Base<'_> {
    if path == "/_sandbox" || path.starts_with("/_sandbox/") {
        return Base::Control(&path["/_sandbox".len()..]);
    }
    if let Some(rest) = path
        .strip_prefix("/api")
        .filter(|rest| rest.starts_with('/'))
    {
        return Base::Pos(rest);
    }
    for environment in PaymentEnvironment::ALL {
        let rest = path
            .strip_prefix("/payments/")
            .and_then(|rest| rest.strip_prefix(environment.name()));
        if let Some(rest) = rest.filter(|rest| rest.starts_with('/')) {
            return Base::Payments(environment, rest);
        }
    }
    Base::Nothing
}

/// Answers a request; the error cuts the connection.
pub(crate) async fn exchange(
    shared: Arc<Shared>,
    request: Request<Incoming>,
) -> Result<Response<ReplyBody>, Cut> {
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let refused = |reply: Reply| {
        let came = Came::of(&parts, None, &Bytes::new(), started);
        Ok(told(&shared, came, reply, None))
    };
    let base = base(parts.uri.path());
    let foreign = host_check::foreign_host(&parts, shared.address).or_else(|| match base {
        // A service's own page loads it, from its own port.
        Base::Payments(environment, path) if checkout::is_sdk_script(environment, path) => {
            host_check::remote_page(&parts)
        }
        _ => host_check::foreign_page(&parts, shared.address),
    });
    if let Some(reason) = foreign {
        return refused(Reply::plain(403, reason));
    }
    if let Some(response) = reference::answer(&parts.method, parts.uri.path()) {
        return Ok(response);
    }
    let body = match tokio::time::timeout(BODY_TIME, Limited::new(body, BODY).collect()).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            return refused(Reply::plain(413, "a body has at most 1 MiB"));
        }
        Ok(Err(_)) => return Err(Cut),
        Err(_) => return refused(Reply::plain(408, "the body took longer than 10 seconds")),
    };
    let (environment, path) = match base {
        Base::Control(rest) => {
            let reply = control_api::answer(&shared, &parts.method, rest, &body);
            if shared.show {
                show_control(&parts, &reply, started);
            }
            return Ok(response(reply, None));
        }
        Base::Payments(environment, rest) => {
            if let Some(answer) = checkout::answer(&shared, environment, &parts.method, rest) {
                if answer.told {
                    Came::for_page(&parts, &answer, started).note(&shared);
                }
                return Ok(answer.response());
            }
            (Some(environment), rest)
        }
        Base::Pos(rest) => (None, rest),
        Base::Nothing => (None, ""),
    };
    let among = |document: &str| (document == "payments") == environment.is_some();
    let (operation, parameters) = match route(among, &parts.method, path) {
        Route::To(operation, parameters) => (operation, parameters),
        Route::OtherMethods(methods) => {
            let problem = format!("this path is described for {} only", methods.join(", "));
            return refused(Reply::plain(404, &problem));
        }
        Route::Nowhere => {
            return refused(Reply::plain(
                404,
                "no operation of the documents has this path",
            ));
        }
    };
    let fault = Fault::take(
        &mut locked(&shared.faults),
        operation.api(),
        &operation.name,
    );
    let effect = fault.as_ref().map(Fault::effect);
    if let Some(Effect::Delay(delay)) = effect {
        tokio::time::sleep(*delay).await;
    }
    let reply = match effect {
        Some(Effect::DropBefore) => None,
        Some(Effect::Status(status)) => {
            let refusal = Refusal::new(*status, "the sandbox was asked to fail");
            Some(Reply::refused(operation, refusal))
        }
        _ => {
            let asked = Asked {
                operation,
                environment,
                parts: &parts,
                path: &parameters,
                body: &body,
                page_size: match effect {
                    Some(Effect::PageSize(records)) => Some(*records),
                    _ => None,
                },
            };
            Some(
                performed(&shared, &asked)
                    .unwrap_or_else(|refusal| Reply::refused(operation, refusal)),
            )
        }
    };
    let came = Came::of(&parts, Some(operation), &body, started);
    match reply {
        Some(reply) if effect != Some(&Effect::DropAfter) => {
            Ok(told(&shared, came, reply, fault.as_ref()))
        }
        _ => {
            came.note(&shared);
            Err(Cut)
        }
    }
}

/// Keeps what came and what it was answered with, and makes the answer.
fn told(
    shared: &Shared,
    mut came: Came,
    mut reply: Reply,
    fault: Option<&Fault>,
) -> Response<ReplyBody> {
    came.received.status = Some(reply.status);
    came.received.problems = std::mem::take(&mut reply.problems);
    came.note(shared);
    let mut response = response(reply, fault);
    // The server tells the system's time by itself.
    let clock = locked(&shared.world).clock;
    if !clock.is_of_the_system()
        && let Some(date) = Moment::of(clock.now()).http_date()
    {
        response.headers_mut().insert(DATE, date);
    }
    response
}

/// A request for an operation.
struct Asked<'r> {
    operation: &'static Operation,
    environment: Option<PaymentEnvironment>,
    parts: &'r Parts,
    path: &'r [(String, String)],
    body: &'r Bytes,
    /// The records of a page, where a fault says so.
    page_size: Option<u32>,
}

/// Authorises, checks and does an operation.
fn performed(shared: &Shared, asked: &Asked<'_>) -> Result<Reply, Refusal> {
    let &Asked {
        operation,
        environment,
        parts,
        path,
        body,
        page_size,
    } = asked;
    let token = operation.path_credential.as_ref();
    let token = token
        .and_then(|name| path.iter().find(|(other, _)| other == name))
        .map(|(_, value)| value.as_str());
    let identity =
        authorise(operation, environment, &parts.headers, token).map_err(|denied| Refusal {
            status: denied.status,
            messages: vec![denied.reason],
        })?;
    let strict = shared.strict();
    let queried = query::read(parts.uri.query().unwrap_or_default())
        .map_err(|problem| Refusal::new(400, &problem))?;
    let (mut parameters, mut problems) = operation.parameters(path, &queried, strict);
    let sent = json_body(operation, parts, body).map_err(|problem| Refusal::new(400, &problem))?;
    problems.extend(operation.body_problems(sent.as_ref(), strict));
    if !problems.is_empty() {
        let messages = problems.iter().map(Problem::to_string).collect();
        return Err(Refusal {
            status: operation.refusal_status(),
            messages,
        });
    }
    if let Some(records) = page_size {
        parameters.insert("per_page".to_owned(), records.into());
    }
    let Some(handler) = handler(operation.api(), &operation.name) else {
        return Err(Refusal::new(
            404,
            "the sandbox does not know this operation yet",
        ));
    };
    let mut world = locked(&shared.world);
    let now = world.now();
    let mut call = Call {
        operation,
        parameters,
        body: sent.unwrap_or_default(),
        identity,
        now,
    };
    let reply = handler(&mut world, &mut call)?;
    if parts.method != Method::GET {
        world
            .save()
            .map_err(|error| Refusal::new(500, &format!("the data file: {}", error.kind())))?;
    }
    Ok(Reply::ok(reply))
}

fn json_body(operation: &Operation, parts: &Parts, body: &Bytes) -> Result<Option<Value>, String> {
    if body.is_empty() || !operation.takes_body() {
        return Ok(None);
    }
    let kind = parts
        .headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err("Content-Type is due to be application/json".to_owned());
    }
    // One look at the whole is faster than one at each text.
    let text = str::from_utf8(body).map_err(|_| "the body is no JSON: it is not UTF-8")?;
    serde_json::from_str(text)
        .map(Some)
        .map_err(|error| format!("the body is no JSON: {error}"))
}
