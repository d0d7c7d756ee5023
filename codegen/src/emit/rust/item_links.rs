//! Links to items on a front page, which is both a README and the docs of a crate.
//!
//! The page has links without targets, ``[`Customer`]``. Below them, the README defines the source files as
//! targets. Above them, the crate root defines the items: the first definition of a target counts.

use std::collections::BTreeMap;

use crate::ir::{Resource, Spec};

/// The links of a front page.
#[derive(Debug, Default)]
pub(crate) struct ItemLinks(BTreeMap<String, Target>);

#[derive(Debug)]
struct Target {
    /// The path in Rust, from the crate root.
    item: String,
    /// The file, from the folder of the crate.
    file: String,
}

impl ItemLinks {
    /// A link to an item.
    pub(crate) fn link(&mut self, name: &str, item: String, file: String) -> String {
        self.0.insert(name.to_owned(), Target { item, file });
        format!("[`{name}`]")
    }

    /// The definitions for the end of the README.
    pub(crate) fn readme_definitions(&self) -> String {
        let targets = self.0.iter();
        targets
            .map(|(name, target)| format!("[`{name}`]: {}\n", target.file))
            .collect()
    }

    /// The definitions for the beginning of the crate's docs, and an empty line.
    pub(crate) fn doc_definitions(&self) -> Vec<String> {
        let targets = self.0.iter();
        let mut lines: Vec<String> = targets
            .map(|(name, target)| format!("[`{name}`]: {}", target.item))
            .collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }
}

/// The file of a type of a model crate, from the folder of the crates.
pub(crate) fn model_file(spec: &Spec, package: usize, name: &str) -> String {
    let package = &spec.packages[package];
    let declares = |resource: &&Resource| resource.type_names().any(|declared| declared == name);
    let resource = package.resources.iter().find(declares);
    let module = resource.map_or("lib", |resource| &resource.name);
    format!("{}/src/{module}.rs", package.model_package())
}
