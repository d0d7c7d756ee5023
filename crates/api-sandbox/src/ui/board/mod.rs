//! The order board: a page that shows orders, quotes, payments, callbacks and requests as they
//! change, and the data of its lists.
//!
//! The page is static. Changes are made through the control interface.

mod data;
mod events;
mod list;

use std::sync::Arc;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, Response};

use crate::context::Context;
use crate::response::body::ResponseBody;
use crate::response::json::JsonResponse;
pub(crate) use events::EventStreams;
use list::ListQuery;

/// The path of the page.
pub(crate) const PATH: &str = "/_sandbox/board";
/// The path of the stream of changes.
const EVENTS_PATH: &str = "/_sandbox/events";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! file {
    ($name:literal, $content_type:expr) => {
        ($name, $content_type, include_str!($name))
    };
}

/// The files of the page, below its path.
const FILES: &[(&str, &str, &str)] = &[
    file!("icon.svg", SVG),
    file!("style.css", CSS),
    file!("detail.css", CSS),
    file!("announce.js", JAVASCRIPT),
    file!("callback.js", JAVASCRIPT),
    file!("clock.js", JAVASCRIPT),
    file!("code.js", JAVASCRIPT),
    file!("detail.js", JAVASCRIPT),
    file!("element.js", JAVASCRIPT),
    file!("kinds.js", JAVASCRIPT),
    file!("list.js", JAVASCRIPT),
    file!("live.js", JAVASCRIPT),
    file!("mark.js", JAVASCRIPT),
    file!("order.js", JAVASCRIPT),
    file!("page.js", JAVASCRIPT),
    file!("payment.js", JAVASCRIPT),
    file!("place.js", JAVASCRIPT),
    file!("quote.js", JAVASCRIPT),
    file!("request.js", JAVASCRIPT),
    file!("sandbox.js", JAVASCRIPT),
    file!("time.js", JAVASCRIPT),
    file!("toolbar.js", JAVASCRIPT),
];

/// The page loads scripts, styles and data from the sandbox only, and cannot be framed. Text of a
/// request that became markup by mistake would have no effect.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        HeaderName::from_static("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    // Another version of the sandbox may run on the same port later.
    (CACHE_CONTROL, "no-store"),
];

/// Handles a request for the page, its files, its data and the stream of changes; `None` for other
/// paths.
pub(crate) fn respond(context: &Arc<Context>, head: &Parts) -> Option<Response<ResponseBody>> {
    if head.method != Method::GET {
        return None;
    }
    let path = head.uri.path();
    if path == EVENTS_PATH {
        return Some(with_headers(events(context, head)));
    }
    let rest = path.strip_prefix(PATH)?;
    if rest.is_empty() {
        return Some(file(HTML, include_str!("index.html")));
    }
    let name = rest.strip_prefix('/')?;
    if let Some(path) = name.strip_prefix("data/") {
        let query = head.uri.query().unwrap_or_default();
        return Some(with_headers(
            respond_data(context, path, query).into_http(None),
        ));
    }
    let (_, content_type, text) = FILES.iter().find(|(other, ..)| *other == name)?;
    Some(file(content_type, text))
}

/// A list, or a record, which is null if there is none: the record on the page may be gone, which
/// is no error on its console.
fn respond_data(context: &Context, path: &str, query: &str) -> JsonResponse {
    if let Some((kind, id)) = path.split_once('/') {
        return JsonResponse::ok(data::record(context, kind, id));
    }
    match ListQuery::from_query(query).map(|query| data::list(context, path, &query)) {
        Ok(Some(list)) => JsonResponse::ok(list),
        Ok(None) => JsonResponse::error(404, "no such data"),
        Err(message) => JsonResponse::error(400, &message),
    }
}

fn events(context: &Arc<Context>, head: &Parts) -> Response<ResponseBody> {
    let header = |name: &str| head.headers.get(name)?.to_str().ok();
    // Browsers send no `Origin` with an image of another site, which would hold a stream.
    if matches!(header("sec-fetch-site"), Some("cross-site" | "same-site")) {
        let message = "pages of other origins may not call the sandbox";
        return JsonResponse::error(403, message).into_http(None);
    }
    match events::open(context, header("last-event-id")) {
        Some(receiver) => {
            let mut response = Response::new(ResponseBody::stream(receiver));
            let content_type = HeaderValue::from_static("text/event-stream");
            response.headers_mut().insert(CONTENT_TYPE, content_type);
            response
        }
        None => JsonResponse::error(503, "too many streams of changes").into_http(None),
    }
}

fn file(content_type: &'static str, text: &'static str) -> Response<ResponseBody> {
    let mut response = Response::new(ResponseBody::complete(Bytes::from_static(text.as_bytes())));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(text.len()));
    with_headers(response)
}

fn with_headers(mut response: Response<ResponseBody>) -> Response<ResponseBody> {
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}
