//! A field as the spec declares it, and where.

use crate::ir::Evidence;
use crate::language::{Conflict, ExampleField, FieldOrType};

pub(crate) fn mark(evidence: &mut Evidence, part: Part) {
    match part {
        Part::List | Part::Sent => evidence.list = true,
        Part::Example => evidence.example = true,
        Part::Seen => evidence.seen = true,
    }
}

/// A field as it is written, short or long.
pub(crate) struct Written<'a> {
    pub(crate) notation: Option<&'a str>,
    pub(crate) doc: Option<&'a String>,
    pub(crate) notes: &'a [String],
    pub(crate) unknowns: &'a [String],
    pub(crate) conflicts: &'a [Conflict],
}

impl<'a> From<&'a FieldOrType> for Written<'a> {
    fn from(field: &'a FieldOrType) -> Self {
        match field {
            FieldOrType::Type(notation) => Self::short(notation),
            FieldOrType::Long(long) => Self {
                notation: Some(&long.notation),
                doc: long.doc.as_ref(),
                notes: &long.notes,
                unknowns: &long.unknowns,
                conflicts: &long.conflicts,
            },
        }
    }
}

impl<'a> From<&'a ExampleField> for Written<'a> {
    fn from(field: &'a ExampleField) -> Self {
        match field {
            ExampleField::Type(notation) => Self::short(notation),
            ExampleField::Long(long) => Self {
                notation: long.notation.as_deref(),
                doc: long.doc.as_ref(),
                notes: &long.notes,
                unknowns: &long.unknowns,
                conflicts: &long.conflicts,
            },
        }
    }
}

impl<'a> Written<'a> {
    pub(crate) fn short(notation: &'a str) -> Self {
        Self {
            notation: Some(notation),
            doc: None,
            notes: &[],
            unknowns: &[],
            conflicts: &[],
        }
    }
}

/// Where a list of fields stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The record list.
    List,
    /// The list example.
    Example,
    /// An example of a request or response.
    Seen,
    /// Something that is sent.
    Sent,
}
