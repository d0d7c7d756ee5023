//! The browser SDK.

use std::collections::HashSet;

use crate::ir::NamedKind;
use crate::language::{self, BrowserSdk, Entries, Keyed, Spanned};
use crate::lower::context::{Context, FileScope};
use crate::lower::field_context::FieldContext;
use crate::lower::package::address;
use crate::lower::{clashes, field};
use crate::suggest::{did_you_mean, nearest};
use crate::{ir, names};

/// What entry points take that do not take an id.
const CONFIGURATION: &str = "configuration";

/// The browser SDK that is being lowered.
pub(crate) struct BrowserSdkLowering<'l, 'a> {
    pub(crate) context: &'l mut Context<'a>,
    pub(crate) package: &'l ir::Package,
    pub(crate) scope: FileScope<'a>,
    pub(crate) sdk: &'a Keyed<BrowserSdk>,
}

impl BrowserSdkLowering<'_, '_> {
    pub(crate) fn lower(&mut self, file: &language::ResourceFile) -> ir::BrowserSdk {
        let sdk = &self.sdk.value;
        self.check_environments(&sdk.scripts);
        self.check_environments(&sdk.tester_pages);
        let entry_points = sdk.entry_points.iter();
        let entry_points = entry_points
            .map(|entry| ir::EntryPoint {
                path: entry.name().to_owned(),
                doc: entry.value.doc.clone(),
                argument: self.argument(&entry.value.argument),
            })
            .collect();
        let mut scripts = Vec::new();
        for entry in &sdk.scripts {
            let template = address(self.context, &entry.value);
            scripts.extend(template.map(|template| (entry.name().to_owned(), template)));
        }
        let scope = FieldContext::Request.in_package(self.scope.package);
        let configuration = field::list(self.context, scope, &sdk.configuration);
        self.check_members(&configuration);
        self.check_entry_points();
        self.check_error_handler();
        ir::BrowserSdk {
            source: self.scope.source(sdk.source.as_ref()),
            doc: file.doc.clone(),
            namespace: (sdk.namespace != "unknown").then(|| sdk.namespace.clone()),
            scripts,
            tester_pages: sdk.tester_pages.pairs(),
            entry_points,
            configuration,
            event_handlers: sdk.event_handlers.pairs(),
            error_handler: sdk.error_handler.as_deref().cloned(),
            notes: sdk.notes.clone(),
            open_questions: ir::OpenQuestions::new(&sdk.unknowns, &sdk.conflicts),
            span: self.sdk.span.clone(),
        }
    }

    /// Checks that the keys of a section are environments of the package.
    fn check_environments<T>(&mut self, entries: &Entries<T>) {
        let mut seen = HashSet::new();
        for entry in entries {
            let environments = self.package.environments.iter();
            let known = environments.map(|decl| decl.name.as_str());
            let name = entry.name();
            if !known.clone().any(|known| known == name) || !seen.insert(name) {
                self.context.error(
                    entry.span(),
                    format!("unknown environment `{name}`"),
                    "not in `environments` of `api.yaml`",
                    did_you_mean(name, known),
                );
            }
        }
    }

    /// The id that an entry point takes; `None` if it takes the configuration.
    fn argument(&mut self, name: &Spanned<String>) -> Option<ir::Named> {
        if **name == CONFIGURATION {
            return None;
        }
        if nearest(name, [CONFIGURATION]).is_some() {
            self.context.error(
                &name.span,
                format!("unknown argument `{name}`"),
                "expected `configuration` or an id",
                "did you mean `configuration`?",
            );
            return None;
        }
        let is_id = |kind| kind == NamedKind::Id;
        self.context
            .named_as(self.scope.package, name, "an id", is_id)
    }

    /// Configuration fields and event handlers share one struct, so their names are checked together.
    fn check_members(&mut self, configuration: &[ir::Field]) {
        let mut members = configuration.to_vec();
        for entry in &self.sdk.event_handlers {
            let (name, span) = (entry.name(), entry.span());
            let rust = names::field(name).unwrap_or_else(|wrong| {
                self.context.error(span, wrong, "not a Rust name", None);
                name.to_owned()
            });
            members.push(ir::Field::plain(
                name,
                rust,
                ir::Type::Scalar(ir::Scalar::Json),
                span,
            ));
        }
        clashes::check_names(self.context, &members);
    }

    fn check_error_handler(&mut self) {
        let handlers = self.sdk.value.event_handlers.iter();
        let known = handlers.map(|entry| entry.name());
        if let Some(name) = &self.sdk.value.error_handler
            && !known.clone().any(|known| known == **name)
        {
            self.context.error(
                &name.span,
                format!("unknown event handler `{name}`"),
                "not in `event_handlers`",
                did_you_mean(name, known),
            );
        }
    }

    fn check_entry_points(&mut self) {
        let entry_points = &self.sdk.entry_points;
        let total = entry_points.len();
        let takes_configuration = |argument: &str| nearest(argument, [CONFIGURATION]).is_some();
        let of_configuration = entry_points
            .iter()
            .filter(|entry| takes_configuration(&entry.value.argument))
            .count();
        if (of_configuration, total) != (1, 2) {
            self.context.error(
                entry_points.span_or(&self.sdk.span),
                "expected one function that takes the configuration and one that takes an id",
                "in this map",
                None,
            );
        }
    }
}
