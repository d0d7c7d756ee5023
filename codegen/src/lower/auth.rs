//! Auth schemes, and those that an operation accepts.

use crate::load::tree::{Entry, Kind, Node};
use crate::lower::context::Context;
use crate::lower::declared_names::check_words;
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::{ir, language, names};

pub(crate) fn auth_schemes(context: &mut Context<'_>, index: usize) -> Vec<ir::Auth> {
    let file = &context.files[index].api;
    check_words(context, &file.node, "auth");
    let mut list = Vec::new();
    for ((name, decl), entry) in file.read.auth.iter().zip(file.node.entries_of("auth")) {
        let scheme = scheme(context, name, decl, entry);
        check_credentials(context, &scheme, entry);
        list.push(ir::Auth {
            name: name.to_owned(),
            doc: decl.doc.clone(),
            scheme,
            path: decl.path_parameter.clone(),
        });
    }
    list
}

fn scheme(
    context: &mut Context<'_>,
    name: &str,
    decl: &language::Auth,
    entry: &Entry,
) -> ir::Scheme {
    match (&decl.basic, &decl.bearer) {
        (Some(basic), None) => ir::Scheme::Basic {
            user: basic.user.clone(),
            password: basic.password.clone(),
        },
        (None, Some(bearer)) => ir::Scheme::Bearer(bearer.clone()),
        _ => {
            context.diagnostics.error(
                &entry.span,
                format!("expected one of `basic` and `bearer` in auth scheme `{name}`"),
                "neither, or both",
                "write one of the two, as in `bearer: api_token`".to_owned(),
            );
            ir::Scheme::Bearer(name.to_owned())
        }
    }
}

/// Checks that the names of the credentials are valid and differ.
fn check_credentials(context: &mut Context<'_>, scheme: &ir::Scheme, entry: &Entry) {
    let credentials = match scheme {
        ir::Scheme::Basic { user, password } => [Some(user), password.as_ref()],
        ir::Scheme::Bearer(token) => [Some(token), None],
    };
    for credential in credentials.into_iter().flatten() {
        if let Err(wrong) = names::check_word(credential) {
            context.diagnostics.error(
                span_of_credential(entry, credential),
                wrong,
                "invalid credential name",
                "choose a name like `venue_token`".to_owned(),
            );
        }
    }
    if let [Some(user), Some(password)] = credentials
        && user == password
    {
        let basic = entry.value.get("basic");
        context.diagnostics.error(
            basic.map_or(&entry.span, |node| node.span_of("password")),
            format!("duplicate credential `{user}`"),
            "same as `user`",
            "omit `password` if it is empty".to_owned(),
        );
    }
}

fn span_of_credential<'a>(entry: &'a Entry, credential: &str) -> &'a Span {
    let parts = entry.value.get("basic").map_or(&[][..], Node::entries);
    parts
        .iter()
        .map(|part| &part.value)
        .chain(entry.value.get("bearer"))
        .find(|node| matches!(&node.kind, Kind::Text(text, _) if text == credential))
        .map_or(&entry.span, |node| &node.span)
}

pub(crate) fn accepted_schemes(
    context: &mut Context<'_>,
    package: &ir::Package,
    decl: &language::Operation,
    entry: &Entry,
) -> Vec<usize> {
    if decl.auth.is_empty() {
        return (0..package.auth.len().min(1)).collect();
    }
    let mut list = Vec::new();
    let spans = entry.value.get("auth").map_or(&[][..], |node| node.items());
    for (name, node) in decl.auth.iter().zip(spans) {
        match package.auth.iter().position(|known| known.name == *name) {
            Some(index) if list.contains(&index) => context.diagnostics.error(
                &node.span,
                format!("duplicate auth scheme `{name}`"),
                "same as `user`",
                "remove one".to_owned(),
            ),
            Some(index) => list.push(index),
            None => {
                let help = did_you_mean(name, package.auth.iter().map(|known| known.name.as_str()));
                context.diagnostics.error(
                    &node.span,
                    format!("unknown auth scheme `{name}`"),
                    "not in `auth` of `api.yaml`",
                    help,
                );
            }
        }
    }
    list
}
