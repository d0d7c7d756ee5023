//! Replies: a status and a body, in the shape that is documented for them.

use bytes::Bytes;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use serde_json::{Value, json};

use crate::api::Refusal;
use crate::body::ReplyBody;
use crate::description::{ErrorShape, Operation};
use crate::fault::{Effect, Fault};

/// A status and a body.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Option<Value>,
    /// What is wrong, for the log.
    pub(crate) problems: Vec<String>,
}

impl Reply {
    pub(crate) fn ok(body: Value) -> Self {
        Self {
            status: 200,
            body: Some(body),
            problems: Vec::new(),
        }
    }

    /// A refusal outside of any operation.
    pub(crate) fn plain(status: u16, problem: &str) -> Self {
        Self {
            status,
            body: Some(json!({ "error": problem })),
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
            body: shape.body(&refusal.messages),
            problems: refusal.messages,
        }
    }
}

/// The reply as HTTP, bent by a fault.
pub(crate) fn response(mut reply: Reply, fault: Option<&Fault>) -> Response<ReplyBody> {
    let effect = fault.map(Fault::effect);
    if let (Some(effect), Some(body)) = (effect, &mut reply.body) {
        effect.bend(body);
    }
    let text = reply.body.as_ref().map(Value::to_string);
    let bytes = Bytes::from(text.unwrap_or_default());
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
    if reply.body.is_some() {
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
            .headers_mut()
            .insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    response
}
