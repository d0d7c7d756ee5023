//! Response envelopes: bodies with a success flag beside the payload.

use crate::EnvelopeShape;
use crate::response::raw::body_text;

/// The members of an envelope other than its payload.
pub(crate) struct Envelope {
    shape: EnvelopeShape,
    /// `None` if the flag is missing, or not a boolean.
    success: Option<bool>,
    message: Option<String>,
}

impl Envelope {
    /// Reads the envelope of a body. `None` if the body is not a JSON object.
    pub(crate) fn open(body: &[u8], shape: &EnvelopeShape) -> Option<Self> {
        let text = body_text(body).ok()?;
        let mut flags = Vec::new();
        let mut message = None;
        // Nothing else is kept: the body may have millions of members.
        api_wire::for_each_member(text, &mut |key, value| {
            if key == shape.success {
                flags.push(parse_flag(value));
            } else if key == shape.message && message.is_none() {
                message = Some(value);
            }
        })
        .ok()?;
        // Of duplicate flags, any `false` is a failure, and only a single `true` is a success.
        let success = if flags.contains(&Some(false)) {
            Some(false)
        } else {
            (flags == [Some(true)]).then_some(true)
        };
        Some(Self {
            shape: *shape,
            success,
            message: message.and_then(|value| serde_json::from_str(value).ok()),
        })
    }

    pub(crate) fn shape(&self) -> &EnvelopeShape {
        &self.shape
    }

    pub(crate) fn is_success(&self) -> bool {
        self.success == Some(true)
    }

    /// The error messages, if the envelope reports failure.
    pub(crate) fn failure(&self) -> Option<Vec<String>> {
        let message = self.message.iter().filter(|message| !message.is_empty());
        (self.success == Some(false)).then(|| message.cloned().collect())
    }
}

/// A boolean, also as a string or a number.
fn parse_flag(json: &str) -> Option<bool> {
    match json.trim_matches('"').to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: EnvelopeShape = EnvelopeShape {
        success: "Success",
        payload: "Payload",
        message: "Message",
    };

    fn failure(body: &[u8]) -> Option<Vec<String>> {
        Envelope::open(body, &SHAPE)?.failure()
    }

    #[test]
    fn false_is_recognized_in_every_spelling() {
        for flag in ["false", "\"false\"", "\"False\"", "0", "\"0\""] {
            let text = format!("{{\"Message\":\"card declined\",\"Success\":{flag}}}");
            assert_eq!(
                failure(text.as_bytes()).unwrap(),
                ["card declined"],
                "{flag}"
            );
        }
        assert_eq!(
            failure(b"\xef\xbb\xbf{\"Success\":false}").unwrap(),
            [""; 0]
        );
    }

    #[test]
    fn any_false_success_flag_is_a_failure() {
        for text in [
            "{\"Success\":true,\"Success\":false}",
            "{\"Success\":false,\"Success\":true}",
        ] {
            assert!(failure(text.as_bytes()).is_some(), "{text}");
        }
        let twice = Envelope::open(b"{\"Success\":true,\"Success\":true}", &SHAPE).unwrap();
        assert_eq!(twice.success, None);
    }

    #[test]
    fn other_bodies_are_not_failures() {
        for text in [
            "",
            "[false]",
            "{\"success\":false}",
            "{\"Success\":true}",
            "{\"Success\":null}",
            "{}",
            "false",
        ] {
            assert!(failure(text.as_bytes()).is_none(), "{text}");
        }
    }
}
