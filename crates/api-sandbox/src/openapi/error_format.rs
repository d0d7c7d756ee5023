//! The format of error bodies.

use serde_json::{Value, json};

/// The format of the body that goes with an error status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ErrorFormat {
    /// An object with one message, as in `{"error": "…"}`.
    Message(String),
    /// An object with a list of messages, as in `{"errors": ["…"]}`.
    Messages(String),
    /// The envelope of the payments API: success, payload and message.
    Envelope([String; 3]),
    /// No body.
    Empty,
}

impl ErrorFormat {
    /// The format that a response's schema documents, if it does.
    pub(crate) fn documented(root: &Value, response: &Value) -> Option<Self> {
        let mut schema = response.pointer("/content/application~1json/schema")?;
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            schema = root.pointer(reference.strip_prefix('#')?)?;
        }
        let key = schema.pointer("/required/0")?.as_str()?;
        match schema
            .pointer(&format!("/properties/{key}/type"))?
            .as_str()?
        {
            "array" => Some(Self::Messages(key.to_owned())),
            _ => Some(Self::Message(key.to_owned())),
        }
    }

    /// The sandbox's own choice where no format is documented: the envelope of an API that has one,
    /// else the format that other operations document for the status.
    pub(crate) fn fallback(root: &Value, status: u16) -> Self {
        if let Some(envelope) = root.get("x-envelope") {
            let name = |key| envelope[key].as_str().unwrap_or(key).to_owned();
            return Self::Envelope(["success", "payload", "message"].map(name));
        }
        match status {
            204 => Self::Empty,
            422 => Self::Messages("errors".to_owned()),
            _ => Self::Message("error".to_owned()),
        }
    }

    /// The body with these messages.
    pub(crate) fn body(&self, messages: &[String]) -> Option<Value> {
        match self {
            Self::Message(key) => Some(json!({ key: messages.join("; ") })),
            Self::Messages(key) => Some(json!({ key: messages })),
            Self::Envelope([success, payload, message]) => {
                Some(json!({ success: false, payload: null, message: messages.join("; ") }))
            }
            Self::Empty => None,
        }
    }
}
