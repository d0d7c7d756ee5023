//! Named constructors of list operations.

use crate::ir::Presence;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::suggest::did_you_mean;
use crate::{ir, language, names};

/// The ways to make a list in place of `new`.
pub(crate) fn constructors(
    context: &mut Context<'_>,
    one: &language::Operation,
    query: &[ir::Field],
    entry: &Entry,
) -> Vec<ir::Constructor> {
    let Some(node) = entry.value.get("constructors") else {
        return Vec::new();
    };
    if one.pagination.is_none() || one.constructors.iter().count() < 2 {
        context.diagnostics.error(
            &node.span,
            "a list begins in one of several ways",
            "no list, or not several ways",
            "remove it: `new` makes the operation".to_owned(),
        );
    }
    if !one.path.is_empty()
        || one.request_body.is_some()
        || query
            .iter()
            .any(|field| field.presence == Presence::Required)
    {
        context.diagnostics.error(
            &node.span,
            "an operation that takes expected values is not made in several ways",
            "beside expected values",
            "leave out either".to_owned(),
        );
    }
    let filters: Vec<&ir::Field> = query.iter().filter(|field| is_filter(field)).collect();
    let known = || filters.iter().map(|field| field.rust.as_str());
    let mut list = Vec::new();
    for ((name, start), at) in one.constructors.iter().zip(node.entries()) {
        if let Err(wrong) = names::check_word(name) {
            context
                .diagnostics
                .error(&at.span, wrong, "cannot name a function", None);
        }
        if name == "new" || query.iter().any(|field| field.rust == name) {
            context.diagnostics.error(
                &at.span,
                format!("`{name}` is the name of another function of the operation"),
                "taken",
                "give it another name".to_owned(),
            );
        }
        if let Some(filter) = &start.filter
            && !known().any(|known| known == filter)
        {
            context.diagnostics.error(
                at.value.span_of("filter"),
                format!("the list has no filter `{filter}`"),
                "unknown filter",
                did_you_mean(filter, known()),
            );
        }
        list.push(ir::Constructor {
            name: name.to_owned(),
            filter: start.filter.clone(),
            doc: start.doc.clone(),
        });
    }
    list
}

fn is_filter(field: &ir::Field) -> bool {
    field.wire.starts_with("q[")
}
