//! URLs, credentials, settings and the clock.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::route::{ControlRequest, ControlResult, Route};
use crate::control::Control;
use crate::credentials::{CREDENTIALS, PaymentEnvironment};
use crate::openapi::{sdk_script, tester_page};
use crate::response::json::JsonResponse;
use crate::state::time::Clock;
use crate::ui::checkout::SDK_GLOBAL;
use crate::venue_access::VenueAccess;

pub(super) const ROUTES: &[Route] = &[
    Route::get("/", &[], overview),
    Route::get("/clock", &["now"], get_clock),
    Route::post("/clock", &["set_clock", "advance_clock"], set_clock)
        .with_keys(&["set", "advance_seconds"]),
    Route::post(
        "/settings",
        &["deny_unknown_fields", "deny_filter_times"],
        change_settings,
    )
    .with_keys(&["deny_unknown_fields", "deny_filter_times"]),
    Route::post("/reset", &["reset"], reset),
];

fn overview(request: &ControlRequest) -> ControlResult {
    let context = request.control.context();
    let root = &request.root;
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
    let venues: Vec<_> = profiles.map(|profile| VenueAccess::new(profile)).collect();
    Ok(JsonResponse::ok(json!({
        "point_of_sale": { "base_url": format!("{root}/api"), "credentials": CREDENTIALS },
        "venues": venues,
        "payments": payments,
        "sdk_global": SDK_GLOBAL,
        "deny_unknown_fields": context.denies_unknown_fields(),
        "deny_filter_times": context.denies_filter_times(),
    })))
}

fn get_clock(request: &ControlRequest) -> ControlResult {
    let now = request.control.now().to_string();
    Ok(JsonResponse::ok(json!({ "now": now })))
}

fn set_clock(request: &ControlRequest) -> ControlResult {
    let control = &request.control;
    match (request.member("set"), request.member("advance_seconds")) {
        (Value::String(set), Value::Null) => {
            let set: Option<Timestamp> = set.parse().ok();
            let set = set.filter(|set| Clock::can_be(*set));
            let expected = "`set` must be a time from 1970 to 9998, as in 2026-02-01T12:00:00Z";
            control.set_clock(set.ok_or(expected)?);
        }
        (Value::Null, Value::Number(seconds)) => {
            let seconds = seconds.as_i64();
            let seconds = seconds.ok_or("`advance_seconds` must be an integer")?;
            control.advance_clock(SignedDuration::from_secs(seconds))?;
        }
        (Value::Null, Value::Null) | (Value::String(_), _) => {
            return Err("expected either `set` or `advance_seconds`".into());
        }
        (Value::Null, _) => return Err("`advance_seconds` must be an integer".into()),
        _ => return Err("`set` must be a time, as in 2026-02-01T12:00:00Z".into()),
    }
    get_clock(request)
}

type Setting = (&'static str, fn(&Control, bool));

const SETTINGS: [Setting; 2] = [
    ("deny_unknown_fields", Control::deny_unknown_fields),
    ("deny_filter_times", Control::deny_filter_times),
];

fn change_settings(request: &ControlRequest) -> ControlResult {
    let mut changes = Vec::new();
    for (name, change) in SETTINGS {
        let value = match request.member(name) {
            Value::Null => continue,
            value => value.as_bool(),
        };
        let value = value.ok_or_else(|| format!("`{name}` must be true or false"))?;
        changes.push((change, value));
    }
    if changes.is_empty() {
        let names = SETTINGS.map(|(name, _)| name).join(", ");
        return Err(format!("expected one of {names}").into());
    }
    for (change, value) in changes {
        change(&request.control, value);
    }
    Ok(empty())
}

fn reset(request: &ControlRequest) -> ControlResult {
    request.control.reset()?;
    Ok(empty())
}

pub(super) fn empty() -> JsonResponse {
    JsonResponse::ok(json!({}))
}
