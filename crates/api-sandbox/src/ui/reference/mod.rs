//! The API reference: the OpenAPI documents, and with the feature `reference` Scalar's page for them.

use http::{Method, Response};
use serde_json::json;

use super::page::Page;
use crate::response::body::ResponseBody;

#[cfg(feature = "reference")]
mod page;

const JSON: &str = "application/json";

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
        return Some(Page::file(JSON, json!(names).to_string()).into_http());
    }
    let api = document.strip_suffix(".json")?;
    let (_, text) = api_description::ALL
        .iter()
        .find(|(other, _)| *other == api)?;
    Some(Page::file(JSON, *text).into_http())
}
