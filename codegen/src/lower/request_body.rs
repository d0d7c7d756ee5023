//! Request bodies of operations.

use crate::ir::NamedKind;
use crate::language::NameOrWrapped;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::source::Span;
use crate::{ir, language};

pub(crate) fn body(
    context: &mut Context<'_>,
    package: usize,
    decl: &language::Operation,
    entry: &Entry,
) -> Option<ir::RequestBody> {
    let span = entry.value.span_of("request_body").clone();
    let (key, name, span) = match decl.request_body.as_ref()? {
        NameOrWrapped::Name(name) => (None, name.as_str(), span),
        NameOrWrapped::Wrapped(map) => {
            let (key, name) = single(context, map, &span, "request_body")?;
            let inner = entry
                .value
                .get("request_body")
                .map_or(span, |node| node.span_of(key).clone());
            (Some(key.to_owned()), name, inner)
        }
    };
    if decl.http.starts_with("GET ") {
        context.diagnostics.error(
            &span,
            "request body on a GET",
            "not allowed here",
            "move its fields to `query`, or correct the method".to_owned(),
        );
    }
    if name == "unknown" {
        return Some(ir::RequestBody { key, body: None });
    }
    let fits = |kind| matches!(kind, NamedKind::Body | NamedKind::Record);
    let body = context.named_as(package, name, &span, "a body", fits)?;
    Some(ir::RequestBody {
        key,
        body: Some(body),
    })
}

pub(crate) fn single<'a>(
    context: &mut Context<'_>,
    map: &'a language::Entries<String>,
    span: &Span,
    parent: &str,
) -> Option<(&'a str, &'a str)> {
    if let [(key, name)] = map.0.as_slice() {
        return Some((key, name));
    }
    context.diagnostics.error(
        span,
        format!("expected one key in a wrapped {parent}"),
        "none, or several",
        format!("write it like `{parent}: {{ customer: SavedCustomer }}`"),
    );
    None
}
