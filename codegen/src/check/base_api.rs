//! `extends` of APIs, and the `base_api` of shared packages.

use crate::language::ApiFile;
use crate::load::tree::Node;
use crate::lower::Context;

/// Checks that a package has no key that has an effect only in packages of the other kind, and that
/// each `base_api` is extended.
pub(super) fn base_apis(context: &mut Context<'_>) {
    for package in context.files {
        let (read, node) = (&package.api.read, &package.api.node);
        let (None, Some(name)) = (&read.api, &read.shared) else {
            if read.base_api.is_some() {
                report(context, node, "base_api", "move it to a shared package");
            }
            continue;
        };
        if read.extends.is_some() {
            report(context, node, "extends", "extend the package in APIs");
        } else {
            for key in keys_of_apis(read) {
                report(context, node, key, "move it to `base_api`");
            }
        }
        let mut files = context.files.iter();
        let is_extended = files.any(|other| other.api.read.extends.as_ref() == Some(name));
        if read.base_api.is_some() && !is_extended && !context.symbols.open_sets() {
            report(context, node, "base_api", "add `extends` to an API");
        }
    }
}

/// The keys of a file that only an API has.
fn keys_of_apis(read: &ApiFile) -> impl Iterator<Item = &'static str> {
    let keys = [
        ("client_values", !read.client_values.is_empty()),
        ("base_path", read.base_path.is_some()),
        ("environments", !read.environments.is_empty()),
        ("auth", !read.auth.is_empty()),
        ("envelope", read.envelope.is_some()),
        ("error_bodies", !read.error_bodies.is_empty()),
        ("statuses", !read.statuses.is_empty()),
    ];
    keys.into_iter()
        .filter_map(|(key, is_present)| is_present.then_some(key))
}

fn report(context: &mut Context<'_>, node: &Node, key: &str, help: &str) {
    let span = node.entry(key).map_or(&node.span, |entry| &entry.span);
    let message = format!("key `{key}` has no effect here");
    context
        .diagnostics
        .error(span, message, "no effect here", help.to_owned());
}
