//! `api.yaml`.

use std::net::IpAddr;

use crate::ir::PathTemplate;
use crate::language::{ApiFile, Spanned};
use crate::lower::auth::auth_schemes;
use crate::lower::clashes::{check_variants, check_words};
use crate::lower::context::Context;
use crate::lower::convention;
use crate::lower::field::OWN_CLIENT_VALUES;
use crate::lower::status::statuses;
use crate::source::Span;
use crate::{ir, names};

/// A package without its resources.
pub(crate) fn package(context: &mut Context<'_>, index: usize) -> ir::Package {
    let files = context.files;
    let (file, facts) = (&files[index].api, &files[index].facts);
    let (name, is_api) = name_and_kind(context, file);
    let package = ir::Package {
        dir: files[index].dir.clone(),
        name,
        is_api,
        title: file.title.clone(),
        source: file.document.clone(),
        doc: file.doc.clone(),
        deprecated: ir::Deprecation::from_key(
            file.deprecated.as_ref().map(|deprecated| &deprecated.value),
        ),
        imports: context.symbols.imports(index).to_vec(),
        client_values: client_values(context, index),
        base_path: base_path(context, index),
        environments: environments(context, index),
        auth: auth_schemes(context, index),
        envelope: facts.envelope.clone(),
        pagination: facts.pagination.clone(),
        filters: convention::filters(context, index),
        error_bodies: error_bodies(context, index),
        statuses: statuses(context, index),
        notes: facts
            .notes
            .iter()
            .map(|entry| (entry.name().to_owned(), entry.value.clone()))
            .collect(),
        open_questions: ir::OpenQuestions::new(&file.unknowns, &file.conflicts),
        resources: Vec::new(),
        span: file.span.clone(),
    };
    if is_api && (facts.environments.is_empty() || facts.auth.is_empty()) {
        context.error(
            &start(file),
            "missing `environments` or `auth`",
            "neither, or both",
            "add both, or make the package `shared`; an API without credentials cannot be described",
        );
    }
    package
}

/// The name, and whether the package is an API.
fn name_and_kind(context: &mut Context<'_>, file: &Spanned<ApiFile>) -> (String, bool) {
    let (name, is_api) = match (&file.api, &file.shared) {
        (Some(name), None) => (name, true),
        (None, Some(name)) => (name, false),
        (api, shared) => {
            let span = match (api, shared) {
                (Some(_), Some(shared)) => shared.span.clone(),
                _ => start(file),
            };
            // Which other keys are missing depends on it.
            context.diagnostics.root_cause(
                &span,
                "expected one of `api` and `shared`",
                "neither, or both",
                "write one of them, with the name of the crates",
            );
            return ("nameless".to_owned(), true);
        }
    };
    let reserved = names::check_word(&name.replace('-', "_"));
    let wrong = match names::kebab(name) == **name {
        true => reserved.err(),
        false => Some("not in kebab case".to_owned()),
    };
    if let Some(wrong) = wrong {
        context.error(
            &name.span,
            format!("invalid crate name `{}`", name.escape_debug()),
            wrong,
            "choose a name of lowercase letters, digits and hyphens, as in `pos-v2`",
        );
    }
    (name.to_string(), is_api)
}

/// The first byte of a file, where what it lacks is noted.
fn start(file: &Spanned<ApiFile>) -> Span {
    let offset = file.span.range.start;
    Span {
        file: file.span.file.clone(),
        range: offset..offset,
    }
}

fn client_values(context: &mut Context<'_>, index: usize) -> Vec<ir::ClientValue> {
    let client_values = &context.files[index].facts.client_values;
    check_words(context, client_values);
    for entry in client_values {
        if OWN_CLIENT_VALUES.contains(&entry.name()) {
            context.error(
                entry.span(),
                format!("reserved client value `{}`", entry.name()),
                "the client makes it",
                "remove it, or give it another name",
            );
        }
    }
    client_values
        .iter()
        .map(|entry| ir::ClientValue {
            name: entry.name().to_owned(),
            doc: entry.value.doc.clone(),
            default: entry.value.default.clone(),
            span: entry.span().clone(),
        })
        .collect()
}

/// The path that base URLs end with: without variables, and without a slash at its end.
fn base_path(context: &mut Context<'_>, index: usize) -> Option<String> {
    let text = context.files[index].facts.base_path.as_ref()?;
    let message = match PathTemplate::parse_path(text) {
        Ok(path) if path.variables().next().is_some() => "unexpected path parameter".to_owned(),
        Ok(_) if text.ends_with('/') => "unexpected `/` at the end of the path".to_owned(),
        Ok(_) => return Some(text.to_string()),
        Err(message) => message,
    };
    let help = "write the last part of the base URLs, as in `/api`".to_owned();
    context.error(&text.span, message, "invalid base path", help);
    None
}

fn environments(context: &mut Context<'_>, index: usize) -> Vec<ir::Environment> {
    let entries = &context.files[index].facts.environments;
    check_variants(context, entries);
    let worded = entries.iter().any(|entry| entry.value.sdk_name.is_some());
    let mut environments = Vec::new();
    for entry in entries.iter() {
        let (name, decl) = (entry.name(), &entry.value);
        if worded && decl.sdk_name.is_none() {
            context.error(
                entry.span(),
                format!("missing `sdk_name` of environment `{name}`"),
                "other environments have one",
                "add `sdk_name` to all environments, or to none",
            );
        }
        let is_foreign = |c: char| matches!(c, '@' | '?' | '#' | '\\') || c.is_whitespace();
        if decl.base_url.contains(is_foreign) {
            context.error(
                &decl.base_url.span,
                "unexpected user, query, fragment, space or backslash in the base URL",
                "no client accepts it",
                "remove it; credentials are described in `auth`",
            );
        }
        check_base_url(context, index, &decl.base_url);
        let base_url = address(context, &decl.base_url);
        environments.extend(base_url.map(|base_url| ir::Environment {
            name: name.to_owned(),
            doc: decl.doc.clone(),
            base_url,
            sdk_name: decl.sdk_name.clone(),
            span: entry.span().clone(),
        }));
    }
    environments
}

/// Reports what no configuration of the client accepts.
fn check_base_url(context: &mut Context<'_>, index: usize, base_url: &Spanned<String>) {
    let host = base_url.split_once("://");
    let host = host.map(|(scheme, rest)| (scheme, rest.split('/').next().unwrap_or_default()));
    let fault = match host {
        Some((_, "")) => Some(("missing host in the base URL", "no client accepts it")),
        Some(("http", host)) if !host.contains('{') && !is_loopback(host) => Some((
            "unexpected `http://` in the base URL",
            "no client accepts it, but for `localhost`",
        )),
        _ => None,
    };
    if let Some((message, label)) = fault {
        let help = "write it like `https://shop.example/api`, or as a variable if each deployment has its own: `{base_url}`";
        context.error(&base_url.span, message, label, help);
    }
    let text = base_url.trim_end_matches('/');
    let base_path = context.files[index].facts.base_path.as_ref();
    if let Some(path) =
        base_path.filter(|path| !text.ends_with('}') && !text.ends_with(path.as_str()))
    {
        context.error(
            &base_url.span,
            format!("expected `{}` at the end of the base URL", **path),
            "no client accepts it: `base_path` says so",
            "add it, or remove `base_path`",
        );
    }
}

/// Whether a host, with or without a port, is one of this machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    };
    let address = name.parse::<IpAddr>();
    name == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

fn error_bodies(context: &mut Context<'_>, index: usize) -> Vec<ir::ErrorBody> {
    let mut list = Vec::new();
    for entry in context.files[index].facts.error_bodies.iter() {
        let example = &entry.value.example;
        match serde_json::from_str::<serde_json::Value>(example) {
            Ok(mut example) => {
                // One order, whatever the build asks of serde_json's maps.
                example.sort_all_objects();
                list.push(ir::ErrorBody {
                    name: entry.name().to_owned(),
                    doc: entry.value.doc.clone(),
                    example,
                    span: entry.value.example.span.clone(),
                });
            }
            Err(error) => context.error(
                &example.span,
                format!("invalid JSON example: {error}"),
                "invalid JSON",
                None,
            ),
        }
    }
    list
}

pub(crate) fn address(context: &mut Context<'_>, text: &Spanned<String>) -> Option<PathTemplate> {
    // The first variable may have the scheme.
    if !["{", "https://", "http://"]
        .iter()
        .any(|start| text.starts_with(start))
    {
        context.error(
            &text.span,
            "expected `https://`, `http://` or a variable at the start",
            "invalid address",
            None,
        );
        return None;
    }
    match PathTemplate::parse(text) {
        Ok(template) => Some(template),
        Err(message) => {
            context.error(&text.span, message, "invalid address", None);
            None
        }
    }
}
