//! Variables of paths that operations share.
//!
//! OpenAPI has one path for all templates that differ only in the names of their variables. The spec
//! often has two: one operation takes a quote's `id`, another method its `reference_id`. They share
//! the path item of the first template; a parameter with another documented name has it as
//! `x-documented-name`, and its operation has its own template as `x-documented-path`.

use crate::ir::PathTemplate;

/// A variable of a path: its name in the document, and in the operation's own template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slot<'a> {
    pub(crate) key: &'a str,
    pub(crate) name: &'a str,
}

/// The variables of `template`, which stands under the path of `document`.
pub(crate) fn slots<'a>(document: &'a PathTemplate, template: &'a PathTemplate) -> Vec<Slot<'a>> {
    let names = document.variables().zip(template.variables());
    names.map(|(key, name)| Slot { key, name }).collect()
}
