//! The statuses of an operation.

use crate::language::StatusList;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::status;
use crate::source::Span;
use crate::{ir, language};

pub(crate) fn statuses(
    context: &mut Context<'_>,
    package: &ir::Package,
    index: usize,
    decl: &language::Operation,
    entry: &Entry,
) -> Vec<ir::Status> {
    let mut list: Vec<ir::Status> = Vec::new();
    let node = entry.value.get("statuses");
    let written: Vec<(String, Option<&language::OperationStatus>, Span, Span)> =
        match &decl.statuses {
            StatusList::Codes(codes) => codes
                .iter()
                .zip(node.map_or(&[][..], |node| node.items()))
                .map(|(code, node)| (code.to_string(), None, node.span.clone(), node.span.clone()))
                .collect(),
            StatusList::Map(map) => map
                .iter()
                .zip(node.map_or(&[][..], |node| node.entries()))
                .map(|((code, status), entry)| (code.to_owned(), status.as_ref(), entry))
                .map(|(code, status, entry)| {
                    let span = entry
                        .value
                        .get("body")
                        .map_or(&entry.span, |node| &node.span);
                    (code, status, entry.span.clone(), span.clone())
                })
                .collect(),
        };
    if written.is_empty() {
        context.diagnostics.error(
            node.map_or(&entry.span, |node| &node.span),
            "missing `statuses`",
            "in this operation",
            "list the documented statuses: `statuses: [200]`".to_owned(),
        );
    }
    for (code, differs, span, span_of_body) in written {
        let Some(number) = status::status_code(context, &code, &span) else {
            continue;
        };
        if list.iter().any(|known| known.code == number) {
            context.diagnostics.error(
                &span,
                format!("duplicate status {number}"),
                "duplicate",
                None,
            );
            continue;
        }
        let known = package
            .statuses
            .iter()
            .find(|known| known.code == number)
            .cloned();
        let Some(mut status) = known else {
            let codes: Vec<String> = package
                .statuses
                .iter()
                .map(|decl| decl.code.to_string())
                .collect();
            let codes = match codes.is_empty() {
                true => "add it to `statuses` of `api.yaml`".to_owned(),
                false => format!("describe it there; known: {}", codes.join(", ")),
            };
            context.diagnostics.error(
                &span,
                format!("unknown status {number}"),
                "not in `statuses` of `api.yaml`",
                codes,
            );
            continue;
        };
        if let Some(differs) = differs {
            if let Some(meaning) = &differs.meaning {
                status.meaning.clone_from(meaning);
            }
            if let Some(body) = differs
                .body
                .as_ref()
                .and_then(|body| status::status_body(context, index, body, &span_of_body))
            {
                status.body = body;
            }
        }
        list.push(status);
    }
    list
}
