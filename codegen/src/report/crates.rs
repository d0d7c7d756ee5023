//! The crates of the APIs.

use crate::ir::Spec;

/// One line per crate of a package: its name, `model` or `client`, and what a client contains besides
/// operations.
pub(crate) fn crates(spec: &Spec) -> String {
    let mut lines = String::new();
    for (index, package) in spec.packages.iter().enumerate() {
        if spec.has_model(index) {
            lines.push_str(&format!("{} model\n", package.model_package()));
        }
        if package.is_api {
            let parts = [
                ("browser-sdk", package.has_browser_sdk()),
                ("callbacks", package.confirms_callbacks()),
            ];
            lines.push_str(&format!("{} client", package.client_package()));
            for (part, _) in parts.iter().filter(|(_, is_present)| *is_present) {
                lines.push_str(&format!(" {part}"));
            }
            lines.push('\n');
        }
    }
    lines
}
