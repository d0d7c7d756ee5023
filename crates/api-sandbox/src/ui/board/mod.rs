//! The order board: a page that shows orders, quotes, payments, callbacks and requests as they
//! change, and the data of its lists.
//!
//! The page is static. Changes are made through the control interface.

mod list_query;
mod listing;
mod log;
mod overview;
mod records;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Method, Response};
use serde_json::Value;

use crate::context::Context;
use crate::response::body::ResponseBody;
use crate::response::json::JsonResponse;
use list_query::ListQuery;

/// The path of the page.
pub(crate) const PATH: &str = "/_sandbox/board";

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
    file!("diagram.js", JAVASCRIPT),
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

/// Handles a request for the page, its files and its data; `None` for other paths.
pub(crate) fn respond(
    context: &Context,
    method: &Method,
    path: &str,
    query: &str,
) -> Option<Response<ResponseBody>> {
    if *method != Method::GET {
        return None;
    }
    let rest = path.strip_prefix(PATH)?;
    if rest.is_empty() {
        return Some(file(HTML, include_str!("index.html")));
    }
    let name = rest.strip_prefix('/')?;
    if let Some(data) = name.strip_prefix("data/") {
        let response = match ListQuery::from_query(query) {
            Ok(query) => match data_for(context, data, &query) {
                Some(data) => JsonResponse::ok(data),
                None => JsonResponse::error(404, "no record has this id"),
            },
            Err(message) => JsonResponse::error(400, &message),
        };
        return Some(with_headers(response.into_http(None)));
    }
    let (_, content_type, text) = FILES.iter().find(|(other, ..)| *other == name)?;
    Some(file(content_type, text))
}

/// A list, or a record; `None` if there is none.
fn data_for(context: &Context, path: &str, query: &ListQuery) -> Option<Value> {
    let (kind, id) = match path.split_once('/') {
        Some((kind, id)) => (kind, Some(id)),
        None => (path, None),
    };
    let Some(id) = id else {
        let mut list = match kind {
            "orders" => records::orders(context, query),
            "quotes" => records::quotes(context, query),
            "payments" => records::payments(context, query),
            "callbacks" => log::callbacks(context, query),
            "requests" => log::requests(context, query),
            _ => return None,
        };
        list["overview"] = overview::overview(context);
        return Some(list);
    };
    match kind {
        "orders" => records::order(context, id.parse().ok()?),
        "quotes" => records::quote(context, id.parse().ok()?),
        "payments" => records::payment(context, id),
        "callbacks" => log::callback(context, id.parse().ok()?),
        "requests" => log::request(context, id.parse().ok()?),
        _ => None,
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
