//! Parts of an undocumented body with a successful status that contradict the status.

use api_wire::Json;

use crate::client::scalar::string;
use crate::raw_json::{JsonKind, for_each_item, has_content};
use crate::response::failure_keys::{
    ErrorPart, FailureKeys, MemberKey, is_failed_status, is_success_word,
};

/// How many objects and lists may be around what a body reports.
const MAX_DEPTH: usize = 16;

/// Keys of what frames a message: it is not a record with a message.
const FRAME: [&str; 5] = ["timestamp", "path", "instance", "request_id", "trace_id"];

/// What contradicts the status in the response of a read.
///
/// Whatever the record has, a message is that of an error body only if it has no other members.
pub(crate) fn in_read(text: &str, keys: &FailureKeys) -> Option<String> {
    match JsonKind::of(text) {
        JsonKind::Object => {
            let members = Members::scan(text, keys, None);
            let is_record = members.count > members.framed;
            let message = members.message.filter(|_| !is_record);
            members.contradiction.or(message)
        }
        JsonKind::Array => None,
        _ => in_scalar(text),
    }
}

/// What contradicts the status in the response of a write.
///
/// A wrapper or a list may be around what the body reports, so inner members count too.
pub(crate) fn in_write(text: &str, keys: &FailureKeys) -> Option<String> {
    in_report(text, keys, 0)
}

/// What contradicts the status in a value that is the body, or all that a wrapper has.
fn in_report(text: &str, keys: &FailureKeys, depth: usize) -> Option<String> {
    match JsonKind::of(text) {
        _ if depth == MAX_DEPTH => None,
        JsonKind::Object => {
            let members = Members::scan(text, keys, Some(depth));
            let message = members.message.filter(|_| !members.has_flag);
            let inner = match members.only {
                Some(only) => in_wrapped(only, keys, depth + 1),
                None => members.inner,
            };
            members.contradiction.or(message).or(inner)
        }
        JsonKind::Array => in_elements(text, &mut |element| in_report(element, keys, depth + 1)),
        JsonKind::String => in_embedded(text, keys, depth).unwrap_or_else(|| in_scalar(text)),
        _ => in_scalar(text),
    }
}

/// What contradicts the status in the only member of an object. Its scalars mean anything.
fn in_wrapped(text: &str, keys: &FailureKeys, depth: usize) -> Option<String> {
    match JsonKind::of(text) {
        JsonKind::Object => in_report(text, keys, depth),
        JsonKind::Array => in_inner(text, keys, depth),
        JsonKind::String => in_embedded(text, keys, depth)?,
        _ => None,
    }
}

/// What contradicts the status in JSON that is the content of a string. `None` if it is none.
fn in_embedded(text: &str, keys: &FailureKeys, depth: usize) -> Option<Option<String>> {
    let content = string(text)?;
    let is_json = content.trim_start().starts_with(['{', '[']) && content.parse::<Json>().is_ok();
    is_json.then(|| in_report(&content, keys, depth + 1))
}

/// What contradicts the status in a value next to others.
fn in_inner(text: &str, keys: &FailureKeys, depth: usize) -> Option<String> {
    match JsonKind::of(text) {
        _ if depth == MAX_DEPTH => None,
        JsonKind::Object => {
            let members = Members::scan(text, keys, Some(depth));
            members.contradiction.or(members.inner)
        }
        JsonKind::Array => in_elements(text, &mut |element| in_inner(element, keys, depth + 1)),
        _ => None,
    }
}

/// What the members of an object report. Nothing else is kept: there may be millions of them.
#[derive(Default)]
struct Members<'a> {
    count: usize,
    /// How many are the message or frame it.
    framed: usize,
    contradiction: Option<String>,
    /// A message that is not empty.
    message: Option<String>,
    /// A contradiction in a member of a member.
    inner: Option<String>,
    /// The value of the only member.
    only: Option<&'a str>,
    has_flag: bool,
    /// How many are lists of texts, as the errors of a field are.
    field_errors: usize,
    has_title: bool,
    has_detail: bool,
    /// How many are parts of the description of an error.
    error_parts: usize,
    has_cause: bool,
    has_explanation: bool,
}

impl<'a> Members<'a> {
    /// Scans the members of members only below a depth.
    fn scan(text: &'a str, keys: &FailureKeys, depth: Option<usize>) -> Self {
        let mut members = Self::default();
        // The text was read before: it has no syntax error.
        let _ = api_wire::for_each_member(text, &mut |key, value| {
            members.add(key, value, keys, depth);
        });
        let reason = if members.has_title && members.has_detail {
            Some("it is a problem document")
        } else if members.count > 0 && members.field_errors == members.count {
            Some("it has nothing but errors of fields")
        } else if members.has_cause
            && members.has_explanation
            && members.error_parts == members.count
        {
            Some("it is the description of an error")
        } else {
            None
        };
        members.contradiction = members.contradiction.or_else(|| reason.map(str::to_owned));
        members
    }

    fn add(&mut self, key: &str, value: &'a str, keys: &FailureKeys, depth: Option<usize>) {
        self.count += 1;
        self.only = (self.count == 1).then_some(value);
        let member = MemberKey::new(key);
        let is_flag = keys.is_flag(&member);
        let is_message = keys.is_message(&member) || depth.is_some() && member.is_any_message();
        self.has_flag |= is_flag;
        let is_frame = is_flag || is_message || member.is_status() || FRAME.contains(&key);
        self.framed += usize::from(is_frame);
        self.field_errors += usize::from(depth.is_some() && is_text_list(value));
        self.has_title |= key == "title" && is_text(value);
        self.has_detail |= key == "detail" && is_text(value);
        if let Some(part) = member.part_of_error(value).filter(|_| depth.is_some()) {
            self.error_parts += 1;
            self.has_cause |= part == ErrorPart::Cause;
            self.has_explanation |= part == ErrorPart::Explanation;
        } else if FRAME.contains(&key) {
            self.error_parts += 1;
        }
        if self.contradiction.is_none() {
            self.contradiction = match depth {
                // A status deeper inside is that of something else.
                Some(2..) => keys.in_member(&member, value),
                None => keys.in_outer_member(&member, value),
                Some(_) => keys.in_undocumented_member(&member, value),
            };
        }
        if self.message.is_none() && is_message && has_content(value) {
            self.message = Some(format!("`{member}` is not empty"));
        }
        if let Some(depth) = depth {
            if self.inner.is_none() {
                self.inner = in_inner(value, keys, depth + 1);
            }
        }
    }
}

/// Whether a list starts with a text.
fn is_text_list(value: &str) -> bool {
    let items = value.trim_start().strip_prefix('[');
    items.is_some_and(|items| items.trim_start().starts_with('"') && has_content(items))
}

fn is_text(value: &str) -> bool {
    JsonKind::of(value) == JsonKind::String && has_content(value)
}

/// A body that is false, zero or the status of an error. A text is a message, unless it is a word
/// of success.
fn in_scalar(text: &str) -> Option<String> {
    let reason = match JsonKind::of(text) {
        JsonKind::Bool => (text.trim() == "false").then_some("the body is false"),
        JsonKind::Number if !has_content(text) => Some("the body is zero"),
        JsonKind::Number => is_failed_status(text).then_some("the body is the status of a failure"),
        JsonKind::String => {
            (has_content(text) && !is_success_word(text)).then_some("the body is a message")
        }
        _ => None,
    };
    reason.map(str::to_owned)
}

/// The first contradiction in an element of a list.
fn in_elements(list: &str, in_element: &mut dyn FnMut(&str) -> Option<String>) -> Option<String> {
    let mut reason = None;
    for_each_item(list, &mut |element| {
        if reason.is_none() {
            reason = in_element(element);
        }
    });
    reason
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EnvelopeShape;

    const KEYS: FailureKeys = FailureKeys::new(None, &[]);

    #[test]
    fn reasons_show_neither_invisible_characters_nor_long_keys() {
        let long = "x".repeat(200);
        for (key, shown) in [
            ("messag\u{202e}e", r"messag\u{202e}e"),
            ("\u{2028}errors", r"\u{2028}errors"),
            (&*format!("{long}Message"), "[207 characters]"),
            (&format!("{long}Errors"), "[206 characters]"),
        ] {
            let text = format!(r#"{{"{key}":"x","id":7}}"#);
            let reason = format!("`{shown}` is not empty");
            assert_eq!(in_write(&text, &KEYS).as_deref(), Some(&*reason), "{text}");
        }
    }

    #[test]
    fn failures_in_undocumented_bodies_of_writes_are_recognized() {
        for text in [
            // Flags and errors.
            r#"{"id":7,"SUCCESS":null}"#,
            r#"{"IsSuccess":false}"#,
            r#"{"is_success":"no"}"#,
            r#"{"ok":0}"#,
            r#"{"Success":true,"ErrorCode":12}"#,
            r#"{"id":7,"Errors":[{},1]}"#,
            r#"{"validationErrors":{"amount":["is too large"]}}"#,
            r#"{"id":7,"hasErrors":true}"#,
            r#"{"exception":"Timeout"}"#,
            r#"{"declined":true}"#,
            r#"{"failures":["x"]}"#,
            r#"{"approved":false}"#,
            r#"{"wasSuccessful":false}"#,
            r#"{"ModelState":{"Amount":["is too large"]},"StackTrace":null}"#,
            // Statuses.
            r#"{"result":"Failure: no funds"}"#,
            r#"{"status":"not accepted"}"#,
            r#"{"payment_status":"refund_failed"}"#,
            r#"{"responseCode":503}"#,
            r#"{"type":"error"}"#,
            r#"{"detail":"Not found."}"#,
            r#"{"exceptionMessage":"x"}"#,
            r#"{"amount":["is too large"],"reason":["is blank"]}"#,
            r#"{"status":409}"#,
            r#"{"Status":"409 Conflict"}"#,
            r#"{"status_code":"500"}"#,
            r#"{"code":-1}"#,
            r#"{"status":"error"}"#,
            r#"{"status":"Failed","id":7}"#,
            r#"{"status":false}"#,
            r#"{"result":"DECLINED"}"#,
            r#"{"result":false}"#,
            r#"{"type":"about:blank","title":"Conflict","detail":"in use"}"#,
            // Messages.
            r#"{"Message":"declined"}"#,
            r#"{"id":7,"msg":"declined"}"#,
            // Scalars.
            "false",
            " false ",
            "0",
            "0.0",
            "-1",
            "409",
            "\"error\"",
            "\"the amount is too large\"",
            // Lists and wrappers.
            "[false]",
            "[\"declined\"]",
            "[[[[[[[[\"declined\"]]]]]]]]",
            r#"[[{"error":"x"}]]"#,
            r#"[{"Code":"E7","Description":"no funds"}]"#,
            r#"[{"code":17,"reason":"no funds"},{"code":18,"reason":"no card"}]"#,
            r#"{"code":"E7","description":"no funds","timestamp":"2025-03-01"}"#,
            r#"{"faultcode":"Client","faultstring":"no funds"}"#,
            r#"{"PropertyName":"Amount","Severity":"high","Explanation":"too large"}"#,
            r#"{"d":[{"field":"amount","text":"too large"}]}"#,
            r#"[{"Success":true},{"error":"x"}]"#,
            r#"{"d":{"Success":false}}"#,
            r#"{"d":{"status":422}}"#,
            r#"{"d":"{\"Success\":false}"}"#,
            r#""{\"Success\":false}""#,
            r#"{"result":{"message":"declined"}}"#,
            r#"{"a":{"b":{"c":[{"errors":["x"]}]}}}"#,
            r#"{"id":7,"result":{"errors":["x"]}}"#,
        ] {
            assert!(in_write(text, &KEYS).is_some(), "{text}");
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
            "\"\"",
            "\"queued\"",
            "\"OK\"",
            "7",
            "200",
            r#"{"id":7}"#,
            r#"{"Success":true,"Payload":"","Message":""}"#,
            r#"{"Success":true,"Message":"accepted"}"#,
            r#"{"success":"true","code":1}"#,
            r#"{"status":"accepted","code":"A-404"}"#,
            r#"{"id":7,"notes":["urgent"]}"#,
            r#"{"type":"refund","status":"in progress","successUrl":"https://shop.example"}"#,
            r#"{"status":200,"message":""}"#,
            r#"{"errorCode":"000","errorMessage":"Success","error":"none","failed":0}"#,
            r#"{"d":"{\"Success\":true}"}"#,
            r#"{"d":"{ queued"}"#,
            r#"{"errors":[[],""],"error":0,"error_count":0,"ok":1}"#,
            // Of something else than the request.
            r#"{"id":7,"order":{"message":"ring twice","total":500}}"#,
            r#"{"id":7,"items":[{"code":404},{"code":500}]}"#,
            r#"{"code":1,"description":"queued"}"#,
            r#"[{"Code":"OK","Description":"queued"}]"#,
            r#"{"code":"00","description":"queued"}"#,
            r#"[{"code":"A-7","description":"lamp","quantity":2}]"#,
            r#"[{"description":"lamp"}]"#,
        ] {
            assert_eq!(in_write(text, &KEYS), None, "{text}");
        }
    }

    #[test]
    fn record_that_is_read_may_have_a_message_and_inner_errors() {
        for text in [
            "{}",
            "[]",
            r#"{"name":"Corner","message":"welcome"}"#,
            r#"{"printer":{"error":"no paper"}}"#,
            r#"{"type":"error","approved":false,"last_error":"no paper"}"#,
            r#"{"tags":["corner"]}"#,
            r#"[{"error":"no paper"}]"#,
            r#"["Corner"]"#,
        ] {
            assert_eq!(in_read(text, &KEYS), None, "{text}");
        }
        for text in [
            r#"{"message":"no token"}"#,
            r#"{"code":7,"message":"no token","timestamp":1}"#,
            r#"{"name":"Corner","error":"x"}"#,
            r#"{"status":401,"name":"Unauthorized"}"#,
            r#"{"success":false}"#,
            r#"{"title":"Conflict","detail":"in use"}"#,
            "false",
            "\"Invalid token\"",
        ] {
            assert!(in_read(text, &KEYS).is_some(), "{text}");
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
            r#"{"id":7,"success":false}"#,
            r#"{"id":7,"reason":"declined"}"#,
        ] {
            assert!(in_write(text, &keys).is_some(), "{text}");
        }
        let success = r#"{"good":true,"reason":"noted","faults":null}"#;
        assert_eq!(in_write(success, &keys), None);
    }
}
