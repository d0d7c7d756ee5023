//! The paths of an operation.

use std::collections::HashSet;

use crate::ir::PathTemplate;
use crate::load::tree::Entry;
use crate::lower::context::Context;
use crate::lower::declared_names::check_words;
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::{ir, language, names};

pub(crate) fn routes(
    context: &mut Context<'_>,
    decl: &language::Operation,
    path: &str,
    entry: &Entry,
) -> Vec<ir::Route> {
    let mut routes = Vec::new();
    let name = decl.variant.as_deref().unwrap_or_default();
    routes.extend(route(context, name, path, entry.value.span_of("http")));
    if decl.variant.is_some() == decl.variants.is_empty() {
        context.diagnostics.error(
            &entry.span,
            "`variant` and `variants` require each other",
            "one of them is missing",
            "`variant` names the path in `http`, `variants` lists the others".to_owned(),
        );
    }
    if let Some(name) = &decl.variant
        && let Err(wrong) = names::check_word(name)
    {
        context.diagnostics.error(
            entry.value.span_of("variant"),
            wrong,
            "invalid path name",
            None,
        );
    }
    check_words(context, &entry.value, "variants");
    for (name, path) in decl.variants.iter() {
        if decl.variant.as_deref() == Some(name) {
            context.diagnostics.error(
                entry.value.get("variants").map_or(&entry.span, |node| {
                    node.entry(name).map_or(&node.span, |entry| &entry.span)
                }),
                format!("the path `{name}` is defined multiple times"),
                "same as `variant`",
                "rename it".to_owned(),
            );
        }
        let span = entry.value.get("variants");
        let span = span.map_or(&entry.span, |node| node.span_of(name));
        routes.extend(route(context, name, path, span));
    }
    routes
}

/// One path; `None` if its template is invalid.
fn route(context: &mut Context<'_>, name: &str, path: &str, span: &Span) -> Option<ir::Route> {
    match PathTemplate::parse_path(path) {
        Ok(template) => Some(ir::Route {
            name: name.to_owned(),
            rust: names::type_of(name),
            template,
        }),
        Err(message) => {
            context
                .diagnostics
                .error(span, message, "invalid path", None);
            None
        }
    }
}

/// Checks that every variable of every path has a value, and that every path parameter is in a path.
pub(crate) fn check_routes(
    context: &mut Context<'_>,
    package: &ir::Package,
    operation: &ir::Operation,
    decl: &language::Operation,
    entry: &Entry,
) {
    let parameters: Vec<&str> = operation
        .path
        .iter()
        .map(|field| field.wire.as_str())
        .chain(operation.from_client.iter().map(|(path, _)| path.as_str()))
        .collect();
    // An unknown auth scheme may have any path parameter.
    if decl.auth.len() <= operation.auth.len() {
        check_variables(context, package, operation, &parameters, entry);
    }
    let has_invalid_route = operation.routes.len() <= decl.variants.iter().count();
    if !has_invalid_route {
        check_unused_parameters(context, operation, &parameters, entry);
    }
    check_client_values(context, package, operation, entry);
}

/// Reports variables that are no parameter, credential or client value.
fn check_variables(
    context: &mut Context<'_>,
    package: &ir::Package,
    operation: &ir::Operation,
    parameters: &[&str],
    entry: &Entry,
) {
    let credentials: HashSet<&str> = operation
        .auth
        .iter()
        .filter_map(|index| package.auth[*index].path.as_deref())
        .collect();
    for route in &operation.routes {
        let variant = entry.value.get("variants");
        let span = variant
            .and_then(|node| node.get(&route.name))
            .map_or(entry.value.span_of("http"), |node| &node.span);
        for name in route.template.variables() {
            if parameters.contains(&name) || credentials.contains(name) {
                continue;
            }
            let known = parameters.iter().chain(&credentials).copied();
            let help = match crate::suggest::nearest(name, known) {
                Some(near) => format!("did you mean `{{{near}}}`?"),
                None => format!("add `path: {{ {name}: integer }}`, or list it in `from_client`"),
            };
            context.diagnostics.error(
                span,
                format!("no value for `{{{name}}}`"),
                "not a parameter, credential or client value",
                help,
            );
        }
    }
}

fn check_unused_parameters(
    context: &mut Context<'_>,
    operation: &ir::Operation,
    parameters: &[&str],
    entry: &Entry,
) {
    let routes = operation.routes.iter();
    let used: HashSet<&str> = routes
        .flat_map(|route| route.template.variables())
        .collect();
    for name in parameters {
        if !used.contains(name) {
            let span = ["path", "from_client"]
                .into_iter()
                .find_map(|key| entry.value.get(key)?.entry(name))
                .map_or(&entry.span, |entry| &entry.span);
            context.diagnostics.error(
                span,
                format!("unused path parameter `{{{name}}}`"),
                "not in any path",
                None,
            );
        }
    }
}

fn check_client_values(
    context: &mut Context<'_>,
    package: &ir::Package,
    operation: &ir::Operation,
    entry: &Entry,
) {
    let known = || {
        package
            .client_values
            .iter()
            .map(|known| known.name.as_str())
    };
    for (path, value) in &operation.from_client {
        if !known().any(|known| known == value) {
            let span = entry
                .value
                .get("from_client")
                .map_or(&entry.span, |node| node.span_of(path));
            context.diagnostics.error(
                span,
                format!("unknown client value `{value}`"),
                "not in `client_values` of `api.yaml`",
                did_you_mean(value, known()),
            );
        }
    }
}
