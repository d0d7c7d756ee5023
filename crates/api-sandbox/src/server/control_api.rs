//! The control interface: the control handle over HTTP, below `/_sandbox`.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::context::Context;
use crate::control::{Control, ControlError};
use crate::credentials::{CREDENTIALS, PaymentEnvironment};
use crate::faults::Fault;
use crate::openapi::{sdk_script, tester_page};
use crate::response::json::JsonResponse;
use crate::state::lock::lock;
use crate::state::venue::status::OrderStatus;
use crate::ui::checkout::SDK_GLOBAL;

/// The most steps of a script.
const MAX_STEPS: usize = 100;
/// The longest pause between two steps.
const MAX_PAUSE_MILLIS: u64 = 60_000;

/// Handles a control request, below this root URL.
pub(super) fn respond(
    context: &Arc<Context>,
    method: &Method,
    path: &str,
    body: &Bytes,
    root: &str,
) -> JsonResponse {
    let control = Control::new(Arc::clone(context));
    let body = if body.is_empty() {
        Ok(Value::Null)
    } else {
        serde_json::from_slice(body)
    };
    let body = match body {
        Ok(body) => body,
        Err(error) => return JsonResponse::error(400, &format!("invalid JSON: {error}")),
    };
    let segments: Vec<&str> = path
        .split('/')
        .filter(|segment| !segment.is_empty())
        .collect();
    let result = match (method.as_str(), segments.as_slice()) {
        ("GET", []) => Ok(overview(context, root)),
        ("GET", ["requests"]) => Ok(json!({ "requests": control.requests() })),
        ("GET", ["orders"]) => Ok(json!({ "orders": control.orders() })),
        ("GET", ["payments"]) => Ok(json!({ "payments": control.payments() })),
        ("GET", ["callbacks"]) => Ok(json!({ "callbacks": control.callbacks() })),
        ("GET", ["clock"]) => Ok(json!({ "now": control.now().to_string() })),
        ("POST", ["clock"]) => set_clock(&control, &body),
        ("POST", ["reset"]) => empty(control.reset()),
        ("POST", ["settings"]) => change_settings(&control, &body),
        ("GET", ["faults"]) => Ok(list_faults(context)),
        ("POST", ["faults"]) => {
            Fault::from_json(&body).and_then(|fault| empty(control.inject(fault)))
        }
        ("DELETE", ["faults"]) => {
            control.clear_faults();
            Ok(json!({}))
        }
        ("POST", ["orders", order, "status"]) => {
            return for_order(order, |order| set_status(&control, order, &body));
        }
        ("POST", ["orders", order, "script"]) => {
            return for_order(order, |order| run_script(&control, order, &body));
        }
        _ => return JsonResponse::error(404, "the control interface has no such path"),
    };
    match result {
        Ok(body) => JsonResponse::ok(body),
        Err(message) => JsonResponse::error(400, &message),
    }
}

fn empty(result: Result<(), ControlError>) -> Result<Value, String> {
    result
        .map(|()| json!({}))
        .map_err(|error| error.to_string())
}

fn overview(context: &Context, root: &str) -> Value {
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
    json!({
        "point_of_sale": { "base_url": format!("{root}/api"), "credentials": CREDENTIALS },
        "payments": payments,
        "sdk_global": SDK_GLOBAL,
        "deny_unknown_fields": context.denies_unknown_fields(),
        "deny_filter_times": context.denies_filter_times(),
    })
}

fn list_faults(context: &Context) -> Value {
    let faults = lock(&context.faults);
    json!({ "faults": faults.iter().map(Fault::to_json).collect::<Vec<_>>() })
}

fn set_clock(control: &Control, body: &Value) -> Result<Value, String> {
    match (body.get("set"), body.get("advance_seconds")) {
        (Some(set), None) => {
            let set: Option<Timestamp> = set.as_str().and_then(|set| set.parse().ok());
            control.set_clock(set.ok_or("`set` must be a time, as in 2026-02-01T12:00:00Z")?);
        }
        (None, Some(seconds)) => {
            let seconds = seconds
                .as_i64()
                .ok_or("`advance_seconds` must be an integer")?;
            control
                .advance_clock(SignedDuration::from_secs(seconds))
                .map_err(|error| error.to_string())?;
        }
        _ => return Err("expected either `set` or `advance_seconds`".to_owned()),
    }
    Ok(json!({ "now": control.now().to_string() }))
}

fn change_settings(control: &Control, body: &Value) -> Result<Value, String> {
    type Setting = (&'static str, fn(&Control, bool));
    const SETTINGS: [Setting; 2] = [
        ("deny_unknown_fields", Control::deny_unknown_fields),
        ("deny_filter_times", Control::deny_filter_times),
    ];
    let mut changes = Vec::new();
    for (name, change) in SETTINGS {
        if let Some(value) = body.get(name) {
            let value = value.as_bool();
            changes.push((
                change,
                value.ok_or(format!("`{name}` must be true or false"))?,
            ));
        }
    }
    if changes.is_empty() {
        return Err(format!(
            "expected one of {}",
            SETTINGS.map(|(name, _)| name).join(", ")
        ));
    }
    for (change, value) in changes {
        change(control, value);
    }
    Ok(json!({}))
}

/// The outer error is an invalid request, the inner one an unknown order.
type OrderResult = Result<Result<(), ControlError>, String>;

fn for_order(order: &str, change: impl Fn(i64) -> OrderResult) -> JsonResponse {
    let Ok(order) = order.parse() else {
        return JsonResponse::error(404, "no order has this id");
    };
    match change(order) {
        Ok(Ok(())) => JsonResponse::ok(json!({})),
        Ok(Err(error)) => JsonResponse::error(404, &error.to_string()),
        Err(message) => JsonResponse::error(400, &message),
    }
}

fn parse_status(value: &Value) -> Result<OrderStatus, String> {
    let status = value.as_str().and_then(OrderStatus::from_name);
    status.ok_or_else(|| {
        let names = OrderStatus::ALL.map(OrderStatus::name).join(", ");
        format!("expected a status, one of {names}")
    })
}

fn set_status(control: &Control, order: i64, body: &Value) -> OrderResult {
    let status = parse_status(body.get("status").unwrap_or(&Value::Null))?;
    Ok(control.set_order_status(order, status))
}

/// Runs the first step at once, which reports an unknown order, and the others in the background.
fn run_script(control: &Control, order: i64, body: &Value) -> OrderResult {
    let steps = body
        .get("steps")
        .and_then(Value::as_array)
        .ok_or("`steps` must be a list of statuses")?;
    let steps: Vec<OrderStatus> = steps.iter().map(parse_status).collect::<Result<_, _>>()?;
    let pause = body
        .get("milliseconds")
        .map_or(Some(0), Value::as_u64)
        .filter(|pause| *pause <= MAX_PAUSE_MILLIS)
        .ok_or_else(|| format!("`milliseconds` must be an integer up to {MAX_PAUSE_MILLIS}"))?;
    let pause = Duration::from_millis(pause);
    let [first, rest @ ..] = steps.as_slice() else {
        return Err("`steps` must not be empty".to_owned());
    };
    if steps.len() > MAX_STEPS {
        return Err(format!("`steps` must have at most {MAX_STEPS} elements"));
    }
    if let Err(error) = control.set_order_status(order, *first) {
        return Ok(Err(error));
    }
    let (control, rest) = (control.clone(), rest.to_vec());
    control.context().runtime.clone().spawn(async move {
        tokio::time::sleep(pause).await;
        // A reset may have removed the order.
        let _ = control.run_order_script(order, &rest, pause).await;
    });
    Ok(Ok(()))
}
