//! `x-codeSamples`: the example of an operation's rustdoc.

use crate::emit::openapi::document::Document;
use crate::emit::openapi::paths::Call;
use crate::example::operation_example;
use crate::json::{Object, Value};

/// The sample of an operation, which takes its default path.
pub(super) fn code_samples(document: &Document<'_>, call: Call<'_>) -> Vec<Value> {
    if !call.is_default() {
        return Vec::new();
    }
    let package = document.package;
    let example = operation_example(document.spec, package, call.operation);
    let shown = example.lines().filter(|line| !line.starts_with("# "));
    let source: String = shown.map(|line| format!("{line}\n")).collect();
    let sample = Object::default()
        .with("lang", "Rust")
        .with("label", package.client_package())
        .with("source", source);
    vec![sample.into()]
}
