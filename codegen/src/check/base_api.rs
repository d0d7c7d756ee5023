//! `extends` of APIs, and the `base_api` of shared packages.

use crate::language::ApiFile;
use crate::lower::Context;
use crate::source::Span;

/// Checks that a package has no key that has an effect only in packages of the other kind, and that
/// each `base_api` is extended.
pub(super) fn base_apis(context: &mut Context<'_>) {
    for package in context.files {
        let api = &package.api;
        let base_api = api.base_api.as_ref().map(|base_api| &base_api.span);
        let (None, Some(name)) = (&api.api, &api.shared) else {
            if let Some(span) = base_api {
                report(context, "base_api", span, "move it to a shared package");
            }
            continue;
        };
        if let Some(deprecated) = &api.deprecated {
            report(
                context,
                "deprecated",
                &deprecated.span,
                "move it to the APIs that are deprecated",
            );
        }
        if let Some(extends) = &api.extends {
            report(
                context,
                "extends",
                &extends.span,
                "extend the package in APIs",
            );
        } else {
            for (key, span) in keys_of_apis(api) {
                report(context, key, span, "move it to `base_api`");
            }
        }
        let is_extended = context.files.iter().any(|other| {
            let extends = other.api.extends.as_ref();
            extends.is_some_and(|extends| extends.as_str() == name.as_str())
        });
        if let Some(span) = base_api
            && !is_extended
            && !context.symbols.open_sets()
        {
            report(context, "base_api", span, "add `extends` to an API");
        }
    }
}

/// The keys of a file that only an API has, with their spans.
fn keys_of_apis(api: &ApiFile) -> impl Iterator<Item = (&'static str, &Span)> {
    let base_path = api.base_path.as_ref().map(|base_path| &base_path.span);
    let envelope = api.envelope.as_ref().map(|envelope| &envelope.span);
    let pagination = api.pagination.as_ref().map(|pagination| &pagination.span);
    let filters = api.filters.as_ref().map(|filters| &filters.span);
    let keys = [
        ("client_values", api.client_values.written()),
        ("base_path", base_path),
        ("environments", api.environments.written()),
        ("auth", api.auth.written()),
        ("envelope", envelope),
        ("pagination", pagination),
        ("filters", filters),
        ("error_bodies", api.error_bodies.written()),
        ("statuses", api.statuses.written()),
    ];
    keys.into_iter()
        .filter_map(|(key, span)| Some((key, span?)))
}

fn report(context: &mut Context<'_>, key: &str, span: &Span, help: &str) {
    let message = format!("key `{key}` has no effect here");
    context.error(span, message, "no effect here", help);
}
