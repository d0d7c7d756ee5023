//! The crates of the APIs.

use std::collections::BTreeSet;

use crate::ir::Spec;

/// One line per crate of a package: its name, `model` or `client`, and what a client contains besides
/// operations. The crates that convert records between versions are `versions`.
pub(crate) fn crates(spec: &Spec) -> String {
    let mut lines = String::new();
    let pairs = spec.version_pairs();
    let versions: BTreeSet<String> = pairs
        .iter()
        .filter(|pair| !pair.records().is_empty())
        .map(|pair| pair.old_package().versions_package())
        .collect();
    for versions in versions {
        lines.push_str(&format!("{versions} versions\n"));
    }
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
