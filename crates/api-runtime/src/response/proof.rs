//! What a response must show before its success is believed: the values of the request that it
//! repeats, and its essential fields.

use api_wire::{ReadError, WireValue};

use crate::client::scalar::{is_same_number, is_same_text, string};
use crate::request::sent_values::SentValues;
use crate::response::document::{Document, is_identifying};
use crate::response::failure_keys::FailureKeys;
use crate::response::{repeated_value, undocumented};
use crate::{Echo, OperationInfo, Retry};

/// What is expected of the response to a request. Empty in tests of operations.
#[derive(Clone, Default)]
pub(crate) struct Proof {
    echoes: &'static [Echo],
    distinct: &'static [Echo],
    essential: &'static [&'static str],
    sent_values: SentValues,
    is_read: bool,
    failure_keys: FailureKeys,
}

/// A response that was read, and that nothing contradicts.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    /// The pointers of values that are repeated in another form.
    pub(crate) in_another_form: Vec<&'static str>,
    /// Whether it has the essential fields, or repeats a value of the request.
    pub(crate) is_proven: bool,
}

/// Why a response that was read is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It is about another record.
    WrongRecord,
    /// It contradicts its status.
    Contradiction,
    /// It lacks an essential field, or all fields, or has a record twice.
    Incomplete,
}

impl Proof {
    pub(crate) fn new(
        info: &OperationInfo,
        sent_values: SentValues,
        failure_keys: FailureKeys,
    ) -> Self {
        Self {
            echoes: info.echoes,
            distinct: info.distinct,
            essential: info.essential,
            sent_values,
            is_read: info.retry == Retry::Safe,
            failure_keys,
        }
    }

    /// Checks the text of an undocumented response.
    pub(crate) fn check_undocumented(&self, text: &str) -> Result<(), (Doubt, ReadError)> {
        let reason = match self.is_read {
            true => undocumented::in_read(text, &self.failure_keys),
            false => undocumented::in_write(text, &self.failure_keys),
        };
        if let Some(reason) = reason {
            return Err((Doubt::Contradiction, ReadError::wrapper(reason)));
        }
        for echo in self.echoes {
            let Some(sent) = self.sent_values.get(echo.request_field) else {
                continue;
            };
            for key in echo.response_fields {
                let key = key.trim_start_matches('/');
                if repeated_value::is_other(text, key, sent) {
                    let reason = format!(
                        "expected the `{}` of the request, found another value at `{key}`",
                        echo.request_field
                    );
                    return Err((Doubt::WrongRecord, ReadError::wrapper(reason)));
                }
            }
        }
        Ok(())
    }

    /// Whether the response can be about another record.
    pub(crate) fn has_echoes(&self) -> bool {
        !self.echoes.is_empty() && !self.sent_values.is_empty()
    }

    /// Checks a response. The error has no values: they may be personal data.
    pub(crate) fn check(&self, document: Document<'_>) -> Result<Checked, (Doubt, ReadError)> {
        if let Some(reason) = document.contradiction(&self.failure_keys, self.is_read) {
            return Err((Doubt::Contradiction, ReadError::wrapper(reason)));
        }
        let mut checked = match self.has_echoes() {
            true => self.check_echoes(document)?,
            false => Checked::default(),
        };
        checked.is_proven |= !self.essential.is_empty();
        self.check_distinct(document)?;
        for pointer in self.essential {
            let (mut is_present, mut is_ambiguous, mut first) = (false, false, None);
            let mut is_mismatch = false;
            document.find(pointer, &mut |value| {
                is_present |= document.has_value(&value);
                is_mismatch |= matches!(value, WireValue::Json(text) if is_identifying(text));
                let text = scalar_text(&value);
                is_ambiguous |= *first.get_or_insert_with(|| text.clone()) != text;
            });
            let reason = match (is_present, is_ambiguous) {
                (true, false) => continue,
                (true, true) => format!("different values at `{pointer}`"),
                // It could not be read as the field's type.
                (false, _) if is_mismatch => format!("unexpected value at `{pointer}`"),
                (false, _) => format!("missing `{pointer}`"),
            };
            return Err((Doubt::Incomplete, ReadError::wrapper(reason)));
        }
        if let Some(key) = document.duplicate() {
            let reason = format!("duplicate key `{key}`");
            return Err((Doubt::Incomplete, ReadError::wrapper(reason)));
        }
        if document.is_blank() {
            let reason = "the record has no documented field";
            return Err((Doubt::Incomplete, ReadError::wrapper(reason)));
        }
        Ok(checked)
    }

    /// A response about a new record has another value than the request.
    fn check_distinct(&self, document: Document<'_>) -> Result<(), (Doubt, ReadError)> {
        for echo in self.distinct {
            let Some(sent) = self.sent_values.get(echo.request_field) else {
                continue;
            };
            for pointer in echo.response_fields {
                let mut is_repeated = false;
                document.find(pointer, &mut |value| {
                    is_repeated |= is_same(sent, &value) || is_same_but_form(sent, &value);
                });
                if is_repeated {
                    let reason = format!(
                        "expected another value than the `{}` of the request at {pointer}",
                        echo.request_field
                    );
                    return Err((Doubt::WrongRecord, ReadError::wrapper(reason)));
                }
            }
        }
        Ok(())
    }

    fn check_echoes(&self, document: Document<'_>) -> Result<Checked, (Doubt, ReadError)> {
        let mut checked = Checked::default();
        for echo in self.echoes {
            let Some(sent) = self.sent_values.get(echo.request_field) else {
                continue;
            };
            let is_only = echo.response_fields.len() == 1;
            let (mut is_repeated, mut is_complete, mut is_other) = (false, true, false);
            for pointer in echo.response_fields {
                // Of duplicate keys, all must have the value.
                let (mut found, mut exact, mut equal, mut comparable) = (0, 0, 0, 0);
                document.find(pointer, &mut |value| {
                    let is_same = is_same(sent, &value);
                    found += 1;
                    exact += usize::from(is_same);
                    equal += usize::from(is_same || is_same_but_form(sent, &value));
                    comparable += usize::from(is_same_kind(sent, &value));
                });
                is_repeated |= found > 0 && found == equal;
                is_complete &= found > 0;
                is_other |= comparable > equal;
                if equal > exact {
                    checked.in_another_form.push(*pointer);
                }
            }
            checked.is_proven |= is_repeated;
            // A field that is missing may be the one that the request means, unless another field
            // has another value of the same kind: an id in place of an id.
            if !is_repeated && (is_complete || (is_other && !is_only)) {
                let reason = format!(
                    "expected the `{}` of the request, found another value at {}",
                    echo.request_field,
                    echo.response_fields.join(" or ")
                );
                return Err((Doubt::WrongRecord, ReadError::wrapper(reason)));
            }
        }
        Ok(checked)
    }
}

/// The text of a scalar, to compare the values of duplicate keys.
fn scalar_text(value: &WireValue<'_>) -> Option<String> {
    match value {
        WireValue::Integer(integer) => Some(integer.to_string()),
        WireValue::String(text) => Some(text.to_string()),
        WireValue::Secret(text) => Some(text.to_string()),
        WireValue::Number(text) => Some(text.to_string()),
        WireValue::Json(text) => Some(text.trim_matches('"').to_owned()),
        _ => None,
    }
}

/// Whether the text that was sent is an id like this value, or a name like it.
fn is_same_kind(sent: &str, value: &WireValue<'_>) -> bool {
    let is_id = sent.parse::<i64>().is_ok();
    match value {
        WireValue::Integer(_) => is_id,
        WireValue::String(_) => !is_id,
        _ => false,
    }
}

/// Whether the text that was sent is this value.
fn is_same(sent: &str, value: &WireValue<'_>) -> bool {
    match value {
        WireValue::Integer(integer) => sent.parse() == Ok(*integer),
        WireValue::Bool(flag) => sent == flag.to_string(),
        WireValue::String(text) => sent == text,
        WireValue::Secret(text) => sent == *text,
        WireValue::Number(text) => is_same_number(sent, text),
        WireValue::Json(text) => match string(text) {
            Some(text) => sent == text,
            None => is_same_number(sent, text),
        },
        _ => false,
    }
}

/// Whether the text that was sent is this text, but for white space and case: servers change both.
fn is_same_but_form(sent: &str, value: &WireValue<'_>) -> bool {
    match value {
        WireValue::String(text) => is_same_text(sent, text),
        WireValue::Secret(text) => is_same_text(sent, text),
        WireValue::Json(text) => string(text).is_some_and(|text| is_same_text(sent, &text)),
        _ => false,
    }
}
