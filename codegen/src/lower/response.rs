//! Responses of operations.

use crate::ir::{NamedKind, ReplyOf};
use crate::language::NameOrWrapped;
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::lower::request_body::single;
use crate::lower::type_expr;
use crate::{ir, language};

pub(crate) fn reply(
    context: &mut Context<'_>,
    set: &ir::Set,
    at: usize,
    one: &language::Operation,
    entry: &Entry,
) -> Option<ReplyOf> {
    let node = &entry.value;
    let record = |kind| kind == NamedKind::Record;
    let given = [
        one.response.is_some(),
        one.payload.is_some(),
        one.pagination.is_some(),
    ];
    if given.iter().filter(|given| **given).count() != 1 {
        context.mistakes.add(
            &entry.place,
            "an operation has one of `response`, `payload` and `pagination`",
            "none or several are given",
            "write `response: unknown` where the documents do not show it".to_owned(),
        );
        return None;
    }
    if let Some(pages) = &one.pagination {
        let list = node.get("pagination")?;
        check_sizes(context, pages, list);
        let facts = match &pages.metadata {
            Some(name) => context.named_as(at, name, list.place_of("metadata"), "a record", record),
            None => None,
        };
        return Some(ReplyOf::Page(ir::PageOf {
            of: context.named_as(at, &pages.item, list.place_of("item"), "a record", record)?,
            key: (pages.items_key != "unknown").then(|| pages.items_key.clone()),
            wrapped_in: pages.item_wrapper.clone(),
            per_page: pages.per_page,
            max: pages.max_per_page,
            facts,
            changes: pages.sync.as_ref().map(|changes| ir::ChangesOf {
                by: changes.watermark.clone(),
                id: changes.id.clone(),
                misses: changes.misses.clone(),
            }),
        }));
    }
    if let Some(payload) = &one.payload {
        if set.envelope.is_none() {
            context.mistakes.add(
                node.place_of("payload"),
                "the API has no envelope",
                "a payload of what?",
                "describe `envelope` in `api.yaml`".to_owned(),
            );
        }
        let node = node.get("payload")?;
        let notation = type_expr::notation_at(context, payload, node)?;
        if payload.contains(' ') {
            context.mistakes.add(
                &node.place,
                "a payload has a type, and no marks",
                "marks say nothing here",
                "write the type alone".to_owned(),
            );
        }
        return Some(ReplyOf::Payload(type_expr::type_of(
            context,
            at,
            &notation.base,
            node,
        )?));
    }
    let place = node.place_of("response").clone();
    match one.response.as_ref()? {
        NameOrWrapped::Name(name) if name == "unknown" => Some(ReplyOf::Unknown),
        NameOrWrapped::Name(name) if name == "status_only" => Some(ReplyOf::Accepted),
        NameOrWrapped::Name(name) => Some(ReplyOf::Record(
            context.named_as(at, name, &place, "a record", record)?,
        )),
        NameOrWrapped::Wrapped(map) => {
            let (key, name) = single(context, map, &place, "response")?;
            let place = node
                .get("response")
                .map_or(place, |node| node.place_of(key).clone());
            Some(ReplyOf::Wrapped(
                key.to_owned(),
                context.named_as(at, name, &place, "a record", record)?,
            ))
        }
    }
}

/// The sizes of a page: from 1, and the usual one is not above the largest.
fn check_sizes(context: &mut Context<'_>, pages: &language::Pagination, list: &Node) {
    for (key, size) in [
        ("per_page", pages.per_page),
        ("max_per_page", pages.max_per_page),
    ] {
        if size == Some(0) {
            context.mistakes.add(
                list.place_of(key),
                "a page holds at least one record",
                "none",
                None,
            );
        }
    }
    if let (Some(usual), Some(max)) = (pages.per_page, pages.max_per_page)
        && usual > max
    {
        context.mistakes.add(
            list.place_of("per_page"),
            format!("the default size of a page, {usual}, is above the largest, {max}"),
            "too large",
            None,
        );
    }
}
