//! Docs of operations.

use crate::emit::rust::docs::Docs;
use crate::emit::rust::markdown;
use crate::ir;
use crate::ir::{Operation, Repeat, ReplyOf, Set};

pub(crate) fn operation_docs(set: &Set, operation: &Operation) -> Docs {
    let mut docs = Docs::of(&operation.doc);
    let paths: Vec<String> = operation
        .routes
        .iter()
        .map(|route| format!("`{} {}`", operation.method, route.path))
        .collect();
    docs.markdown(&format!("{}.", paths.join(" or ")));
    docs.source(set, &operation.source);
    if let ReplyOf::Page(page) = &operation.reply
        && page.key.is_none()
    {
        docs.markdown(
            "The documents do not show the key of the list: the only array of the reply is taken.",
        );
    }
    match &operation.reply {
        ReplyOf::Unknown => {
            docs.markdown("The response body is undocumented and returned unparsed.");
        }
        ReplyOf::Accepted => {
            docs.markdown(
                "The response body is undocumented: success is judged by the status alone.",
            );
        }
        _ => {}
    }
    match &operation.repeat {
        Repeat::Safe => {}
        Repeat::Never(why) => {
            docs.prose(&format!("Not retried. {why}"));
        }
        Repeat::Allowed(why) => {
            docs.prose(&format!("Idempotent: retried. {why}"));
        }
        Repeat::Guarded(field, why) => {
            docs.prose(&format!("Unique key: `{field}`. {why}"));
            create_once_docs(operation, &mut docs);
        }
    }
    if let Some(back) = &operation.reads_back {
        docs.markdown(&format!("Confirms the callback `{}`.", back.callback));
    }
    docs.list("", operation.notes.iter().map(String::as_str));
    if let ReplyOf::Page(page) = &operation.reply
        && let Some(changes) = &page.changes
    {
        docs.heading("Incremental sync");
        docs.markdown(&format!(
            "`client.sync` yields the records whose `{}` is later than the watermark. Upsert them by `{}`.",
            changes.by, changes.id
        ));
        if let Some(misses) = &changes.misses {
            docs.prose(&format!("It misses: {misses}"));
        }
    }
    docs.heading("Statuses");
    let statuses: Vec<String> = operation
        .statuses
        .iter()
        .map(|status| status_text(set, status))
        .collect();
    docs.list("", statuses.iter().map(String::as_str));
    docs.doubts(&operation.doubts);
    docs
}

fn status_text(set: &Set, status: &ir::Status) -> String {
    let body = match &status.body {
        ir::StatusBody::Resource => String::new(),
        ir::StatusBody::None => "; no body".to_owned(),
        ir::StatusBody::Unknown => "; its body is not shown".to_owned(),
        ir::StatusBody::Error(name) => set
            .error_bodies
            .iter()
            .find(|body| body.name == *name)
            .map_or(String::new(), |body| {
                format!(
                    "; its body is {}",
                    markdown::code(&body.example.to_string())
                )
            }),
    };
    format!("{}: {}{body}", status.code, status.meaning)
}

/// How to send it so that it goes out once more.
fn create_once_docs(operation: &Operation, docs: &mut Docs) {
    let Some(read_by) = &operation.read_by else {
        return;
    };
    let (method, end) = match &read_by.parameter {
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
}
