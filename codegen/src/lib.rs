//! Generates Rust crates and OpenAPI documents from the YAML spec of the APIs:
//! text in, file tree out. It reads and writes no file, and it knows no API.
//!
//! The phases, each of which reads only the ones before it:
//!
//! 1. `load`: YAML to trees with spans, which are read as the types of `language`; its `Spanned` values keep their
//!    spans;
//! 2. `lower`: names are resolved and inherited fields merged; the result is the IR, `ir::Spec`;
//! 3. `check`: checks that need the whole spec; simpler ones are part of lowering;
//! 4. `emit`: the IR to files, with the trees of `example`;
//! 5. `unknowns`: the IR to its open questions; `compare`: two IRs to their differences; `learn`:
//!    recorded responses to edits of the spec.
//!
//! All errors of a spec are reported in one run, as [`Diagnostics`]. Emitters run only without errors,
//! so they handle no invalid state.
//!
//! `.github/CONTRIBUTING.md` shows what a new mark, key, scalar type or output touches.

mod check;
mod compare;
mod diagnostics;
mod emit;
mod example;
mod file_tree;
mod ir;
mod json;
mod language;
mod learn;
mod load;
mod lower;
mod markdown;
mod names;
mod node;
mod runtime_names;
mod source;
mod suggest;
mod unknowns;

pub use compare::{Diff, Level, Verdict};
pub use diagnostics::{Diagnostic, Diagnostics};
pub use file_tree::{FileTree, is_generated};
pub use language::{reference_of_marks, schema_of_api, schema_of_resource};
pub use learn::{Archive, Learned};
pub use load::check_shape;
pub use source::Sources;
pub use suggest::nearest;

use diagnostics::DiagnosticSink;

/// The spec as IR, or all its errors.
fn describe(sources: &Sources) -> Result<ir::Spec, Diagnostics> {
    Ok(load_and_describe(sources)?.1)
}

/// The files of the spec, and the IR.
fn load_and_describe(sources: &Sources) -> Result<(load::Loaded, ir::Spec), Diagnostics> {
    let mut diagnostics = DiagnosticSink::default();
    let files = load::load(sources, &mut diagnostics);
    let mut context = lower::Context::new(&files, &mut diagnostics);
    let spec = lower::lower(&mut context);
    check::check(&mut context, &spec);
    diagnostics.into_result(sources, (files, spec))
}

/// The generated files, or all errors of the spec. Rust files still have to be formatted by rustfmt.
pub fn generate(sources: &Sources) -> Result<FileTree, Diagnostics> {
    Ok(emit::emit(&describe(sources)?))
}

/// Unknowns and conflicts of the documents with their lines, and numbers of untyped fields; those of a
/// package by name or folder.
/// Empty if no package has the name.
pub fn unknowns(sources: &Sources, package: Option<&str>) -> Result<String, Diagnostics> {
    Ok(unknowns::unknowns(&describe(sources)?, package, sources))
}

/// The names of the packages.
pub fn packages(sources: &Sources) -> Result<Vec<String>, Diagnostics> {
    let spec = describe(sources)?;
    Ok(spec
        .packages
        .into_iter()
        .map(|package| package.name)
        .collect())
}

/// The spec with what recorded responses show: fields and values of enums that it does not have, and types that the
/// documents do not show.
pub fn learn(sources: &Sources, archives: &[Archive]) -> Result<Learned, Diagnostics> {
    let (loaded, spec) = load_and_describe(sources)?;
    Ok(learn::learn((&loaded, &spec, sources), archives, describe))
}

/// The kinds of facts of a spec that [`diff`] has no levels for, so that each change of one is a break.
pub fn paths_without_row(sources: &Sources) -> Result<Vec<String>, Diagnostics> {
    Ok(compare::paths_without_row(&describe(sources)?))
}

/// What differs between two specs, and what that means for those who depend on the crates.
pub fn diff(old: &Sources, new: &Sources) -> Result<Diff, Diagnostics> {
    let (before, after) = (describe(old)?, describe(new)?);
    Ok(compare::diff((&before, old), (&after, new)))
}
