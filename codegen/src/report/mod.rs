//! Reports about the spec: open questions, untyped fields.

mod unknowns;
mod untyped;
pub(crate) use unknowns::unknowns;
pub(crate) use untyped::untyped;

use crate::ir::{Package, Spec};
use crate::source::{Sources, Span};

/// The package with a name or folder (`pos/v2`, `spec/pos/v2/`), or all.
pub(crate) fn selected<'s>(spec: &'s Spec, package: Option<&str>) -> Vec<&'s Package> {
    let package = package.map(|name| name.trim_start_matches("./").trim_end_matches('/'));
    let package = package.map(|name| name.strip_prefix("spec/").unwrap_or(name));
    let is_selected = |candidate: &&Package| {
        package.is_none_or(|name| candidate.name == name || candidate.dir == name)
    };
    spec.packages.iter().filter(is_selected).collect()
}

/// A place as `file:line`, for terminals and editors.
pub(crate) fn line_of(sources: &Sources, span: &Span) -> String {
    let text = sources.0.get(&*span.file).map_or("", String::as_str);
    format!("spec/{}:{}", span.file, span.line_column(text).0)
}
