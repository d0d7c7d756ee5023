//! Response envelopes: bodies with a success flag beside the payload.

use crate::body::json::has_content;
use crate::body::raw_response::body_text;
use crate::info::envelope_shape::EnvelopeShape;

/// The members of an envelope other than its payload.
pub(crate) struct Envelope {
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
            success,
            is_contradictory,
            message,
        })
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

    /// Whether the envelope reports failure, and nothing contradicts it; otherwise whether it reports
    /// success.
    #[rustfmt::skip]
    #[test]
    fn flag_decides_and_a_contradiction_is_in_doubt() {
        for (text, is_failure, is_definite, is_success) in [
            (r#"{"Success":false}"#, true, true, false),
            (r#"{"Success":"False"}"#, true, true, false),
            (r#"{"Success":0}"#, true, true, false),
            (r#"{"success":false}"#, true, true, false),
            ("\u{feff}{\"Success\":false}", true, true, false),
            (r#"{"Success":false,"success":"false"}"#, true, true, false),
            (r#"{"Success":false,"Payload":null}"#, true, true, false),
            (r#"{"Success":false,"Payload":{}}"#, true, true, false),
            (r#"{"Success":false,"Payload":"U-9"}"#, true, false, false),
            (r#"{"Success":false,"Payload":{"id":9}}"#, true, false, false),
            (r#"{"Success":true,"Success":false}"#, true, false, false),
            (r#"{"Success":false,"success":true}"#, true, false, false),
            (r#"{"Success":true}"#, false, false, true),
            (r#"{"Success":true,"Success":true}"#, false, false, false),
            (r#"{"Success":null}"#, false, false, false),
            (r#"{"succeeded":false}"#, false, false, false),
            ("{}", false, false, false),
        ] {
            let envelope = Envelope::open(text.as_bytes(), &SHAPE).unwrap();
            let found = (envelope.failure().is_some(), envelope.is_definite_failure(), envelope.is_success());
            assert_eq!(found, (is_failure, is_definite, is_success), "{text}");
        }
        for text in ["", "[false]", "false"] {
            assert!(Envelope::open(text.as_bytes(), &SHAPE).is_none(), "{text}");
        }
    }

    #[test]
    fn a_failure_has_its_message() {
        for text in [
            r#"{"Success":false,"Message":"declined"}"#,
            r#"{"MESSAGE":"declined","SUCCESS":false}"#,
        ] {
            let envelope = Envelope::open(text.as_bytes(), &SHAPE).unwrap();
            assert_eq!(envelope.failure().unwrap(), ["declined"], "{text}");
        }
    }
}
