//! Operations that confirm callbacks.

use crate::ir::{Field, NamedKind, Operation, Presence, Record, Spec, Type};
use crate::load::tree::Entry;
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

pub(crate) fn span(entry: &Entry, key: &str) -> Span {
    let node = entry.value.get("confirms_callback");
    node.map_or(&entry.span, |node| node.span_of(key)).clone()
}

/// Checks that callback, operation and record have what is named, and in forms that go together.
pub(crate) fn check(context: &mut Context<'_>, spec: &Spec, operation: &Operation, entry: &Entry) {
    let Some(confirmation) = &operation.confirms_callback else {
        return;
    };
    let Some(response) = spec.response_record(operation) else {
        let help = "an operation that confirms a callback returns one record".to_owned();
        let span = span(entry, "callback");
        context.diagnostics.error(
            &span,
            "expected a record as response",
            "the response is not a record",
            help,
        );
        return;
    };
    if let Some(wire) = &confirmation.record
        && !check_wrapper(context, response, wire, entry)
    {
        return;
    }
    let (Some(callback_record), Some(record)) = (
        spec.record(&confirmation.callback_record),
        spec.confirmed_record(confirmation, operation),
    ) else {
        return;
    };
    for named in std::iter::once(&confirmation.callback_record).chain(operation.response_type()) {
        if context
            .incomplete
            .contains(&(named.package, named.name.clone()))
        {
            return;
        }
    }
    let records = (callback_record, record);
    let id_span = span(entry, "id");
    let id = check_shared_field(context, records, &confirmation.by, &id_span, |ty| {
        matches!(ty, Type::Integer { .. } | Type::Text)
    });
    if let Some(id) = id {
        check_path_parameter(context, operation, id, &id_span);
    }
    let reference_span = span(entry, "reference");
    let reference = &confirmation.reference;
    check_shared_field(context, records, reference, &reference_span, |ty| {
        matches!(ty, Type::Text)
    });
    check_state(context, record, &confirmation.state, &span(entry, "state"));
}

/// Whether the field is the envelope around a record; reports it if not.
fn check_wrapper(context: &mut Context<'_>, response: &Record, wire: &str, entry: &Entry) -> bool {
    let is_wrapper = response.field(wire).is_some_and(|field| {
        let record = field.ty.named().map(|named| named.kind) == Some(NamedKind::Record);
        field.envelope && record && !matches!(field.ty, Type::List(_) | Type::Map(_))
    });
    if !is_wrapper {
        let wrappers = response.fields.iter().filter(|field| field.envelope);
        let known: Vec<&str> = wrappers.map(|field| field.wire.as_str()).collect();
        context.diagnostics.error(
            &span(entry, "response_field"),
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
    context: &mut Context<'_>,
    (callback_record, record): (&'r Record, &'r Record),
    wire: &str,
    span: &Span,
    fits: fn(&Type) -> bool,
) -> Option<&'r Field> {
    let callback_field = find_field(context, callback_record, wire, span)?;
    let record_field = find_field(context, record, wire, span)?;
    if !fits(&callback_field.ty)
        || callback_field.ty != record_field.ty
        || callback_field.secret
        || record_field.secret
    {
        context.diagnostics.error(
            span,
            format!("mismatched types of `{wire}` in callback and record"),
            "different types",
            "an id is an integer or a string in both, a reference a string".to_owned(),
        );
    }
    Some(callback_field)
}

fn check_state(context: &mut Context<'_>, record: &Record, wire: &str, span: &Span) {
    let state = find_field(context, record, wire, span);
    let is_scalar = state.is_none_or(|field| match &field.ty {
        Type::List(_) | Type::Map(_) | Type::Json => false,
        ty => ty
            .named()
            .is_none_or(|named| named.kind != NamedKind::Record),
    });
    if !is_scalar {
        context.diagnostics.error(
            span,
            format!("expected a scalar, found `{wire}`"),
            "expected a string, an enum or a number",
            None,
        );
    }
}

/// A field that must be there.
fn find_field<'r>(
    context: &mut Context<'_>,
    record: &'r Record,
    wire: &str,
    span: &Span,
) -> Option<&'r Field> {
    let found = record.field(wire);
    if found.is_none() {
        let known = record.fields.iter().map(|field| field.wire.as_str());
        context.diagnostics.error(
            span,
            format!("no field `{wire}` in record `{}`", record.name),
            "unknown field",
            did_you_mean(wire, known),
        );
    }
    found
}

/// The id alone makes the operation.
fn check_path_parameter(
    context: &mut Context<'_>,
    operation: &Operation,
    callback_field: &Field,
    span: &Span,
) {
    let [only] = operation.path.as_slice() else {
        return cannot_call(context, operation, span);
    };
    let takes = only.ty == callback_field.ty
        || (only.ty == Type::IntegerOrText
            && matches!(callback_field.ty, Type::Integer { .. } | Type::Text));
    let more = operation.body.is_some()
        || operation
            .query
            .iter()
            .any(|field| field.presence == Presence::Required);
    if only.wire != callback_field.wire || !takes || more {
        cannot_call(context, operation, span);
    }
}

fn cannot_call(context: &mut Context<'_>, operation: &Operation, span: &Span) {
    context.diagnostics.error(
        span,
        format!("`{}` takes more than this field", operation.name),
        "not the only parameter",
        "the operation has one path parameter, of this name and type, and requires nothing else"
            .to_owned(),
    );
}
