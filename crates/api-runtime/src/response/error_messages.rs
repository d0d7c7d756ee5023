//! The error messages in the body of a response.

use crate::body::json::{JsonKind, items, string};
use crate::body::raw_response::RawResponse;

/// The maximum number of messages of a key.
const MAX_MESSAGES: usize = 100;

/// The keys of messages, in the order in which they are read: those of the documents, and `message`.
const KEYS: [&str; 3] = ["errors", "error", "message"];

/// The error messages of a body: the strings under these keys, alone or in lists.
pub(crate) fn read(response: &RawResponse) -> Vec<String> {
    let mut messages = KEYS.map(|_| Vec::new());
    let text = response.text().unwrap_or_default();
    // Nothing else is kept: the body may have millions of members.
    let is_object = api_wire::for_each_member(text, &mut |key, value| {
        let found = KEYS
            .iter()
            .zip(&mut messages)
            .find(|(known, _)| **known == key);
        if let Some((_, messages)) = found.filter(|(_, messages)| messages.is_empty()) {
            *messages = strings(value);
        }
    });
    is_object.map(|()| messages.concat()).unwrap_or_default()
}

fn strings(json: &str) -> Vec<String> {
    let values = match JsonKind::of(json) {
        JsonKind::String => vec![json],
        JsonKind::Array => items(json, MAX_MESSAGES).0,
        _ => Vec::new(),
    };
    let texts = values.into_iter().filter_map(string);
    texts.filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, StatusCode};

    use super::*;

    fn read(body: &[u8]) -> Vec<String> {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        super::read(&RawResponse::new(status, HeaderMap::new(), body.to_vec()))
    }

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
        assert_eq!(
            read(br#"{"message":"no token","error":"x","code":1}"#),
            ["x", "no token"]
        );
    }

    #[test]
    fn other_bodies_have_no_messages() {
        for body in [
            "",
            "[]",
            "<html>",
            "{\"errors\":{\"name\":[\"a\"]}}",
            "[\"a\"]",
            "{\"errors\":[\"cut",
            "{\"error\":null}",
            "\u{feff}x",
        ] {
            assert!(read(body.as_bytes()).is_empty(), "{body}");
        }
        assert!(read(&[0xff, 0xfe]).is_empty());
        let list = format!("{{\"errors\":[{}\"last\"]}}", "\"a\",".repeat(1_000));
        assert_eq!(read(list.as_bytes()).len(), MAX_MESSAGES);
    }
}
