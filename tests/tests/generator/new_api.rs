//! New folders below `spec/` give crates that build, and change no other: a plausible next version, and the fixture with every key
//! of the language.

use std::fs;

use codegen::FileTree;
use test_support::files::files_below;

use crate::crates::Crates;
use crate::new_version;
use crate::support::{described, fixtures, generated, generated_of_described};

/// The crates of the next version.
const NEXT: [&str; 2] = ["pos-v99-client", "pos-v99-model"];

/// The packages of the fixture with every key.
const WHOLE: [&str; 3] = ["base", "feed", "shop"];

/// The crate that lists all APIs.
const LISTING: &str = "crates/api-description/";

/// The list of all types.
const TYPES: &str = "tests/tests/facts/list.rs";

#[test]
fn new_folders_give_crates_that_build() {
    let mut sources = described();
    let next = new_version::FILES.map(|(path, text)| (path.to_owned(), text.to_owned()));
    sources.0.extend(next);
    sources
        .0
        .extend(files_below(&fixtures().join("whole"), "yaml"));
    let tree = generated(&sources);
    only_new_crates_differ(&tree);

    let FileTree(existing) = generated_of_described();
    let new = tree.0.iter();
    let new = new.filter(|(path, _)| !existing.contains_key(*path));
    let crates = Crates::write(new, "metadata");
    for client in ["feed-client", "shop-client"] {
        crates.compile(client);
    }
    let service = crates.folder().join("service.rs");
    fs::write(&service, new_version::SERVICE).unwrap();
    let client = crates.compile("pos-v99-client");
    let externs = [format!("pos_v99_client={}", client.display())];
    crates.check(&service, &["--crate-type=bin"], &externs);
}

/// Files of new crates, those that list all APIs, and pages that compare the new version with another are the only
/// ones that differ.
fn only_new_crates_differ(FileTree(after): &FileTree) {
    let FileTree(before) = generated_of_described();
    for path in before.keys() {
        assert!(after.contains_key(path), "{path} is removed");
    }
    let changed = after
        .iter()
        .filter(|(path, text)| before.get(*path) != Some(text))
        .map(|(path, _)| path.as_str());
    let is_of_whole = |path: &str, name: &str| {
        path.contains(&format!("/{name}-")) || path.ends_with(&format!("/{name}.json"))
    };
    let changed = changed.filter(|path| !WHOLE.iter().any(|name| is_of_whole(path, name)));
    let is_of = |path: &str, name| path.starts_with(&format!("crates/{name}/"));
    let (new, listing): (Vec<&str>, Vec<&str>) =
        changed.partition(|path| NEXT.iter().any(|name| is_of(path, name)));
    for path in listing {
        let is_listing = match path.strip_prefix(LISTING) {
            Some(path) if path.ends_with(".json") => path.ends_with("/pos-v99.json"),
            rest => rest.is_some() || path == TYPES,
        };
        let is_page = path.ends_with("-to-pos-v99.md") || path.ends_with("our-decisions.md");
        assert!(is_listing || is_page, "{path} differs");
    }
    for name in NEXT {
        let manifest = format!("crates/{name}/Cargo.toml");
        assert!(new.contains(&&*manifest), "no {manifest}");
    }
}
