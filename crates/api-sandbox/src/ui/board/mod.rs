//! The order board: a page that shows orders, quotes, payments, callbacks and requests as they
//! change, and the data of its lists.
//!
//! The page is static. Changes are made through the control interface.

mod data;
mod events;
mod list;

use std::sync::Arc;

use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderValue, Method, Response};

use super::page::{CSS, JAVASCRIPT, OWN_FILES, Page, SVG, restricted};
use crate::context::Context;
use crate::control::Control;
use crate::response::body::ResponseBody;
use crate::response::json::JsonResponse;

/// The path of the page.
pub(crate) const PATH: &str = "/_sandbox/board";
/// The path of the stream of changes.
const EVENTS_PATH: &str = "/_sandbox/events";

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

/// The page cannot be framed. Text of a request that became markup by mistake would have no effect.
const POLICY: &str =
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// Handles a request for the page, its files, its data and the stream of changes; `None` for other
/// paths.
pub(crate) fn respond(context: &Arc<Context>, head: &Parts) -> Option<Response<ResponseBody>> {
    if head.method != Method::GET {
        return None;
    }
    let path = head.uri.path();
    if path == EVENTS_PATH {
        return Some(restricted(events(context, head)));
    }
    let rest = path.strip_prefix(PATH)?;
    if rest.is_empty() {
        let page = Page::html(include_str!("index.html"));
        let page = page.with_policy(&format!("{OWN_FILES}; {POLICY}"));
        return Some(page.into_http());
    }
    let name = rest.strip_prefix('/')?;
    if let Some(path) = name.strip_prefix("data/") {
        let query = head.uri.query().unwrap_or_default();
        let control = Control::new(Arc::clone(context));
        let response = respond_data(&control, path, query);
        return Some(restricted(response.into_http(None)));
    }
    let (_, content_type, text) = FILES.iter().find(|(other, ..)| *other == name)?;
    Some(Page::file(content_type, *text).into_http())
}

/// A list, or a record, which is null if there is none: the record on the page may be gone, which
/// is no error on its console.
fn respond_data(control: &Control, path: &str, query: &str) -> JsonResponse {
    if let Some((kind, id)) = path.split_once('/') {
        return JsonResponse::ok(data::record(control, kind, id));
    }
    match data::list(control, path, query) {
        Some(list) => JsonResponse::ok(list),
        None => JsonResponse::error(404, "no such data"),
    }
}

fn events(context: &Arc<Context>, head: &Parts) -> Response<ResponseBody> {
    let header = |name: &str| head.headers.get(name)?.to_str().ok();
    // Browsers send no `Origin` with an image of another site, which would hold a stream.
    if matches!(header("sec-fetch-site"), Some("cross-site" | "same-site")) {
        let message = "pages of other origins may not call the sandbox";
        return JsonResponse::error(403, message).into_http(None);
    }
    let events = events::open(context, header("last-event-id"));
    let mut response = Response::new(ResponseBody::stream(events));
    let content_type = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}
