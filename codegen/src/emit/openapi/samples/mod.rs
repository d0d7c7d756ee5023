//! `x-codeSamples`: an operation's call in Rust, with curl and in TypeScript.
//!
//! The sample in Rust is the example of rustdoc. The others send the same request, with variables for
//! the base URL, credentials and ids.

mod body;
mod curl;
mod fetch;
mod request;
mod sdk;
mod variable;

pub(super) use sdk::sdk_sample;

use crate::emit::example::operation_example;
use crate::emit::openapi::document::Document;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::paths::Call;
use crate::emit::openapi::samples::request::SampleRequest;

/// The samples of an operation by one of its paths.
pub(super) fn code_samples(document: &Document<'_>, call: Call<'_>) -> Vec<Value> {
    let request = SampleRequest::new(document, call);
    let mut samples = Vec::new();
    // The call in Rust takes the default path.
    if call.is_default() {
        let example = operation_example(document.spec, document.package, call.operation);
        samples.push(sample(
            "Rust",
            &document.package.client_package(),
            shown(&example),
        ));
    }
    samples.push(sample("Shell", "curl", curl::curl(&request)));
    samples.push(sample("TypeScript", "fetch", fetch::fetch(&request)));
    samples
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
