//! Tables of the fields that differ.

/// The fields by which a record of one version differs from its counterpart. Fields that are not
/// listed, unknown ones included, keep their names.
#[derive(Debug)]
pub struct RecordMap {
    fields: &'static [FieldMap],
}

impl RecordMap {
    /// A table of fields.
    pub const fn new(fields: &'static [FieldMap]) -> Self {
        Self { fields }
    }

    pub(crate) fn find(&self, key: &str) -> Option<&'static FieldMap> {
        self.fields.iter().find(|field| field.from == key)
    }
}

/// What becomes of a field.
#[derive(Debug)]
pub struct FieldMap {
    pub(crate) from: &'static str,
    pub(crate) to: Target,
}

#[derive(Debug)]
pub(crate) enum Target {
    /// A field of this name, and how its value is converted.
    Field(&'static str, Value),
    /// No field; why.
    Lost(&'static str),
}

#[derive(Debug)]
pub(crate) enum Value {
    /// As it is.
    Same,
    /// Another type reads it. The value is lost if that type has another value.
    OfAnotherType,
    /// Records, nested in lists and maps.
    Records(&'static [Nesting], &'static RecordMap),
}

/// What a record is nested in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// A list.
    List,
    /// A map with strings as keys.
    Map,
}

impl FieldMap {
    /// A field with another name on the wire.
    pub const fn renamed(from: &'static str, to: &'static str) -> Self {
        let to = Target::Field(to, Value::Same);
        Self { from, to }
    }

    /// A field that another type reads.
    pub const fn of_another_type(from: &'static str, to: &'static str) -> Self {
        let to = Target::Field(to, Value::OfAnotherType);
        Self { from, to }
    }

    /// A field of records that are converted, too.
    pub const fn records(
        from: &'static str,
        to: &'static str,
        nesting: &'static [Nesting],
        map: &'static RecordMap,
    ) -> Self {
        let to = Target::Field(to, Value::Records(nesting, map));
        Self { from, to }
    }

    /// A field that only this version has.
    pub const fn absent(from: &'static str) -> Self {
        Self::lost(from, "The other version does not have it.")
    }

    /// A key that is unknown here, and another field in the other version.
    pub const fn unrelated(from: &'static str) -> Self {
        Self::lost(
            from,
            "The other version has a field of this name, which is not this one.",
        )
    }

    /// A field without a counterpart in the other version; why.
    pub const fn lost(from: &'static str, why: &'static str) -> Self {
        let to = Target::Lost(why);
        Self { from, to }
    }
}
