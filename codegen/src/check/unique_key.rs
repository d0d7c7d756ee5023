//! Unique keys, and the operations that find what they created.

use crate::check::declaration::declaration;
use crate::ir;
use crate::ir::{Operation, Presence, Record, Resource, Spec, Type};
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

pub(crate) fn check_key_field(
    context: &mut Context<'_>,
    spec: &Spec,
    package: &ir::Package,
    operation: &ir::Operation,
) {
    let ir::Retry::UniqueKey(field, _) = &operation.retry else {
        return;
    };
    let named = operation.body.as_ref().and_then(|body| body.body.as_ref());
    if named.is_some_and(|named| {
        context
            .incomplete
            .contains(&(named.package, named.name.clone()))
    }) {
        return;
    }
    let body = named.and_then(|named| spec.body(named));
    if !body.is_some_and(|body| body.fields.iter().any(|known| known.wire == *field)) {
        let names: Vec<&str> = body.map_or(Vec::new(), |body| {
            body.fields
                .iter()
                .map(|field| field.wire.as_str())
                .collect()
        });
        let span = declaration(context, package, operation)
            .and_then(|entry| entry.value.get("retry"))
            .map_or(&operation.span, |node| node.span_of("unique_key"))
            .clone();
        context.diagnostics.error(
            &span,
            format!("no field `{field}` in the request body"),
            "unknown field",
            did_you_mean(field, names),
        );
    }
}

/// Checks that the operation exists, and that its record has the unique key.
pub(crate) fn check(
    context: &mut Context<'_>,
    spec: &Spec,
    package: &ir::Package,
    operation: &Operation,
) {
    let (ir::Retry::UniqueKey(key, _), Some(find_by)) = (&operation.retry, &operation.find_by)
    else {
        return;
    };
    let Some(resource) = resource_of(package, operation) else {
        return;
    };
    let Some(lookup) = resource.operation(&find_by.operation) else {
        return report_missing_lookup(context, package, operation, &find_by.operation);
    };
    if let Some(named) = lookup.response_type()
        && context
            .incomplete
            .contains(&(named.package, named.name.clone()))
    {
        return;
    }
    match spec.found_record(find_by, lookup) {
        None => {
            let span = span(context, package, operation, "response_field");
            let message = format!("no such record in the response of `{}`", lookup.name);
            let help =
                "the response is one record, or `response_field` names a field of it with mark `envelope`".to_owned();
            context
                .diagnostics
                .error(&span, message, "not a record", help);
        }
        Some(record) => check_found_record(context, package, operation, record, key),
    }
    check_renamed(context, spec, package, operation, lookup);
    if let Some(parameter) = &find_by.parameter {
        check_parameter(context, package, operation, lookup, parameter);
    }
}

/// A declared operation that is missing in the IR has an error of its own.
fn report_missing_lookup(
    context: &mut Context<'_>,
    package: &ir::Package,
    operation: &Operation,
    name: &str,
) {
    let declared_operations = declared_operations(context, package, operation);
    if !declared_operations.contains(&name) {
        let help = did_you_mean(name, declared_operations);
        let span = span(context, package, operation, "operation");
        let message = format!("unknown operation `{name}`");
        context
            .diagnostics
            .error(&span, message, "not an operation of this file", help);
    }
}

/// Checks that the fields that are renamed or not compared are those of the body, and the other names
/// those of the response of the lookup.
fn check_renamed(
    context: &mut Context<'_>,
    spec: &Spec,
    package: &ir::Package,
    operation: &Operation,
    lookup: &Operation,
) {
    let Some(find_by) = &operation.find_by else {
        return;
    };
    let named = operation.body.as_ref().and_then(|body| body.body.as_ref());
    let body = named.and_then(|named| spec.body(named));
    let body_fields = wire_names(body.map_or(&[][..], |body| &body.fields));
    let records = [
        spec.found_record(find_by, lookup),
        spec.response_record(lookup),
    ];
    let records = records.into_iter().flatten();
    let found_fields: Vec<&str> = records
        .flat_map(|record| wire_names(&record.fields))
        .collect();
    for (body_field, found) in &find_by.renamed {
        let span = span(context, package, operation, "renamed");
        let mut unknown = |name: &str, place: &str, known: &[&str]| {
            if !known.contains(&name) {
                let message = format!("no field `{name}` in {place}");
                let help = did_you_mean(name, known.iter().copied());
                context
                    .diagnostics
                    .error(&span, message, "unknown field", help);
            }
        };
        unknown(body_field, "the request body", &body_fields);
        let place = format!("the response of `{}`", lookup.name);
        unknown(found, &place, &found_fields);
    }
    for (path, _) in &find_by.not_compared {
        let mut fields = body.map_or(&[][..], |body| &body.fields);
        for name in path.split('/') {
            let Some(field) = fields.iter().find(|field| field.wire == name) else {
                let span = span(context, package, operation, "not_compared");
                let message = format!("no field `{path}` in the request body");
                let help = did_you_mean(name, wire_names(fields));
                context
                    .diagnostics
                    .error(&span, message, "unknown field", help);
                break;
            };
            let inner = field.ty.named().and_then(|named| spec.body(named));
            fields = inner.map_or(&[], |body| &body.fields);
        }
    }
}

fn wire_names(fields: &[ir::Field]) -> Vec<&str> {
    fields.iter().map(|field| field.wire.as_str()).collect()
}

/// Checks that the record that is found has the unique key.
fn check_found_record(
    context: &mut Context<'_>,
    package: &ir::Package,
    operation: &Operation,
    record: &Record,
    key: &str,
) {
    let found = record.field(key);
    if !found.is_some_and(|field| matches!(field.ty, Type::Text) && !field.secret) {
        let span = span(context, package, operation, "unique_key");
        let message = format!("no string field `{key}` in record `{}`", record.name);
        let help = "the record that is found has the unique key".to_owned();
        context
            .diagnostics
            .error(&span, message, "not in the record that is found", help);
    }
}

/// Checks that the unique key is all that the lookup needs.
fn check_parameter(
    context: &mut Context<'_>,
    package: &ir::Package,
    operation: &Operation,
    lookup: &Operation,
    parameter: &str,
) {
    if takes_text(lookup, parameter) {
        return;
    }
    let span = span(context, package, operation, "parameter");
    let message = format!(
        "`{}` does not take a string `{parameter}` alone",
        lookup.name
    );
    let help =
        "the operation has one path parameter, a string, and requires nothing else".to_owned();
    context
        .diagnostics
        .error(&span, message, "does not accept the unique key", help);
}

/// The resource that has the operation.
fn resource_of<'s>(package: &'s ir::Package, operation: &Operation) -> Option<&'s Resource> {
    let same = |other: &Operation| std::ptr::eq(other, operation);
    let mut resources = package.resources.iter();
    resources.find(|resource| resource.operations.iter().any(same))
}

/// Whether a text for this parameter is all that the operation needs.
fn takes_text(lookup: &Operation, parameter: &str) -> bool {
    let [only] = lookup.path.as_slice() else {
        return false;
    };
    let text = matches!(only.ty, Type::Text | Type::IntegerOrText);
    let mut query = lookup.query.iter();
    only.wire == parameter
        && text
        && lookup.body.is_none()
        && !query.any(|field| field.presence == Presence::Required)
}

/// The operations declared in the same file, invalid ones included.
fn declared_operations<'a>(
    context: &Context<'a>,
    package: &ir::Package,
    operation: &Operation,
) -> Vec<&'a str> {
    let files = context.files.iter().find(|files| files.dir == package.dir);
    let mut resources = files.into_iter().flat_map(|files| &files.resources);
    let file = resources.find(|file| file.node.span.file == operation.span.file);
    file.map_or(&[][..], |file| file.node.entries_of("operations"))
        .iter()
        .map(|entry| entry.key.as_str())
        .collect()
}

/// Where `key` is written.
fn span(context: &Context<'_>, package: &ir::Package, operation: &Operation, key: &str) -> Span {
    let repeat =
        declaration(context, package, operation).and_then(|entry| entry.value.get("retry"));
    let find_by = repeat.and_then(|node| node.get("find_by"));
    let node = find_by.filter(|_| key != "unique_key").or(repeat);
    node.map_or(&operation.span, |node| node.span_of(key))
        .clone()
}
