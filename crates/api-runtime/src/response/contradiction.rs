//! Parts of a documented body with a successful status that contradict the status.

use api_wire::Extra;

use crate::response::failure_keys::{FailureKeys, MemberKey};

/// The rule by which a member contradicts the status.
pub(crate) type Rule = fn(&FailureKeys, &MemberKey<'_>, &str) -> Option<String>;

/// What contradicts the status in the undocumented members of a record.
///
/// A message is no contradiction next to a documented record, and a documented field is no flag,
/// whatever its name.
pub(crate) fn in_members(
    extra: &Extra,
    keys: &FailureKeys,
    rule: Rule,
    is_documented: impl Fn(&str) -> bool,
) -> Option<String> {
    let mut members = extra.iter().filter(|(key, _)| !is_documented(key));
    members.find_map(|(key, value)| rule(keys, &MemberKey::new(key), value.as_str()))
}

/// What contradicts the status in the text of an object, and in the objects in it if it should have
/// been saved. Other values have no members.
pub(crate) fn in_text(text: &str, keys: &FailureKeys, is_read: bool) -> Option<String> {
    let in_saved = |text: &str| in_object(text, &mut |key, value| keys.in_saved_member(key, value));
    in_object(text, &mut |key, value| {
        let reason = keys.in_outer_member(key, value);
        match is_read {
            true => reason,
            false => reason
                .or_else(|| keys.in_saved_member(key, value))
                .or_else(|| in_saved(value)),
        }
    })
}

fn in_object(
    text: &str,
    in_member: &mut dyn FnMut(&MemberKey<'_>, &str) -> Option<String>,
) -> Option<String> {
    let mut reason = None;
    let is_object = api_wire::for_each_member(text, &mut |key, value| {
        if reason.is_none() {
            reason = in_member(&MemberKey::new(key), value);
        }
    });
    reason.filter(|_| is_object.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EnvelopeShape;

    const KEYS: FailureKeys = FailureKeys::new(None, &[]);

    fn in_text(text: &str, keys: &FailureKeys) -> Option<String> {
        super::in_text(text, keys, true)
    }

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

    fn first_member(text: &str, rule: Rule) -> Option<String> {
        in_object(text, &mut |key, value| rule(&KEYS, key, value))
    }

    #[test]
    fn record_that_was_written_shows_that_it_was_not_saved() {
        for text in [
            r#"{"persisted":false}"#,
            r#"{"isSaved":"false"}"#,
            r#"{"saved":0}"#,
            r#"{"result":"error"}"#,
            r#"{"Result":false}"#,
            r#"{"outcome":"not saved"}"#,
            r#"{"ok":false}"#,
            r#"{"new_record":true}"#,
            r#"{"dryRun":true}"#,
        ] {
            let rules: [Rule; 2] = [
                FailureKeys::in_written_member,
                FailureKeys::in_member_next_to_written,
            ];
            for rule in rules {
                assert!(first_member(text, rule).is_some(), "{text}");
            }
        }
        for text in [
            r#"{"created":false}"#,
            r#"{"accepted":"False"}"#,
            r#"{"status":false}"#,
            r#"{"wasSuccessful":false}"#,
            r#"{"validation_errors":["is blank"]}"#,
            r#"{"failed":true}"#,
            r#"{"problems":["no stock"]}"#,
            r#"{"meta":{"status":"error"}}"#,
            r#"{"data":{"success":false}}"#,
        ] {
            let rule = FailureKeys::in_member_next_to_written;
            assert!(first_member(text, rule).is_some(), "{text}");
            // Inside the record, it may be about the record.
            assert_eq!(first_member(text, FailureKeys::in_written_member), None);
        }
        for text in [
            r#"{"persisted":true,"saved":1,"result":"ok","outcome":null}"#,
            r#"{"saved":12.5,"savedAmount":0,"result":{"id":7},"created":0}"#,
            r#"{"state":"failed","type":"error","payment_status":"declined"}"#,
            r#"{"error_count":0,"failed":0,"meta":{"page":1},"payment":{"status":"declined"}}"#,
            r#"{"new_record":false,"dry_run":false}"#,
        ] {
            let rule = FailureKeys::in_member_next_to_written;
            assert_eq!(first_member(text, rule), None, "{text}");
        }
    }

    #[test]
    fn text_of_an_unsaved_record_contradicts_a_write() {
        for text in [
            r#"{"order":{"id":7,"persisted":false}}"#,
            r#"{"order":{"id":7,"errors":["x"]}}"#,
            r#"{"id":7,"saved":false}"#,
        ] {
            assert!(super::in_text(text, &KEYS, false).is_some(), "{text}");
            assert_eq!(super::in_text(text, &KEYS, true), None, "{text}");
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
