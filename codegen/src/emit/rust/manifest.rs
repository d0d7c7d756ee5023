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

/// A cargo feature of client crates, which enables the feature of that name of the runtime, and perhaps of the callbacks.
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    pub(crate) is_default: bool,
    /// For the README.
    pub(crate) adds: &'static str,
}

const fn feature(name: &'static str, adds: &'static str) -> Feature {
    Feature {
        name,
        is_default: false,
        adds,
    }
}

/// The features of a client.
pub(crate) const FEATURES: [Feature; 9] = [
    feature("axum", "`Reply` as a response of axum, and each `router`"),
    feature("gzip", "responses compressed with gzip"),
    feature("http2", "HTTP/2, if the server supports it"),
    Feature {
        is_default: true,
        ..feature(
            "rustls",
            "TLS as reqwest has it by default: rustls, AWS-LC and the root certificates of the platform",
        )
    },
    feature(
        "rustls-no-provider",
        "TLS with rustls and the `CryptoProvider` that the application installs; other clients of reqwest in the program need one, too",
    ),
    feature(
        "rustls-ring",
        "TLS with rustls and ring; without `rustls`, other clients of reqwest in the program need an installed `CryptoProvider`",
    ),
    feature(
        "metrics",
        "metrics of calls, of the journal and of callbacks, over the facade crate `metrics`",
    ),
    feature(
        "testing",
        "`testing::ScriptedTransport`, a transport without a server; for dev-dependencies",
    ),
    feature(
        "tracing",
        "a `tracing` span for each call and an event for each attempt",
    ),
];

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
    let defaults = FEATURES.iter().filter(|feature| feature.is_default);
    let defaults: Vec<String> = defaults.map(|feature| literal(feature.name)).collect();
    out.push_str(&format!(
        "\n[features]\ndefault = [{}]\n",
        defaults.join(", ")
    ));
    for Feature { name, .. } in FEATURES {
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
