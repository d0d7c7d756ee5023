//! Values that are not in a field: mismatches, duplicates, and unreadable elements.

use std::borrow::Cow;

use crate::json::cursor::{Cursor, Mark};
use crate::json::error::{Message, ReadError, ReadErrorKind};
use crate::record::extra::Extra;
use crate::record::field::Field;
use crate::record::leftover::{Leftover, Leftovers, Reason, Step};
use crate::record::traits::ReadResult;
use crate::report::describe::describe;

/// What makes a value of a field an error.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// Null is an error.
    pub(crate) is_required: bool,
    /// A mismatch is an error.
    pub(crate) is_strict: bool,
}

/// A value that is read, but may not be all in its field.
pub(crate) struct UncommonValue {
    pub(crate) field: &'static Field,
    pub(crate) rules: Rules,
    pub(crate) name: &'static str,
    pub(crate) leftovers: Leftovers,
}

impl UncommonValue {
    /// Keeps what is not in the field. `mark` is the start of the value.
    #[cold]
    pub(crate) fn keep(
        self,
        result: ReadResult,
        mark: Mark,
        extra: &mut Extra,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        match result {
            ReadResult::Value => {
                if self.name != self.field.wire_name() {
                    extra.add_name(self.name, cursor)?;
                }
            }
            ReadResult::Null if self.rules.is_required => {
                cursor.reset(mark);
                return Err(cursor.wrapper_error("value"));
            }
            ReadResult::Null => {}
            ReadResult::Mismatch(expected) => {
                cursor.reset(mark);
                let reason = Reason::Mismatch(expected);
                return keep_value(self.field, self.rules, self.name, reason, extra, cursor);
            }
        }
        if self.leftovers.is_empty() {
            return Ok(());
        }
        keep_elements(self.field, self.rules, self.leftovers, extra, cursor)
    }
}

fn keep_elements(
    field: &'static Field,
    rules: Rules,
    leftovers: Leftovers,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    if rules.is_strict {
        if let Some((path, leftover)) = leftovers.first_mismatch() {
            let error = strict_error(field, leftover, cursor);
            // Paths are reversed, which is the order in which an error is extended.
            return Err(path.iter().fold(error, |error, step| match step {
                Step::Index(index) => error.inside(&index.to_string()),
                Step::Key(key) => error.inside(key),
            }));
        }
    }
    if leftovers.empty_map {
        extra.add_empty_map(field, cursor)?;
    }
    if !leftovers.elements.is_empty() {
        extra.add_elements(Cow::Borrowed(field.wire_name()), leftovers, cursor)?;
    }
    Ok(())
}

/// Keeps a mismatched value, or another one of the same field. In a strict field it is an error.
#[cold]
pub(crate) fn keep_value(
    field: &Field,
    rules: Rules,
    name: &str,
    reason: Reason,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let leftover = Leftover::read(cursor, reason)?;
    let is_of_structure = field.is_envelope() && matches!(reason, Reason::Mismatch(_));
    if rules.is_strict || is_of_structure {
        cursor.reset(mark);
        return Err(strict_error(field, &leftover, cursor));
    }
    extra.add(name, leftover, cursor)
}

/// The error of a mismatch in a `strict` field or a wrapper.
fn strict_error(field: &Field, leftover: &Leftover, cursor: &Cursor<'_>) -> ReadError {
    let (expected, found) = describe(leftover, field.is_sensitive());
    let kind = if field.is_envelope() {
        ReadErrorKind::Wrapper
    } else {
        ReadErrorKind::Strict
    };
    cursor.error(kind, Message::Mismatch { expected, found })
}
