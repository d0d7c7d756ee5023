//! The schema of a record, a body or the parameters of an operation: names, wire names and facts of the fields.

use std::sync::OnceLock;

use crate::record::field::Field;
use crate::record::key_table::KeyTable;

/// Most fields of a record: the reader keeps those it has seen in a bit set.
pub(crate) const MAX_FIELDS: usize = 256;

/// The fields of a record or body, or the parameters of an operation, in the order of the struct.
///
/// Constructed by the derives [`Record`](derive@crate::Record), [`Body`](crate::Body) and
/// [`Parameters`](crate::Parameters).
#[derive(Debug)]
pub struct Schema {
    name: &'static str,
    fields: &'static [Field],
    has_required: bool,
    is_body: bool,
    /// Made from the fields when the first object is read.
    keys: OnceLock<KeyTable>,
}

impl Schema {
    /// The schema of the record with this name.
    ///
    /// It has at most 256 fields. More do not compile:
    ///
    /// ```compile_fail,E0080
    /// use api_wire::{Field, Schema};
    ///
    /// const FIELDS: [Field; 257] = [const { Field::new("id", &["id"]) }; 257];
    /// static SCHEMA: Schema = Schema::new("Large", &FIELDS);
    /// ```
    pub const fn new(name: &'static str, fields: &'static [Field]) -> Self {
        assert!(
            fields.len() <= MAX_FIELDS,
            "a record has at most 256 fields"
        );
        let mut schema = Schema {
            name,
            fields,
            has_required: false,
            is_body: false,
            keys: OnceLock::new(),
        };
        let mut index = 0;
        while index < fields.len() {
            schema.has_required |= fields[index].is_envelope();
            index += 1;
        }
        schema
    }

    /// The schema of a body, in which a field without a setter is required.
    #[doc(hidden)]
    pub const fn new_body(name: &'static str, fields: &'static [Field]) -> Self {
        let mut schema = Schema::new(name, fields);
        schema.is_body = true;
        let mut index = 0;
        while index < fields.len() {
            schema.has_required |= !fields[index].is_optional();
            index += 1;
        }
        schema
    }

    /// The schema of the parameters of an operation, in which a field without a setter is required.
    ///
    /// Each has a [place](crate::Place). One without does not compile.
    pub const fn parameters(name: &'static str, fields: &'static [Field]) -> Self {
        let mut index = 0;
        while index < fields.len() {
            assert!(
                fields[index].place().is_some(),
                "a parameter has a place: path, query, header, body, wrapped_body or route"
            );
            index += 1;
        }
        Schema::new_body(name, fields)
    }

    /// Whether a field must have a value, and is written even if it is an empty list or map.
    pub(crate) fn is_required(&self, field: &Field) -> bool {
        field.is_envelope() || (self.is_body && !field.is_optional())
    }

    /// The name of the type.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The fields, in the order of the struct.
    pub fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// The wire names.
    #[inline]
    pub(crate) fn keys(&self) -> &KeyTable {
        self.keys.get_or_init(|| KeyTable::new(self.fields))
    }

    /// Whether a field must have a value.
    pub(crate) fn has_required(&self) -> bool {
        self.has_required
    }

    /// Whether it is that of a body, which has no room for values that do not fit.
    pub(crate) fn is_body(&self) -> bool {
        self.is_body
    }
}
