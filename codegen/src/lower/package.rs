//! `api.yaml`.

use crate::ir::PathTemplate;
use crate::language::ApiFile;
use crate::load::tree::Node;
use crate::lower::auth::auth_schemes;
use crate::lower::context::Context;
use crate::lower::declared_names::check_words;
use crate::lower::open_questions::open_questions;
use crate::lower::status::statuses;
use crate::source::Span;
use crate::{ir, names};

/// A package without its resources.
pub(crate) fn package(context: &mut Context<'_>, index: usize) -> ir::Package {
    let files = context.files;
    let file = &files[index].api;
    let (read, node) = (&file.read, &file.node);
    let (name, is_api) = name_and_kind(context, read, node);
    let package = ir::Package {
        dir: files[index].dir.clone(),
        name,
        is_api,
        title: read.title.clone(),
        source: read.document.clone(),
        doc: read.doc.clone(),
        imports: context.symbols.imports(index).to_vec(),
        client_values: client_values(context, index),
        base_path: base_path(context, index),
        environments: environments(context, index),
        auth: auth_schemes(context, index),
        envelope: read.envelope.as_ref().map(|envelope| ir::Envelope {
            success: envelope.success.clone(),
            payload: envelope.payload.clone(),
            message: envelope.message.clone(),
        }),
        error_bodies: error_bodies(context, index),
        statuses: statuses(context, index),
        notes: read
            .notes
            .iter()
            .map(|(heading, notes)| (heading.to_owned(), notes.clone()))
            .collect(),
        open_questions: open_questions(node, &read.unknowns, &read.conflicts),
        resources: Vec::new(),
        span: node.span.clone(),
    };
    if is_api && (package.environments.is_empty() || package.auth.is_empty()) {
        context.diagnostics.error(
            &start(node),
            "missing `environments` or `auth`",
            "neither, or both",
            "add both, or make the package `shared`".to_owned(),
        );
    }
    package
}

/// The name, and whether the package is an API.
fn name_and_kind(context: &mut Context<'_>, read: &ApiFile, node: &Node) -> (String, bool) {
    let (name, is_api) = match (&read.api, &read.shared) {
        (Some(name), None) => (name.clone(), true),
        (None, Some(name)) => (name.clone(), false),
        (first, second) => {
            let span = match first.is_some() && second.is_some() {
                true => node.span_of("shared").clone(),
                false => start(node),
            };
            context.diagnostics.error(
                &span,
                "expected one of `api` and `shared`",
                "neither, or both",
                "write one of them, with the name of the crates".to_owned(),
            );
            ("nameless".to_owned(), false)
        }
    };
    if names::kebab(&name) != name || names::check_word(&name.replace('-', "_")).is_err() {
        let span = node.span_of(if is_api { "api" } else { "shared" });
        context.diagnostics.error(
            span,
            format!("invalid crate name `{}`", name.escape_debug()),
            "not in kebab case",
            "use lowercase letters, digits and hyphens, as in `pos-v2`".to_owned(),
        );
    }
    (name, is_api)
}

/// The first byte of a file, where what it lacks is noted.
fn start(node: &Node) -> crate::source::Span {
    let offset = node.span.range.start;
    crate::source::Span {
        file: node.span.file.clone(),
        range: offset..offset,
    }
}

fn client_values(context: &mut Context<'_>, index: usize) -> Vec<ir::ClientValue> {
    let file = &context.files[index].api;
    check_words(context, &file.node, "client_values");
    file.read
        .client_values
        .iter()
        .map(|(name, value)| ir::ClientValue {
            name: name.to_owned(),
            doc: value.doc.clone(),
            default: value.default.clone(),
        })
        .collect()
}

/// The path that base URLs end with: without variables, and without a slash at its end.
fn base_path(context: &mut Context<'_>, index: usize) -> Option<String> {
    let file = &context.files[index].api;
    let text = file.read.base_path.as_ref()?;
    let message = match PathTemplate::parse_path(text) {
        Ok(path) if path.variables().next().is_some() => "unexpected path parameter".to_owned(),
        Ok(_) if text.ends_with('/') => "unexpected `/` at the end of the path".to_owned(),
        Ok(_) => return Some(text.clone()),
        Err(message) => message,
    };
    let span = file.node.span_of("base_path");
    let help = "write the last part of the base URLs, as in `/api`".to_owned();
    context
        .diagnostics
        .error(span, message, "invalid base path", help);
    None
}

fn environments(context: &mut Context<'_>, index: usize) -> Vec<ir::Environment> {
    let file = &context.files[index].api;
    check_words(context, &file.node, "environments");
    let worded = file
        .read
        .environments
        .iter()
        .any(|(_, decl)| decl.sdk_name.is_some());
    let entries = file.node.entries_of("environments");
    let mut environments = Vec::new();
    for ((name, decl), entry) in file.read.environments.iter().zip(entries) {
        if worded && decl.sdk_name.is_none() {
            context.diagnostics.error(
                &entry.span,
                format!("missing `sdk_name` of environment `{name}`"),
                "other environments have one",
                "add `sdk_name` to all environments, or to none".to_owned(),
            );
        }
        let span = entry.value.span_of("base_url");
        let base_url = address(context, &decl.base_url, span);
        environments.extend(base_url.map(|base_url| ir::Environment {
            name: name.to_owned(),
            doc: decl.doc.clone(),
            base_url,
            sdk_name: decl.sdk_name.clone(),
        }));
    }
    environments
}

/// The template of an address.
pub(crate) fn address(context: &mut Context<'_>, text: &str, span: &Span) -> Option<PathTemplate> {
    match PathTemplate::parse(text) {
        Ok(template) => Some(template),
        Err(message) => {
            context
                .diagnostics
                .error(span, message, "invalid address", None);
            None
        }
    }
}

fn error_bodies(context: &mut Context<'_>, index: usize) -> Vec<ir::ErrorBody> {
    let file = &context.files[index].api;
    let mut list = Vec::new();
    for ((name, decl), entry) in file
        .read
        .error_bodies
        .iter()
        .zip(file.node.entries_of("error_bodies"))
    {
        match serde_json::from_str::<serde_json::Value>(&decl.example) {
            Ok(mut example) => {
                // One order, whatever the build asks of serde_json's maps.
                example.sort_all_objects();
                list.push(ir::ErrorBody {
                    name: name.to_owned(),
                    doc: decl.doc.clone(),
                    example,
                });
            }
            Err(error) => context.diagnostics.error(
                entry.value.span_of("example"),
                format!("invalid JSON example: {error}"),
                "invalid JSON",
                None,
            ),
        }
    }
    list
}
