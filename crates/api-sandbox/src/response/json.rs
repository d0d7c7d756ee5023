//! JSON responses.

use bytes::Bytes;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde_json::json;

use super::Rejection;
use super::body::ResponseBody;
use crate::exact::{Exact, parse_json};
use crate::faults::{Effect, ExactResponse, Fault};
use crate::openapi::{ErrorFormat, Operation};

/// A JSON body, as text. It is serialized once, and parsed again only for a fault.
pub(crate) struct JsonBody(Bytes);

impl<T: Serialize> From<T> for JsonBody {
    fn from(body: T) -> Self {
        // Most bodies fit without growing.
        let mut text = Vec::with_capacity(2048);
        // Handlers serialize maps with string keys and types whose serialization cannot fail.
        let _ = serde_json::to_writer(&mut text, &body);
        Self(text.into())
    }
}

impl JsonBody {
    /// No body, where the documents show none.
    pub(crate) const EMPTY: Self = Self(Bytes::new());

    fn apply(&mut self, effect: &Effect) -> Result<(), String> {
        let text = std::str::from_utf8(&self.0).unwrap_or_default();
        let mut body = parse_json(text).unwrap_or_default();
        effect.apply(&mut body)?;
        *self = Exact(&body).into();
        Ok(())
    }
}

/// A status and a JSON body.
pub(crate) struct JsonResponse {
    pub(crate) status: u16,
    body: Option<JsonBody>,
    /// The headers of an exact response, which need not be JSON.
    exact_headers: Option<HeaderMap>,
    /// The value of `WWW-Authenticate`.
    challenges: Option<HeaderValue>,
    /// Error messages for the request log.
    pub(crate) errors: Vec<String>,
}

impl JsonResponse {
    fn new(status: u16, body: Option<JsonBody>, errors: Vec<String>) -> Self {
        Self {
            status,
            body,
            exact_headers: None,
            challenges: None,
            errors,
        }
    }

    pub(crate) fn ok(body: impl Into<JsonBody>) -> Self {
        Self::new(200, Some(body.into()), Vec::new())
    }

    /// The exact response of a fault.
    pub(crate) fn exact(response: &ExactResponse) -> Self {
        let mut headers = HeaderMap::new();
        for (name, value) in response.header_values() {
            headers.append(name, value);
        }
        let body = JsonBody(Bytes::copy_from_slice(response.bytes()));
        let errors = vec!["injected response".to_owned()];
        Self {
            exact_headers: Some(headers),
            ..Self::new(response.status(), Some(body), errors)
        }
    }

    /// An error outside of any operation.
    pub(crate) fn error(status: u16, message: &str) -> Self {
        let body = json!({ "error": message }).into();
        Self::new(status, Some(body), vec![message.to_owned()])
    }

    /// A rejection in the format that the operation documents for its status.
    pub(crate) fn rejected(operation: &Operation, rejection: Rejection) -> Self {
        let status = rejection.status;
        let format = match status {
            204 => ErrorFormat::Empty,
            status => operation.error_format(status),
        };
        let body = format.body(&rejection.messages).map(JsonBody::from);
        let challenges = || HeaderValue::try_from(operation.challenges()).ok();
        Self {
            challenges: (status == 401).then(challenges).flatten(),
            ..Self::new(status, body, rejection.messages)
        }
    }

    /// Applies the effect of a fault. The error is the reason why it changes nothing.
    pub(crate) fn apply(&mut self, effect: &Effect) -> Result<(), String> {
        let status = self.status;
        if matches!(effect, Effect::PageSize(_)) && status != 200 {
            return Err(format!("expected a page, found status {status}"));
        }
        if !effect.needs_body() {
            return Ok(());
        }
        let body = self.body.as_mut().filter(|body| !body.0.is_empty());
        let Some(body) = body else {
            return Err(format!(
                "expected a body, found status {status} without one"
            ));
        };
        if !effect.changes_body() {
            return Ok(());
        }
        let applied = body.apply(effect);
        applied.map_err(|reason| format!("{reason}, found status {status}"))
    }

    /// The body; empty without one.
    pub(crate) fn body(&self) -> &Bytes {
        static EMPTY: JsonBody = JsonBody::EMPTY;
        &self.body.as_ref().unwrap_or(&EMPTY).0
    }

    /// The HTTP response, sent as a fault demands.
    pub(crate) fn into_http(self, fault: Option<&Fault>) -> Response<ResponseBody> {
        let effect = fault.map(Fault::effect);
        let has_body = self.body.as_ref().is_some_and(|body| !body.0.is_empty());
        let bytes = self.body.map(|JsonBody(text)| text).unwrap_or_default();
        let length = bytes.len();
        let mut response = Response::new(match effect {
            Some(Effect::Truncated) => ResponseBody::truncated(&bytes),
            Some(Effect::SlowBytes(pause)) => ResponseBody::slow(bytes, *pause),
            _ => ResponseBody::complete(bytes),
        });
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        if let Some(value) = fault.and_then(Fault::retry_after_header) {
            headers.insert(RETRY_AFTER, value);
        }
        if let Some(challenges) = self.challenges {
            headers.insert(WWW_AUTHENTICATE, challenges);
        }
        if let Some(exact) = self.exact_headers {
            headers.extend(exact);
        } else if has_body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        if has_body && !matches!(self.status, 204 | 304) {
            headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        }
        response
    }
}
