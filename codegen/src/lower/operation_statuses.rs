//! The statuses of an operation.

use crate::language::StatusList;
use crate::load::tree::{Entry, Node};
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
    let node = entry.value.get("statuses");
    let listed = listed_statuses(&decl.statuses, node);
    if listed.is_empty() {
        context.diagnostics.error(
            node.map_or(&entry.span, |node| &node.span),
            "missing `statuses`",
            "in this operation",
            "list the documented statuses: `statuses: [200]`".to_owned(),
        );
    }
    let mut list: Vec<ir::Status> = Vec::new();
    for listed in listed {
        let Some(code) = status::status_code(context, &listed.code, &listed.span) else {
            continue;
        };
        if list.iter().any(|known| known.code == code) {
            context.diagnostics.error(
                &listed.span,
                format!("duplicate status {code}"),
                "duplicate",
                None,
            );
            continue;
        }
        let known = package.statuses.iter().find(|known| known.code == code);
        match known {
            Some(known) => list.push(status_of_operation(context, index, known, &listed)),
            None => report_unknown_status(context, package, code, &listed.span),
        }
    }
    list
}

/// A status of an operation, as written.
struct ListedStatus<'a> {
    code: String,
    /// Its differences from the status of the package.
    differences: Option<&'a language::OperationStatus>,
    span: Span,
    span_of_body: Span,
}

fn listed_statuses<'a>(statuses: &'a StatusList, node: Option<&Node>) -> Vec<ListedStatus<'a>> {
    match statuses {
        StatusList::Codes(codes) => codes
            .iter()
            .zip(node.map_or(&[][..], |node| node.items()))
            .map(|(code, node)| ListedStatus {
                code: code.to_string(),
                differences: None,
                span: node.span.clone(),
                span_of_body: node.span.clone(),
            })
            .collect(),
        StatusList::Map(map) => map
            .iter()
            .zip(node.map_or(&[][..], |node| node.entries()))
            .map(|((code, status), entry)| {
                let body = entry.value.get("body");
                ListedStatus {
                    code: code.to_owned(),
                    differences: status.as_ref(),
                    span: entry.span.clone(),
                    span_of_body: body.map_or(&entry.span, |node| &node.span).clone(),
                }
            })
            .collect(),
    }
}

/// The status of the package, with the operation's own meaning and body.
fn status_of_operation(
    context: &mut Context<'_>,
    index: usize,
    known: &ir::Status,
    listed: &ListedStatus<'_>,
) -> ir::Status {
    let mut status = known.clone();
    let Some(differences) = listed.differences else {
        return status;
    };
    if let Some(meaning) = &differences.meaning {
        status.meaning.clone_from(meaning);
    }
    let body = differences.body.as_ref();
    if let Some(body) =
        body.and_then(|body| status::status_body(context, index, body, &listed.span_of_body))
    {
        status.body = body;
    }
    status
}

fn report_unknown_status(context: &mut Context<'_>, package: &ir::Package, code: u16, span: &Span) {
    let codes: Vec<String> = package
        .statuses
        .iter()
        .map(|status| status.code.to_string())
        .collect();
    let help = match codes.is_empty() {
        true => "add it to `statuses` of `api.yaml`".to_owned(),
        false => format!("describe it there; known: {}", codes.join(", ")),
    };
    context.diagnostics.error(
        span,
        format!("unknown status {code}"),
        "not in `statuses` of `api.yaml`",
        help,
    );
}
