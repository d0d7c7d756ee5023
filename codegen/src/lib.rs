//! Generates Rust crates, OpenAPI documents and TypeScript typings from the YAML spec of the APIs:
//! text in, file tree out. It reads and writes no file, and it knows no API.
//!
//! The phases, each of which reads only the ones before it:
//!
//! 1. `load`: YAML to trees with spans, validated against the JSON Schema of the spec language, then
//!    deserialized into the types of `language`, where `Spanned` values keep their spans;
//! 2. `lower`: names are resolved and inherited fields merged; the result is the IR, `ir::Spec`;
//! 3. `check`: checks that need the whole spec; simpler ones are part of lowering;
//! 4. `emit`: the IR to files;
//! 5. `report`: the IR to reports about the spec.
//!
//! All errors of a spec are reported in one run, as [`Diagnostics`]. Emitters run only without errors,
//! so they handle no invalid state.
//!
//! To add a mark: `language::notation`, `ir::Field`, `lower::marks` (where it has no effect), then the
//! emitters. To add a key: its type in `language`, its field in `ir`, its lowering, the emitters.

mod check;
mod diagnostics;
mod emit;
mod file_tree;
mod ir;
mod language;
mod load;
mod lower;
mod names;
mod report;
mod source;
mod suggest;

pub use diagnostics::{Diagnostic, Diagnostics};
pub use file_tree::{FileTree, is_generated};
pub use language::{schema_of_api, schema_of_resource};
pub use source::Sources;

use diagnostics::DiagnosticSink;

/// The spec as IR, or all its errors.
fn describe(sources: &Sources) -> Result<ir::Spec, Diagnostics> {
    let mut diagnostics = DiagnosticSink::default();
    let files = load::load(sources, &mut diagnostics);
    let mut context = lower::Context::new(&files, &mut diagnostics);
    let spec = lower::lower(&mut context);
    check::check(&mut context, &spec);
    diagnostics.into_result(sources, spec)
}

/// The generated files, or all errors of the spec. Rust files still have to be formatted by rustfmt.
pub fn generate(sources: &Sources) -> Result<FileTree, Diagnostics> {
    Ok(emit::emit(&describe(sources)?))
}

/// The lines of spec and generated code of a wire name, type, operation or Rust name; empty if
/// nothing has this name. `tree` is the generated files, formatted.
pub fn locate(sources: &Sources, tree: &FileTree, name: &str) -> Result<String, Diagnostics> {
    Ok(report::locate(&describe(sources)?, tree, sources, name))
}

/// Unknowns and conflicts of the documents, with their lines.
pub fn unknowns(sources: &Sources) -> Result<String, Diagnostics> {
    Ok(report::unknowns(&describe(sources)?, sources))
}

/// Numbers of operations, fields and open questions, by package.
pub fn counts(sources: &Sources) -> Result<String, Diagnostics> {
    Ok(report::counts(&describe(sources)?))
}

/// The crates of the APIs: a line each with its name, `model` or `client`, and for a client
/// `browser-sdk` and `callbacks` if it has them.
pub fn crates(sources: &Sources) -> Result<String, Diagnostics> {
    Ok(report::crates(&describe(sources)?))
}
