//! The members of an object: from keys to the fields of a schema.

use std::borrow::Cow;

use crate::json::cursor::Cursor;
use crate::json::error::{Message, ReadError, ReadErrorKind};
use crate::json::pointer;
use crate::read::field_set::FieldSet;
use crate::record::expected::Expected;
use crate::record::extra::Extra;
use crate::record::field::{Field, UNMARKED};
use crate::record::leftover::{Leftover, Leftovers, Reason, Step};
use crate::record::schema::Schema;
use crate::record::traits::{ReadField, ReadResult};
use crate::report::describe::describe;

/// Keeps the value of a key without a field. The cursor is after the key.
pub(crate) fn keep_unknown(
    key: &str,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    cursor.expect_colon()?;
    let leftover = Leftover::read(cursor, Reason::Unknown).map_err(|error| error.inside(key))?;
    extra.add(key, leftover, cursor)
}

/// The error of a key without a field in a body, which has no room for it.
#[cold]
pub(crate) fn unknown_field(key: &str, cursor: &Cursor<'_>) -> ReadError {
    let message = format!("unknown field `{}`", pointer::segment(key));
    cursor.error(ReadErrorKind::Strict, message)
}

/// The field of a key, and which of its wire names the key is.
#[derive(Clone, Copy)]
pub(crate) struct FieldMatch {
    field: usize,
    name: usize,
}

impl FieldMatch {
    /// The first wire name of the field.
    pub(crate) fn wire_name(self, schema: &'static Schema) -> &'static str {
        schema.fields().get(self.field).map_or("", Field::wire_name)
    }
}

/// Reads the members of one object that are in a schema.
pub(crate) struct ObjectReader {
    schema: &'static Schema,
    /// The field after the last one: keys usually have the order of the schema, so try it first.
    hint: usize,
    /// Fields seen under their first wire name.
    seen: FieldSet,
    /// Fields seen under an alias.
    seen_alias: FieldSet,
}

impl ObjectReader {
    pub(crate) fn new(schema: &'static Schema) -> Self {
        ObjectReader {
            schema,
            hint: 0,
            seen: FieldSet::new(),
            seen_alias: FieldSet::new(),
        }
    }

    /// Skips the key at the cursor if it is that of the hint.
    #[inline]
    pub(crate) fn match_hint(&self, cursor: &mut Cursor<'_>) -> Option<FieldMatch> {
        let field = self.schema.fields().get(self.hint)?;
        let matches = field.is_unescaped() && cursor.skip_key_if(field.wire_name());
        matches.then_some(FieldMatch {
            field: self.hint,
            name: 0,
        })
    }

    /// The field with this wire name, searched from the hint on.
    pub(crate) fn find(&self, key: &str) -> Option<FieldMatch> {
        let rows = self.schema.fields();
        let (before, after) = rows.split_at_checked(self.hint).unwrap_or((rows, &[]));
        if let Some(index) = after.iter().position(|field| field.wire_name() == key) {
            return Some(FieldMatch {
                field: self.hint + index,
                name: 0,
            });
        }
        if let Some(field) = before.iter().position(|field| field.wire_name() == key) {
            return Some(FieldMatch { field, name: 0 });
        }
        if !self.schema.has_aliases() {
            return None;
        }
        rows.iter().enumerate().find_map(|(field, row)| {
            let name = row.wire_names().iter().position(|name| *name == key)?;
            Some(FieldMatch { field, name })
        })
    }

    /// Reads the value of a key into its field. The cursor is after the key.
    pub(crate) fn read(
        &mut self,
        found: FieldMatch,
        fields: &mut [&mut dyn ReadField],
        extra: &mut Extra,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let rows = self.schema.fields();
        let (Some(field), Some(value_field)) = (rows.get(found.field), fields.get_mut(found.field))
        else {
            return Ok(());
        };
        let name = field
            .wire_names()
            .get(found.name)
            .copied()
            .unwrap_or(field.wire_name());
        self.hint = found.field + 1;
        cursor.expect_colon()?;
        let seen = if found.name == 0 {
            &mut self.seen
        } else {
            &mut self.seen_alias
        };
        let mut is_duplicate = seen.insert(found.field);
        if field.wire_names().len() > 1 {
            let other = if found.name == 0 {
                &self.seen_alias
            } else {
                &self.seen
            };
            is_duplicate |= other.contains(found.field) && !value_field.is_omitted();
        }
        let rules = Rules {
            is_required: self.schema.is_required(field),
            is_strict: field.is_strict() || self.schema.is_body(),
        };
        let result = if is_duplicate {
            keep_duplicate(field, rules, name, extra, cursor)
        } else {
            read_value(field, rules, name, *value_field, extra, cursor)
        };
        result.map_err(|error| error.inside(name))
    }

    /// Keeps a value that is not of its field's type. The cursor is at the value.
    pub(crate) fn keep_mismatch(
        &self,
        found: FieldMatch,
        expected: &'static Expected,
        extra: &mut Extra,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let Some(field) = self.schema.fields().get(found.field) else {
            return Ok(());
        };
        let rules = Rules {
            is_required: self.schema.is_required(field),
            is_strict: field.is_strict() || self.schema.is_body(),
        };
        let name = field.wire_name();
        keep_mismatch(field, rules, name, expected, extra, cursor)
            .map_err(|error| error.inside(name))
    }

    /// Checks that every required field was present.
    pub(crate) fn finish(&self, cursor: &Cursor<'_>) -> Result<(), ReadError> {
        if !self.schema.has_required() {
            return Ok(());
        }
        for (index, field) in self.schema.fields().iter().enumerate() {
            if self.schema.is_required(field)
                && !self.seen.contains(index)
                && !self.seen_alias.contains(index)
            {
                let message = format!("missing `{}`", field.wire_name());
                return Err(cursor.error(ReadErrorKind::Wrapper, message));
            }
        }
        Ok(())
    }
}

/// Reads a value that is not in a record: a mismatch is an error, and so is null unless the value
/// may be omitted.
pub(crate) fn read_strictly(
    value: &mut dyn ReadField,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let rules = Rules {
        is_required: !value.is_omitted(),
        is_strict: true,
    };
    let extra = &mut Extra::default();
    read_value(&UNMARKED, rules, "value", value, extra, cursor)?;
    cursor.end()
}

/// What makes a value of a field an error.
#[derive(Clone, Copy)]
struct Rules {
    /// Null is an error.
    is_required: bool,
    /// A mismatch is an error.
    is_strict: bool,
}

fn read_value(
    field: &'static Field,
    rules: Rules,
    name: &'static str,
    value_field: &mut dyn ReadField,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let mut leftovers = Leftovers::default();
    match value_field.read(cursor, field, &mut leftovers)? {
        ReadResult::Value => {
            if name != field.wire_name() {
                extra.add_name(name, cursor)?;
            }
        }
        ReadResult::Null if rules.is_required => {
            cursor.reset(mark);
            return Err(cursor.wrapper_error("value"));
        }
        ReadResult::Null => {}
        ReadResult::Mismatch(expected) => {
            cursor.reset(mark);
            return keep_mismatch(field, rules, name, expected, extra, cursor);
        }
    }
    if leftovers.is_empty() {
        return Ok(());
    }
    keep_elements(field, rules, leftovers, extra, cursor)
}

#[cold]
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

#[cold]
fn keep_mismatch(
    field: &Field,
    rules: Rules,
    name: &str,
    expected: &'static Expected,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let leftover = Leftover::read(cursor, Reason::Mismatch(expected))?;
    if rules.is_strict || field.is_wrapper() {
        cursor.reset(mark);
        return Err(strict_error(field, &leftover, cursor));
    }
    extra.add(name, leftover, cursor)
}

#[cold]
fn keep_duplicate(
    field: &Field,
    rules: Rules,
    name: &str,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let leftover = Leftover::read(cursor, Reason::Duplicate)?;
    if rules.is_strict {
        cursor.reset(mark);
        return Err(strict_error(field, &leftover, cursor));
    }
    extra.add(name, leftover, cursor)
}

/// The error of a mismatch in a `strict` field or a wrapper.
fn strict_error(field: &Field, leftover: &Leftover, cursor: &Cursor<'_>) -> ReadError {
    let (expected, found) = describe(leftover, field.is_sensitive());
    let kind = if field.is_wrapper() {
        ReadErrorKind::Wrapper
    } else {
        ReadErrorKind::Strict
    };
    cursor.error(kind, Message::Mismatch { expected, found })
}
