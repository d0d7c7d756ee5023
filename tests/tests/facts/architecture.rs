//! The page of the architecture is true: which crate imports which, and which way the imports of files point.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::circles::{CRATES, imports};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The code in each cell of the rows below this head.
fn table(head: &str) -> Vec<Vec<Vec<String>>> {
    let page = fs::read_to_string(root().join(".github/ARCHITECTURE.md")).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with(head));
    let rows = rows.skip(2).take_while(|line| line.starts_with('|'));
    let code = |cell: &str| {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    let rows: Vec<_> = rows.map(|row| row.split('|').map(code).collect()).collect();
    assert!(!rows.is_empty(), "no table {head}");
    rows
}

/// A crate as the page names it.
fn name_on_page(name: &str, is_generated: bool) -> String {
    let kinds = ["-model", "-client"];
    let kind = kinds.into_iter().find(|kind| name.ends_with(kind));
    match kind.filter(|_| is_generated) {
        Some(kind) => format!("*{kind}"),
        None => name.to_owned(),
    }
}

#[test]
fn crates_import_each_other_as_the_page_says() {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    folders.extend([root().join("codegen"), root().join("xtask")]);
    let manifests: BTreeMap<String, (bool, toml::Table)> = folders
        .iter()
        .filter_map(|folder| {
            let text = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
            let name = folder.file_name()?.to_str()?.to_owned();
            Some((
                name,
                (text.starts_with("# Generated"), text.parse().unwrap()),
            ))
        })
        .collect();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, (is_generated, manifest)) in &manifests {
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let names = dependencies.into_iter().flat_map(toml::Table::keys);
        let own = names.filter_map(|name| Some(name_on_page(name, manifests.get(name)?.0)));
        let of = found.entry(name_on_page(name, *is_generated)).or_default();
        of.extend(own);
    }

    let mut shown = BTreeMap::new();
    for row in table("| crate |") {
        for name in &row[1] {
            shown.insert(name.clone(), BTreeSet::from_iter(row[3].clone()));
        }
    }
    assert_eq!(shown, found);
}

#[test]
fn modules_import_only_those_below_them_on_the_page() {
    for (name, head) in [
        ("crates/api-runtime", "| module of `api-runtime` |"),
        ("codegen", "| module of `codegen` |"),
    ] {
        let rows = table(head);
        let order: Vec<&String> = rows.iter().flat_map(|row| &row[1]).collect();
        let place = |module: &String| order.iter().position(|other| *other == module);
        let mut wrong = BTreeSet::new();
        let mut all = BTreeSet::new();
        for (from, imported) in imports(&CRATES[name]) {
            let Some(from) = from.first() else { continue };
            all.insert(from);
            for to in imported.iter().filter_map(|to| to.first()) {
                if from != to && place(from) >= place(to) {
                    wrong.insert(format!("{from} imports {to}"));
                }
            }
        }
        assert_eq!(wrong, BTreeSet::new(), "{name}");
        assert_eq!(BTreeSet::from_iter(order), all, "{name}");
    }
}

#[test]
fn yaml_trees_are_seen_by_the_phases_that_read_them() {
    let node = vec!["node".to_owned()];
    let imports = imports(&CRATES["codegen"]);
    let users = imports
        .iter()
        .filter(|(_, imported)| imported.contains(&node));
    let users: BTreeSet<&str> = users
        .filter_map(|(from, _)| Some(from.first()?.as_str()))
        .collect();
    assert_eq!(users, BTreeSet::from(["language", "load"]));
}

#[test]
fn the_generator_opens_no_file() {
    let files = CRATES["codegen"].iter();
    let opening = files.filter(|(_, file)| {
        ["fs", "env", "process"]
            .iter()
            .any(|of| file.names(&["std", of]))
    });
    assert_eq!(opening.map(|(module, _)| module.join("/")).next(), None);
}
