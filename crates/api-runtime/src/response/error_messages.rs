//! The error messages in the body of a response.

use crate::body::json::JsonKind;
use crate::body::raw_response::RawResponse;

/// The maximum number of messages of a response.
const MAX_MESSAGES: usize = 100;

/// The keys of messages in any response, in the order in which they are read.
const KEYS: [&str; 3] = ["errors", "error", "message"];

/// The keys of messages in a response whose status is an error, such as one of
/// `application/problem+json`. In a record, they are data.
const PROBLEM_KEYS: [&str; 5] = ["errors", "error", "message", "title", "detail"];

/// The error messages of a body: the strings under these keys, alone or in lists, and those of
/// objects there, such as `{"errors": {"email": ["is bad"]}}`. The keys are recognized in any case.
///
/// The body of an error status may also be a list.
pub(crate) fn read(response: &RawResponse) -> Vec<String> {
    let Ok(text) = response.text() else {
        return Vec::new();
    };
    let mut messages = Messages::default();
    let is_error = !response.status().is_success();
    match JsonKind::of(text) {
        JsonKind::Object => {
            let keys = if is_error { &PROBLEM_KEYS[..] } else { &KEYS };
            for value in first_values(text, keys).into_iter().flatten() {
                messages.add(value);
            }
        }
        JsonKind::Array if is_error => messages.add_list(text),
        _ => {}
    }
    messages.0
}

/// The first value of each key, in any case. None if the text is not an object.
fn first_values<'a>(object: &'a str, keys: &[&str]) -> Vec<Option<&'a str>> {
    let mut values = vec![None; keys.len()];
    // Nothing else is kept: the body may have millions of members.
    let is_object = api_wire::for_each_member(object, &mut |key, value| {
        for (known, first) in keys.iter().zip(&mut values) {
            if key.eq_ignore_ascii_case(known) && first.is_none() {
                *first = Some(value);
            }
        }
    });
    if is_object.is_err() {
        values.clear();
    }
    values
}

/// The messages that were found, at most [`MAX_MESSAGES`].
#[derive(Default)]
struct Messages(Vec<String>);

impl Messages {
    /// Adds the messages of the value under a key: a string, a list, or an object.
    fn add(&mut self, json: &str) {
        match JsonKind::of(json) {
            JsonKind::String => self.add_string("", json),
            JsonKind::Array => self.add_list(json),
            JsonKind::Object => {
                if !self.add_object(json) {
                    self.add_fields(json);
                }
            }
            JsonKind::Null | JsonKind::Bool | JsonKind::Number => {}
        }
    }

    fn add_string(&mut self, prefix: &str, json: &str) {
        // The error of each of a million other values would take seconds.
        if self.0.len() < MAX_MESSAGES && JsonKind::of(json) == JsonKind::String {
            let message = serde_json::from_str::<String>(json).unwrap_or_default();
            if !message.is_empty() {
                self.0.push(format!("{prefix}{message}"));
            }
        }
    }

    /// Adds the strings of a list, and the messages of the objects in it.
    fn add_list(&mut self, json: &str) {
        let _ = api_wire::for_each_item(json, &mut |element| match JsonKind::of(element) {
            JsonKind::Object if self.0.len() < MAX_MESSAGES => {
                self.add_object(element);
            }
            _ => self.add_string("", element),
        });
    }

    /// Adds the most specific message of an object such as `{"code": 7, "message": "…"}`. Whether it
    /// has one.
    fn add_object(&mut self, json: &str) -> bool {
        let values = first_values(json, &["message", "detail", "error", "title"]);
        let is_string = |value: &&str| JsonKind::of(value) == JsonKind::String;
        let message = values.into_iter().flatten().find(is_string);
        message
            .inspect(|message| self.add_string("", message))
            .is_some()
    }

    /// Adds the messages of an object with a key per field: `{"email": ["is bad"]}`.
    fn add_fields(&mut self, json: &str) {
        // The text is valid: it is part of a body that was read.
        let _ = api_wire::for_each_member(json, &mut |field, value| {
            let prefix = format!("{field}: ");
            match JsonKind::of(value) {
                JsonKind::Array => {
                    let _ = api_wire::for_each_item(value, &mut |element| {
                        self.add_string(&prefix, element)
                    });
                }
                _ => self.add_string(&prefix, value),
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, StatusCode};

    use super::*;

    fn read(body: &[u8]) -> Vec<String> {
        read_with(StatusCode::UNPROCESSABLE_ENTITY, body)
    }

    fn read_with(status: StatusCode, body: &[u8]) -> Vec<String> {
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
        assert_eq!(read(br#"{"error":"quote not found"}"#), ["quote not found"]);
        assert_eq!(
            read(br#"{"message":"no token","error":"x","code":1}"#),
            ["x", "no token"]
        );
    }

    #[test]
    fn reads_other_usual_shapes() {
        for (body, messages) in [
            (
                r#"{"errors":{"email":["is bad","is taken"],"name":"is empty","age":[7]}}"#,
                &["email: is bad", "email: is taken", "name: is empty"][..],
            ),
            (r#"{"Errors":{"Email":["is bad"]}}"#, &["Email: is bad"]),
            (r#"{"Errors":["is bad"]}"#, &["is bad"]),
            (
                r#"[{"message":"is bad"},"so is this",7]"#,
                &["is bad", "so is this"],
            ),
            (
                r#"{"errors":[{"field":"email","message":"is bad"},{"title":"bad","detail":"b"}]}"#,
                &["is bad", "b"],
            ),
            (
                r#"{"error":{"code":7,"message":"no token"}}"#,
                &["no token"],
            ),
            (r#"{"error":{"card":"declined"}}"#, &["card: declined"]),
            (
                r#"{"type":"about:blank","title":"Bad","status":422,"detail":"no name"}"#,
                &["Bad", "no name"],
            ),
            (r#"{"detail":"no token"}"#, &["no token"]),
        ] {
            assert_eq!(read(body.as_bytes()), messages, "{body}");
        }
    }

    #[test]
    fn record_of_a_success_has_no_messages() {
        let read = |body: &str| read_with(StatusCode::OK, body.as_bytes());
        assert!(read(r#"{"title":"Ada's order","detail":"two lamps"}"#).is_empty());
        assert!(read(r#"[{"message":"ring twice"}]"#).is_empty());
        assert_eq!(read(r#"{"error":"no order"}"#), ["no order"]);
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
            "{\"errors\":{\"name\":[7,{}]}}",
            "{\"error\":{\"name\":{\"first\":\"Ada\"}}}",
            "[7, null, {\"name\":\"Ada\"}]",
            "{\"errors\":[\"cut",
            "{\"error\":null}",
            "\u{feff}x",
        ] {
            assert!(read(body.as_bytes()).is_empty(), "{body}");
        }
        assert!(read(&[0xff, 0xfe]).is_empty());
    }
}
