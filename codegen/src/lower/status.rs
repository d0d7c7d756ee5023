//! HTTP statuses: those of a package, and those of an operation.

use crate::ir;
use crate::language::Status;
use crate::lower::context::Context;

pub(crate) fn statuses(context: &mut Context<'_>, index: usize) -> Vec<ir::Status> {
    let file = &context.files[index].api;
    let mut list = Vec::new();
    for ((code, decl), entry) in file
        .read
        .statuses
        .iter()
        .zip(file.node.entries_of("statuses"))
    {
        list.extend(status(context, index, code, decl, entry));
    }
    list
}

/// A status with its number and body.
fn status(
    context: &mut Context<'_>,
    index: usize,
    code: &str,
    decl: &Status,
    entry: &crate::load::tree::Entry,
) -> Option<ir::Status> {
    let code = status_code(context, code, &entry.span)?;
    let body = status_body(context, index, &decl.body, entry.value.span_of("body"))
        .unwrap_or(ir::StatusBody::Unknown);
    Some(ir::Status {
        code,
        meaning: decl.meaning.clone(),
        body,
        not_found: decl.not_found,
    })
}

pub(crate) fn status_code(
    context: &mut Context<'_>,
    code: &str,
    span: &crate::source::Span,
) -> Option<u16> {
    let number = code.parse().ok().filter(|code| (100..600).contains(code));
    if number.is_none() {
        context.diagnostics.error(
            span,
            format!("invalid HTTP status `{code}`"),
            "expected 100 to 599",
            None,
        );
    }
    number
}

pub(crate) fn status_body(
    context: &mut Context<'_>,
    index: usize,
    body: &str,
    span: &crate::source::Span,
) -> Option<ir::StatusBody> {
    let names = &context.files[index].api.read.error_bodies;
    Some(match body {
        "response" => ir::StatusBody::Resource,
        "none" => ir::StatusBody::None,
        "unknown" => ir::StatusBody::Unknown,
        name if names.iter().any(|(known, _)| known == name) => {
            ir::StatusBody::Error(name.to_owned())
        }
        name => {
            let known = names
                .iter()
                .map(|(name, _)| name)
                .chain(["response", "none", "unknown"]);
            let help = crate::suggest::did_you_mean(name, known);
            context.diagnostics.error(
                span,
                format!("unknown error body `{name}`"),
                "not in `error_bodies` of `api.yaml`",
                help,
            );
            return None;
        }
    })
}
