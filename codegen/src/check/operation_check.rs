//! The operation that is being checked.

use std::fmt::Display;

use crate::ir::{Field, Operation, Package, Presence, Record, Resource, Spec, Type};
use crate::language::{self, Spanned};
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// The operation that is being checked, with its declaration.
pub(crate) struct OperationCheck<'c, 'a> {
    pub(crate) context: &'c mut Context<'a>,
    pub(crate) spec: &'c Spec,
    pub(crate) package: &'c Package,
    pub(crate) resource: &'c Resource,
    pub(crate) operation: &'c Operation,
    pub(crate) file: &'a language::ResourceFile,
    pub(crate) decl: &'a language::Operation,
}

impl<'c> OperationCheck<'c, '_> {
    /// Reports entries that a list has twice.
    pub(crate) fn check_duplicates<T: Display + PartialEq>(&mut self, entries: &[Spanned<T>]) {
        for (index, entry) in entries.iter().enumerate() {
            if entries[..index].iter().any(|earlier| **earlier == **entry) {
                let help = "remove one".to_owned();
                self.context.error(
                    &entry.span,
                    format!("duplicate `{}`", **entry),
                    "listed already",
                    help,
                );
            }
        }
    }

    /// Reports a name that nothing has, unless a type of the operation lacks fields because of another error.
    pub(crate) fn unknown_field<'n>(
        &mut self,
        span: &Span,
        message: String,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        if !self.lacks_fields() {
            let help = did_you_mean(name, self.context.diagnostics.suggestible(known));
            self.context.error(span, message, "unknown field", help);
        }
    }

    /// The field of a record that a key of the operation names; reports one that is not there.
    pub(crate) fn field_of<'r>(
        &mut self,
        record: &'r Record,
        name: &str,
        span: &Span,
    ) -> Option<&'r Field> {
        let found = record.field(name);
        if found.is_none() {
            let names = record.fields.iter().flat_map(|field| {
                let aliases = field.aliases.iter().map(String::as_str);
                std::iter::once(field.wire.as_str()).chain(aliases)
            });
            let message = format!("no field `{name}` in record `{}`", record.name);
            self.unknown_field(span, message, name, names);
        }
        found
    }

    /// The field of a record that a key of the operation names; reports one of another type, and one that is not there.
    pub(crate) fn field_that<'r>(
        &mut self,
        record: &'r Record,
        name: &Spanned<String>,
        expected: &str,
        fits: impl Fn(&Field) -> bool,
    ) -> Option<&'r Field> {
        let field = self.field_of(record, name, &name.span)?;
        if !fits(field) {
            if self.context.has_invalid_type(field) {
                return None;
            }
            self.context.error(
                &name.span,
                format!(
                    "expected {expected} as `{name}` of record `{}`",
                    record.name
                ),
                "of another type",
                None,
            );
            return None;
        }
        Some(field)
    }

    /// Whether the body of the operation is invalid, or a type of the operation, or of the operation that looks its record up, lacks fields because of an error
    /// that is reported already.
    fn lacks_fields(&self) -> bool {
        let find_by = self.operation.find_by.as_ref();
        let lookup = find_by.and_then(|find_by| self.resource.operation(&find_by.operation));
        let operations = std::iter::once(self.operation).chain(lookup);
        let named = operations.flat_map(|operation| {
            let body = operation.body.iter().filter_map(|body| body.body.as_ref());
            body.chain(operation.response.named_types())
        });
        let types = self.spec.closure(named.cloned().collect());
        let is_invalid = self.operation.body.is_none() && self.decl.request_body.is_some();
        is_invalid || types.iter().any(|named| self.context.is_incomplete(named))
    }

    /// The fields of the declared request body.
    pub(crate) fn body_fields(&self) -> &'c [Field] {
        let body = self.operation.body.as_ref();
        let body = body.and_then(|body| body.body.as_ref());
        body.map_or(&[], |named| self.spec.fields(named))
    }

    /// Whether the operation takes a value for this path parameter, and requires nothing else.
    pub(crate) fn takes_only(
        operation: &Operation,
        name: &str,
        fits: impl Fn(&Type) -> bool,
    ) -> bool {
        let required = operation.fields().into_iter();
        let mut required = required.filter(|field| field.presence == Presence::Required);
        let only = required.next().filter(|_| required.next().is_none());
        let path = operation.only_path_parameter();
        path.zip(only).is_some_and(|(path, only)| {
            path.wire == name && only.wire == name && operation.body.is_none() && fits(&path.ty)
        })
    }
}
