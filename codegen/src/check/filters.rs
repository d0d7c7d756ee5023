//! Filters.

use crate::ir;
use crate::ir::{Operation, Response, Spec};
use crate::load::tree::Entry;
use crate::lower::Context;
use crate::suggest::did_you_mean;

/// Reports filters on unknown fields.
pub(crate) fn filters(
    context: &mut Context<'_>,
    spec: &Spec,
    operation: &Operation,
    entry: &Entry,
) {
    let Response::Page(page) = &operation.response else {
        return;
    };
    let incomplete = context
        .incomplete
        .contains(&(page.item.package, page.item.name.clone()));
    let record = spec.record(&page.item);
    let Some(record) = record.filter(|_| !incomplete) else {
        return;
    };
    for filter in entry.value.entries_of("filters") {
        let names = |field: &ir::Field| -> Vec<String> {
            std::iter::once(field.wire.clone())
                .chain(field.aliases.iter().cloned())
                .collect()
        };
        let known: Vec<String> = record.fields.iter().flat_map(names).collect();
        if !known.contains(&filter.key) {
            context.diagnostics.error(
                &filter.span,
                format!("no field `{}` in record `{}`", filter.key, record.name),
                "unknown field",
                did_you_mean(&filter.key, known.iter().map(String::as_str)),
            );
        }
    }
}
