//! The API reference: a page that shows the OpenAPI documents, and the documents.
//!
//! The page is static. Its scripts render the documents in the browser.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{HeaderName, HeaderValue, Method, Response, StatusCode};
use serde_json::json;

use crate::response::body::ResponseBody;

/// The path of the page.
pub(crate) const PATH: &str = "/reference";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! file {
    ($name:literal, $content_type:expr) => {
        ($name, $content_type, include_str!($name))
    };
}

/// The files of the page, below its path.
const FILES: &[(&str, &str, &str)] = &[
    file!("style.css", CSS),
    file!("copy.js", JAVASCRIPT),
    file!("demo.js", JAVASCRIPT),
    file!("element.js", JAVASCRIPT),
    file!("example.js", JAVASCRIPT),
    file!("json-text.js", JAVASCRIPT),
    file!("marks.js", JAVASCRIPT),
    file!("members.js", JAVASCRIPT),
    file!("message.js", JAVASCRIPT),
    file!("navigation.js", JAVASCRIPT),
    file!("open-points.js", JAVASCRIPT),
    file!("operation.js", JAVASCRIPT),
    file!("overview.js", JAVASCRIPT),
    file!("page.js", JAVASCRIPT),
    file!("samples.js", JAVASCRIPT),
    file!("schema.js", JAVASCRIPT),
    file!("sdk.js", JAVASCRIPT),
    file!("search.js", JAVASCRIPT),
    file!("search-index.js", JAVASCRIPT),
    file!("tabs.js", JAVASCRIPT),
    file!("try.js", JAVASCRIPT),
];

/// The page loads scripts, styles and data from the sandbox only, and cannot be framed. Text of a
/// document that became markup by mistake would have no effect.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        HeaderName::from_static("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
    // Another version of the sandbox may run on the same port later.
    (CACHE_CONTROL, "no-cache"),
];

/// Handles a request for the page, its files and the documents; `None` for other paths.
pub(crate) fn respond(method: &Method, path: &str) -> Option<Response<ResponseBody>> {
    if *method != Method::GET && *method != Method::HEAD {
        return None;
    }
    if path == "/" {
        let mut response = Response::new(ResponseBody::complete(Bytes::new()));
        *response.status_mut() = StatusCode::SEE_OTHER;
        let location = HeaderValue::from_static(PATH);
        response.headers_mut().insert(LOCATION, location);
        return Some(response);
    }
    let rest = path.strip_prefix(PATH)?;
    if rest.is_empty() {
        return Some(file(HTML, include_str!("index.html")));
    }
    let name = rest.strip_prefix('/')?;
    if let Some(document) = name.strip_prefix("openapi/") {
        if document == "index.json" {
            let names: Vec<&str> = api_description::ALL.iter().map(|(name, _)| *name).collect();
            return Some(file("application/json", json!(names).to_string()));
        }
        let (edition, file_name) = match document.strip_prefix("strict/") {
            Some(file_name) => (api_description::strict::ALL, file_name),
            None => (api_description::ALL, document),
        };
        let api = file_name.strip_suffix(".json")?;
        let (_, text) = edition.iter().find(|(other, _)| *other == api)?;
        return Some(file("application/json", *text));
    }
    let (_, content_type, text) = FILES.iter().find(|(other, ..)| *other == name)?;
    Some(file(content_type, *text))
}

fn file(content_type: &'static str, text: impl Into<Bytes>) -> Response<ResponseBody> {
    let body = text.into();
    let length = body.len();
    let mut response = Response::new(ResponseBody::complete(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
