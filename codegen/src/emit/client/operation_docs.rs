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
            docs.markdown("The documents do not show the reply: it is returned as it came.");
        }
        ReplyOf::Accepted => {
            docs.markdown(
                "The documents do not show the reply: that it is accepted means its status only.",
            );
        }
        _ => {}
    }
    match &operation.repeat {
        Repeat::Safe => {}
        Repeat::Never(why) => {
            docs.prose(&format!("Never sent twice. {why}"));
        }
        Repeat::Allowed(why) => {
            docs.prose(&format!("May be sent twice. {why}"));
        }
        Repeat::Guarded(field, why) => {
            docs.prose(&format!(
                "A second arrival is recognised by `{field}`. {why}"
            ));
            create_once_docs(operation, &mut docs);
        }
    }
    if let Some(back) = &operation.reads_back {
        docs.markdown(&format!(
            "It reads back what the callback `{}` tells of.",
            back.callback
        ));
    }
    docs.list("", operation.notes.iter().map(String::as_str));
    if let ReplyOf::Page(page) = &operation.reply
        && let Some(changes) = &page.changes
    {
        docs.heading("Changes");
        docs.markdown(&format!(
            "`client.changes` reads the records whose `{}` is later than in the run before; they are to be kept by \
             their `{}`.",
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
        Some(_) => ("send_guarded", "."),
        None => (
            "send_guarded_with",
            ", once the caller tells where it can be read.",
        ),
    };
    docs.markdown(&format!(
        "[`{method}`](api_runtime::Client::{method}) sends it once more when nobody knows whether it arrived, and reads \
         back what was made{end}"
    ));
}
