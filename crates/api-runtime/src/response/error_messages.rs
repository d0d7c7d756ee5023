//! The error messages in the body of a response.

use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::response::raw::body_text;

/// The maximum number of messages of a response.
const MAX_MESSAGES: usize = 100;

/// The strings of `{"errors": ["…"]}`, `{"error": "…"}` and `{"message": "…"}`, in this order. The
/// keys are recognized in any case.
pub(crate) fn read(body: &[u8]) -> Vec<String> {
    let Ok(text) = body_text(body) else {
        return Vec::new();
    };
    const KEYS: [&str; 3] = ["errors", "error", "message"];
    let mut values = [None; KEYS.len()];
    // Nothing else is kept: the body may have millions of members.
    let is_object = api_wire::for_each_member(text, &mut |key, value| {
        for (known, first) in KEYS.iter().zip(&mut values) {
            if key.eq_ignore_ascii_case(known) && first.is_none() {
                *first = Some(value);
            }
        }
    });
    if is_object.is_err() {
        return Vec::new();
    }
    let mut messages = Vec::new();
    for value in values.into_iter().flatten() {
        if let Ok(message) = serde_json::from_str(value) {
            messages.push(message);
        } else if let Ok(MessageList(list)) = serde_json::from_str(value) {
            messages.extend(list);
        }
    }
    messages.retain(|message| !message.is_empty());
    messages.truncate(MAX_MESSAGES);
    messages
}

/// The first strings of a list. Other elements are skipped one at a time, because a body can have
/// millions of them.
struct MessageList(Vec<String>);

impl<'de> Deserialize<'de> for MessageList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MessageVisitor;

        impl<'de> Visitor<'de> for MessageVisitor {
            type Value = MessageList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<MessageList, A::Error> {
                let mut messages = Vec::new();
                while let Some(element) = seq.next_element::<&RawValue>()? {
                    // The error of each of a million other elements would take seconds.
                    if messages.len() < MAX_MESSAGES
                        && element.get().starts_with('"')
                        && let Ok(message) = serde_json::from_str(element.get())
                    {
                        messages.push(message);
                    }
                }
                Ok(MessageList(messages))
            }
        }

        deserializer.deserialize_seq(MessageVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn reads_each_documented_shape() {
        assert_eq!(
            read(br#"{"errors":["Reference no has been taken", 7, "b"]}"#),
            ["Reference no has been taken", "b"]
        );
        assert_eq!(
            read("\u{feff}{\"error\":\"marked\"}".as_bytes()),
            ["marked"]
        );
        assert_eq!(read(br#"{"error":"quote not found"}"#), ["quote not found"]);
        assert_eq!(
            read(br#"{"message":"no token","error":"x","code":1}"#),
            ["x", "no token"]
        );
    }

    #[test]
    fn keeps_the_first_messages_of_a_long_list() {
        let list = format!("{{\"errors\":[{}\"last\"]}}", "0,".repeat(100_000));
        assert_eq!(read(list.as_bytes()), ["last"]);
        let list = format!("{{\"errors\":[{}\"last\"]}}", "\"a\",".repeat(1_000));
        assert_eq!(read(list.as_bytes()).len(), 100);
    }

    #[test]
    fn unknown_error_bodies_yield_no_messages() {
        for body in [
            "",
            "[]",
            "<html>",
            "{\"errors\":{\"name\":[\"is bad\"]}}",
            "{\"error\":null}",
            "\u{feff}x",
        ] {
            assert!(read(body.as_bytes()).is_empty(), "{body}");
        }
        assert!(read(&[0xff, 0xfe]).is_empty());
    }
}
