//! Operations that confirm callbacks.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, Mark, NamedKind, Presence, Record, Scalar, Type};
use crate::language::{ConfirmsCallback, Spanned};
use crate::source::Span;
use crate::suggest::did_you_mean;

impl OperationCheck<'_, '_> {
    /// Checks that callback, operation and record have what is named, and in forms that go together.
    pub(crate) fn check_confirmation(&mut self) {
        let (operation, spec) = (self.operation, self.spec);
        let (Some(confirmation), Some(decl)) =
            (&operation.confirms_callback, &self.decl.confirms_callback)
        else {
            return;
        };
        let Some(response) = spec.response_record(operation) else {
            self.error(
                &decl.callback.span,
                "expected a record as response",
                "the response is not a record",
                "an operation that confirms a callback returns one record".to_owned(),
            );
            return;
        };
        if let Some(wire) = &decl.response_field
            && !self.check_wrapper(response, wire)
        {
            return;
        }
        let (Some(callback_record), Some(record)) = (
            spec.record(&confirmation.callback_record),
            spec.confirmed_record(confirmation, operation),
        ) else {
            return;
        };
        let is_incomplete = std::iter::once(&confirmation.callback_record)
            .chain(operation.response_type())
            .any(|named| self.context.is_incomplete(named));
        if !is_incomplete {
            self.check_confirmed_fields(callback_record, record, decl);
        }
    }

    fn check_confirmed_fields(
        &mut self,
        callback_record: &Record,
        record: &Record,
        decl: &ConfirmsCallback,
    ) {
        let records = (callback_record, record);
        let id = self.check_shared_field(records, &decl.id, |ty| {
            matches!(
                ty,
                Type::Scalar(Scalar::Integer | Scalar::Int32 | Scalar::Text)
            )
        });
        if let Some(id) = id {
            self.check_id_parameter(id, &decl.id.span);
        }
        self.check_shared_field(records, &decl.reference, |ty| {
            matches!(ty, Type::Scalar(Scalar::Text))
        });
        self.check_state(record, &decl.state);
        if let Some(wire) = &decl.updated_at {
            self.check_updated_at(record, wire);
        }
    }

    /// Whether the field is the envelope around a record; reports it if not.
    fn check_wrapper(&mut self, response: &Record, wire: &Spanned<String>) -> bool {
        let is_wrapper = response.field(wire).is_some_and(|field| {
            let record = field.ty.named().map(|named| named.kind) == Some(NamedKind::Record);
            field.has(Mark::Envelope) && record && !matches!(field.ty, Type::List(_) | Type::Map(_))
        });
        if !is_wrapper {
            let wrappers = response
                .fields
                .iter()
                .filter(|field| field.has(Mark::Envelope));
            let known: Vec<&str> = wrappers.map(|field| field.wire.as_str()).collect();
            self.error(
                &wire.span,
                format!(
                    "no field `{wire}` with mark `envelope` in record `{}`",
                    response.name
                ),
                "not an envelope field",
                did_you_mean(wire, known),
            );
        }
        is_wrapper
    }

    /// Checks that callback and record have a field, of one type; returns that of the callback.
    fn check_shared_field<'r>(
        &mut self,
        (callback_record, record): (&'r Record, &'r Record),
        wire: &Spanned<String>,
        fits: fn(&Type) -> bool,
    ) -> Option<&'r Field> {
        let callback_field = self.field_of(callback_record, wire, &wire.span)?;
        let record_field = self.field_of(record, wire, &wire.span)?;
        if !fits(&callback_field.ty)
            || callback_field.ty != record_field.ty
            || callback_field.has(Mark::Secret)
            || record_field.has(Mark::Secret)
        {
            self.error(
                &wire.span,
                format!("mismatched types of `{wire}` in callback and record"),
                "different types",
                "an id is an integer or a string in both, a reference a string".to_owned(),
            );
        }
        Some(callback_field)
    }

    fn check_state(&mut self, record: &Record, wire: &Spanned<String>) {
        let state = self.field_of(record, wire, &wire.span);
        let is_scalar = state.is_none_or(|field| match &field.ty {
            // An id that is an integer or a string cannot be parsed from its text.
            Type::List(_) | Type::Map(_) | Type::Scalar(Scalar::Json | Scalar::IntegerOrText) => {
                false
            }
            ty => ty
                .named()
                .is_none_or(|named| named.kind != NamedKind::Record),
        });
        if !is_scalar {
            self.error(
                &wire.span,
                format!("expected a scalar, found `{wire}`"),
                "expected a string, an enum or a number",
                None,
            );
        }
    }

    fn check_updated_at(&mut self, record: &Record, wire: &Spanned<String>) {
        let updated_at = self.field_of(record, wire, &wire.span);
        if updated_at.is_some_and(|field| {
            field.ty != Type::Scalar(Scalar::DateTime) || field.has(Mark::Secret)
        }) {
            self.error(
                &wire.span,
                format!("expected a `datetime`, found `{wire}`"),
                "not a `datetime`",
                None,
            );
        }
    }

    /// The id alone makes the operation.
    fn check_id_parameter(&mut self, callback_field: &Field, span: &Span) {
        let operation = self.operation;
        let Some(only) = operation.only_path_parameter() else {
            return self.cannot_call(span);
        };
        let takes = only.ty == callback_field.ty
            || (only.ty == Type::Scalar(Scalar::IntegerOrText)
                && matches!(
                    callback_field.ty,
                    Type::Scalar(Scalar::Integer | Scalar::Int32 | Scalar::Text)
                ));
        let more = operation.body.is_some()
            || operation
                .parameters()
                .any(|field| field.presence == Presence::Required && !std::ptr::eq(field, only));
        if only.wire != callback_field.wire || !takes || more {
            self.cannot_call(span);
        }
    }

    fn cannot_call(&mut self, span: &Span) {
        self.error(
            span,
            format!("`{}` takes more than this field", self.operation.name),
            "not the only parameter",
            "the operation has one path parameter, of this name and type, and requires nothing else"
                .to_owned(),
        );
    }
}
