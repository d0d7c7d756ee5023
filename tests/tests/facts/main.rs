//! The facts of every package, as its compiled crates state them: a line each, under snapshot. At the end of a file are those
//! that only the OpenAPI document states.
//!
//! `cargo xtask accept` writes the snapshots.
#![allow(missing_docs)]

mod architecture;
mod built_once;
mod circles;
#[path = "../generator/crates.rs"]
mod crates;
mod documents;
mod facts;
mod falsified;
mod list;
mod prose;
mod protected;

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, thread};

use api_runtime::__generated::OperationInfo;
use api_runtime::Method;

/// A snapshot is a file beside this one.
fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(".");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// The facts of a package, and those that only its OpenAPI document states.
fn lines(package: &facts::Facts) -> Vec<String> {
    let documents = api_description::ALL.iter();
    let document = documents.filter(|(name, _)| *name == package.name);
    let alone = document.flat_map(|(_, text)| documents::stated_alone(text));
    package.lines.iter().cloned().chain(alone).collect()
}

#[test]
fn the_facts_are_those_of_the_snapshots() {
    let packages = list::packages();
    // Each in a thread, so that the differences of all are printed.
    thread::scope(|scope| {
        for package in &packages {
            scope.spawn(|| {
                let text = lines(package).join("\n");
                settings().bind(|| insta::assert_snapshot!(package.name, text));
            });
        }
    });

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facts");
    let files = fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let snapshots = files.filter_map(|name| Some(name.strip_suffix(".snap")?.to_owned()));
    let names = packages.iter().map(|package| package.name.to_owned());
    assert_eq!(
        BTreeSet::from_iter(snapshots),
        BTreeSet::from_iter(names),
        "each snapshot is of a package"
    );
}

/// What the lines of an operation in `facts/calls.rs` state; of those with a unique key, more.
const STATED: [&str; 17] = [
    "name",
    "method",
    "path_template",
    "retry",
    "lookup",
    "statuses",
    "duplicate_statuses",
    "client_values",
    "without_credentials",
    "no_content_is_not_found",
    "echoes",
    "distinct",
    "essential",
    "reconcile_by",
    "journal_id",
    "response_key",
    "item_key",
];

#[test]
fn every_field_of_an_operation_is_stated() {
    let info = OperationInfo::new("list", Method::Get, "/orders");
    let debug = format!("{info:#?}");
    let fields = debug.lines().filter_map(|line| line.strip_prefix("    "));
    let fields = fields.filter_map(|line| Some(line.split_once(": ")?.0));
    let fields = fields.filter(|name| !name.starts_with(' '));
    assert_eq!(fields.collect::<Vec<_>>(), STATED);
}
