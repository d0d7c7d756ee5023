//! Names in earlier versions of an API.

use std::collections::BTreeSet;

use crate::ir::Spec;
use crate::language::{ResourceFile, Spanned};
use crate::lower::Context;
use crate::source::Span;
use crate::suggest::nearest;

/// Reports a `was` that no other version has. An API of one version is compared with its past only, which the spec does not
/// know.
pub(super) fn earlier_names(context: &mut Context<'_>, spec: &Spec) {
    // A name may be in an invalid file.
    if context.diagnostics.len() > 0 {
        return;
    }
    let families = || {
        let packages = spec.packages.iter().enumerate();
        let apis = packages.filter(|(_, package)| package.is_api);
        apis.filter_map(|(index, package)| Some((package.version()?.0, index)))
    };
    let has_others = |family: &str| families().filter(|(of, _)| *of == family).count() > 1;
    let versions = families().filter(|(family, _)| has_others(family));
    let packages: BTreeSet<usize> = versions
        .flat_map(|(_, index)| std::iter::once(index).chain(spec.packages[index].imports.clone()))
        .collect();
    let files = context.files;
    let declared = |index: usize| {
        files[index]
            .resources
            .iter()
            .flat_map(|file| declared(file))
    };
    for own in packages.iter().copied() {
        // Types of a shared package are those of several versions.
        let is_other = |index: &usize| *index != own || !spec.packages[own].is_api;
        let others = packages.iter().copied().filter(is_other);
        let known: BTreeSet<&str> = others.flat_map(declared).map(|(name, _)| name).collect();
        for (name, was) in declared(own) {
            for was in was.iter().filter(|was| !known.contains(was.as_str())) {
                let others = known.iter().copied().filter(|other| *other != name);
                report(context, (name, was), &was.span, others);
            }
        }
        let others = packages.iter().copied().filter(is_other);
        let fields = others.flat_map(|index| spec.packages[index].fields());
        let known: BTreeSet<&str> = fields.map(|(_, field)| &*field.wire).collect();
        for (_, field) in spec.packages[own].fields() {
            for was in field.was.iter().filter(|was| !known.contains(was.as_str())) {
                let others = known.iter().copied().filter(|other| *other != field.wire);
                report(context, (&field.wire, was), &field.span, others);
            }
        }
    }
}

fn report<'n>(
    context: &mut Context<'_>,
    (name, was): (&str, &str),
    span: &Span,
    known: impl Iterator<Item = &'n str>,
) {
    let near = nearest(was, context.diagnostics.suggestible(known));
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    context.error(
        span,
        format!("`was` of `{name}`: no version has `{was}`"),
        "unknown name",
        format!("{near}If the version that had it is retired, remove it"),
    );
}

/// Types and operations, with their names in earlier versions.
fn declared(file: &ResourceFile) -> impl Iterator<Item = (&str, &[Spanned<String>])> {
    let records = file
        .records
        .iter()
        .map(|entry| (entry.name(), &*entry.value.was));
    let bodies = file
        .bodies
        .iter()
        .map(|entry| (entry.name(), &*entry.value.was));
    let operations = file
        .operations
        .iter()
        .map(|entry| (entry.name(), &*entry.value.was));
    records.chain(bodies).chain(operations)
}
