//! The control handle over HTTP, below `/_sandbox`.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::context::Shared;
use crate::control::{Control, ControlError};
use crate::credentials::{CREDENTIALS, PaymentEnvironment};
use crate::faults::Fault;
use crate::openapi::{sdk_script, tester_page};
use crate::response::json::Reply;
use crate::state::lock::locked;
use crate::state::venue::status::OrderStatus;
use crate::ui::checkout::SDK_GLOBAL;

/// The most steps of a script, and the longest pause between two.
const STEPS: usize = 100;
const PAUSE: u64 = 60_000;

/// Answers a control request.
pub(crate) fn answer(shared: &Arc<Shared>, method: &Method, path: &str, body: &Bytes) -> Reply {
    let control = Control {
        shared: Arc::clone(shared),
    };
    let body = if body.is_empty() {
        Ok(Value::Null)
    } else {
        serde_json::from_slice(body)
    };
    let Ok(body) = body else {
        return Reply::plain(400, "the body is no JSON");
    };
    let segments: Vec<&str> = path
        .split('/')
        .filter(|segment| !segment.is_empty())
        .collect();
    let done = match (method.as_str(), segments.as_slice()) {
        ("GET", []) => Ok(about(shared)),
        ("GET", ["requests"]) => Ok(json!({ "requests": control.received() })),
        ("GET", ["orders"]) => Ok(json!({ "orders": control.orders() })),
        ("GET", ["payments"]) => Ok(json!({ "payments": control.payments() })),
        ("GET", ["callbacks"]) => Ok(json!({ "callbacks": control.callbacks() })),
        ("GET", ["clock"]) => Ok(json!({ "now": control.now().to_string() })),
        ("POST", ["clock"]) => clock(&control, &body),
        ("POST", ["reset"]) => control.reset().map(|()| json!({})).map_err(|error| error.0),
        ("POST", ["settings"]) => settings(&control, &body),
        ("GET", ["faults"]) => Ok(
            json!({ "faults": locked(&shared.faults).iter().map(Fault::shown).collect::<Vec<_>>() }),
        ),
        ("POST", ["faults"]) => Fault::read(&body)
            .and_then(|fault| control.inject(fault).map_err(|error| error.0))
            .map(|()| json!({})),
        ("DELETE", ["faults"]) => {
            control.clear_faults();
            Ok(json!({}))
        }
        ("POST", ["orders", order, "status"]) => {
            return order_call(order, |order| status(&control, order, &body));
        }
        ("POST", ["orders", order, "script"]) => {
            return order_call(order, |order| script(&control, order, &body));
        }
        _ => return Reply::plain(404, "the control interface has nothing here"),
    };
    match done {
        Ok(body) => Reply::ok(body),
        Err(problem) => Reply::plain(400, &problem),
    }
}

fn about(shared: &Shared) -> Value {
    let root = format!("http://{}", shared.address);
    let payments = PaymentEnvironment::ALL.map(|environment| {
        let base = format!("{root}/payments/{}", environment.name());
        let address_of = |path: Option<&str>| path.map(|path| format!("{base}{path}"));
        json!({
            "environment": environment,
            "base_url": base,
            "credentials": environment.credentials(),
            "sdk_script": address_of(sdk_script(environment)),
            "tester_page": address_of(tester_page(environment)),
        })
    });
    json!({
        "point_of_sale": { "base_url": format!("{root}/api"), "credentials": CREDENTIALS },
        "payments": payments,
        "sdk_global": SDK_GLOBAL,
        "refuse_unknown_fields": shared.strict(),
    })
}

fn clock(control: &Control, body: &Value) -> Result<Value, String> {
    match (body.get("set"), body.get("advance_seconds")) {
        (Some(set), None) => {
            let set: Option<Timestamp> = set.as_str().and_then(|set| set.parse().ok());
            control.set_clock(set.ok_or("`set` is no time, as in 2026-02-01T12:00:00Z")?);
        }
        (None, Some(seconds)) => {
            let seconds = seconds
                .as_i64()
                .ok_or("`advance_seconds` is no whole number")?;
            control
                .advance_clock(SignedDuration::from_secs(seconds))
                .map_err(|error| error.0)?;
        }
        _ => return Err("either `set` or `advance_seconds` is due".to_owned()),
    }
    Ok(json!({ "now": control.now().to_string() }))
}

fn settings(control: &Control, body: &Value) -> Result<Value, String> {
    let refuse = body.get("refuse_unknown_fields").and_then(Value::as_bool);
    control.refuse_unknown_fields(refuse.ok_or("`refuse_unknown_fields` is due, true or false")?);
    Ok(json!({}))
}

fn order_call(
    order: &str,
    call: impl Fn(i64) -> Result<Result<(), ControlError>, String>,
) -> Reply {
    let Ok(order) = order.parse() else {
        return Reply::plain(404, "no order has this id");
    };
    match call(order) {
        Ok(Ok(())) => Reply::ok(json!({})),
        Ok(Err(error)) => Reply::plain(404, &error.0),
        Err(problem) => Reply::plain(400, &problem),
    }
}

fn status_of(value: &Value) -> Result<OrderStatus, String> {
    let found = value.as_str().and_then(OrderStatus::from_name);
    found.ok_or_else(|| {
        format!(
            "a status is due, one of {}",
            OrderStatus::ALL.map(OrderStatus::name).join(", ")
        )
    })
}

fn status(control: &Control, order: i64, body: &Value) -> Result<Result<(), ControlError>, String> {
    let status = status_of(body.get("status").unwrap_or(&Value::Null))?;
    Ok(control.set_order_status(order, status))
}

/// Makes the first step at once, so that a missing order is told, and the others behind the reply.
fn script(control: &Control, order: i64, body: &Value) -> Result<Result<(), ControlError>, String> {
    let steps = body
        .get("steps")
        .and_then(Value::as_array)
        .ok_or("`steps` is due, a list of statuses")?;
    let steps: Vec<OrderStatus> = steps.iter().map(status_of).collect::<Result<_, _>>()?;
    let pause = body
        .get("milliseconds")
        .map_or(Some(0), Value::as_u64)
        .filter(|pause| *pause <= PAUSE);
    let pause =
        Duration::from_millis(pause.ok_or("`milliseconds` is no whole number up to 60000")?);
    let [first, rest @ ..] = steps.as_slice() else {
        return Err("`steps` is empty".to_owned());
    };
    if steps.len() > STEPS {
        return Err("a script has at most 100 steps".to_owned());
    }
    if let Err(error) = control.set_order_status(order, *first) {
        return Ok(Err(error));
    }
    let (control, rest) = (control.clone(), rest.to_vec());
    control.shared.runtime.clone().spawn(async move {
        tokio::time::sleep(pause).await;
        // A reset may take the order away meanwhile.
        let _ = control.fulfil(order, &rest, pause).await;
    });
    Ok(Ok(()))
}
