//! Fields and filters that incremental sync needs.

use crate::ir::{House, Operation, ReplyOf, Type};
use crate::load::tree::{Entry, Node};
use crate::lower::Context;
use crate::source::Place;
use crate::suggest::did_you_mean;

/// What a list says of its changes is a day to filter by, a number and an instant.
pub(crate) fn check_changes(
    context: &mut Context<'_>,
    house: &House,
    operation: &Operation,
    entry: &Entry,
) {
    let ReplyOf::Page(page) = &operation.reply else {
        return;
    };
    let (Some(changes), Some(pages)) = (&page.changes, entry.value.get("pagination")) else {
        return;
    };
    let Some(node) = pages.get("sync") else {
        return;
    };
    if page.per_page.is_none() {
        context.mistakes.add(
            &node.place,
            "changes are read in pages of a known size",
            "no `per_page`",
            "add the default size of a page".to_owned(),
        );
    }
    if operation
        .filter_after(changes)
        .is_none_or(|filter| filter.ty != Type::Date)
    {
        context.mistakes.add(
            node.place_of("watermark"),
            format!("the list cannot be asked for a later `{}`", changes.by),
            "no filter",
            format!("it needs `filters: {{ {}: {{ gt: date }} }}`", changes.by),
        );
    }
    let Some(record) = house.record(&page.of) else {
        return;
    };
    let mut check = |key: &str, name: &str, what: &str, fits: fn(&Type) -> bool| {
        let place: &Place = Node::place_of(node, key);
        match record.field(name) {
            Some(field) if fits(&field.ty) => {}
            Some(_) => context.mistakes.add(
                place,
                format!("`{name}` of `{}` is not {what}", record.name),
                "of another type",
                None,
            ),
            None => context.mistakes.add(
                place,
                format!("`{}` has no field `{name}`", record.name),
                "not a field of the record",
                did_you_mean(name, record.fields.iter().map(|field| field.wire.as_str())),
            ),
        }
    };
    check("id", &changes.id, "a whole number", |ty| {
        matches!(ty, Type::Integer { bits: 64 })
    });
    check("watermark", &changes.by, "an instant", |ty| {
        *ty == Type::DateTime
    });
}
