//! A field as the spec declares it, and where.

use crate::ir::Evidence;
use crate::language::{Conflict, ExampleField, FieldOrType, Spanned};

pub(crate) fn mark(evidence: &mut Evidence, part: FieldContext) {
    match part {
        FieldContext::List | FieldContext::Request | FieldContext::Parameter => {
            evidence.list = true
        }
        FieldContext::ListExample => evidence.example = true,
    }
}

/// A field as it is written, short or long.
pub(crate) struct FieldDecl<'a> {
    pub(crate) notation: Option<&'a Spanned<String>>,
    pub(crate) doc: Option<&'a String>,
    pub(crate) example: Option<&'a Spanned<String>>,
    /// What to use instead.
    pub(crate) deprecated: Option<&'a String>,
    pub(crate) notes: &'a [String],
    pub(crate) unknowns: &'a [Spanned<String>],
    pub(crate) conflicts: &'a [Spanned<Conflict>],
}

impl<'a> From<&'a FieldOrType> for FieldDecl<'a> {
    fn from(field: &'a FieldOrType) -> Self {
        match field {
            FieldOrType::Type(notation) => Self::short(notation),
            FieldOrType::Long(long) => Self {
                notation: Some(&long.notation),
                doc: long.doc.as_ref(),
                example: long.example.as_ref(),
                deprecated: long.deprecated.as_ref(),
                notes: &long.notes,
                unknowns: &long.unknowns,
                conflicts: &long.conflicts,
            },
        }
    }
}

impl<'a> From<&'a ExampleField> for FieldDecl<'a> {
    fn from(field: &'a ExampleField) -> Self {
        match field {
            ExampleField::Type(notation) => Self::short(notation),
            ExampleField::Long(long) => Self {
                notation: long.notation.as_ref(),
                doc: long.doc.as_ref(),
                example: long.example.as_ref(),
                deprecated: long.deprecated.as_ref(),
                notes: &long.notes,
                unknowns: &long.unknowns,
                conflicts: &long.conflicts,
            },
        }
    }
}

impl<'a> FieldDecl<'a> {
    pub(crate) fn short(notation: &'a Spanned<String>) -> Self {
        Self {
            notation: Some(notation),
            doc: None,
            example: None,
            deprecated: None,
            notes: &[],
            unknowns: &[],
            conflicts: &[],
        }
    }
}

/// Where a field is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldContext {
    /// The record list.
    List,
    /// The list example.
    ListExample,
    /// A body, or the configuration of the browser SDK.
    Request,
    /// A parameter in path, query or a header of the request.
    Parameter,
}

impl FieldContext {
    /// Whether it is sent.
    pub(crate) fn is_request(self) -> bool {
        matches!(self, Self::Request | Self::Parameter)
    }

    pub(crate) fn in_package(self, package: usize) -> FieldScope {
        FieldScope {
            package,
            part: self,
        }
    }
}

/// Where a field is declared, and the package in which its type is resolved.
#[derive(Clone, Copy)]
pub(crate) struct FieldScope {
    pub(crate) package: usize,
    pub(crate) part: FieldContext,
}
