//! Filters.

use crate::ir;
use crate::ir::{House, Operation, ReplyOf};
use crate::load::tree::Entry;
use crate::lower::Context;
use crate::suggest::did_you_mean;

/// A list is filtered by fields of its records.
pub(crate) fn filters(
    context: &mut Context<'_>,
    house: &House,
    operation: &Operation,
    entry: &Entry,
) {
    let ReplyOf::Page(page) = &operation.reply else {
        return;
    };
    let incomplete = context
        .incomplete
        .contains(&(page.of.set, page.of.name.clone()));
    let record = house.record(&page.of);
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
            context.mistakes.add(
                &filter.place,
                format!(
                    "`{}` has no field `{}` to filter by",
                    record.name, filter.key
                ),
                "not a field of the record",
                did_you_mean(&filter.key, known.iter().map(String::as_str)),
            );
        }
    }
}
