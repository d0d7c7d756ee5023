//! What lists have beside their pages: where they begin, and by what they tell changes.

use super::Context;
use super::together::Records;
use crate::diagnostics::{Place, did_you_mean};
use crate::ir::{self, Operation, Presence, ReplyOf, Type};
use crate::language;
use crate::names;
use crate::node::{Entry, Node};

/// The ways to make a list in place of `new`.
pub(super) fn starts(
    context: &mut Context<'_>,
    one: &language::Operation,
    query: &[ir::Field],
    entry: &Entry,
) -> Vec<ir::Start> {
    let Some(node) = entry.value.get("constructors") else {
        return Vec::new();
    };
    if one.pagination.is_none() || one.constructors.iter().count() < 2 {
        context.mistakes.add(
            &node.place,
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
        context.mistakes.add(
            &node.place,
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
                .mistakes
                .add(&at.place, wrong, "cannot name a function", None);
        }
        if name == "new" || query.iter().any(|field| field.rust == name) {
            context.mistakes.add(
                &at.place,
                format!("`{name}` is the name of another function of the operation"),
                "taken",
                "give it another name".to_owned(),
            );
        }
        if let Some(filter) = &start.filter
            && !known().any(|known| known == filter)
        {
            context.mistakes.add(
                at.value.place_of("filter"),
                format!("the list has no filter `{filter}`"),
                "unknown filter",
                did_you_mean(filter, known()),
            );
        }
        list.push(ir::Start {
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

/// What a list says of its changes is a day to filter by, a number and an instant.
pub(super) fn check_changes(
    context: &mut Context<'_>,
    records: &Records<'_>,
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
    let Some(record) = records.get(&(page.of.set, page.of.name.as_str())) else {
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
