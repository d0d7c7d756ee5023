//! The paths of an operation.

use std::collections::HashSet;

use crate::ir::PathTemplate;
use crate::language::{Spanned, limit};
use crate::lower::clashes::check_variants;
use crate::lower::context::OperationLowering;
use crate::source::Span;
use crate::suggest::nearest;
use crate::{ir, names};

impl<'a> OperationLowering<'_, 'a> {
    /// The path in `http`, then those in `variants`.
    pub(crate) fn routes(&mut self, path: &str) -> Vec<ir::Route> {
        let decl = self.decl();
        let mut routes = Vec::new();
        let name = decl.variant.as_ref().map_or("", |name| name.as_str());
        routes.extend(self.route(name, path, &decl.http.span));
        if decl.variant.is_some() == decl.variants.is_empty() {
            self.context.error(
                self.entry.span(),
                "`variant` and `variants` require each other",
                "one of them is missing",
                "`variant` names the path in `http`, `variants` lists the others",
            );
        }
        if let Some(name) = &decl.variant
            && let Err(wrong) = names::check_variant(name)
        {
            self.context
                .error(&name.span, wrong, "invalid path name", None);
        }
        check_variants(self.context, &decl.variants);
        for entry in &decl.variants {
            let name = entry.name();
            if decl.variant.as_ref().is_some_and(|first| **first == name) {
                self.context.error(
                    entry.span(),
                    format!("the path `{name}` is defined multiple times"),
                    "same as `variant`",
                    "rename it",
                );
            }
            routes.extend(self.route(name, &entry.value, &entry.value.span));
        }
        routes
    }

    /// One path; `None` if its template is invalid.
    fn route(&mut self, name: &str, path: &str, span: &Span) -> Option<ir::Route> {
        match PathTemplate::parse_path(path) {
            Ok(template) => Some(ir::Route {
                name: name.to_owned(),
                rust: names::type_of(name),
                template,
            }),
            Err(message) => {
                let meant = [
                    (
                        "://",
                        Some(
                            "the base URL is in `environments` of `api.yaml`: write the path alone",
                        ),
                    ),
                    ("/:", Some("write a path parameter in braces, as in `{id}`")),
                    (":", limit("suffix")),
                    ("?", Some("write the parameters in `query`")),
                ];
                let help = meant.into_iter().find(|(sign, _)| path.contains(sign));
                let help = help.and_then(|(_, help)| help).map(str::to_owned);
                self.context.error(span, message, "invalid path", help);
                None
            }
        }
    }

    fn written_path(&self, route: &ir::Route) -> &'a Spanned<String> {
        let decl = self.decl();
        let variant = decl.variants.get(&route.name);
        variant.map_or(&decl.http, |entry| &entry.value)
    }

    /// Checks that every variable of every path has a value, and that every path parameter is in a
    /// path.
    pub(crate) fn check_routes(&mut self, operation: &ir::Operation) {
        let decl = self.decl();
        let parameters: Vec<&Spanned<String>> = decl.path.iter().map(|entry| &entry.key).collect();
        // An unknown auth scheme may have any path parameter.
        if decl.auth.len() <= operation.auth.len() || decl.is_without_credentials() {
            self.check_variables(operation, &parameters);
        }
        let has_invalid_route = operation.routes.len() <= decl.variants.len();
        if !has_invalid_route {
            self.check_unused_parameters(operation, &parameters);
        }
    }

    /// Reports variables that are no parameter, credential or client value.
    fn check_variables(&mut self, operation: &ir::Operation, parameters: &[&Spanned<String>]) {
        let credentials = operation
            .auth
            .iter()
            .filter_map(|index| self.package.auth[*index].path.as_deref());
        let parameters = parameters.iter().map(|name| name.as_str());
        let known: HashSet<&str> = parameters.chain(credentials).collect();
        for route in &operation.routes {
            for name in route.template.variables() {
                if known.contains(name) {
                    continue;
                }
                let help = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{{{near}}}`?"),
                    None => {
                        format!(
                            "add `path: {{ {name}: integer }}`, with `string from_client(…)` if the client sets it"
                        )
                    }
                };
                self.context.error(
                    &self.written_path(route).span,
                    format!("no value for `{{{name}}}`"),
                    "not a parameter, credential or client value",
                    help,
                );
            }
        }
    }

    fn check_unused_parameters(
        &mut self,
        operation: &ir::Operation,
        parameters: &[&Spanned<String>],
    ) {
        let routes = operation.routes.iter();
        let used: HashSet<&str> = routes
            .flat_map(|route| route.template.variables())
            .collect();
        for name in parameters {
            if !used.contains(name.as_str()) {
                self.context.error(
                    &name.span,
                    format!("unused path parameter `{{{name}}}`"),
                    "not in any path",
                    None,
                );
            }
        }
    }
}
