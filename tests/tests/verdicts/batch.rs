//! Mutants as modules of one crate, so that one run of the compiler checks many.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use syn::{Item, UseTree};

use crate::crates::{Crates, with_roots};
use crate::witness::witness;

/// Modules of a client that implement traits for its marker of the API, or that private items of are
/// used: each needs all others.
const ENTANGLED: [&str; 4] = ["api", "browser_sdk", "credentials", "journal"];

/// Public modules, whose items are not exported by the root.
const PUBLIC_MODULES: [&str; 2] = ["blocking", "journal"];

/// The crates that are mutated.
pub(crate) struct Base {
    pub(crate) crates: Crates,
    /// Their path: a module of the batch, or nothing if they are crates that are built already.
    pub(crate) root: &'static str,
}

/// What is checked of a mutant. Each part is a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Its generated code.
    Code,
    /// Witnesses of its own items: they are right.
    Own,
    /// Witnesses of the base.
    Forward,
    /// Its witnesses with the code of the base.
    Back,
}

/// The files of a mutant.
pub(crate) fn parts(base: &Base, new: &Crates, index: usize) -> BTreeMap<Part, String> {
    let old = &base.crates;
    let (changed_old, changed_new) = (old.changed(new), new.changed(old));
    let replaced = replaced(old, new, &changed_old, &changed_new);
    let in_base = |name: &str| format!("{}::{name}", base.root);
    let in_mutant = |name: &str| match replaced.contains(name) {
        true => format!("crate::m{index}::{name}"),
        false => in_base(name),
    };
    let known = |word: &str| old.0.contains_key(word) || new.0.contains_key(word);

    let mut code = String::new();
    for name in replaced.iter().filter(|name| new.0.contains_key(*name)) {
        let included = included(new, name, &changed_new);
        let text = overlay(&new.0[name], &included, &in_base(name));
        let text = with_roots(&text, |word| match word {
            "crate" => Some(format!("crate::m{index}::{name}")),
            // Paths of the overlay itself.
            word if known(word) => Some(in_mutant(word)),
            _ => None,
        });
        let _ = writeln!(code, "pub mod {name} {{\n{}}}", text.replace("__base", ""));
    }
    let witnesses =
        |crates: &Crates, changed: &[(String, String)], root: &dyn Fn(&str) -> String| {
            let mut text = String::new();
            for (name, module) in changed {
                let path = match PUBLIC_MODULES.contains(&module.as_str()) {
                    true => format!("crate::{module}"),
                    false => "crate".to_owned(),
                };
                let witness = witness(&crates.0[name][module], &path, module == "lib");
                let witness = with_roots(&witness, |word| match word {
                    "crate" => Some(root(name)),
                    word if known(word) => Some(root(word)),
                    _ => None,
                });
                let _ = writeln!(text, "mod {name}_{module} {{\n{witness}}}");
            }
            text
        };
    BTreeMap::from([
        (Part::Code, code),
        (Part::Own, witnesses(new, &changed_new, &in_mutant)),
        (Part::Forward, witnesses(old, &changed_old, &in_mutant)),
        (Part::Back, witnesses(new, &changed_new, &in_base)),
    ])
}

/// The whole base as a module.
pub(crate) fn base_module(base: &Base) -> String {
    let mut code = String::new();
    for (name, modules) in &base.crates.0 {
        let all: BTreeSet<&str> = modules.keys().map(String::as_str).collect();
        let text = with_roots(&overlay(modules, &all, ""), |word| match word {
            "crate" => Some(format!("crate::base::{name}")),
            word if base.crates.0.contains_key(word) => Some(format!("crate::base::{word}")),
            _ => None,
        });
        let _ = writeln!(code, "pub mod {name} {{\n{text}}}");
    }
    code
}

/// The crates that changed, and those that use them.
fn replaced(
    old: &Crates,
    new: &Crates,
    changed_old: &[(String, String)],
    changed_new: &[(String, String)],
) -> BTreeSet<String> {
    let changed = changed_old.iter().chain(changed_new);
    let mut replaced: BTreeSet<String> = changed.map(|(name, _)| name.clone()).collect();
    loop {
        let count = replaced.len();
        for (name, modules) in old.0.iter().chain(&new.0) {
            let uses = |used: &String| modules.values().any(|text| text.contains(used.as_str()));
            if replaced.iter().any(uses) {
                replaced.insert(name.clone());
            }
        }
        if replaced.len() == count {
            return replaced;
        }
    }
}

/// The modules that are compiled; the others are those of the base.
fn included<'c>(new: &'c Crates, name: &str, changed: &'c [(String, String)]) -> BTreeSet<&'c str> {
    let of_crate = changed.iter().filter(|(changed, _)| changed == name);
    let included: BTreeSet<&str> = of_crate.map(|(_, module)| module.as_str()).collect();
    let modules = &new.0[name];
    let is_entangled = included
        .iter()
        .any(|module| ENTANGLED.contains(module) || modules[*module].contains("crate::api"));
    match is_entangled {
        true => modules.keys().map(String::as_str).collect(),
        false => included,
    }
}

/// A crate as a module, with other modules from `base`.
fn overlay(modules: &BTreeMap<String, String>, included: &BTreeSet<&str>, base: &str) -> String {
    let file = syn::parse_file(&modules["lib"]).unwrap();
    let mut text = String::new();
    for item in &file.items {
        match item {
            Item::Mod(item) => {
                let name = item.ident.to_string();
                if included.contains(name.as_str()) {
                    let _ = writeln!(text, "pub mod {name} {{\n{}}}", modules[&name]);
                }
            }
            Item::Use(item) => match &item.tree {
                UseTree::Path(path) => {
                    let first = path.ident.to_string();
                    let rest = quote::ToTokens::to_token_stream(&path.tree).to_string();
                    // Of a feature.
                    if rest == "testing" {
                        continue;
                    }
                    let first = match modules.contains_key(&first) {
                        true if included.contains(first.as_str()) => format!("self::{first}"),
                        // Marked, so that the path is not replaced again.
                        true => base
                            .split("::")
                            .map(|part| format!("{part}__base"))
                            .collect::<Vec<_>>()
                            .join("::"),
                        false => first,
                    };
                    let _ = writeln!(text, "pub use {first}::{rest};");
                }
                tree => {
                    let tree = quote::ToTokens::to_token_stream(tree).to_string();
                    let _ = writeln!(text, "pub use {tree};");
                }
            },
            other => {
                let other = quote::ToTokens::to_token_stream(other);
                let _ = writeln!(text, "{other}");
            }
        }
    }
    text
}
