//! The shape of an error body.

use serde_json::{Value, json};

/// The shape of the body that goes with a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ErrorShape {
    /// An object with one text, as in `{"error": "…"}`.
    Text(String),
    /// An object with a list of texts, as in `{"errors": ["…"]}`.
    List(String),
    /// The envelope of the payments API: success, payload and message.
    Envelope([String; 3]),
    /// No body.
    Nothing,
}

impl ErrorShape {
    /// The shape that a reply's schema shows, if it shows one.
    pub(crate) fn documented(root: &Value, reply: &Value) -> Option<Self> {
        let mut schema = reply.pointer("/content/application~1json/schema")?;
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            schema = root.pointer(reference.strip_prefix('#')?)?;
        }
        let key = schema.pointer("/required/0")?.as_str()?;
        match schema
            .pointer(&format!("/properties/{key}/type"))?
            .as_str()?
        {
            "array" => Some(Self::List(key.to_owned())),
            _ => Some(Self::Text(key.to_owned())),
        }
    }

    /// The sandbox's own choice where no shape is shown: the envelope where the API has one, else the shape that is
    /// documented for the same status elsewhere.
    pub(crate) fn chosen(root: &Value, status: u16) -> Self {
        if let Some(envelope) = root.get("x-envelope") {
            let name = |key| {
                envelope
                    .get(key)
                    .and_then(Value::as_str)
                    .unwrap_or(key)
                    .to_owned()
            };
            return Self::Envelope(["success", "payload", "message"].map(name));
        }
        match status {
            204 => Self::Nothing,
            422 => Self::List("errors".to_owned()),
            _ => Self::Text("error".to_owned()),
        }
    }

    /// The body that says what is wrong.
    pub(crate) fn body(&self, messages: &[String]) -> Option<Value> {
        match self {
            Self::Text(key) => Some(json!({ key: messages.join("; ") })),
            Self::List(key) => Some(json!({ key: messages })),
            Self::Envelope([success, payload, message]) => {
                Some(json!({ success: false, payload: null, message: messages.join("; ") }))
            }
            Self::Nothing => None,
        }
    }
}
