//! The control interface: the control handle over HTTP, below `/_sandbox`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use api_wire::Timestamp;
use bytes::Bytes;
use http::Method;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::control::{Control, ControlError};
use crate::credentials::{CREDENTIALS, PaymentEnvironment};
use crate::exact::{Exact, parse_json};
use crate::faults::{ExactResponse, Fault, InjectedFault};
use crate::openapi::{sdk_script, tester_page};
use crate::query;
use crate::response::json::JsonResponse;
use crate::state::recorded_body::RecordedBody;
use crate::state::request_log::RecordedRequest;
use crate::state::venue::status::OrderStatus;
use crate::ui::checkout::SDK_GLOBAL;

/// The longest time limit of a request that waits. The client's own is usually shorter.
const MAX_SECONDS: f64 = 60.0;

type ControlResult = Result<JsonResponse, ControlError>;

/// Handles a control request, below this root URL.
pub(super) async fn respond(
    context: &Arc<Context>,
    method: &Method,
    path: &str,
    query: &str,
    body: &Bytes,
    root: &str,
) -> JsonResponse {
    let control = Control::new(Arc::clone(context));
    let request = Request { query, body };
    let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let response = match (method.as_str(), segments.as_slice()) {
        ("GET", _) => read(&control, &segments, &request, root).await,
        _ => write(&control, method.as_str(), &segments, &request),
    };
    response.unwrap_or_else(|error| JsonResponse::error(error.status(), &error.to_string()))
}

/// Requests that change nothing but cursors.
async fn read(
    control: &Control,
    segments: &[&str],
    request: &Request<'_>,
    root: &str,
) -> ControlResult {
    // These have a query.
    match segments {
        ["orders", "next"] => return ok(&request.waiting(control)?.next_order().await?),
        ["payments", "next"] => return ok(&request.waiting(control)?.next_payment().await?),
        ["callbacks", "next"] => return ok(&request.waiting(control)?.next_callback().await?),
        ["requests", "next", operation] => {
            return ok(&request.waiting(control)?.next_request(operation).await?);
        }
        ["requests"] => return requests(control, request),
        _ => request.parameters(&[])?,
    };
    match segments {
        [] => ok(&overview(control, root)),
        ["orders"] => list("orders", control.orders()),
        ["payments"] => list("payments", control.payments()),
        ["clock"] => ok(&clock(control)),
        ["callbacks"] => list("callbacks", control.callbacks()),
        ["faults"] => faults(&control.faults()),
        ["faults", "unused"] => faults(&control.unused_faults()),
        ["requests", number] => ok(&recorded(control, number)?),
        ["requests", number, "body"] => Ok(exact(&recorded(control, number)?.body)),
        ["requests", number, "response_body"] => {
            Ok(exact(&recorded(control, number)?.response_body))
        }
        _ => Err(unknown_path("GET", segments)),
    }
}

/// Requests that change something.
fn write(
    control: &Control,
    method: &str,
    segments: &[&str],
    request: &Request<'_>,
) -> ControlResult {
    request.parameters(&[])?;
    match (method, segments) {
        ("POST", ["orders", id, "status"]) => {
            let StatusChange { status } = request.body()?;
            control.set_order_status(number(id, "order")?, status)?;
        }
        ("POST", ["venues", venue, list]) => {
            let id = control.add(number(venue, "venue")?, list, request.body()?)?;
            return ok(&json!({ "id": id }));
        }
        ("PATCH", ["venues", venue, list, id]) => {
            let (venue, id) = (number(venue, "venue")?, number(id, "record")?);
            control.change(venue, list, id, request.body()?)?;
        }
        ("POST", ["clock"]) => {
            match request.body()? {
                ClockChange::Set(time) => {
                    let time: Option<Timestamp> = time.parse().ok();
                    let expected = "`set` must be a time, as in 2026-02-01T12:00:00Z";
                    control.set_clock(time.ok_or_else(|| ControlError::new(expected))?)?;
                }
                ClockChange::AdvanceSeconds(seconds) => {
                    control.advance_clock(Duration::from_secs(seconds))?;
                }
                ClockChange::Resume(true) => control.resume_clock(),
                ClockChange::Resume(false) => {
                    return Err(ControlError::new("`resume` must be true"));
                }
            }
            return ok(&clock(control));
        }
        ("POST", ["settings"]) => {
            let settings: Settings = request.body()?;
            if let Some(deny) = settings.deny_unknown_fields {
                control.deny_unknown_fields(deny);
            }
        }
        ("POST", ["reset"]) => control.reset()?,
        ("POST", ["callbacks", callback, "resend"]) => {
            control.resend_callback(number(callback, "callback")?)?;
        }
        ("POST", ["faults"]) => {
            let fault: Fault = request.body()?;
            return ok(&json!({ "id": control.inject(fault)? }));
        }
        ("DELETE", ["faults"]) => control.clear_faults(),
        ("DELETE", ["faults", id]) => control.remove_fault(number(id, "fault")?)?,
        _ => return Err(unknown_path(method, segments)),
    }
    ok(&json!({}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatusChange {
    status: OrderStatus,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ClockChange {
    Set(String),
    AdvanceSeconds(u64),
    Resume(bool),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    deny_unknown_fields: Option<bool>,
}

/// Query and body of a control request.
struct Request<'r> {
    query: &'r str,
    body: &'r Bytes,
}

impl Request<'_> {
    /// The parameters of the query, which have one of these names.
    fn parameters(&self, names: &[&str]) -> Result<Vec<(String, String)>, ControlError> {
        let parameters = query::parse(self.query).map_err(ControlError::new)?;
        match parameters
            .iter()
            .find(|(name, _)| !names.contains(&name.as_str()))
        {
            Some((name, _)) => Err(ControlError::new(format!("unknown parameter `{name}`"))),
            None => Ok(parameters),
        }
    }

    /// The handle with the time limit of the query.
    fn waiting(&self, control: &Control) -> Result<Control, ControlError> {
        let mut control = control.clone();
        for (_, value) in self.parameters(&["timeout_seconds"])? {
            let seconds = value.parse().ok();
            let seconds = seconds.filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
            let expected = || format!("`timeout_seconds` must be 0 to {MAX_SECONDS}");
            let seconds = seconds.ok_or_else(|| ControlError::new(expected()))?;
            control = control.with_timeout(Duration::from_secs_f64(seconds));
        }
        Ok(control)
    }

    /// The body; `{}` if it is empty.
    fn body<T: DeserializeOwned>(&self) -> Result<T, ControlError> {
        let invalid =
            |error: serde_json::Error| ControlError::new(format!("invalid JSON: {error}"));
        let body = match std::str::from_utf8(self.body) {
            Ok("") => Value::Object(Map::new()),
            // An integer is one however it is written, as in the bodies of the APIs.
            Ok(text) => parse_json(text).map_err(invalid)?,
            Err(_) => return Err(ControlError::new("invalid JSON: not UTF-8")),
        };
        serde_json::from_value(body).map_err(|error| ControlError::new(error.to_string()))
    }
}

fn ok(body: &impl Serialize) -> ControlResult {
    Ok(JsonResponse::ok(body))
}

/// Serialized without a copy in between, which would round amounts.
fn list<T: Serialize>(name: &str, records: Vec<T>) -> ControlResult {
    ok(&BTreeMap::from([(name, records)]))
}

fn number<T: std::str::FromStr>(text: &str, noun: &str) -> Result<T, ControlError> {
    let number = text.parse();
    number.map_err(|_| ControlError::not_found(format!("no {noun} has this id")))
}

fn unknown_path(method: &str, segments: &[&str]) -> ControlError {
    let path = segments.join("/");
    ControlError::not_found(format!(
        "the control interface has no `{method} /_sandbox/{path}`: see \"The control interface\" in the README"
    ))
}

fn overview(control: &Control, root: &str) -> Value {
    let context = control.context();
    let payments = PaymentEnvironment::ALL.map(|environment| {
        let base = format!("{root}/payments/{}", environment.name());
        let url = |path: Option<&str>| path.map(|path| format!("{base}{path}"));
        json!({
            "environment": environment,
            "base_url": base,
            "credentials": environment.credentials(),
            "sdk_script": url(sdk_script(environment)),
            "tester_page": url(tester_page(environment)),
        })
    });
    let profiles = context.profiles.iter();
    let venues: Vec<_> = profiles.map(|profile| &profile.access).collect();
    json!({
        "point_of_sale": { "base_url": format!("{root}/api"), "credentials": CREDENTIALS },
        "venues": venues,
        "payments": payments,
        "sdk_global": SDK_GLOBAL,
        "deny_unknown_fields": context.denies_unknown_fields(),
    })
}

fn clock(control: &Control) -> Value {
    let clock = control.context().state().clock;
    json!({ "now": clock.now().to_string(), "is_running": clock.is_running() })
}

fn faults(faults: &[InjectedFault]) -> ControlResult {
    let faults = serde_json::to_value(faults);
    let faults = faults.map_err(|error| ControlError::new(error.to_string()))?;
    ok(&Exact(&json!({ "faults": faults })))
}

fn requests(control: &Control, request: &Request<'_>) -> ControlResult {
    let mut requests = control.requests();
    for (_, after) in request.parameters(&["after"])? {
        let after: u64 = after
            .parse()
            .map_err(|_| ControlError::new("`after` must be the number of a request"))?;
        requests.retain(|request| request.number > after);
    }
    list("requests", requests)
}

fn recorded(control: &Control, text: &str) -> Result<RecordedRequest, ControlError> {
    let number: u64 = number(text, "recorded request")?;
    let mut requests = control.requests().into_iter();
    let found = requests.find(|request| request.number == number);
    found.ok_or_else(|| ControlError::not_found("no recorded request has this number"))
}

/// Exactly the recorded bytes. A browser must not render them.
fn exact(body: &RecordedBody) -> JsonResponse {
    let content_type = if body.raw().is_some() {
        "application/json"
    } else {
        "application/octet-stream"
    };
    let response = ExactResponse::new(200)
        .header("Content-Type", content_type)
        .header("X-Content-Type-Options", "nosniff")
        .body(body.bytes());
    let mut response = JsonResponse::exact(&response);
    response.errors.clear();
    response
}
