//! Values of the request that the response repeats, or must not, and its essential fields.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, NamedKind, Place, Record, Response, ResponseField, Scalar, Type};
use crate::language::Spanned;
use crate::source::Span;

impl<'c> OperationCheck<'c, '_> {
    /// Checks that the request and the response have what is named, and that it is a single value.
    pub(crate) fn check_proof(&mut self) {
        let response = self.operation.response_type();
        if response.is_some_and(|named| self.context.is_incomplete(named)) {
            return;
        }
        for entry in &self.decl.echoes {
            let echoed = self.check_echoed(&entry.key);
            if let (Some(field), Some(string)) = (echoed, entry.value.string_field()) {
                self.check_is_of_two_types(field, &string.span);
            }
            for field in entry.value.fields() {
                self.check_response_field(field);
            }
        }
        for entry in &self.decl.distinct {
            self.check_echoed(&entry.key);
            self.check_response_field(&entry.value);
            let echoed = self.decl.echoes.get(entry.name());
            let mut echoed = echoed.into_iter().flat_map(|echo| echo.value.fields());
            if echoed.any(|echoed| **echoed == *entry.value) {
                self.context.error(
                    &entry.value.span,
                    format!(
                        "`{}` repeats `{}`, and must not",
                        *entry.value,
                        entry.name()
                    ),
                    "in `echoes` and in `distinct`",
                    "remove it from one of them",
                );
            }
        }
        for dotted in &self.decl.essential {
            if let Some(field) = self.check_response_field(dotted) {
                self.check_is_id(field, dotted);
            }
        }
        self.check_duplicates(&self.decl.essential);
    }

    /// The value is that of one path parameter or one field of the body, which is returned.
    pub(super) fn check_echoed(&mut self, name: &Spanned<String>) -> Option<&'c Field> {
        // The client sets the others itself.
        let body_fields = self.body_fields().iter();
        let body_fields = body_fields.filter(|field| field.presence.client_value().is_none());
        let operation = self.operation;
        let fields: Vec<&'c Field> = operation
            .parameters_in(Place::Path)
            .chain(body_fields)
            .collect();
        let mut found = fields.iter().filter(|field| field.wire == **name);
        match (found.next(), found.next()) {
            (None, _) => self.unknown_field(
                &name.span,
                format!("no path parameter or body field `{name}`"),
                name,
                fields.iter().map(|field| field.wire.as_str()),
            ),
            (Some(_), Some(_)) => self.context.error(
                &name.span,
                format!("`{name}` is a path parameter and a body field"),
                "ambiguous",
                None,
            ),
            (Some(field), None) if is_single(&field.ty) => return Some(field),
            (Some(field), None) => self.not_single(field, &name.span),
        }
        None
    }

    /// The value can be an integer or a string.
    fn check_is_of_two_types(&mut self, field: &Field, span: &Span) {
        let is_of_two_types = field.ty == Type::Scalar(Scalar::IntegerOrText);
        if !is_of_two_types && !self.context.has_invalid_type(field) {
            self.context.error(
                span,
                format!("`{}` has one type only", field.wire),
                "for another type",
                "write `integer|string` as its type, or name the one field that repeats it",
            );
        }
    }

    /// The field is a single value on the way through records. `None` if it is not, or the payload of the envelope.
    fn check_response_field(&mut self, dotted: &Spanned<String>) -> Option<&'c Field> {
        let (spec, operation, span) = (self.spec, self.operation, &dotted.span);
        let field = ResponseField::from_dotted(dotted);
        let (record, names) = match (&operation.response, field.names()) {
            (Response::Record(named), names) => (spec.record(named), names),
            (Response::Wrapped(key, named), [first, rest @ ..]) if first == key => {
                (spec.record(named), rest)
            }
            (Response::Wrapped(key, _), names) => {
                let first = names.first().map_or("", String::as_str);
                self.unknown(first, "the response", vec![key.as_str()], span);
                return None;
            }
            (Response::Payload(ty), names) => {
                let envelope = self.package.envelope.as_ref();
                let key = envelope.map(|envelope| &envelope.payload);
                match names {
                    [only] if Some(only) == key => {
                        if !is_single(ty) {
                            self.report_not_single(dotted, span);
                        }
                    }
                    _ => {
                        let known = key.into_iter().map(String::as_str).collect();
                        self.unknown(dotted, "the envelope", known, span);
                    }
                }
                return None;
            }
            (Response::Unknown | Response::StatusOnly | Response::Page(_), _) => {
                self.context.error(
                    span,
                    "expected a record or a payload as response",
                    "the response is not a record",
                    None,
                );
                return None;
            }
        };
        let Some((last, way)) = names.split_last() else {
            self.report_not_single(dotted, span);
            return None;
        };
        let record = self.inner_record(record?, way, span)?;
        let found = self.field_of(record, last, span)?;
        if !is_single(&found.ty) {
            self.not_single(found, span);
            return None;
        }
        Some(found)
    }

    /// The record at the end of a way through records; reports a field that is not one.
    fn inner_record(
        &mut self,
        mut record: &'c Record,
        way: &[String],
        span: &Span,
    ) -> Option<&'c Record> {
        for name in way {
            let inner = self.field_of(record, name, span)?;
            record = match &inner.ty {
                Type::Named(named) if named.kind == NamedKind::Record => self.spec.record(named)?,
                _ => {
                    self.context.error(
                        span,
                        format!("`{name}` of record `{}` is not a record", record.name),
                        "has no fields",
                        None,
                    );
                    return None;
                }
            };
        }
        Some(record)
    }

    fn unknown(&mut self, name: &str, place: &str, known: Vec<&str>, span: &Span) {
        self.unknown_field(span, format!("no field `{name}` in {place}"), name, known);
    }

    fn not_single(&mut self, field: &Field, span: &Span) {
        if !self.context.has_invalid_type(field) {
            self.report_not_single(&field.wire, span);
        }
    }

    fn report_not_single(&mut self, name: &str, span: &Span) {
        self.context.error(
            span,
            format!("expected a string, an integer or an id, found `{name}`"),
            "of another type",
            None,
        );
    }
}

/// Whether values of the type can be compared as texts.
fn is_single(ty: &Type) -> bool {
    match ty {
        Type::Scalar(Scalar::Text | Scalar::Integer | Scalar::Int32 | Scalar::IntegerOrText) => {
            true
        }
        Type::Named(named) => !matches!(named.kind, NamedKind::Record | NamedKind::Body),
        _ => false,
    }
}
