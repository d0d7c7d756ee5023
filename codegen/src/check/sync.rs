//! Fields and filters that incremental sync needs.

use crate::ir::{Operation, Response, Spec, Type};
use crate::load::tree::{Entry, Node};
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Checks the filter and the fields of `sync`.
pub(crate) fn check(context: &mut Context<'_>, spec: &Spec, operation: &Operation, entry: &Entry) {
    let Response::Page(page) = &operation.response else {
        return;
    };
    let (Some(sync), Some(pages)) = (&page.sync, entry.value.get("pagination")) else {
        return;
    };
    let Some(node) = pages.get("sync") else {
        return;
    };
    if page.per_page.is_none() {
        context.diagnostics.error(
            &node.span,
            "`sync` requires `per_page`",
            "missing `per_page`",
            "add the default page size".to_owned(),
        );
    }
    if operation
        .sync_filter(sync)
        .is_none_or(|filter| filter.ty != Type::Date)
    {
        context.diagnostics.error(
            node.span_of("watermark"),
            format!("missing filter for `{}`", sync.watermark),
            "not filterable",
            format!("add `filters: {{ {}: {{ gt: date }} }}`", sync.watermark),
        );
    }
    let Some(record) = spec.record(&page.item) else {
        return;
    };
    let mut check = |key: &str, name: &str, expected: &str, fits: fn(&Type) -> bool| {
        let span: &Span = Node::span_of(node, key);
        match record.field(name) {
            Some(field) if fits(&field.ty) => {}
            Some(_) => context.diagnostics.error(
                span,
                format!(
                    "expected {expected} as `{name}` of record `{}`",
                    record.name
                ),
                "expected another type",
                None,
            ),
            None => context.diagnostics.error(
                span,
                format!("no field `{name}` in record `{}`", record.name),
                "unknown field",
                did_you_mean(name, record.fields.iter().map(|field| field.wire.as_str())),
            ),
        }
    };
    check("id", &sync.id, "an integer", |ty| {
        matches!(ty, Type::Integer { bits: 64 })
    });
    check("watermark", &sync.watermark, "a `datetime`", |ty| {
        *ty == Type::DateTime
    });
}
