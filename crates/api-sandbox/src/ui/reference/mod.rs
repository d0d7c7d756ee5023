//! The API reference: the OpenAPI documents, and with the feature `reference` Scalar's page for them.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Method, Response};
use serde_json::json;

use crate::response::body::ResponseBody;

#[cfg(feature = "reference")]
mod page;

/// Scalar needs inline styles. Everything is loaded from the sandbox, and the page cannot be framed.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        HeaderName::from_static("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
         img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
    #[cfg(feature = "reference")]
    if let Some(response) = page::respond(path) {
        return Some(response);
    }
    let document = path.strip_prefix("/reference/openapi/")?;
    if document == "index.json" {
        let names: Vec<&str> = api_description::ALL.iter().map(|(name, _)| *name).collect();
        return Some(file("application/json", json!(names).to_string()));
    }
    let api = document.strip_suffix(".json")?;
    let (_, text) = api_description::ALL
        .iter()
        .find(|(other, _)| *other == api)?;
    Some(file("application/json", *text))
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
