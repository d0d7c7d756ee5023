//! What a server says is wrong.

use api_wire::NoFacts;
use serde_json::value::RawValue;

use crate::accepted::text_of;

/// More texts than this are not kept.
const MOST: usize = 100;

/// The texts of `{"errors": ["…"]}`, `{"error": "…"}` and `{"message": "…"}`, in this order.
pub(crate) fn read(body: &[u8]) -> Vec<String> {
    let Ok(Ok(NoFacts { extra })) = text_of(body).map(api_wire::from_json::<NoFacts>) else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for value in ["errors", "error", "message"]
        .iter()
        .filter_map(|key| extra.get(key))
    {
        if let Ok(text) = value.parse::<String>() {
            texts.push(text);
        } else if let Ok(values) = serde_json::from_str::<Vec<&RawValue>>(value.as_str()) {
            texts.extend(values.iter().filter_map(|value| text(value)).take(MOST));
        }
    }
    texts.retain(|text| !text.is_empty());
    texts.truncate(MOST);
    texts
}

fn text(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
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
