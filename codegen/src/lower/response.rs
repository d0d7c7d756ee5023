//! Responses of operations.

use crate::ir::{NamedKind, Response};
use crate::language::NameOrWrapped;
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::lower::request_body::single;
use crate::lower::type_expr;
use crate::{ir, language};

pub(crate) fn response(
    context: &mut Context<'_>,
    package: &ir::Package,
    index: usize,
    decl: &language::Operation,
    entry: &Entry,
) -> Option<Response> {
    let node = &entry.value;
    let record = |kind| kind == NamedKind::Record;
    let is_present = [
        decl.response.is_some(),
        decl.payload.is_some(),
        decl.pagination.is_some(),
    ];
    if is_present.iter().filter(|present| **present).count() != 1 {
        context.diagnostics.error(
            &entry.span,
            "expected one of `response`, `payload` and `pagination`",
            "none, or several",
            "write `response: unknown` if it is undocumented".to_owned(),
        );
        return None;
    }
    if let Some(pages) = &decl.pagination {
        let list = node.get("pagination")?;
        check_sizes(context, pages, list);
        let metadata = match &pages.metadata {
            Some(name) => {
                context.named_as(index, name, list.span_of("metadata"), "a record", record)
            }
            None => None,
        };
        return Some(Response::Page(ir::Pagination {
            item: context.named_as(index, &pages.item, list.span_of("item"), "a record", record)?,
            items_key: (pages.items_key != "unknown").then(|| pages.items_key.clone()),
            item_wrapper: pages.item_wrapper.clone(),
            per_page: pages.per_page,
            max_per_page: pages.max_per_page,
            metadata,
            sync: pages.sync.as_ref().map(|sync| ir::Sync {
                watermark: sync.watermark.clone(),
                id: sync.id.clone(),
                misses: sync.misses.clone(),
            }),
        }));
    }
    if let Some(payload) = &decl.payload {
        if package.envelope.is_none() {
            context.diagnostics.error(
                node.span_of("payload"),
                "`payload` without an envelope",
                "no envelope in `api.yaml`",
                "add `envelope` to `api.yaml`".to_owned(),
            );
        }
        let node = node.get("payload")?;
        let notation = type_expr::notation_at(context, payload, node)?;
        if payload.contains(' ') {
            context.diagnostics.error(
                &node.span,
                "unexpected marks in `payload`",
                "no effect here",
                "remove the marks".to_owned(),
            );
        }
        return Some(Response::Payload(type_expr::type_of(
            context,
            index,
            &notation.type_expr,
            node,
        )?));
    }
    let span = node.span_of("response").clone();
    match decl.response.as_ref()? {
        NameOrWrapped::Name(name) if name == "unknown" => Some(Response::Unknown),
        NameOrWrapped::Name(name) if name == "status_only" => Some(Response::Accepted),
        NameOrWrapped::Name(name) => Some(Response::Record(
            context.named_as(index, name, &span, "a record", record)?,
        )),
        NameOrWrapped::Wrapped(map) => {
            let (key, name) = single(context, map, &span, "response")?;
            let span = node
                .get("response")
                .map_or(span, |node| node.span_of(key).clone());
            Some(Response::Wrapped(
                key.to_owned(),
                context.named_as(index, name, &span, "a record", record)?,
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
            context.diagnostics.error(
                list.span_of(key),
                "invalid page size 0",
                "expected at least 1",
                None,
            );
        }
    }
    if let (Some(usual), Some(max)) = (pages.per_page, pages.max_per_page)
        && usual > max
    {
        context.diagnostics.error(
            list.span_of("per_page"),
            format!("`per_page` {usual} exceeds `max_per_page` {max}"),
            "too large",
            None,
        );
    }
}
