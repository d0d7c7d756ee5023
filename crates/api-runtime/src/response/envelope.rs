//! Response envelopes: bodies with a success flag beside the payload.

use crate::body::json::has_content;
use crate::body::raw_response::body_text;
use crate::info::envelope_shape::EnvelopeShape;

/// The members of an envelope other than its payload.
pub(crate) struct Envelope {
    shape: EnvelopeShape,
    /// `None` if the flag is missing, or not a boolean.
    success: Option<bool>,
    /// Whether a flag is not false, or a payload is not empty.
    is_contradictory: bool,
    message: Option<String>,
}

impl Envelope {
    /// Reads the envelope of a body. `None` if the body is not a JSON object.
    pub(crate) fn open(body: &[u8], shape: &EnvelopeShape) -> Option<Self> {
        let text = body_text(body).ok()?;
        let mut flags = Vec::new();
        let mut message = None;
        let mut has_payload = false;
        // Nothing else is kept: the body may have millions of members.
        api_wire::for_each_member(text, &mut |key, value| {
            if key.eq_ignore_ascii_case(shape.success) {
                flags.push(parse_flag(value));
            } else if key.eq_ignore_ascii_case(shape.message) && message.is_none() {
                message = serde_json::from_str(value).ok();
            } else if key.eq_ignore_ascii_case(shape.payload) {
                has_payload |= has_content(value);
            }
        })
        .ok()?;
        let is_contradictory = has_payload || flags.iter().any(|flag| *flag != Some(false));
        // Of duplicate flags, any `false` is a failure, and only a single `true` is a success.
        let success = if flags.contains(&Some(false)) {
            Some(false)
        } else {
            (flags == [Some(true)]).then_some(true)
        };
        Some(Self {
            shape: *shape,
            success,
            is_contradictory,
            message,
        })
    }

    pub(crate) fn shape(&self) -> &EnvelopeShape {
        &self.shape
    }

    pub(crate) fn is_success(&self) -> bool {
        self.success == Some(true)
    }

    /// Whether the envelope reports failure, and nothing else: no other flag and no payload contradicts it.
    pub(crate) fn is_definite_failure(&self) -> bool {
        self.success == Some(false) && !self.is_contradictory
    }

    /// The error messages, if the envelope reports failure.
    pub(crate) fn failure(&self) -> Option<Vec<String>> {
        let message = self.message.iter().filter(|message| !message.is_empty());
        (self.success == Some(false)).then(|| message.cloned().collect())
    }
}

/// A boolean, also as a string or a number.
pub(crate) fn parse_flag(json: &str) -> Option<bool> {
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
    fn the_keys_are_recognized_in_any_case() {
        for text in [
            "{\"success\":false,\"message\":\"declined\"}",
            "{\"SUCCESS\":false,\"MESSAGE\":\"declined\"}",
        ] {
            assert_eq!(failure(text.as_bytes()).unwrap(), ["declined"], "{text}");
        }
    }

    #[test]
    fn a_failure_that_another_flag_contradicts_is_not_definite() {
        for (text, is_definite) in [
            ("{\"Success\":false}", true),
            ("{\"Success\":false,\"success\":\"False\"}", true),
            ("{\"Success\":false,\"success\":true}", false),
            ("{\"Success\":true,\"Success\":false}", false),
            ("{\"Success\":true}", false),
        ] {
            let envelope = Envelope::open(text.as_bytes(), &SHAPE).unwrap();
            assert_eq!(envelope.is_definite_failure(), is_definite, "{text}");
        }
    }

    #[test]
    fn failure_with_a_payload_is_not_definite() {
        for (payload, is_definite) in [
            ("null", true),
            ("\"\"", true),
            ("{}", true),
            ("\"U-9\"", false),
            ("{\"id\":9}", false),
        ] {
            let text = format!("{{\"Success\":false,\"Payload\":{payload}}}");
            let envelope = Envelope::open(text.as_bytes(), &SHAPE).unwrap();
            assert_eq!(envelope.is_definite_failure(), is_definite, "{text}");
        }
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
            "{\"succeeded\":false}",
            "{\"Success\":true}",
            "{\"Success\":null}",
            "{}",
            "false",
        ] {
            assert!(failure(text.as_bytes()).is_none(), "{text}");
        }
    }
}
