//! A value of the request that an undocumented body repeats.

use api_wire::Json;

use crate::client::scalar::{is_same_number, is_same_text, string};
use crate::raw_json::{JsonKind, for_each_item};
use crate::response::document::is_identifying;
use crate::response::failure_keys::MemberKey;

/// How many objects and lists may be around the value.
const MAX_DEPTH: usize = 16;

/// Whether a body has another value under the key of a value that was sent, in any case.
///
/// Only the outermost of these keys count: those inside may be of other records.
pub(crate) fn is_other(text: &str, key: &str, sent: &str) -> bool {
    let mut search = Search {
        key: MemberKey::new(key),
        sent,
        depth: MAX_DEPTH,
        has_other: false,
    };
    search.in_value(text, 0);
    search.has_other
}

struct Search<'a> {
    key: MemberKey<'a>,
    sent: &'a str,
    /// Of the outermost key that was found.
    depth: usize,
    has_other: bool,
}

impl Search<'_> {
    fn in_value(&mut self, text: &str, depth: usize) {
        if depth > self.depth {
            return;
        }
        match JsonKind::of(text) {
            JsonKind::Object => {
                // The text was read before: it has no syntax error.
                let _ = api_wire::for_each_member(text, &mut |key, value| {
                    if MemberKey::new(key).is_like(&self.key) {
                        self.compare(value, depth);
                    }
                    self.in_value(value, depth + 1);
                });
            }
            JsonKind::Array => {
                for_each_item(text, &mut |element| self.in_value(element, depth + 1));
            }
            JsonKind::String => {
                // JSON in a string is a body of its own.
                let content = string(text).filter(|content| content.parse::<Json>().is_ok());
                if let Some(content) = content.filter(|content| content.starts_with(['{', '['])) {
                    self.in_value(&content, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// Compares a value under the key. None, or a word for none, is no other value.
    fn compare(&mut self, value: &str, depth: usize) {
        let is_value = !matches!(JsonKind::of(value), JsonKind::Object | JsonKind::Array);
        if !is_value || !is_identifying(value) || depth > self.depth {
            return;
        }
        let is_same = match string(value) {
            Some(text) => is_same_text(self.sent, &text),
            None => is_same_number(self.sent, value),
        };
        let has_other_there = self.has_other && depth == self.depth;
        self.has_other = !is_same || has_other_there;
        self.depth = depth;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outermost_value_under_the_key_is_compared() {
        for text in [
            r#"{"RequestUid":"uid-2"}"#,
            r#"{"request_uid":"uid-2","id":7}"#,
            r#"{"RequestUid":7}"#,
            r#"{"Payload":{"requestUid":"uid-2"}}"#,
            r#"[{"RequestUid":"uid-2"}]"#,
            r#"{"RequestUid":"uid-1","RequestUid":"uid-2"}"#,
            r#"{"RequestUid":"uid-2","RequestUid":"uid-1"}"#,
            r#"{"original":{"RequestUid":"uid-1"},"RequestUid":"uid-2"}"#,
            r#"{"RequestUid":"uid-2","original":{"RequestUid":"uid-1"}}"#,
            r#"{"d":"{\"RequestUid\":\"uid-2\"}"}"#,
        ] {
            assert!(is_other(text, "RequestUid", "uid-1"), "{text}");
        }
        for text in [
            "{}",
            "[]",
            "7",
            r#"{"RequestUid":"uid-1"}"#,
            r#"{"RequestUid":" UID-1 "}"#,
            r#"{"RequestUid":null}"#,
            r#"{"RequestUid":""}"#,
            r#"{"RequestUid":{"value":"uid-2"}}"#,
            r#"{"RequestUid":"uid-1","refund":{"RequestUid":"uid-2"}}"#,
            r#"{"refund":{"RequestUid":"uid-2"},"RequestUid":"uid-1"}"#,
            r#"{"ParentRequestUid":"uid-2"}"#,
            r#""uid-2""#,
        ] {
            assert!(!is_other(text, "RequestUid", "uid-1"), "{text}");
        }
        assert!(!is_other(r#"{"id":"7"}"#, "id", "7"));
        assert!(!is_other(r#"{"id":7.0}"#, "id", "7"));
    }
}
