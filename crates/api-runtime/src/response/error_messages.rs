//! The error messages in the body of a response.

use std::fmt;

use api_wire::NoMetadata;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::response::raw::body_text;

/// The maximum number of messages of a response.
const MAX_MESSAGES: usize = 100;

/// The strings of `{"errors": ["…"]}`, `{"error": "…"}` and `{"message": "…"}`, in this order. The
/// keys are recognized in any case.
pub(crate) fn read(body: &[u8]) -> Vec<String> {
    let Ok(Ok(NoMetadata { extra })) = body_text(body).map(api_wire::from_str::<NoMetadata>) else {
        return Vec::new();
    };
    let mut messages = Vec::new();
    let value_of = |key: &&str| {
        let mut members = extra.iter();
        members.find(|(found, _)| found.eq_ignore_ascii_case(key))
    };
    for (_, value) in ["errors", "error", "message"].iter().filter_map(value_of) {
        if let Ok(message) = value.parse::<String>() {
            messages.push(message);
        } else if let Ok(MessageList(list)) = serde_json::from_str(value.as_str()) {
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
                    if messages.len() < MAX_MESSAGES
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
