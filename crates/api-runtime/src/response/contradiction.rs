//! Parts of a documented body with a successful status that contradict the status.

use api_wire::Extra;

use crate::response::failure_keys::{FailureKeys, MemberKey};

/// What contradicts the status in the undocumented members of a record.
///
/// A message is no contradiction next to a documented record.
pub(crate) fn in_members(extra: &Extra, keys: &FailureKeys) -> Option<String> {
    let mut members = extra.iter();
    members.find_map(|(key, value)| keys.in_member(&MemberKey::new(key), value.as_str()))
}

/// The same, of the outermost object of a body, which may have a status of its own.
pub(crate) fn in_outer_members(extra: &Extra, keys: &FailureKeys) -> Option<String> {
    let mut members = extra.iter();
    members.find_map(|(key, value)| keys.in_outer_member(&MemberKey::new(key), value.as_str()))
}

/// The same, of the text of an object. Other values have no members.
pub(crate) fn in_text(text: &str, keys: &FailureKeys) -> Option<String> {
    let mut reason = None;
    let is_object = api_wire::for_each_member(text, &mut |key, value| {
        if reason.is_none() {
            reason = keys.in_outer_member(&MemberKey::new(key), value);
        }
    });
    reason.filter(|_| is_object.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EnvelopeShape;

    const KEYS: FailureKeys = FailureKeys::new(None, &[]);

    #[test]
    fn flag_that_is_not_true_contradicts_in_any_case() {
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
            for key in [
                "Success",
                "success",
                "SUCCESS",
                "is_success",
                "IsSuccess",
                "ok",
            ] {
                let text = format!("{{\"id\":7,\"{key}\":{flag}}}");
                let reason = format!("`{key}` is not true");
                assert_eq!(in_text(&text, &KEYS).as_deref(), Some(&*reason), "{text}");
            }
        }
    }

    #[test]
    fn errors_contradict_unless_they_are_empty() {
        for key in [
            "errors",
            "error",
            "Errors",
            "ERROR",
            "errorMessage",
            "error_code",
        ] {
            for errors in [
                "[\"x\"]",
                "{\"base\":[\"x\"]}",
                "\"x\"",
                "true",
                "7",
                "[{}, 1]",
            ] {
                let text = format!("{{\"id\":7,\"{key}\":{errors}}}");
                let reason = format!("`{key}` is not empty");
                assert_eq!(in_text(&text, &KEYS).as_deref(), Some(&*reason), "{text}");
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
                let text = format!("{{\"id\":7,\"{key}\":{errors}}}");
                assert_eq!(in_text(&text, &KEYS), None, "{text}");
            }
        }
    }

    #[test]
    fn status_of_a_failure_contradicts_and_a_message_does_not() {
        for member in ["\"status\":422", "\"code\":500", "\"Status\":\"error\""] {
            let text = format!("{{\"id\":7,{member}}}");
            assert!(in_text(&text, &KEYS).is_some(), "{text}");
        }
        for member in [
            "\"message\":\"x\"",
            "\"status\":\"open\"",
            "\"code\":1",
            "\"state\":\"failed\"",
        ] {
            let text = format!("{{\"id\":7,{member}}}");
            assert_eq!(in_text(&text, &KEYS), None, "{text}");
        }
    }

    #[test]
    fn the_keys_of_an_api_are_added_to_the_usual_ones() {
        let envelope = EnvelopeShape {
            success: "good",
            payload: "result",
            message: "reason",
        };
        let keys = FailureKeys::new(Some(envelope), &["faults", "reason"]);
        for text in [
            r#"{"id":7,"GOOD":"no"}"#,
            r#"{"id":7,"Faults":{"code":3}}"#,
            r#"{"id":7,"error":"x"}"#,
        ] {
            assert!(in_text(text, &keys).is_some(), "{text}");
        }
        assert_eq!(in_text(r#"{"id":7,"reason":"declined"}"#, &keys), None);
    }
}
