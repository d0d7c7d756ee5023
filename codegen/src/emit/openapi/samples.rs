//! `x-codeSamples`: an operation's call in Rust, with curl and in TypeScript.
//!
//! The sample in Rust is the example of rustdoc. The others send the same request, with variables for
//! the base URL, credentials and ids.

use crate::emit::openapi::document::Document;
use crate::emit::openapi::paths::Call;
use crate::example::{SampleRequest, curl, fetch, operation_example, page_example};
use crate::ir::BrowserSdk;
use crate::json::{Object, Value};

/// The samples of an operation by one of its paths.
pub(super) fn code_samples(document: &Document<'_>, call: Call<'_>) -> Vec<Value> {
    let (spec, package) = (document.spec, document.package);
    let request = SampleRequest::new(spec, package, (call.resource, call.operation, call.route));
    let mut samples = Vec::new();
    // The call in Rust takes the default path.
    if call.is_default() {
        let example = operation_example(spec, package, call.operation);
        samples.push(sample("Rust", &package.client_package(), shown(&example)));
    }
    samples.push(sample("Shell", "curl", curl(&request)));
    samples.push(sample("TypeScript", "fetch", fetch(&request)));
    samples
}

/// The samples of a browser SDK; empty if it has no functions.
pub(super) fn sdk_samples(document: &Document<'_>, sdk: &BrowserSdk) -> Vec<Value> {
    let source = page_example(document.spec, document.package, sdk).into_iter();
    source
        .map(|source| sample("TypeScript", "browser SDK", source))
        .collect()
}

fn sample(lang: &str, label: &str, source: String) -> Value {
    let object = Object::default().with("lang", lang).with("label", label);
    object.with("source", source).into()
}

/// An example without the lines that rustdoc hides.
fn shown(example: &str) -> String {
    let lines = example.lines();
    let shown = lines.filter(|line| !line.starts_with("# "));
    shown.map(|line| format!("{line}\n")).collect()
}
