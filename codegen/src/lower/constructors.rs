//! Named constructors of list operations.

use crate::ir::Presence;
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::suggest::did_you_mean;
use crate::{ir, language, names};

/// The named constructors of a list.
pub(crate) fn constructors(
    context: &mut Context<'_>,
    decl: &language::Operation,
    query: &[ir::Field],
    entry: &Entry,
) -> Vec<ir::Constructor> {
    let Some(node) = entry.value.get("constructors") else {
        return Vec::new();
    };
    check_operation(context, decl, query, node);
    for ((name, start), entry) in decl.constructors.iter().zip(node.entries()) {
        check_name(context, name, query, entry);
        check_filter(context, start, query, entry);
    }
    decl.constructors
        .iter()
        .map(|(name, start)| ir::Constructor {
            name: name.to_owned(),
            filter: start.filter.clone(),
            doc: start.doc.clone(),
        })
        .collect()
}

/// Checks that the operation is a list with a choice of constructors, none of which takes an argument.
fn check_operation(
    context: &mut Context<'_>,
    decl: &language::Operation,
    query: &[ir::Field],
    node: &Node,
) {
    if decl.pagination.is_none() || decl.constructors.iter().count() < 2 {
        context.diagnostics.error(
            &node.span,
            "`constructors` requires a paginated list and at least two entries",
            "no effect here",
            "remove it; the operation has `new`".to_owned(),
        );
    }
    if !decl.path.is_empty()
        || decl.request_body.is_some()
        || query
            .iter()
            .any(|field| field.presence == Presence::Required)
    {
        context.diagnostics.error(
            &node.span,
            "`constructors` on an operation with required parameters",
            "not allowed here",
            "remove one of them".to_owned(),
        );
    }
}

fn check_name(context: &mut Context<'_>, name: &str, query: &[ir::Field], entry: &Entry) {
    if let Err(wrong) = names::check_word(name) {
        context
            .diagnostics
            .error(&entry.span, wrong, "invalid function name", None);
    }
    if name == "new" || query.iter().any(|field| field.rust == name) {
        context.diagnostics.error(
            &entry.span,
            format!("the name `{name}` is defined multiple times"),
            "redefined here",
            "rename it".to_owned(),
        );
    }
}

fn check_filter(
    context: &mut Context<'_>,
    start: &language::Constructor,
    query: &[ir::Field],
    entry: &Entry,
) {
    let filters = query.iter().filter(|field| is_filter(field));
    let known: Vec<&str> = filters.map(|field| field.rust.as_str()).collect();
    if let Some(filter) = &start.filter
        && !known.contains(&filter.as_str())
    {
        context.diagnostics.error(
            entry.value.span_of("filter"),
            format!("unknown filter `{filter}`"),
            "not in `filters`",
            did_you_mean(filter, known),
        );
    }
}

fn is_filter(field: &ir::Field) -> bool {
    field.wire.starts_with("q[")
}
