//! Operations that confirm callbacks.

use crate::check::operation_check::OperationCheck;
use crate::ir::{Field, Mark, NamedKind, Record, Scalar, Type};
use crate::language::{ConfirmsCallback, Spanned};
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
            self.context.error(
                &decl.callback.span,
                "expected a record as response",
                "the response is not a record",
                "an operation that confirms a callback returns one record",
            );
            return;
        };
        if let Some(wire) = &decl.response_field
            && !self.check_wrapper(response, wire)
        {
            return;
        }
        let records = spec
            .record(&confirmation.callback_record)
            .zip(spec.confirmed_record(confirmation, operation));
        let is_incomplete = std::iter::once(&confirmation.callback_record)
            .chain(operation.response_type())
            .any(|named| self.context.is_incomplete(named));
        if let (Some((callback_record, record)), false) = (records, is_incomplete) {
            self.check_confirmed_fields(callback_record, record, decl);
        }
    }

    fn check_confirmed_fields(
        &mut self,
        callback_record: &Record,
        record: &Record,
        decl: &ConfirmsCallback,
    ) {
        let is_text = |ty: &Type| *ty == Type::Scalar(Scalar::Text);
        let is_integer = |ty: &Type| matches!(ty, Type::Scalar(Scalar::Integer | Scalar::Int32));
        let is_id = |ty: &Type| is_text(ty) || is_integer(ty);
        let records = (callback_record, record);
        let id = self.check_shared_field(records, &decl.id, "an integer or a string", is_id);
        if let Some(id) = id {
            let takes = |ty: &Type| *ty == id.ty || *ty == Type::Scalar(Scalar::IntegerOrText);
            if !Self::takes_only(self.operation, &id.wire, takes) {
                self.context.error(
                    &decl.id.span,
                    format!("`{}` takes more than this field", self.operation.name),
                    "not the only parameter",
                    "the operation has one path parameter, of this name and type, and requires nothing else",
                );
            }
        }
        self.check_shared_field(records, &decl.reference, "a string", is_text);
        // An id that is an integer or a string cannot be parsed from its text.
        let has_text = |field: &Field| match &field.ty {
            Type::Named(named) => named.kind != NamedKind::Record,
            Type::Scalar(scalar) => !matches!(scalar, Scalar::Json | Scalar::IntegerOrText),
            Type::List(_) | Type::Map(_) => false,
        };
        let expected = "a string, an enum or a number";
        self.field_that(record, &decl.state, expected, has_text);
        self.field_that(callback_record, &decl.hint, expected, has_text);
        if let Some(wire) = &decl.updated_at {
            self.field_that(record, wire, "a `datetime`", |field| {
                field.ty == Type::Scalar(Scalar::DateTime) && !field.has(Mark::Secret)
            });
        }
    }

    /// Whether the field is the envelope around a record; reports it if not.
    fn check_wrapper(&mut self, response: &Record, wire: &Spanned<String>) -> bool {
        let is_record =
            |ty: &Type| matches!(ty, Type::Named(named) if named.kind == NamedKind::Record);
        let field = response.field(wire);
        let is_wrapper =
            field.is_some_and(|field| field.has(Mark::Envelope) && is_record(&field.ty));
        if !is_wrapper {
            let fields = response.fields.iter();
            let wrappers = fields.filter(|field| field.has(Mark::Envelope));
            self.context.error(
                &wire.span,
                format!(
                    "no field `{wire}` with mark `envelope` in record `{}`",
                    response.name
                ),
                "not an envelope field",
                did_you_mean(wire, wrappers.map(|field| field.wire.as_str())),
            );
        }
        is_wrapper
    }

    /// Checks that callback and record have a field, of one type; returns that of the callback.
    fn check_shared_field<'r>(
        &mut self,
        (callback_record, record): (&'r Record, &'r Record),
        wire: &Spanned<String>,
        expected: &str,
        fits: impl Fn(&Type) -> bool,
    ) -> Option<&'r Field> {
        let fits = |field: &Field| fits(&field.ty) && !field.has(Mark::Secret);
        let found = self.field_that(callback_record, wire, expected, fits)?;
        let expected = format!("`{}`, as in the callback,", found.ty);
        self.field_that(record, wire, &expected, |field| {
            fits(field) && field.ty == found.ty
        });
        Some(found)
    }
}
