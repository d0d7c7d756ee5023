//! Docs of operations.

use crate::emit::rust::docs::Docs;
use crate::emit::rust::markdown;
use crate::ir;
use crate::ir::{Operation, Package, Response, ResponseField, Retry};
use crate::names;

pub(crate) fn operation_docs(package: &Package, operation: &Operation) -> Docs {
    let mut docs = Docs::of(&operation.doc);
    let paths: Vec<String> = operation
        .routes
        .iter()
        .map(|route| format!("`{} {}`", operation.method, route.template))
        .collect();
    docs.markdown(&format!("{}.", paths.join(" or ")));
    docs.source(package, &operation.source);
    if let Response::Page(page) = &operation.response
        && page.items_key.is_none()
    {
        docs.markdown(
            "The key of the list is undocumented: the only array of the response is read.",
        );
    }
    match &operation.response {
        Response::Unknown => {
            docs.markdown(
                "The response body is undocumented and returned unparsed. It is a success only if it is empty, or JSON that \
                 reports no failure.",
            );
        }
        Response::Accepted => {
            docs.markdown(
                "The response body is undocumented. It is a success only if it is empty, or JSON that reports no failure.",
            );
        }
        _ => {}
    }
    match &operation.retry {
        Retry::Safe => {}
        Retry::Never(why) => {
            docs.prose(&format!("Not retried. {why}"));
        }
        Retry::Idempotent(why) => {
            docs.prose(&format!("Idempotent: retried. {why}"));
        }
        Retry::UniqueKey(field, why) => {
            docs.prose(&format!("Unique key: `{field}`. {why}"));
            create_once_docs(operation, &mut docs);
        }
    }
    proof_docs(operation, &mut docs);
    if let Some(confirmation) = &operation.confirms_callback {
        docs.markdown(&format!(
            "Confirms the callback `{}`.",
            confirmation.callback
        ));
    }
    docs.list("", operation.notes.iter().map(String::as_str));
    if let Response::Page(page) = &operation.response
        && let Some(sync) = &page.sync
    {
        docs.heading("Incremental sync");
        let rust = |wire: &str| names::field(wire).unwrap_or_else(|_| wire.to_owned());
        docs.markdown(&format!(
            "[`client.sync`](api_runtime::Client::sync) yields the records whose `{}` is later than the watermark. \
             Upsert them by `{}`.",
            rust(&sync.watermark),
            rust(&sync.id)
        ));
        if let Some(misses) = &sync.misses {
            docs.prose(&format!("Not reported: {misses}"));
        }
    }
    docs.heading("Statuses");
    let statuses: Vec<String> = operation
        .statuses
        .iter()
        .map(|status| status_text(package, status))
        .collect();
    docs.list("", statuses.iter().map(String::as_str));
    docs.open_questions(&operation.open_questions);
    docs
}

fn status_text(package: &Package, status: &ir::Status) -> String {
    let body = match &status.body {
        ir::StatusBody::Resource => String::new(),
        ir::StatusBody::None => "; no body".to_owned(),
        ir::StatusBody::Unknown => "; undocumented body".to_owned(),
        ir::StatusBody::Error(name) => package
            .error_bodies
            .iter()
            .find(|body| body.name == *name)
            .map_or(String::new(), |body| {
                format!("; body {}", markdown::code(&body.example.to_string()))
            }),
    };
    format!("{}: {}{body}", status.code, status.meaning)
}

/// What the response must have.
fn proof_docs(operation: &Operation, docs: &mut Docs) {
    let names = |fields: &[ResponseField], last: &str| {
        let names: Vec<String> = fields
            .iter()
            .map(|field| markdown::code(&field.dotted()))
            .collect();
        names.join(last)
    };
    for echo in &operation.echoes {
        docs.markdown(&format!(
            "The response repeats {} in {}. A response with another value is about another record: \
             [`WrongRecord`](api_runtime::ErrorKind::WrongRecord).",
            markdown::code(&echo.request),
            names(&echo.response, " or ")
        ));
    }
    for echo in &operation.distinct {
        docs.markdown(&format!(
            "The response is about a new record. With the {} of the request in {} it is about another \
             one: [`WrongRecord`](api_runtime::ErrorKind::WrongRecord).",
            markdown::code(&echo.request),
            names(&echo.response, " or ")
        ));
    }
    if !operation.essential.is_empty() {
        docs.markdown(&format!(
            "A response without {} is not a success.",
            names(&operation.essential, " or ")
        ));
    }
}

/// How to send it so that it goes out once more.
fn create_once_docs(operation: &Operation, docs: &mut Docs) {
    let Some(find_by) = &operation.find_by else {
        return;
    };
    let (method, end) = match &find_by.parameter {
        Some(_) => ("create_once", "."),
        None => (
            "create_once_with",
            ", from the operation that the caller names.",
        ),
    };
    docs.markdown(&format!(
        "[`{method}`](api_runtime::Client::{method}) retries it once if the outcome is unknown, and reads the record \
         that was created{end}"
    ));
    for (path, why) in &find_by.not_compared {
        docs.prose(&format!("Not compared with that record: `{path}`. {why}"));
    }
}
