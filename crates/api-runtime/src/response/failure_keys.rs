//! The keys and words by which bodies report success or failure.

use std::borrow::Cow;
use std::fmt;

use api_wire::__private::segment;

use crate::EnvelopeShape;
use crate::raw_json::{JsonKind, has_content};
use crate::response::envelope::parse_flag;
use crate::response::failure_words::{
    ERROR_FIELDS, ERROR_PARTS, ERRORS, EXPLANATIONS, FAILURE_LISTS, FAILURES, FLAGS, MESSAGES,
    NEGATIONS, NO_ERRORS, RECORD_FLAGS, RESULTS, SAVED_FLAGS, STATUS_ENDS, STATUSES, SUCCESSES,
    UNSAVED_FLAGS, WRITE_RESULTS,
};

/// Whether the name of a field is that of a status. Unlike a [`MemberKey`], it allocates nothing: most
/// names differ at their first letter.
pub(crate) fn is_status_name(name: &str) -> bool {
    let letters = || name.chars().filter(|c| c.is_alphanumeric());
    let lowercase = || letters().map(|c| c.to_ascii_lowercase());
    let mut statuses = STATUSES.iter();
    statuses.any(|status| lowercase().eq(status.chars()))
}

/// The maximum length of a status.
const MAX_STATUS: usize = 100;

/// How an API reports failures, besides the usual keys. Keys are recognized in any case, with and
/// without `_` and `-`.
#[derive(Clone, Copy, Default)]
pub(crate) struct FailureKeys {
    envelope: Option<EnvelopeShape>,
    errors: &'static [&'static str],
}

/// A part of the description of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorPart {
    /// Its code, or the field that it is about.
    Cause,
    Explanation,
    Other,
}

/// The key of a member, normalized once.
pub(crate) struct MemberKey<'k> {
    written: &'k str,
    normalized: Cow<'k, str>,
}

/// As in a JSON pointer: invisible characters are escaped, and a long key is replaced by its length.
impl fmt::Display for MemberKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&segment(self.written))
    }
}

impl<'k> MemberKey<'k> {
    pub(crate) fn new(written: &'k str) -> Self {
        Self {
            written,
            normalized: normalized(written),
        }
    }

    fn is_one_of(&self, known: &[&str]) -> bool {
        known.contains(&&*self.normalized)
    }

    /// Whether the key is one that an API has for this.
    fn is_own(&self, mut known: impl Iterator<Item = &'static str>) -> bool {
        known.any(|known| self.written.trim().eq_ignore_ascii_case(known))
    }

    /// Whether the key is that of a message of any kind but errors, which are recognized as such.
    pub(crate) fn is_any_message(&self) -> bool {
        self.normalized.ends_with("message") && !self.normalized.contains("error")
    }

    /// What a member is in the description of an error such as `{"code": "E1", "reason": "…"}`.
    pub(crate) fn part_of_error(&self, value: &str) -> Option<ErrorPart> {
        if self.is_one_of(&EXPLANATIONS) && JsonKind::of(value) == JsonKind::String {
            Some(ErrorPart::Explanation)
        } else if self.is_status() {
            (!is_success_code(value)).then_some(ErrorPart::Cause)
        } else if self.is_one_of(&ERROR_FIELDS) {
            Some(ErrorPart::Cause)
        } else {
            self.is_one_of(&ERROR_PARTS).then_some(ErrorPart::Other)
        }
    }

    /// Whether the key is the same in another case, or with other punctuation.
    pub(crate) fn is_like(&self, other: &MemberKey<'_>) -> bool {
        self.normalized == other.normalized
    }

    /// Whether the key is that of the id of a record.
    pub(crate) fn is_id(&self) -> bool {
        self.is_one_of(&["id", "uuid", "guid"])
    }

    /// Whether the key is that of the time at which a record was saved.
    pub(crate) fn is_creation_time(&self) -> bool {
        self.is_one_of(&["createdat", "createdon", "created"])
    }

    /// Whether the key is that of a status.
    pub(crate) fn is_status(&self) -> bool {
        self.is_one_of(&STATUSES)
    }
}

impl FailureKeys {
    pub(crate) const fn new(
        envelope: Option<EnvelopeShape>,
        errors: &'static [&'static str],
    ) -> Self {
        Self { envelope, errors }
    }

    pub(crate) fn is_flag(&self, key: &MemberKey<'_>) -> bool {
        let own = self.envelope.as_ref().map(|envelope| envelope.success);
        key.is_one_of(&FLAGS) || key.is_own(own.into_iter())
    }

    pub(crate) fn is_message(&self, key: &MemberKey<'_>) -> bool {
        let own = self.envelope.as_ref().map(|envelope| envelope.message);
        key.is_one_of(&MESSAGES) || key.is_own(own.into_iter())
    }

    fn is_error(&self, key: &MemberKey<'_>) -> bool {
        let is_known = key.is_one_of(&ERRORS) || key.is_own(self.errors.iter().copied());
        is_known && !self.is_message(key)
    }

    /// Whether the member reports on a request, instead of being that of a record.
    pub(crate) fn is_report(&self, key: &MemberKey<'_>) -> bool {
        self.is_flag(key) || self.is_message(key) || self.is_error(key) || key.is_status()
    }

    /// What contradicts the status in a member of a record.
    pub(crate) fn in_member(&self, key: &MemberKey<'_>, value: &str) -> Option<String> {
        if self.is_flag(key) {
            (parse_flag(value) != Some(true)).then(|| format!("`{key}` is not true"))
        } else if self.is_error(key) {
            is_error_content(value).then(|| format!("`{key}` is not empty"))
        } else {
            None
        }
    }

    /// What contradicts the status in a member next to a record: also another status.
    pub(crate) fn in_outer_member(&self, key: &MemberKey<'_>, value: &str) -> Option<String> {
        let in_status = || {
            let is_failure = key.is_status() && (is_failed_status(value) || is_failed_word(value));
            is_failure.then(|| format!("`{key}` is that of a failure"))
        };
        self.in_member(key, value).or_else(in_status)
    }

    /// What contradicts the status in a member of a record that should have been saved.
    pub(crate) fn in_saved_member(&self, key: &MemberKey<'_>, value: &str) -> Option<String> {
        self.in_member(key, value).or_else(|| {
            let is_not_saved = key.is_one_of(&SAVED_FLAGS) && parse_flag(value) == Some(false);
            let is_unsaved = key.is_one_of(&UNSAVED_FLAGS) && parse_flag(value) == Some(true);
            (is_not_saved || is_unsaved).then(|| format!("`{key}` is that of an unsaved record"))
        })
    }

    /// What contradicts the status in an undocumented member of a record that was written: also the
    /// result of the write.
    pub(crate) fn in_written_member(&self, key: &MemberKey<'_>, value: &str) -> Option<String> {
        self.in_saved_member(key, value).or_else(|| {
            let is_result = key.is_one_of(&WRITE_RESULTS);
            let is_failure = is_result && (is_false(value) || is_failed_word(value));
            is_failure.then(|| format!("`{key}` is that of a failure"))
        })
    }

    /// The same, of a member next to the record: also a flag or an error of any name, which would be
    /// the record's own inside it, and what a report has in it.
    pub(crate) fn in_member_next_to_written(
        &self,
        key: &MemberKey<'_>,
        value: &str,
    ) -> Option<String> {
        let in_flag = || {
            let is_flag =
                key.is_status() || key.is_one_of(&RECORD_FLAGS) || key.normalized.contains("succe");
            (is_flag && is_false(value)).then(|| format!("`{key}` is that of a failure"))
        };
        self.in_outer_member(key, value)
            .or_else(|| self.in_written_member(key, value))
            .or_else(in_flag)
            .or_else(|| self.in_any_error(key, value))
            .or_else(|| self.in_report_next_to_written(key, value))
    }

    /// What contradicts the status in an object next to a record that was written.
    fn in_report_next_to_written(&self, key: &MemberKey<'_>, value: &str) -> Option<String> {
        if JsonKind::of(value) != JsonKind::Object {
            return None;
        }
        let is_result = key.is_one_of(&WRITE_RESULTS);
        let mut reason = None;
        let _ = api_wire::for_each_member(value, &mut |key, value| {
            let key = MemberKey::new(key);
            if reason.is_none() {
                reason = match is_result {
                    true => self.in_outer_member(&key, value),
                    false => self.in_member(&key, value),
                };
            }
        });
        reason
    }

    /// What contradicts the status in a member whose name is that of an error.
    fn in_any_error(&self, key: &MemberKey<'_>, value: &str) -> Option<String> {
        let is_error = key.normalized.contains("error")
            || key.is_one_of(&FAILURES)
            || key.is_one_of(&FAILURE_LISTS);
        (is_error && !self.is_message(key) && is_error_content(value))
            .then(|| format!("`{key}` is not empty"))
    }

    /// What contradicts the status in a member of the undocumented response of a write.
    pub(crate) fn in_undocumented_member(
        &self,
        key: &MemberKey<'_>,
        value: &str,
    ) -> Option<String> {
        if let Some(reason) = self.in_outer_member(key, value) {
            return Some(reason);
        }
        let is_status = key.is_status()
            || STATUS_ENDS
                .into_iter()
                .any(|end| key.normalized.ends_with(end));
        let payload = self.envelope.as_ref().map(|envelope| envelope.payload);
        let is_result = is_status || key.is_one_of(&RESULTS) || key.is_own(payload.into_iter());
        let is_flag = key.normalized.contains("succe")
            || key.is_one_of(&RECORD_FLAGS)
            || key.is_one_of(&SAVED_FLAGS);
        if is_result && is_failed_word(value)
            || is_status && is_failed_status(value)
            || (is_result || is_flag) && is_false(value)
        {
            return Some(format!("`{key}` is that of a failure"));
        }
        self.in_any_error(key, value)
    }
}

/// Whether a flag is false, also as a string. Zero may be a number.
fn is_false(value: &str) -> bool {
    value.trim().trim_matches('"').eq_ignore_ascii_case("false")
}

/// Whether the value of an error reports one: it is not empty, zero, or a word for no error.
fn is_error_content(value: &str) -> bool {
    let is_string = JsonKind::of(value) == JsonKind::String;
    let is_zero = is_string && normalized(value).bytes().all(|byte| byte == b'0');
    let is_none = is_zero || is_word_of(value, &NO_ERRORS) || is_word_of(value, &SUCCESSES);
    has_content(value) && !is_none
}

/// Whether a JSON value is a string with a word of failure, such as `refund_failed`.
fn is_failed_word(value: &str) -> bool {
    let is_failure = |word: &str| FAILURES.contains(&&*normalized(word));
    let mut words = value.split(|c: char| !c.is_alphanumeric());
    JsonKind::of(value) == JsonKind::String
        && value.len() <= MAX_STATUS
        && (is_word_of(value, &FAILURES) || is_word_of(value, &NEGATIONS) || words.any(is_failure))
}

/// Whether a JSON value is the HTTP status of an error, as a number or at the start of a string,
/// or a negative number.
pub(crate) fn is_failed_status(value: &str) -> bool {
    let text = value.trim().trim_matches('"');
    let is_string = JsonKind::of(value) == JsonKind::String;
    let first = text
        .split(|c: char| c.is_ascii_whitespace() || c == ':')
        .next();
    match first.and_then(|number| number.parse::<f64>().ok()) {
        Some(number) if is_string => (400.0..600.0).contains(&number),
        Some(number) => number < 0.0 || (400.0..600.0).contains(&number),
        None => false,
    }
}

/// Whether a JSON value is a code of success: a word of it, zero, one, or such an HTTP status.
fn is_success_code(value: &str) -> bool {
    let number = value.trim().trim_matches('"').parse::<f64>();
    match number {
        Ok(number) => number == 0.0 || number == 1.0 || (200.0..300.0).contains(&number),
        Err(_) => !has_content(value) || is_success_word(value),
    }
}

/// Whether a JSON string is only a word of success.
pub(crate) fn is_success_word(value: &str) -> bool {
    is_word_of(value, &SUCCESSES)
}

/// Whether a JSON value is a string of one of these words, none of which needs escapes.
fn is_word_of(value: &str, words: &[&str]) -> bool {
    JsonKind::of(value) == JsonKind::String && words.contains(&&*normalized(value))
}

/// The letters and digits of a key, in lower case.
fn normalized(key: &str) -> Cow<'_, str> {
    if key.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Cow::Borrowed(key);
    }
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    Cow::Owned(letters.map(|c| c.to_ascii_lowercase()).collect())
}
