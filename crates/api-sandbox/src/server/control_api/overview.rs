//! URLs, credentials, settings and the clock.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::route::{ControlRequest, ControlResult, Route};
use crate::control::Control;
use crate::credentials::{CREDENTIALS, PaymentEnvironment};
use crate::openapi::{sdk_script, tester_page};
use crate::response::json::JsonResponse;
use crate::ui::checkout::SDK_GLOBAL;
use crate::venue_access::VenueAccess;

pub(super) const ROUTES: &[Route] = &[
    Route::get("/", &[], overview),
    Route::get("/clock", &["now"], get_clock),
    Route::post(
        "/clock",
        &["set_clock", "advance_clock", "resume_clock"],
        set_clock,
    )
    .with_keys(&["set", "advance_seconds", "resume"]),
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
    let clock = request.control.context().state().clock;
    let (now, is_running) = (clock.now().to_string(), clock.is_running());
    Ok(JsonResponse::ok(
        json!({ "now": now, "is_running": is_running }),
    ))
}

fn set_clock(request: &ControlRequest) -> ControlResult {
    let control = &request.control;
    let keys = ["set", "advance_seconds", "resume"];
    let mut changes = keys.iter().filter(|key| !request.member(key).is_null());
    let (Some(&key), None) = (changes.next(), changes.next()) else {
        return Err("expected one of `set`, `advance_seconds` and `resume`".into());
    };
    let value = request.member(key);
    match key {
        "set" => {
            let expected = "`set` must be a time from 1970 to 9998, as in 2026-02-01T12:00:00Z";
            let time: Option<Timestamp> = value.as_str().and_then(|text| text.parse().ok());
            control.set_clock(time.ok_or(expected)?)?;
        }
        "advance_seconds" => {
            let seconds = value.as_i64();
            let seconds = seconds.ok_or("`advance_seconds` must be an integer")?;
            control.advance_clock(SignedDuration::from_secs(seconds))?;
        }
        _ if *value == Value::Bool(true) => control.resume_clock(),
        _ => return Err("`resume` must be true".into()),
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
