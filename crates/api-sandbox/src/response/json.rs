//! Replies: a status and a body, in the shape that is documented for them.

use bytes::Bytes;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};

use crate::faults::{Effect, Fault};
use crate::handlers::Refusal;
use crate::openapi::{ErrorShape, Operation};
use crate::response::body::ReplyBody;

/// The text of a body. It is written straight from what is shown, and a fault alone reads it again.
pub(crate) struct Json(Vec<u8>);

impl<T: Serialize> From<T> for Json {
    fn from(shown: T) -> Self {
        // Enough for most replies, which then need not grow.
        let mut text = Vec::with_capacity(2048);
        // What is shown has texts for keys and nothing that fails, so it is written whole.
        let _ = serde_json::to_writer(&mut text, &shown);
        Self(text)
    }
}

impl Json {
    fn bend(&mut self, effect: &Effect) {
        let mut body: Value = serde_json::from_slice(&self.0).unwrap_or_default();
        effect.bend(&mut body);
        *self = body.into();
    }
}

/// A status and a body.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Option<Json>,
    /// What is wrong, for the log.
    pub(crate) problems: Vec<String>,
}

impl Reply {
    pub(crate) fn ok(body: impl Into<Json>) -> Self {
        Self {
            status: 200,
            body: Some(body.into()),
            problems: Vec::new(),
        }
    }

    /// A refusal outside of any operation.
    pub(crate) fn plain(status: u16, problem: &str) -> Self {
        Self {
            status,
            body: Some(json!({ "error": problem }).into()),
            problems: vec![problem.to_owned()],
        }
    }

    /// A refusal in the shape that the operation documents for its status.
    pub(crate) fn refused(operation: &Operation, refusal: Refusal) -> Self {
        let shape = if refusal.status == 204 {
            ErrorShape::Nothing
        } else {
            operation.error_shape(refusal.status)
        };
        Self {
            status: refusal.status,
            body: shape.body(&refusal.messages).map(Json::from),
            problems: refusal.messages,
        }
    }
}

/// The reply as HTTP, bent by a fault.
pub(crate) fn response(mut reply: Reply, fault: Option<&Fault>) -> Response<ReplyBody> {
    let effect = fault.map(Fault::effect);
    if let (Some(effect), Some(body)) = (effect, &mut reply.body) {
        body.bend(effect);
    }
    let has_body = reply.body.is_some();
    let bytes = Bytes::from(reply.body.map(|Json(text)| text).unwrap_or_default());
    let length = bytes.len();
    let mut response = Response::new(match effect {
        Some(Effect::Truncated) => ReplyBody::cut(&bytes),
        Some(Effect::SlowBytes(pause)) => ReplyBody::slow(bytes, *pause),
        _ => ReplyBody::whole(bytes),
    });
    *response.status_mut() =
        StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Some(value) = fault.and_then(Fault::retry_after_header) {
        response.headers_mut().insert(RETRY_AFTER, value);
    }
    if has_body {
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
            .headers_mut()
            .insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    response
}
