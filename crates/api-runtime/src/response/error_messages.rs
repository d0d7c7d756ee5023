//! What a server says is wrong.

use std::fmt;

use api_wire::NoMetadata;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::response::raw::text_of;

/// More texts than this are not kept.
const MOST: usize = 100;

/// The texts of `{"errors": ["…"]}`, `{"error": "…"}` and `{"message": "…"}`, in this order.
pub(crate) fn read(body: &[u8]) -> Vec<String> {
    let Ok(Ok(NoMetadata { extra })) = text_of(body).map(api_wire::from_str::<NoMetadata>) else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for value in ["errors", "error", "message"]
        .iter()
        .filter_map(|key| extra.get(key))
    {
        if let Ok(text) = value.parse::<String>() {
            texts.push(text);
        } else if let Ok(Several(more)) = serde_json::from_str(value.as_str()) {
            texts.extend(more);
        }
    }
    texts.retain(|text| !text.is_empty());
    texts.truncate(MOST);
    texts
}

/// The texts of a list, the first ones. Whatever else is in it is passed over, one element at a time: a body can have
/// millions of them.
struct Several(Vec<String>);

impl<'de> Deserialize<'de> for Several {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements;

        impl<'de> Visitor<'de> for Elements {
            type Value = Several;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Several, A::Error> {
                let mut texts = Vec::new();
                while let Some(element) = list.next_element::<&RawValue>()? {
                    if texts.len() < MOST
                        && let Ok(text) = serde_json::from_str(element.get())
                    {
                        texts.push(text);
                    }
                }
                Ok(Several(texts))
            }
        }

        deserializer.deserialize_seq(Elements)
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn each_documented_shape_is_read() {
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
    fn of_a_long_list_the_first_texts_are_kept() {
        let list = format!("{{\"errors\":[{}\"last\"]}}", "0,".repeat(100_000));
        assert_eq!(read(list.as_bytes()), ["last"]);
        let list = format!("{{\"errors\":[{}\"last\"]}}", "\"a\",".repeat(1_000));
        assert_eq!(read(list.as_bytes()).len(), 100);
    }

    #[test]
    fn anything_else_has_no_messages() {
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
