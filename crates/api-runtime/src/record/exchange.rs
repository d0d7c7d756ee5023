//! One request and its response, as an entry of a HAR file.

use std::time::Duration;

use api_wire::__private::masked;
use api_wire::{Place, Schema, Timestamp};
use serde_json::{Value, json};

use crate::body::raw_response::RawResponse;
use crate::record::plain;
use crate::redact::redactor::Redactor;
use crate::request::{Request, path};

/// In place of scheme, host and port: a base URL may have secrets in its path.
const ORIGIN: &str = "https://recorded.invalid";

/// A request as it is recorded: what its operation has written. Credentials, and what else the client adds, are not.
pub(crate) struct RecordedRequest {
    method: &'static str,
    path: String,
    query: Vec<(String, String)>,
    headers: Vec<(String, String)>,
    body: Option<String>,
}

impl RecordedRequest {
    pub(crate) fn new(request: &Request, base_path: &str, redactor: &Redactor) -> Self {
        let shown = |place, name: &str, value: &str| {
            let is_plain = is_plain(request.schema, place, name);
            let value = plain::text(value, is_plain, redactor);
            (name.to_owned(), value.to_owned())
        };
        let variables = request.path.iter();
        let variables = variables.map(|(name, value)| shown(Place::Path, name, &value.text));
        let variables: Vec<_> = variables.collect();
        let variable = |name: &str| {
            let known = variables.iter().find(|(known, _)| known == name);
            Some(known.map_or(masked::text(name), |(_, value)| value))
        };
        let path = path::fill(&request.path_template, variable, &mut Vec::new());
        let query = request.query.as_str().trim_start_matches('?');
        let query = url::form_urlencoded::parse(query.as_bytes());
        let query = query.map(|(name, value)| shown(Place::Query, &name, &value));
        let headers = request.headers.iter();
        let headers = headers.map(|(name, value)| {
            let value = value.to_str().unwrap_or("?");
            shown(Place::Header, name.as_str(), value)
        });
        Self {
            method: request.method.as_str(),
            path: format!("{base_path}{path}"),
            query: query.collect(),
            headers: headers.collect(),
            body: request
                .body
                .as_ref()
                .map(|body| plain::without_hidden(body.masked(), redactor)),
        }
    }

    /// The entry of this request and its response, whose body is this text.
    pub(crate) fn entry(
        &self,
        operation: &str,
        started: Timestamp,
        duration: Duration,
        response: &RawResponse,
        body: &str,
    ) -> Value {
        let mut url = format!("{ORIGIN}{}", self.path);
        if !self.query.is_empty() {
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            url = format!("{url}?{}", query.extend_pairs(&self.query).finish());
        }
        let headers = plain::headers(response.headers());
        let media_type = headers.iter().find(|(name, _)| name == "content-type");
        let media_type = media_type.map_or("", |(_, value)| value);
        let status = response.status();
        let millis = duration.as_millis() as u64;
        let mut entry = json!({
            "_operation": operation,
            "startedDateTime": started.to_string(),
            "time": millis,
            "request": {
                "method": self.method,
                "url": url,
                "httpVersion": "HTTP/1.1",
                "cookies": [],
                "headers": named(&self.headers),
                "queryString": named(&self.query),
                "headersSize": -1,
                "bodySize": self.body.as_ref().map_or(0, String::len),
            },
            "response": {
                "status": status.as_u16(),
                "statusText": status.canonical_reason().unwrap_or_default(),
                "httpVersion": "HTTP/1.1",
                "cookies": [],
                "headers": named(&headers),
                "content": { "size": body.len(), "mimeType": media_type, "text": body },
                "redirectURL": "",
                "headersSize": -1,
                "bodySize": body.len(),
            },
            "cache": {},
            "timings": { "send": 0, "wait": millis, "receive": 0 },
        });
        if let Some(body) = &self.body {
            entry["request"]["postData"] = json!({ "mimeType": "application/json", "text": body });
        }
        entry
    }
}

/// Whether the operation describes this value, and it is neither secret nor personal data.
fn is_plain(schema: Option<&Schema>, place: Place, name: &str) -> bool {
    let mut fields = schema.into_iter().flat_map(Schema::fields);
    let field = fields.find(|field| {
        // The names of headers are in lower case.
        field.place() == Some(place) && field.wire_name().eq_ignore_ascii_case(name)
    });
    field.is_some_and(|field| !field.is_sensitive())
}

fn named(pairs: &[(String, String)]) -> Value {
    let pairs = pairs.iter();
    pairs
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect()
}

/// The body of a response, of which `described` is known to be plain, if it is as described.
pub(crate) fn body(
    described: Option<String>,
    response: &RawResponse,
    redactor: &Redactor,
) -> String {
    let text = response.text().unwrap_or("?");
    match described.or_else(|| masked::json(text)) {
        Some(body) => plain::without_hidden(&body, redactor),
        None => masked::text(text).to_owned(),
    }
}
