//! Manifests of generated crates.

use crate::emit::readme;
use crate::emit::rust::imports::literal;
use crate::file_tree::{header, header_of};
use crate::ir::Spec;

/// The head of a manifest, whose first line is the header. The library has no unit tests, and its examples run elsewhere: `tests/build.rs`
/// makes functions of those of a client, and doctests of one crate of those in READMEs of models.
fn head(header: &str, package: &str, description: &str) -> String {
    let description: String = description.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(
        "# {header}\n\n[package]\nname = {}\ndescription = {}\nversion.workspace = true\nedition.workspace = true\n\
         rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\n\
         # The path is named, so that cargo loads the workspace before the source is generated.\n[lib]\npath = \"src/lib.rs\"\ntest = false\ndoctest = false\n\n\
         [lints]\nworkspace = true\n",
        literal(package),
        toml(&description)
    )
}

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

/// A dependency on a crate of the workspace. It names the folder, because a row to inherit from would
/// have to be added by hand before cargo loads a workspace with a new API.
fn dependency(package: &str, options: &str) -> String {
    format!("{package} = {{ path = \"../{package}\"{options} }}\n")
}

/// The manifest of a model crate.
pub(crate) fn model(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = head(
        &header([&*package.dir]),
        &package.model_package(),
        &format!("{}: {}", package.title, readme::kinds(package)),
    );
    out.push_str("\n[dependencies]\n");
    out.push_str(&dependency("api-wire", ""));
    for used in spec.imported_types(index).keys() {
        out.push_str(&dependency(&spec.packages[*used].model_package(), ""));
    }
    out
}

/// The cargo features of a client: each enables the feature of that name of the runtime, and perhaps of the callbacks.
pub(crate) const FEATURES: [&str; 9] = [
    "axum",
    "gzip",
    "http2",
    DEFAULT_FEATURE,
    "rustls-no-provider",
    "rustls-ring",
    "metrics",
    "testing",
    "tracing",
];
pub(crate) const DEFAULT_FEATURE: &str = "rustls";

/// The manifest of a client crate. Its features are those of the runtime.
pub(crate) fn client(spec: &Spec, index: usize) -> String {
    let package = &spec.packages[index];
    let mut out = head(
        &header([&*package.dir]),
        &package.client_package(),
        &format!(
            "Client for the API “{}”, with each operation as a struct",
            package.title
        ),
    );
    out.push_str(&format!(
        "\n[features]\ndefault = [{}]\n",
        literal(DEFAULT_FEATURE)
    ));
    for name in FEATURES {
        let callbacks = match name {
            "axum" | "metrics" if package.confirms_callbacks() => {
                format!("\"api-callbacks/{name}\", ")
            }
            _ => String::new(),
        };
        out.push_str(&format!("{name} = [{callbacks}\"api-runtime/{name}\"]\n"));
    }
    out.push_str("\n[dependencies]\n");
    if package.has_browser_sdk() {
        out.push_str(&dependency("api-browser", ""));
    }
    if package.confirms_callbacks() {
        out.push_str(&dependency("api-callbacks", ""));
    }
    out.push_str(&dependency("api-runtime", ", default-features = false"));
    out.push_str(&dependency("api-wire", ""));
    if spec.has_model(index) {
        out.push_str(&dependency(&package.model_package(), ""));
    }
    out
}

/// The manifest of the crate of the OpenAPI documents.
pub(crate) fn description() -> String {
    head(
        &header_of("spec"),
        "api-description",
        "OpenAPI 3.1 documents of the APIs",
    )
}
