//! Callbacks and requests on the board.

use serde_json::{Value, json};

use super::list_query::ListQuery;
use super::listing::{Entry, page};
use crate::context::Context;
use crate::state::lock::lock;
use crate::state::recorded_body::RecordedBody;
use crate::state::request_log::RecordedRequest;
use crate::webhooks::{Callback, CallbackOutcome};

const CALLBACK_GROUPS: [&str; 4] = ["Accepted", "Rejected", "Blocked", "Failed"];
const REQUEST_GROUPS: [&str; 5] = ["2xx", "3xx", "4xx", "5xx", "Aborted"];

pub(super) fn callbacks(context: &Context, query: &ListQuery) -> Value {
    let callbacks = context.dispatcher.callbacks();
    let venue = |order: i64| {
        let state = context.state();
        let venue = state
            .venues
            .iter()
            .find(|venue| venue.orders.get(order).is_some());
        venue.map(|venue| venue.profile.id)
    };
    let entry = |callback: &&Callback| {
        let Callback {
            number,
            order,
            status,
            url,
            body,
            ..
        } = callback;
        let texts = [
            url.as_str(),
            body.as_str(),
            status.name(),
            &order.to_string(),
        ];
        Entry {
            key: *number as i64,
            group: callback_group(callback),
            is_found: query.is_found_in(texts)
                && (query.venue.is_none() || query.venue == venue(*order)),
        }
    };
    let callbacks = callbacks.iter().rev();
    page(query, &CALLBACK_GROUPS, callbacks, entry, |callback| {
        callback_row(callback)
    })
}

pub(super) fn callback(context: &Context, number: i64) -> Option<Value> {
    let callbacks = context.dispatcher.callbacks();
    let callback = callbacks
        .iter()
        .find(|callback| i64::try_from(callback.number) == Ok(number))?;
    Some(callback_row(callback))
}

pub(super) fn callback_row(callback: &Callback) -> Value {
    let (result, detail) = match &callback.outcome {
        CallbackOutcome::Responded(status) => (status.to_string(), String::new()),
        CallbackOutcome::Blocked(reason) => ("Blocked".to_owned(), reason.clone()),
        CallbackOutcome::Failed(reason) => ("Failed".to_owned(), reason.clone()),
    };
    json!({
        "id": callback.number,
        "order": callback.order,
        "status": callback.status.name(),
        "url": callback.url,
        "body": callback.body,
        "outcome": callback_group(callback),
        "result": result,
        "detail": detail,
    })
}

fn callback_group(callback: &Callback) -> &'static str {
    match callback.outcome {
        CallbackOutcome::Responded(200..=299) => CALLBACK_GROUPS[0],
        CallbackOutcome::Responded(_) => CALLBACK_GROUPS[1],
        CallbackOutcome::Blocked(_) => CALLBACK_GROUPS[2],
        CallbackOutcome::Failed(_) => CALLBACK_GROUPS[3],
    }
}

pub(super) fn requests(context: &Context, query: &ListQuery) -> Value {
    let log = lock(&context.request_log);
    let entry = |request: &&RecordedRequest| {
        let head = [
            request.method.as_str(),
            request.path.as_str(),
            request.api.unwrap_or_default(),
            request.operation.as_deref().unwrap_or_default(),
            request.body.text().unwrap_or_default(),
            request.response_body.text().unwrap_or_default(),
        ];
        let errors = request.errors.iter().map(String::as_str);
        Entry {
            key: request.number as i64,
            group: request_group(request),
            is_found: query.is_found_in(head.into_iter().chain(errors)),
        }
    };
    page(
        query,
        &REQUEST_GROUPS,
        log.latest_first(),
        entry,
        |request| request_row(request),
    )
}

pub(super) fn request(context: &Context, number: i64) -> Option<Value> {
    let log = lock(&context.request_log);
    let request = log
        .latest_first()
        .find(|request| i64::try_from(request.number) == Ok(number))?;
    let mut row = request_row(request);
    row["query"] = json!(request.query);
    row["errors"] = json!(request.errors);
    // Text, so that the page shows the numbers as they were sent.
    row["request_body"] = body(&request.body);
    row["response_body"] = body(&request.response_body);
    row["headers"] = json!(request.headers);
    Some(row)
}

/// The text of a body, and the number of its bytes that were not recorded.
fn body(body: &RecordedBody) -> Value {
    json!({
        "text": String::from_utf8_lossy(body.bytes()),
        "omitted": body.len() - body.bytes().len(),
    })
}

fn request_row(request: &RecordedRequest) -> Value {
    json!({
        "id": request.number,
        "method": request.method,
        "path": request.path,
        "api": request.api,
        "operation": request.operation,
        "status": request.status,
        "result": request_group(request),
        "error": request.errors.first(),
        "milliseconds": request.elapsed.as_secs_f64() * 1e3,
    })
}

fn request_group(request: &RecordedRequest) -> &'static str {
    match request.status {
        Some(0..=299) => REQUEST_GROUPS[0],
        Some(300..=399) => REQUEST_GROUPS[1],
        Some(400..=499) => REQUEST_GROUPS[2],
        Some(_) => REQUEST_GROUPS[3],
        None => REQUEST_GROUPS[4],
    }
}
