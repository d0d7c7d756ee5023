//! The API reference for people: a page that shows the OpenAPI documents, and the documents beside it.
//!
//! The page is plain files. Its scripts read the documents in the browser, so that nothing is rendered here and a
//! start costs nothing.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{HeaderName, HeaderValue, Method, Response, StatusCode};
use serde_json::json;

use crate::response::body::ReplyBody;

/// Where the page is.
pub(crate) const PATH: &str = "/reference";

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! file {
    ($name:literal, $kind:expr) => {
        ($name, $kind, include_str!(concat!("reference/", $name)))
    };
}

/// The files of the page, below its path.
const FILES: &[(&str, &str, &str)] = &[
    file!("style.css", STYLE),
    file!("curl.js", SCRIPT),
    file!("element.js", SCRIPT),
    file!("marks.js", SCRIPT),
    file!("members.js", SCRIPT),
    file!("message.js", SCRIPT),
    file!("navigation.js", SCRIPT),
    file!("open-points.js", SCRIPT),
    file!("operation.js", SCRIPT),
    file!("overview.js", SCRIPT),
    file!("page.js", SCRIPT),
    file!("schema.js", SCRIPT),
    file!("sdk.js", SCRIPT),
    file!("search.js", SCRIPT),
];

/// The page takes scripts, styles and data of the sandbox alone, and no page may frame it. So a text of a document
/// that got into the page as markup would still do nothing.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        HeaderName::from_static("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
    // Another version of the sandbox may listen on the same port tomorrow.
    (CACHE_CONTROL, "no-cache"),
];

/// Answers a request for the page, its files and the documents; `None` for everything else.
pub(crate) fn answer(method: &Method, path: &str) -> Option<Response<ReplyBody>> {
    if *method != Method::GET && *method != Method::HEAD {
        return None;
    }
    if path == "/" {
        let mut response = Response::new(ReplyBody::whole(Bytes::new()));
        *response.status_mut() = StatusCode::SEE_OTHER;
        let place = HeaderValue::from_static(PATH);
        response.headers_mut().insert(LOCATION, place);
        return Some(response);
    }
    let rest = path.strip_prefix(PATH)?;
    if rest.is_empty() {
        return Some(file(HTML, include_str!("reference/index.html")));
    }
    let name = rest.strip_prefix('/')?;
    if let Some(document) = name.strip_prefix("openapi/") {
        if document == "index.json" {
            let names: Vec<&str> = api_description::ALL.iter().map(|(name, _)| *name).collect();
            return Some(file("application/json", json!(names).to_string()));
        }
        let api = document.strip_suffix(".json")?;
        let mut documents = api_description::ALL.iter();
        let (_, text) = documents.find(|(other, _)| *other == api)?;
        return Some(file("application/json", *text));
    }
    let (_, kind, text) = FILES.iter().find(|(other, ..)| *other == name)?;
    Some(file(kind, *text))
}

fn file(kind: &'static str, text: impl Into<Bytes>) -> Response<ReplyBody> {
    let text = text.into();
    let length = text.len();
    let mut response = Response::new(ReplyBody::whole(text));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
