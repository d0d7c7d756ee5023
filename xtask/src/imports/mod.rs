//! `cargo xtask imports`: which file of a crate imports which, and whether some import each other in a circle.
//!
//! An edge is a path in a `use` or in code that starts with `crate`, `super`, `self` or an imported
//! name; it leads to the file that defines the item, through every `use` on the way. Modules under
//! `#[cfg(test)]` are left out, and so is an edge between a module and one of its own submodules.

mod graph;
mod module;
mod paths;
mod resolve;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use fs_err as fs;

use crate::disk;
use graph::Graph;
use module::Crate;

/// Prints one section per crate, or only that of `selected`, with its layers. `false` if a crate has a circle.
pub(crate) fn run(selected: Option<&str>) -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let mut acyclic = true;
    let mut found = false;
    for (name, src) in crates(&root)? {
        if selected.is_some_and(|selected| selected != name) {
            continue;
        }
        found = true;
        let mut files = BTreeMap::new();
        for path in disk::files_below(&src)? {
            if path.extension().is_some_and(|extension| extension == "rs") {
                files.insert(disk::name(&src, &path)?, fs::read_to_string(&path)?);
            }
        }
        let (report, crate_is_acyclic) = report(&name, &files)?;
        anstream::print!("{report}");
        if selected.is_some() {
            anstream::print!("{}", order(&files)?);
        }
        acyclic &= crate_is_acyclic;
    }
    match selected {
        Some(name) if !found => Err(format!("no hand-written crate `{name}`").into()),
        _ => Ok(acyclic),
    }
}

/// The hand-written crates: name and folder of sources.
fn crates(root: &Path) -> Result<Vec<(String, std::path::PathBuf)>, Box<dyn Error>> {
    let mut crates = vec![
        ("codegen".to_owned(), root.join("codegen/src")),
        ("xtask".to_owned(), root.join("xtask/src")),
    ];
    for entry in fs::read_dir(root.join("crates"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let src = entry.path().join("src");
        if name.starts_with("api-") && src.is_dir() && !is_generated(&src)? {
            crates.push((name, src));
        }
    }
    crates.sort();
    Ok(crates)
}

fn is_generated(src: &Path) -> Result<bool, Box<dyn Error>> {
    let lib = src.join("lib.rs");
    Ok(lib.is_file() && codegen::is_generated(&fs::read_to_string(lib)?))
}

/// The section of one crate, and whether it has no circle.
fn report(name: &str, files: &BTreeMap<String, String>) -> Result<(String, bool), Box<dyn Error>> {
    let graph = Graph::of(&Crate::parse(files)?);
    let mut lengths: Vec<(usize, &str)> = files
        .iter()
        .map(|(path, text)| (text.lines().count(), path.as_str()))
        .collect();
    lengths.sort_unstable();
    let median = lengths
        .get(lengths.len() / 2)
        .map_or(0, |(lines, _)| *lines);
    let (longest, longest_path) = lengths.last().copied().unwrap_or_default();
    let circles = graph.circles();
    let mut out = format!(
        "{name}: {} entries in src, {} files, median {median} lines, longest {longest} ({longest_path}), {} {}\n",
        entries(files),
        files.len(),
        circles.len(),
        if circles.len() == 1 {
            "circle"
        } else {
            "circles"
        },
    );
    for circle in &circles {
        writeln!(out, "  circle of {} files:", circle.len())?;
        for (from, to, items) in graph.edges_within(circle) {
            writeln!(out, "    {from} -> {to}: {items}")?;
        }
    }
    Ok((out, circles.is_empty()))
}

/// The files of a crate, top layer first: each imports only files of lower layers.
fn order(files: &BTreeMap<String, String>) -> Result<String, Box<dyn Error>> {
    let graph = Graph::of(&Crate::parse(files)?);
    let mut out = String::new();
    for layer in graph.layers(files.keys().map(String::as_str)) {
        writeln!(out, "  {}", layer.join("  "))?;
    }
    Ok(out)
}

/// How many names a reader sees in `src`: a file and the folder of its submodules are one, and the crate root is none.
fn entries(files: &BTreeMap<String, String>) -> usize {
    let mut names: Vec<&str> = files
        .keys()
        .map(|path| path.split('/').next().unwrap_or(path))
        .map(|name| name.strip_suffix(".rs").unwrap_or(name))
        .filter(|name| !matches!(*name, "lib" | "main"))
        .collect();
    names.sort_unstable();
    names.dedup();
    names.len()
}

#[cfg(test)]
mod tests;
