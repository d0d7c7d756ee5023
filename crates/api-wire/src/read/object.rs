//! The members of an object: from keys to the fields of a schema.

use std::mem;

use crate::json::cursor::Cursor;
use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::pointer;
use crate::read::field_set::FieldSet;
use crate::read::keep::{Rules, UncommonValue, keep_value};
use crate::record::expected::Expected;
use crate::record::extra::Extra;
use crate::record::field::{Field, UNMARKED};
use crate::record::key_table::{Key, KeyTable};
use crate::record::leftover::{Leftover, Leftovers, Reason};
use crate::record::schema::Schema;
use crate::record::traits::{ReadField, ReadResult};

/// Keeps the value after a key that no field has, or that another value has.
pub(crate) fn keep_member(
    key: &str,
    reason: Reason,
    extra: &mut Extra,
    cursor: &mut Cursor<'_>,
) -> Result<(), ReadError> {
    cursor.expect_colon()?;
    let leftover = Leftover::read(cursor, reason).map_err(|error| error.inside(key))?;
    extra.add(key, leftover, cursor)
}

/// The error of a key without a field in a body, which has no room for it.
#[cold]
fn unknown_field(key: &str, cursor: &Cursor<'_>) -> ReadError {
    let message = format!("unknown field `{}`", pointer::segment(key));
    cursor.error(ReadErrorKind::Strict, message)
}

/// A key that is a wire name of a field.
#[derive(Clone, Copy)]
pub(crate) struct FieldMatch(&'static Key);

impl FieldMatch {
    /// The first wire name of the field.
    pub(crate) fn wire_name(self, schema: &'static Schema) -> &'static str {
        schema
            .fields()
            .get(self.0.field)
            .map_or("", Field::wire_name)
    }
}

/// Reads the members of one object that are in a schema.
pub(crate) struct ObjectReader {
    schema: &'static Schema,
    keys: &'static KeyTable,
    /// The last key that is a wire name.
    last: &'static Key,
    /// Fields seen under their first wire name.
    seen: FieldSet,
    /// Fields seen under an alias.
    seen_alias: FieldSet,
    /// The elements of the last value that could not be read.
    leftovers: Leftovers,
}

impl ObjectReader {
    pub(crate) fn new(schema: &'static Schema) -> Self {
        let keys = schema.keys();
        ObjectReader {
            schema,
            keys,
            last: keys.start(),
            seen: FieldSet::new(),
            seen_alias: FieldSet::new(),
            leftovers: Leftovers::default(),
        }
    }

    /// Skips a comma, the key after it and its colon, if the key is predicted and the text compact.
    #[inline]
    pub(crate) fn skip_predicted(&self, cursor: &mut Cursor<'_>) -> Option<FieldMatch> {
        let key = self.keys.after(self.last);
        if cursor.skip_if(key.after_comma()?) {
            return Some(FieldMatch(key));
        }
        self.skip_second_predicted(cursor)
    }

    /// The same for the key after the predicted one, whose field may be absent.
    #[inline(never)]
    fn skip_second_predicted(&self, cursor: &mut Cursor<'_>) -> Option<FieldMatch> {
        let key = self.keys.after(self.keys.after(self.last));
        cursor
            .skip_if(key.after_comma()?)
            .then_some(FieldMatch(key))
    }

    /// The field with this wire name, which is predicted from now on.
    pub(crate) fn find(&self, text: &str) -> Option<FieldMatch> {
        let key = self.keys.find(text)?;
        self.last.learn(key);
        Some(FieldMatch(key))
    }

    /// Reads the member whose key is at the cursor.
    #[inline(never)]
    pub(crate) fn read_any(
        &mut self,
        fields: &mut [&mut dyn ReadField],
        extra: &mut Extra,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        // Directly after a comma, the predicted keys have been compared.
        if !cursor.is_after_comma() {
            let key = self.keys.after(self.last);
            if key.at_start().is_some_and(|text| cursor.skip_if(text)) {
                return self.read(FieldMatch(key), fields, extra, cursor);
            }
        }
        let key = cursor.string()?;
        match self.find(&key) {
            Some(found) => {
                cursor.expect_colon()?;
                self.read(found, fields, extra, cursor)
            }
            None if self.schema.is_body() => Err(unknown_field(&key, cursor)),
            None => keep_member(&key, Reason::Unknown, extra, cursor),
        }
    }

    /// Reads the value of a key into its field. The cursor is after the colon.
    #[inline(always)]
    pub(crate) fn read(
        &mut self,
        found: FieldMatch,
        fields: &mut [&mut dyn ReadField],
        extra: &mut Extra,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let FieldMatch(key) = found;
        let rows = self.schema.fields();
        let (Some(field), Some(value_field)) = (rows.get(key.field), fields.get_mut(key.field))
        else {
            return Ok(());
        };
        self.last = key;
        let mark = cursor.mark();
        if self.is_duplicate(key, *value_field) {
            return keep_value(
                field,
                self.rules(field),
                key.text,
                Reason::Duplicate,
                extra,
                cursor,
            )
            .map_err(|error| error.inside(key.text));
        }
        match value_field.read(cursor, field, &mut self.leftovers) {
            Ok(ReadResult::Value) if !key.is_alias && self.leftovers.is_empty() => Ok(()),
            Ok(ReadResult::Null) if !self.schema.has_required() => Ok(()),
            result => {
                let value = UncommonValue {
                    field,
                    rules: self.rules(field),
                    name: key.text,
                    leftovers: mem::take(&mut self.leftovers),
                };
                let kept = result.and_then(|result| value.keep(result, mark, extra, cursor));
                kept.map_err(|error| error.inside(key.text))
            }
        }
    }

    /// Whether the field has a value already. Marks it as seen.
    #[inline]
    fn is_duplicate(&mut self, key: &Key, value_field: &dyn ReadField) -> bool {
        match key.is_only_name {
            true => self.seen.insert(key.field),
            false => self.is_duplicate_name(key, value_field),
        }
    }

    #[inline(never)]
    fn is_duplicate_name(&mut self, key: &Key, value_field: &dyn ReadField) -> bool {
        let (seen, other) = match key.is_alias {
            false => (&mut self.seen, &self.seen_alias),
            true => (&mut self.seen_alias, &self.seen),
        };
        seen.insert(key.field) || (other.contains(key.field) && !value_field.is_omitted())
    }

    fn rules(&self, field: &Field) -> Rules {
        Rules {
            is_required: self.schema.is_required(field),
            is_strict: field.is_strict() || self.schema.is_body(),
        }
    }

    /// Keeps a value that is not of its field's type. The cursor is at the value.
    pub(crate) fn keep_mismatch(
        &self,
        found: FieldMatch,
        expected: &'static Expected,
        extra: &mut Extra,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), ReadError> {
        let Some(field) = self.schema.fields().get(found.0.field) else {
            return Ok(());
        };
        let name = field.wire_name();
        keep_value(
            field,
            self.rules(field),
            name,
            Reason::Mismatch(expected),
            extra,
            cursor,
        )
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
    let mark = cursor.mark();
    let mut leftovers = Leftovers::default();
    let result = value.read(cursor, &UNMARKED, &mut leftovers)?;
    let value = UncommonValue {
        field: &UNMARKED,
        rules,
        name: UNMARKED.wire_name(),
        leftovers,
    };
    value.keep(result, mark, &mut Extra::default(), cursor)?;
    cursor.end()
}
