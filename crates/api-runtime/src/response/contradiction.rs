//! Parts of a body with a successful status that contradict the status.

use api_wire::{Extra, Json, NoMetadata};
use serde_json::Value;

use crate::EnvelopeShape;
use crate::response::envelope::parse_flag;

/// Keys of error messages, in any case.
const ERROR_KEYS: [&str; 2] = ["errors", "error"];

/// The key of the flag of most envelopes.
const SUCCESS_KEY: &str = "success";

/// The key of the message of most envelopes and error bodies.
const MESSAGE_KEY: &str = "message";

/// How an API reports failures, besides the usual keys. Keys are recognized in any case.
#[derive(Clone, Copy, Default)]
pub(crate) struct FailureKeys {
    envelope: Option<EnvelopeShape>,
    errors: &'static [&'static str],
}

impl FailureKeys {
    pub(crate) fn new(envelope: Option<EnvelopeShape>, errors: &'static [&'static str]) -> Self {
        Self { envelope, errors }
    }

    fn is_flag(&self, key: &str) -> bool {
        let own = self.envelope.as_ref().map(|envelope| envelope.success);
        is_one_of(key, own.into_iter().chain([SUCCESS_KEY]))
    }

    fn is_message(&self, key: &str) -> bool {
        let own = self.envelope.as_ref().map(|envelope| envelope.message);
        is_one_of(key, own.into_iter().chain([MESSAGE_KEY]))
    }

    fn is_error(&self, key: &str) -> bool {
        is_one_of(key, self.errors.iter().copied().chain(ERROR_KEYS)) && !self.is_message(key)
    }
}

fn is_one_of<'k>(key: &str, mut known: impl Iterator<Item = &'k str>) -> bool {
    known.any(|known| key.trim().eq_ignore_ascii_case(known))
}

/// What contradicts the status in the undocumented members of a documented body.
///
/// A message is no contradiction next to a documented record.
pub(crate) fn in_members(extra: &Extra, keys: &FailureKeys) -> Option<String> {
    extra.iter().find_map(|(key, value)| {
        if keys.is_flag(key) {
            (parse_flag(value) != Some(true)).then(|| format!("`{key}` is not true"))
        } else if keys.is_error(key) {
            has_content(value).then(|| format!("`{key}` is not empty"))
        } else {
            None
        }
    })
}

/// What contradicts the status in the undocumented response of a read.
///
/// Whatever the record has, a message is that of an error body only if it is the only member.
pub(crate) fn in_undocumented_read(text: &str, keys: &FailureKeys) -> Option<String> {
    match members_of(text) {
        Some(members) if members.len() == 1 => {
            in_members(&members, keys).or_else(|| message_without_success(&members, keys))
        }
        Some(members) => in_members(&members, keys),
        None => (text.trim() == "false").then(|| "the body is false".to_owned()),
    }
}

/// What contradicts the status in the undocumented response of a write.
///
/// A wrapper or a list may be around what the body reports, so members one level deeper count too.
pub(crate) fn in_undocumented_write(text: &str, keys: &FailureKeys) -> Option<String> {
    let Some(members) = members_of(text) else {
        return match text.trim() {
            "false" => Some("the body is false".to_owned()),
            list if list.starts_with('[') => elements_of(list)
                .iter()
                .filter_map(members_of_json)
                .find_map(|members| in_members(&members, keys)),
            _ => None,
        };
    };
    let deeper = || {
        members
            .iter()
            .filter_map(|(_, value)| members_of_json(value))
            .find_map(|members| in_members(&members, keys))
    };
    in_members(&members, keys)
        .or_else(|| message_without_success(&members, keys))
        .or_else(deeper)
}

/// A message that no flag of success accompanies: that of an error body.
fn message_without_success(members: &Extra, keys: &FailureKeys) -> Option<String> {
    let reports_success = members.iter().any(|(key, _)| keys.is_flag(key));
    let (key, _) = members
        .iter()
        .find(|(key, value)| keys.is_message(key) && has_content(value))?;
    (!reports_success).then(|| format!("`{key}` is not empty"))
}

fn members_of(text: &str) -> Option<Extra> {
    api_wire::from_str::<NoMetadata>(text)
        .ok()
        .map(|object| object.extra)
}

fn members_of_json(json: &Json) -> Option<Extra> {
    match json.as_str().starts_with('{') {
        true => members_of(json.as_str()),
        false => None,
    }
}

fn elements_of(list: &str) -> Vec<Json> {
    let elements: Vec<Box<serde_json::value::RawValue>> =
        serde_json::from_str(list).unwrap_or_default();
    elements
        .iter()
        .filter_map(|element| element.get().parse().ok())
        .collect()
}

/// Whether a value says anything: not null, false, zero, blank or empty.
fn has_content(value: &Json) -> bool {
    fn says_anything(value: &Value) -> bool {
        match value {
            Value::Null => false,
            Value::Bool(flag) => *flag,
            Value::Number(number) => number.as_f64() != Some(0.0),
            Value::String(text) => !text.trim().is_empty(),
            Value::Array(elements) => elements.iter().any(says_anything),
            Value::Object(members) => members.values().any(says_anything),
        }
    }
    // A number that serde_json rejects is not zero.
    value.parse().map_or(true, |value| says_anything(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: FailureKeys = FailureKeys {
        envelope: None,
        errors: &[],
    };

    fn in_record(text: &str) -> Option<String> {
        in_members(&members_of(text).unwrap(), &KEYS)
    }

    #[test]
    fn a_flag_that_is_not_true_contradicts_in_any_case() {
        for flag in [
            "false",
            "0",
            "\"no\"",
            "\"failed\"",
            "null",
            "2",
            "[]",
            "\"\"",
        ] {
            for key in ["Success", "success", "SUCCESS"] {
                let text = format!("{{\"id\":7,\"{key}\":{flag}}}");
                let reason = format!("`{key}` is not true");
                assert_eq!(in_record(&text).as_deref(), Some(&*reason), "{text}");
                assert_eq!(
                    in_undocumented_write(&text, &KEYS).as_deref(),
                    Some(&*reason),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn errors_contradict_unless_they_are_empty() {
        for errors in [
            "[\"x\"]",
            "{\"base\":[\"x\"]}",
            "\"x\"",
            "true",
            "7",
            "[{}, 1]",
        ] {
            for key in ["errors", "error", "Errors", "ERROR"] {
                let text = format!("{{\"id\":7,\"{key}\":{errors}}}");
                let reason = format!("`{key}` is not empty");
                assert_eq!(in_record(&text).as_deref(), Some(&*reason), "{text}");
                assert_eq!(
                    in_undocumented_write(&text, &KEYS).as_deref(),
                    Some(&*reason),
                    "{text}"
                );
            }
        }
        for errors in [
            "[]",
            "{}",
            "null",
            "\"\"",
            "\" \"",
            "false",
            "0",
            "[[], \"\"]",
        ] {
            let text = format!("{{\"id\":7,\"errors\":{errors},\"error\":{errors}}}");
            assert_eq!(in_record(&text), None, "{text}");
            assert_eq!(in_undocumented_write(&text, &KEYS), None, "{text}");
        }
    }

    #[test]
    fn a_message_contradicts_only_an_undocumented_body_without_a_flag() {
        let text = r#"{"Message":"declined"}"#;
        assert_eq!(
            in_undocumented_write(text, &KEYS).as_deref(),
            Some("`Message` is not empty")
        );
        assert_eq!(in_record(text), None);
        for text in [
            r#"{"Success":true,"Message":"accepted"}"#,
            r#"{"message":""}"#,
        ] {
            assert_eq!(in_undocumented_write(text, &KEYS), None, "{text}");
        }
    }

    #[test]
    fn a_record_that_is_read_may_have_a_message_and_nested_errors() {
        for text in [
            r#"{"name":"Corner","message":"welcome"}"#,
            r#"{"printer":{"error":"no paper"}}"#,
            r#"[{"error":"no paper"}]"#,
        ] {
            assert_eq!(in_undocumented_read(text, &KEYS), None, "{text}");
            assert!(in_undocumented_write(text, &KEYS).is_some(), "{text}");
        }
        for text in [
            r#"{"message":"no token"}"#,
            r#"{"name":"Corner","error":"x"}"#,
            r#"{"success":false}"#,
            "false",
        ] {
            assert!(in_undocumented_read(text, &KEYS).is_some(), "{text}");
        }
    }

    #[test]
    fn a_wrapper_hides_no_contradiction() {
        for text in [
            r#"{"d":{"Success":false}}"#,
            r#"{"result":{"errors":["x"]}}"#,
            r#"[{"Success":true},{"error":"x"}]"#,
            "false",
        ] {
            assert!(in_undocumented_write(text, &KEYS).is_some(), "{text}");
        }
    }

    #[test]
    fn other_bodies_contradict_nothing() {
        for text in [
            "{}",
            "[]",
            "[[]]",
            "null",
            "true",
            "\"queued\"",
            "7",
            r#"{"id":7}"#,
            r#"{"Success":true,"Payload":"","Message":""}"#,
            r#"{"success":"true","code":1}"#,
        ] {
            assert_eq!(in_undocumented_write(text, &KEYS), None, "{text}");
        }
    }

    #[test]
    fn the_keys_of_an_api_are_added_to_the_usual_ones() {
        let envelope = EnvelopeShape {
            success: "ok",
            payload: "result",
            message: "reason",
        };
        let keys = FailureKeys::new(Some(envelope), &["fault", "reason"]);
        for text in [
            r#"{"id":7,"OK":"no"}"#,
            r#"{"id":7,"Fault":{"code":3}}"#,
            r#"{"id":7,"success":false}"#,
            r#"{"id":7,"error":"x"}"#,
        ] {
            let members = members_of(text).unwrap();
            assert!(in_members(&members, &keys).is_some(), "{text}");
            assert!(in_undocumented_write(text, &keys).is_some(), "{text}");
        }
        let message = r#"{"id":7,"reason":"declined"}"#;
        assert!(in_undocumented_write(message, &keys).is_some());
        assert_eq!(in_members(&members_of(message).unwrap(), &keys), None);
        let success = r#"{"ok":true,"reason":"noted","fault":null}"#;
        assert_eq!(in_undocumented_write(success, &keys), None);
    }
}
