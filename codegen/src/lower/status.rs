//! HTTP statuses: those of a package, and those of an operation.

use crate::ir;
use crate::language::{Entry, Spanned, Status};
use crate::lower::context::Context;

pub(crate) fn statuses(context: &mut Context<'_>, index: usize) -> Vec<ir::Status> {
    let entries = context.files[index].api.statuses.iter();
    entries
        .filter_map(|entry| status(context, index, entry))
        .collect()
}

/// A status with its number and body.
fn status(context: &mut Context<'_>, index: usize, entry: &Entry<Status>) -> Option<ir::Status> {
    let code = status_code(context, &entry.key)?;
    let body = status_body(context, index, &entry.value.body);
    Some(ir::Status {
        code,
        meaning: entry.value.meaning.clone(),
        body: body.unwrap_or(ir::StatusBody::Unknown),
        not_found: entry.value.not_found,
    })
}

pub(crate) fn status_code(context: &mut Context<'_>, code: &Spanned<String>) -> Option<u16> {
    let number = code.parse().ok().filter(|code| (100..600).contains(code));
    if number.is_none() {
        context.diagnostics.error(
            &code.span,
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
    body: &Spanned<String>,
) -> Option<ir::StatusBody> {
    let error_bodies = &context.files[index].api.error_bodies;
    Some(match body.as_str() {
        "response" => ir::StatusBody::Resource,
        "none" => ir::StatusBody::None,
        "unknown" => ir::StatusBody::Unknown,
        name if error_bodies.get(name).is_some() => ir::StatusBody::Error(name.to_owned()),
        name => {
            let words = ["response", "none", "unknown"];
            let help = crate::suggest::did_you_mean(name, error_bodies.names().chain(words));
            context.diagnostics.error(
                &body.span,
                format!("unknown error body `{name}`"),
                "not in `error_bodies` of `api.yaml`",
                help,
            );
            return None;
        }
    })
}
