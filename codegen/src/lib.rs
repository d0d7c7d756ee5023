//! FieldDecl by hand. Turns the YAML description of the remote APIs into Rust crates, OpenAPI documents and TypeScript
//! typings: text in, file tree out. It reads and writes no file, and it knows no API.
//!
//! The stages, each reading only the one before it:
//!
//! 1. `load`: texts into trees that know their bytes, checked against the schema of the language, then into its types;
//! 2. `lower`: names resolved, differences applied, everything checked that a schema cannot tell → [`ir::Spec`];
//! 3. `emit`: the intermediate form into files.
//!
//! All mistakes of the description come in one run, as [`Diagnostics`].

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
pub use file_tree::{FileTree, GENERATED_HEADER};
pub use language::{schema_of_api, schema_of_resource};
pub use source::Sources;

use diagnostics::DiagnosticSink;

/// The whole description, resolved; or all its mistakes.
fn describe(sources: &Sources) -> Result<ir::Spec, Diagnostics> {
    let mut diagnostics = DiagnosticSink::default();
    let files = load::load(sources, &mut diagnostics);
    let mut context = lower::Context::new(&files, &mut diagnostics);
    let spec = lower::lower(&mut context);
    check::check(&mut context, &spec);
    diagnostics.into_result(sources, spec)
}

/// Every file that the description makes; or all its mistakes.
pub fn generate(sources: &Sources) -> Result<FileTree, Diagnostics> {
    Ok(emit::emit(&describe(sources)?))
}

/// Where a name is: the lines of spec and of generated code for a wire name, a record, an operation or a Rust name.
/// Empty when nothing has it.
pub fn locate(sources: &Sources, name: &str) -> Result<String, Diagnostics> {
    let spec = describe(sources)?;
    Ok(report::locate(&spec, &emit::emit(&spec), sources, name))
}

/// What the documents do not show, and what they say in two ways, with the places of both.
pub fn unknowns(sources: &Sources) -> Result<String, Diagnostics> {
    Ok(report::unknowns(&describe(sources)?, sources))
}

/// How much is described, by set.
pub fn counts(sources: &Sources) -> Result<String, Diagnostics> {
    Ok(report::counts(&describe(sources)?))
}
