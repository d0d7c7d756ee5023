//! Parts of a body with a successful status that contradict the status.

use std::fmt;

use api_wire::Extra;
use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::EnvelopeShape;
use crate::raw_json::has_content;
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
    extra
        .iter()
        .find_map(|(key, value)| in_member(key, value.as_str(), keys))
}

/// The same, of the text of an object. Other values have no members.
pub(crate) fn in_text(text: &str, keys: &FailureKeys) -> Option<String> {
    let mut reason = None;
    let is_object = api_wire::for_each_member(text, &mut |key, value| {
        if reason.is_none() {
            reason = in_member(key, value, keys);
        }
    });
    reason.filter(|_| is_object.is_ok())
}

/// What contradicts the status in the undocumented response of a read.
///
/// Whatever the record has, a message is that of an error body only if it is the only member.
pub(crate) fn in_undocumented_read(text: &str, keys: &FailureKeys) -> Option<String> {
    match Members::scan(text, keys) {
        Some(members) if members.count == 1 => members.contradiction.or(members.message),
        Some(members) => members.contradiction,
        None => in_scalar(text),
    }
}

/// What contradicts the status in the undocumented response of a write.
///
/// A wrapper or a list may be around what the body reports, so members one level deeper count too.
pub(crate) fn in_undocumented_write(text: &str, keys: &FailureKeys) -> Option<String> {
    let Some(members) = Members::scan(text, keys) else {
        return in_scalar(text).or_else(|| in_elements(text, keys));
    };
    let message = members.message.filter(|_| !members.has_flag);
    members.contradiction.or(message).or(members.deeper)
}

/// What the members of an object report. Nothing else is kept: there may be millions of them.
#[derive(Default)]
struct Members {
    count: usize,
    contradiction: Option<String>,
    /// A message that is not empty.
    message: Option<String>,
    /// A contradiction in a member of a member.
    deeper: Option<String>,
    has_flag: bool,
}

impl Members {
    /// `None` if the text is not a JSON object.
    fn scan(text: &str, keys: &FailureKeys) -> Option<Self> {
        let mut members = Self::default();
        api_wire::for_each_member(text, &mut |key, value| members.add(key, value, keys)).ok()?;
        Some(members)
    }

    fn add(&mut self, key: &str, value: &str, keys: &FailureKeys) {
        self.count += 1;
        self.has_flag |= keys.is_flag(key);
        if self.contradiction.is_none() {
            self.contradiction = in_member(key, value, keys);
        }
        if self.message.is_none() && keys.is_message(key) && has_content(value) {
            self.message = Some(format!("`{key}` is not empty"));
        }
        if self.deeper.is_none() {
            self.deeper = in_text(value, keys);
        }
    }
}

fn in_member(key: &str, value: &str, keys: &FailureKeys) -> Option<String> {
    if keys.is_flag(key) {
        (parse_flag(value) != Some(true)).then(|| format!("`{key}` is not true"))
    } else if keys.is_error(key) {
        has_content(value).then(|| format!("`{key}` is not empty"))
    } else {
        None
    }
}

fn in_scalar(text: &str) -> Option<String> {
    (text.trim() == "false").then(|| "the body is false".to_owned())
}

/// The first contradiction in an element of a list.
fn in_elements(list: &str, keys: &FailureKeys) -> Option<String> {
    struct Elements<'a>(&'a FailureKeys);

    impl<'de> Visitor<'de> for Elements<'_> {
        type Value = Option<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut reason = None;
            while let Some(element) = list.next_element::<&RawValue>()? {
                reason = reason.or_else(|| in_text(element.get(), self.0));
            }
            Ok(reason)
        }
    }

    serde_json::Deserializer::from_str(list)
        .deserialize_seq(Elements(keys))
        .ok()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: FailureKeys = FailureKeys {
        envelope: None,
        errors: &[],
    };

    fn in_record(text: &str) -> Option<String> {
        in_text(text, &KEYS)
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
            assert!(in_text(text, &keys).is_some(), "{text}");
            assert!(in_undocumented_write(text, &keys).is_some(), "{text}");
        }
        let message = r#"{"id":7,"reason":"declined"}"#;
        assert!(in_undocumented_write(message, &keys).is_some());
        assert_eq!(in_text(message, &keys), None);
        let success = r#"{"ok":true,"reason":"noted","fault":null}"#;
        assert_eq!(in_undocumented_write(success, &keys), None);
    }
}
