//! New folders below `spec/` give crates that build, and change no other: a plausible next version, and the fixture with every key
//! of the language.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::FileTree;
use tempfile::TempDir;
use test_support::files::files_below;

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

    let crates = Crates::write(&tree);
    for client in ["feed-client", "shop-client"] {
        crates.compile(client);
    }
    let service = crates.root.path().join("service.rs");
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

/// The new crates of a tree, which depend on each other and on those of this test.
struct Crates {
    root: TempDir,
}

impl Crates {
    fn write(FileTree(tree): &FileTree) -> Self {
        let FileTree(existing) = generated_of_described();
        let root = tempfile::tempdir().unwrap();
        for (path, text) in tree
            .iter()
            .filter(|(path, _)| !existing.contains_key(*path))
        {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self { root }
    }

    /// Checks a new crate after those in its manifest, and returns its metadata.
    fn compile(&self, name: &str) -> PathBuf {
        let crate_name = name.replace('-', "_");
        let metadata = self.root.path().join(format!("lib{crate_name}.rmeta"));
        if !metadata.exists() {
            let folder = self.root.path().join("crates").join(name);
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let manifest: toml::Table = manifest.parse().unwrap();
            let dependencies = manifest["dependencies"].as_table().unwrap();
            let externs = dependencies.keys().map(|name| self.found(name));
            let externs: Vec<String> = externs.collect();
            let options = ["--crate-type=lib", "--crate-name", &crate_name];
            self.check(&folder.join("src/lib.rs"), &options, &externs);
        }
        metadata
    }

    /// Where a crate is: a new one, or one of this test.
    fn found(&self, name: &str) -> String {
        let prefix = format!("{}=", name.replace('-', "_"));
        if self.root.path().join("crates").join(name).exists() {
            return prefix + self.compile(name).to_str().unwrap();
        }
        let (_, options) = compiler::command!();
        let mut options = options.iter();
        let found = options.find(|option| option.starts_with(&prefix));
        found
            .unwrap_or_else(|| panic!("this test does not depend on {name}"))
            .to_string()
    }

    /// Checks a file, in which nothing is to be warned of.
    fn check(&self, file: &Path, options: &[&str], externs: &[String]) {
        let (program, built) = compiler::command!();
        let folders = built
            .iter()
            .filter(|option| option.starts_with("dependency="));
        let mut compiler = Command::new(program);
        compiler.arg(file).args(options);
        compiler.args(["--edition=2024", "--emit=metadata", "-Dwarnings"]);
        compiler.args(["-Wmissing_docs", "-Wunreachable_pub"]);
        compiler.arg("--out-dir").arg(self.root.path());
        compiler.arg("-L").arg(self.root.path());
        for folder in folders {
            compiler.args(["-L", folder]);
        }
        for name in externs {
            compiler.args(["--extern", name]);
        }
        let output = compiler.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", file.display());
    }
}
