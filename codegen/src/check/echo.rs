//! Values of the request that the response repeats, or must not, and its essential fields.

use crate::ir::{
    Field, NamedKind, Operation, Package, Record, Response, ResponseField, Spec, Type,
};
use crate::load::tree::{Entry, Kind};
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Checks that the request and the response have what is named, and that it is a single value.
pub(crate) fn check(
    context: &mut Context<'_>,
    spec: &Spec,
    package: &Package,
    operation: &Operation,
    entry: &Entry,
) {
    let lists = [
        ("echoes", &operation.echoes),
        ("distinct", &operation.distinct),
    ];
    if lists.iter().all(|(_, list)| list.is_empty()) && operation.essential.is_empty() {
        return;
    }
    if let Some(named) = operation.response_type()
        && context
            .incomplete
            .contains(&(named.package, named.name.clone()))
    {
        return;
    }
    let written = lists
        .into_iter()
        .flat_map(|(key, list)| list.iter().zip(entry.value.entries_of(key)));
    for (echo, written) in written {
        check_request(context, spec, operation, &echo.request, &written.span);
        let spans = match &written.value.kind {
            Kind::List(items) => items.iter().map(|item| item.span.clone()).collect(),
            _ => vec![written.value.span.clone()],
        };
        if echo.response.is_empty() {
            context.diagnostics.error(
                &written.value.span,
                format!("`{}` has no response field", echo.request),
                "expected a response field",
                None,
            );
        }
        for (field, span) in echo.response.iter().zip(&spans) {
            check_response(context, spec, package, operation, field, span);
        }
    }
    let items = entry
        .value
        .get("essential")
        .map_or(&[][..], |node| node.items());
    for (field, item) in operation.essential.iter().zip(items) {
        check_response(context, spec, package, operation, field, &item.span);
    }
}

/// The value is that of one path parameter or one field of the body.
fn check_request(
    context: &mut Context<'_>,
    spec: &Spec,
    operation: &Operation,
    name: &str,
    span: &Span,
) {
    let named = operation.body.as_ref().and_then(|body| body.body.as_ref());
    let body = named.and_then(|named| spec.body(named));
    let body_fields = body.map_or(&[][..], |body| &body.fields);
    // The client sets the others itself.
    let body_fields = body_fields
        .iter()
        .filter(|field| field.presence.client_value().is_none());
    let fields: Vec<&Field> = operation.path.iter().chain(body_fields).collect();
    let found: Vec<&&Field> = fields.iter().filter(|field| field.wire == name).collect();
    match found.as_slice() {
        [] => {
            let known = fields.iter().map(|field| field.wire.as_str());
            context.diagnostics.error(
                span,
                format!("no path parameter or body field `{name}`"),
                "unknown field",
                did_you_mean(name, known),
            );
        }
        [field] if !is_single(&field.ty) => not_single(context, name, span),
        [_] => {}
        _ => context.diagnostics.error(
            span,
            format!("`{name}` is a path parameter and a body field"),
            "ambiguous",
            None,
        ),
    }
}

/// The field is a single value on the way through records.
fn check_response(
    context: &mut Context<'_>,
    spec: &Spec,
    package: &Package,
    operation: &Operation,
    field: &ResponseField,
    span: &Span,
) {
    let (mut record, names) = match (&operation.response, field.names()) {
        (Response::Record(named), names) => (spec.record(named), names),
        (Response::Wrapped(key, named), [first, rest @ ..]) if first == key => {
            (spec.record(named), rest)
        }
        (Response::Wrapped(key, _), names) => {
            let first = names.first().map_or("", String::as_str);
            return unknown(context, first, "the response", vec![key.as_str()], span);
        }
        (Response::Payload(ty), names) => {
            let key = package.envelope.as_ref().map(|envelope| &envelope.payload);
            return match names {
                [only] if Some(only) == key && is_single(ty) => {}
                _ => {
                    let known = key.into_iter().map(String::as_str).collect();
                    unknown(context, &field.dotted(), "the envelope", known, span);
                }
            };
        }
        (Response::Unknown | Response::Accepted | Response::Page(_), _) => {
            context.diagnostics.error(
                span,
                "expected a record or a payload as response",
                "the response is not a record",
                None,
            );
            return;
        }
    };
    let Some((last, way)) = names.split_last() else {
        return not_single(context, &field.dotted(), span);
    };
    for name in way {
        let Some(outer) = record else {
            return;
        };
        let Some(inner) = outer.field(name) else {
            return unknown_field(context, name, outer, span);
        };
        record = match &inner.ty {
            Type::Named(named) if named.kind == NamedKind::Record => spec.record(named),
            _ => {
                context.diagnostics.error(
                    span,
                    format!("`{name}` of record `{}` is not a record", outer.name),
                    "has no fields",
                    None,
                );
                return;
            }
        };
    }
    let Some(record) = record else {
        return;
    };
    match record.field(last) {
        None => unknown_field(context, last, record, span),
        Some(found) if !is_single(&found.ty) => not_single(context, last, span),
        Some(_) => {}
    }
}

fn unknown_field(context: &mut Context<'_>, name: &str, record: &Record, span: &Span) {
    let known = record
        .fields
        .iter()
        .map(|field| field.wire.as_str())
        .collect();
    unknown(
        context,
        name,
        &format!("record `{}`", record.name),
        known,
        span,
    );
}

fn unknown(context: &mut Context<'_>, name: &str, place: &str, known: Vec<&str>, span: &Span) {
    context.diagnostics.error(
        span,
        format!("no field `{name}` in {place}"),
        "unknown field",
        did_you_mean(name, known),
    );
}

fn not_single(context: &mut Context<'_>, name: &str, span: &Span) {
    context.diagnostics.error(
        span,
        format!("expected a string, a number or an id, found `{name}`"),
        "not a single value",
        None,
    );
}

/// Whether values of the type can be compared as texts.
fn is_single(ty: &Type) -> bool {
    match ty {
        Type::Text | Type::Integer { .. } | Type::IntegerOrText => true,
        Type::Named(named) => !matches!(named.kind, NamedKind::Record | NamedKind::Body),
        _ => false,
    }
}
