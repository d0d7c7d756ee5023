//! `x-codeSamples`: the call with the Rust client, which Redoc and Scalar show beside an operation.

use crate::emit::example::Samples;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::operation::Call;
use crate::emit::openapi::strict::Strict;
use crate::names;

/// The samples of a call; empty if an argument has no example.
pub(super) fn code_samples(strict: &Strict<'_>, call: Call<'_>) -> Vec<Value> {
    let package = strict.document.package;
    let mut samples = Samples::default();
    let Some(expression) = samples.call(strict.document.spec, call.operation) else {
        return Vec::new();
    };
    let krate = names::crate_ident(&package.client_package());
    let before = samples.statements();
    let source = format!(
        "use {krate}::{};\n{}\n{before}let response = client.send({expression}).await?;\n",
        call.operation.rust,
        samples.imports(&krate, &format!("{krate}::model")),
    );
    let sample = Object::default()
        .with("lang", "Rust")
        .with("label", package.client_package())
        .with("source", source);
    vec![sample.into()]
}
