//! Envelopes: responses that say for themselves whether the request succeeded.

use api_wire::{Json, NoMetadata};

use crate::EnvelopeShape;
use crate::response::raw::text_of;

/// What an envelope says about the request.
pub(crate) struct Envelope {
    pub(crate) success: Option<bool>,
    pub(crate) message: Option<String>,
}

/// Reads an envelope. `None` if the text is not one object.
pub(crate) fn open(text: &str, shape: &EnvelopeShape) -> Option<Envelope> {
    let members = api_wire::from_str::<NoMetadata>(text).ok()?.extra;
    let flags: Vec<_> = members
        .iter()
        .filter(|(key, _)| *key == shape.success)
        .map(|(_, value)| flag(value))
        .collect();
    // Should it be said twice, then one "no" is enough, and a "yes" beside anything else is none.
    let success = if flags.contains(&Some(false)) {
        Some(false)
    } else {
        (flags == [Some(true)]).then_some(true)
    };
    let message = members
        .get(shape.message)
        .and_then(|value| value.parse().ok());
    Some(Envelope { success, message })
}

/// What the response says went wrong, if it says that something did. It is looked at whatever the response is.
pub(crate) fn failure(body: &[u8], shape: &EnvelopeShape) -> Option<Vec<String>> {
    let envelope = open(text_of(body).ok()?, shape)?;
    (envelope.success == Some(false)).then(|| {
        envelope
            .message
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect()
    })
}

/// A boolean in any of its spellings.
fn flag(value: &Json) -> Option<bool> {
    match value
        .as_str()
        .trim_matches('"')
        .to_ascii_lowercase()
        .as_str()
    {
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

    #[test]
    fn a_no_is_seen_in_every_spelling() {
        for flag in ["false", "\"false\"", "\"False\"", "0", "\"0\""] {
            let text = format!("{{\"Message\":\"card declined\",\"Success\":{flag}}}");
            assert_eq!(
                failure(text.as_bytes(), &SHAPE).unwrap(),
                ["card declined"],
                "{flag}"
            );
        }
        assert_eq!(
            failure(b"\xef\xbb\xbf{\"Success\":false}", &SHAPE).unwrap(),
            [""; 0]
        );
    }

    #[test]
    fn one_no_is_enough() {
        for text in [
            "{\"Success\":true,\"Success\":false}",
            "{\"Success\":false,\"Success\":true}",
        ] {
            assert!(failure(text.as_bytes(), &SHAPE).is_some(), "{text}");
        }
        assert_eq!(
            open("{\"Success\":true,\"Success\":true}", &SHAPE)
                .unwrap()
                .success,
            None
        );
    }

    #[test]
    fn everything_else_is_no_refusal() {
        for text in [
            "",
            "[false]",
            "{\"success\":false}",
            "{\"Success\":true}",
            "{\"Success\":null}",
            "{}",
            "false",
        ] {
            assert!(failure(text.as_bytes(), &SHAPE).is_none(), "{text}");
        }
    }
}
