//! The browser SDK.

use std::collections::HashSet;

use crate::ir::NamedKind;
use crate::language::Entries;
use crate::load::tree::{Entry, Node};
use crate::lower::context::Context;
use crate::lower::entries::each;
use crate::lower::field_decl::FieldContext;
use crate::lower::open_questions::open_questions;
use crate::lower::package::address;
use crate::lower::{field, field_names};
use crate::suggest::did_you_mean;
use crate::{ir, language, names};

pub(crate) fn browser_sdk(
    context: &mut Context<'_>,
    lowered: &ir::Package,
    package: usize,
    file: &language::ResourceFile,
    sdk: &language::BrowserSdk,
    entry: &Entry,
) -> ir::BrowserSdk {
    let node = &entry.value;
    for section in ["scripts", "tester_pages"] {
        check_environments(context, lowered, node.entries_of(section));
    }
    let entry_points = each(&sdk.entry_points, node, "entry_points")
        .map(|(path, decl, entry)| ir::EntryPoint {
            path: path.to_owned(),
            doc: decl.doc.clone(),
            argument: argument(context, package, &decl.argument, entry),
        })
        .collect();
    let pairs = |entries: &Entries<String>| -> Vec<(String, String)> {
        entries
            .iter()
            .map(|(name, text)| (name.to_owned(), text.clone()))
            .collect()
    };
    let mut scripts = Vec::new();
    for (environment, text, entry) in each(&sdk.scripts, node, "scripts") {
        let template = address(context, text, &entry.value.span);
        scripts.extend(template.map(|template| (environment.to_owned(), template)));
    }
    let configuration = field::list(
        context,
        package,
        FieldContext::Request,
        &sdk.configuration,
        node.entries_of("configuration"),
    );
    check_page(context, &configuration, sdk, node);
    ir::BrowserSdk {
        source: sdk.source.clone().unwrap_or_else(|| file.source.clone()),
        doc: file.doc.clone(),
        namespace: (sdk.namespace != "unknown").then(|| sdk.namespace.clone()),
        scripts,
        tester_pages: pairs(&sdk.tester_pages),
        entry_points,
        configuration,
        event_handlers: pairs(&sdk.event_handlers),
        notes: sdk.notes.clone(),
        open_questions: open_questions(node, &sdk.unknowns, &sdk.conflicts),
        span: entry.span.clone(),
    }
}

/// Checks that the keys of a section are environments of the package.
fn check_environments(context: &mut Context<'_>, lowered: &ir::Package, entries: &[Entry]) {
    let mut seen = HashSet::new();
    for entry in entries {
        let known = lowered.environments.iter().map(|decl| decl.name.as_str());
        if !known.clone().any(|name| name == entry.key) || !seen.insert(&entry.key) {
            let help = did_you_mean(&entry.key, known);
            context.diagnostics.error(
                &entry.span,
                format!("unknown environment `{}`", entry.key),
                "not in `environments` of `api.yaml`",
                help,
            );
        }
    }
}

/// The id that an entry point takes; `None` if it takes the configuration.
fn argument(
    context: &mut Context<'_>,
    package: usize,
    name: &str,
    entry: &Entry,
) -> Option<ir::Named> {
    let span = entry.value.span_of("argument");
    if name == "configuration" {
        return None;
    }
    if crate::suggest::nearest(name, ["configuration"]).is_some() {
        context.diagnostics.error(
            span,
            format!("unknown argument `{name}`"),
            "expected `configuration` or an id",
            "did you mean `configuration`?".to_owned(),
        );
        return None;
    }
    context.named_as(package, name, span, "an id", |kind| kind == NamedKind::Id)
}

/// Configuration fields and event handlers share one struct, so their names are checked together.
fn check_page(
    context: &mut Context<'_>,
    configuration: &[ir::Field],
    sdk: &language::BrowserSdk,
    node: &Node,
) {
    let mut members = configuration.to_vec();
    for entry in node.entries_of("event_handlers") {
        let rust = names::field(&entry.key).unwrap_or_else(|wrong| {
            context
                .diagnostics
                .error(&entry.span, wrong, "not a Rust name", None);
            entry.key.clone()
        });
        members.push(ir::Field::plain(
            &entry.key,
            rust,
            ir::Type::Json,
            &entry.span,
        ));
    }
    field_names::check_names(context, &members);
    let taking = |configuration: bool| {
        sdk.entry_points
            .iter()
            .filter(|(_, decl)| {
                crate::suggest::nearest(&decl.argument, ["configuration"]).is_some()
                    == configuration
            })
            .count()
    };
    if taking(true) != 1 || taking(false) != 1 {
        let span = node
            .entry("entry_points")
            .map_or(&node.span, |entry| &entry.span);
        context.diagnostics.error(
            span,
            "expected one function that takes the configuration and one that takes an id",
            "in this map",
            None,
        );
    }
}
