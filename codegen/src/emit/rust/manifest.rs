//! Manifests of generated crates.

use crate::emit::rust::imports::literal;
use crate::file_tree::GENERATED_HEADER;
use crate::ir::Spec;

fn head(package: &str, description: &str) -> String {
    let description: String = description.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(
        "# {GENERATED_HEADER}\n\n[package]\nname = {}\ndescription = {}\nversion.workspace = true\nedition.workspace = true\n\
         rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\n\
         # Named, so that the workspace loads before the sources are generated.\n[lib]\npath = \"src/lib.rs\"\n\n\
         [lints]\nworkspace = true\n",
        literal(package),
        toml(&description)
    )
}

/// A text as a TOML string.
fn toml(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            character if character.is_control() => {
                out.push_str(&format!("\\u{:04X}", character as u32))
            }
            character => out.push(character),
        }
    }
    out.push('"');
    out
}

/// The manifest of a model crate.
pub(crate) fn model(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = head(
        &package.model_package(),
        &format!("{}: records, request bodies and enums", package.title),
    );
    out.push_str("\n[dependencies]\napi-wire.workspace = true\n");
    for used in spec.imported_types(index).keys() {
        out.push_str(&format!(
            "{}.workspace = true\n",
            spec.packages[*used].model_package()
        ));
    }
    out
}

/// The manifest of a client crate. Its features are those of the runtime.
pub(crate) fn client(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = head(
        &package.client_package(),
        &format!(
            "Client for {}: operations as values, and the client that sends them",
            package.title
        ),
    );
    out.push_str("\n[features]\ndefault = [\"rustls\"]\n");
    let confirms_callbacks = package.confirms_callbacks();
    if confirms_callbacks {
        out.push_str("axum = [\"api-callbacks/axum\"]\n");
    }
    for feature in [
        "blocking",
        "gzip",
        "http2",
        "native-tls",
        "rustls",
        "testing",
        "tracing",
    ] {
        out.push_str(&format!("{feature} = [\"api-runtime/{feature}\"]\n"));
    }
    out.push_str("\n[dependencies]\n");
    if package.has_browser_sdk() {
        out.push_str("api-browser.workspace = true\n");
    }
    if confirms_callbacks {
        out.push_str("api-callbacks.workspace = true\n");
    }
    out.push_str("api-runtime.workspace = true\napi-wire.workspace = true\n");
    out.push_str(&format!("{}.workspace = true\n", package.model_package()));
    out
}

/// The manifest of the crate of the OpenAPI documents.
pub(crate) fn description() -> String {
    head("api-description", "OpenAPI 3.1 documents of the APIs")
}
