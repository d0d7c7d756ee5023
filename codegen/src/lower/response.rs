//! Responses of operations.

use crate::ir::{Named, NamedKind, Response};
use crate::language::NameOrWrapped;
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::lower::request_body::single;
use crate::lower::type_expr;
use crate::source::Span;
use crate::{ir, language};

pub(crate) fn response(
    context: &mut Context<'_>,
    package: &ir::Package,
    index: usize,
    decl: &language::Operation,
    entry: &Entry,
) -> Option<Response> {
    let node = &entry.value;
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
        return pagination(context, index, pages, list).map(Response::Page);
    }
    if let Some(text) = &decl.payload {
        return payload(context, package, index, text, node).map(Response::Payload);
    }
    let span = node.span_of("response").clone();
    match decl.response.as_ref()? {
        NameOrWrapped::Name(name) if name == "unknown" => Some(Response::Unknown),
        NameOrWrapped::Name(name) if name == "status_only" => Some(Response::Accepted),
        NameOrWrapped::Name(name) => Some(Response::Record(record(context, index, name, &span)?)),
        NameOrWrapped::Wrapped(map) => {
            let (key, name) = single(context, map, &span, "response")?;
            let span = node
                .get("response")
                .map_or(span, |node| node.span_of(key).clone());
            let record = record(context, index, name, &span)?;
            Some(Response::Wrapped(key.to_owned(), record))
        }
    }
}

fn record(context: &mut Context<'_>, index: usize, name: &str, span: &Span) -> Option<Named> {
    context.named_as(index, name, span, "a record", |kind| {
        kind == NamedKind::Record
    })
}

fn pagination(
    context: &mut Context<'_>,
    index: usize,
    pages: &language::Pagination,
    list: &Node,
) -> Option<ir::Pagination> {
    check_sizes(context, pages, list);
    let metadata = match &pages.metadata {
        Some(name) => record(context, index, name, list.span_of("metadata")),
        None => None,
    };
    Some(ir::Pagination {
        item: record(context, index, &pages.item, list.span_of("item"))?,
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
    })
}

/// The type of the payload in a response envelope.
fn payload(
    context: &mut Context<'_>,
    package: &ir::Package,
    index: usize,
    text: &str,
    node: &Node,
) -> Option<ir::Type> {
    if package.envelope.is_none() {
        context.diagnostics.error(
            node.span_of("payload"),
            "`payload` without an envelope",
            "no envelope in `api.yaml`",
            "add `envelope` to `api.yaml`".to_owned(),
        );
    }
    let node = node.get("payload")?;
    let notation = type_expr::notation_at(context, text, node)?;
    if text.contains(' ') {
        context.diagnostics.error(
            &node.span,
            "unexpected marks in `payload`",
            "no effect here",
            "remove the marks".to_owned(),
        );
    }
    type_expr::type_of(context, index, &notation.type_expr, node)
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
