//! The page of two versions.

use crate::emit::rust::markdown::{code, end_sentence, escape_markdown};
use crate::emit::versions::operations::requests;
use crate::emit::versions::records::records;
use crate::emit::versions::table::table;
use crate::file_tree::header;
use crate::ir::{Auth, Operation, Package, Scheme, VersionPair};

/// The page that compares two versions.
pub(crate) fn page(pair: VersionPair<'_>) -> String {
    let (old, new) = (pair.old_package(), pair.new_package());
    let sections = [
        ("Operations", operations(pair)),
        ("What can no longer be done", losses(pair)),
        ("What is new", additions(pair)),
        ("Credentials", credentials(pair)),
        ("Requests", requests(pair)),
        ("Records", records(pair)),
    ];
    let mut out = format!(
        "<!-- {} -->\n\n# From `{}` to `{}`\n\n{} → {}. What is not listed here is the same in both.\n",
        header([&*old.dir, &*new.dir]),
        old.name,
        new.name,
        escape_markdown(&old.title),
        escape_markdown(&new.title)
    );
    for (heading, text) in sections {
        if !text.is_empty() {
            out.push_str(&format!("\n## {heading}\n\n{text}"));
        }
    }
    out
}

/// The name of an operation, and below it the method and path.
fn operation_cell(operation: &Operation) -> String {
    let path = operation.routes.first().map(|route| &route.template);
    let path = path.map(ToString::to_string).unwrap_or_default();
    let request_line = code(&format!("{} {path}", operation.method));
    format!("{}<br>{request_line}", code(&operation.rust))
}

fn operations(pair: VersionPair<'_>) -> String {
    let rows = pair.operations().into_iter().map(|operation| {
        let new = operation.new.map(operation_cell);
        let new = new.unwrap_or_else(|| "none".to_owned());
        vec![operation_cell(operation.old), new]
    });
    let columns = [&pair.old_package().name, &pair.new_package().name].map(|name| code(name));
    let [old, new] = &columns;
    table(&[old, new], &rows.collect::<Vec<_>>())
}

/// The operations without a successor, and what their successors cannot do.
fn losses(pair: VersionPair<'_>) -> String {
    let lines = pair.operations().into_iter().filter_map(|operation| {
        let reason = end_sentence(operation.reason?);
        Some(format!("- {}: {reason}\n", code(&operation.old.rust)))
    });
    lines.collect()
}

fn additions(pair: VersionPair<'_>) -> String {
    let lines = pair.added_operations().into_iter().map(|operation| {
        let doc = end_sentence(&operation.doc);
        format!("- {}: {doc}\n", code(&operation.rust))
    });
    lines.collect()
}

fn credentials(pair: VersionPair<'_>) -> String {
    let schemes = |package: &Package| package.auth.iter().map(scheme).collect::<Vec<_>>();
    let (old, new) = (schemes(pair.old_package()), schemes(pair.new_package()));
    if old == new {
        return String::new();
    }
    let of = |package: &Package, schemes: Vec<Vec<String>>| {
        let row = |scheme| [vec![code(&package.name)], scheme].concat();
        schemes.into_iter().map(row).collect::<Vec<_>>()
    };
    let rows = [of(pair.old_package(), old), of(pair.new_package(), new)].concat();
    table(&["version", "type", "header", "parts"], &rows)
}

/// The type of the credentials, the header, its parts.
fn scheme(auth: &Auth) -> Vec<String> {
    let header = match &auth.scheme {
        Scheme::Basic { .. } => "`Authorization: Basic`".to_owned(),
        Scheme::Bearer(_) => "`Authorization: Bearer`".to_owned(),
        Scheme::ApiKey { header, .. } => code(header),
        Scheme::OAuth2 { .. } => "`Authorization: Bearer`, with a token of OAuth 2".to_owned(),
    };
    let path = auth.path.as_ref();
    let path = path.map(|parameter| format!(" and in the path, as {}", code(parameter)));
    let parts = auth.scheme.credentials();
    let parts: Vec<String> = parts.into_iter().map(code).collect();
    vec![
        code(&crate::names::type_of(&auth.name)),
        header + &path.unwrap_or_default(),
        parts.join(", "),
    ]
}
