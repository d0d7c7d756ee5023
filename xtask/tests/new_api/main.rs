//! New folders below `spec/` and one `cargo xtask generate` give crates that build. This is done in a
//! copy of the workspace: a plausible next version, and the fixture with every key of the language.

mod copy;
mod new_version;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use copy::Copy;

/// The folders of the new crates.
const NEW_CRATES: [&str; 2] = ["crates/pos-v99-client/", "crates/pos-v99-model/"];

/// The packages of the fixture with every key.
const WHOLE: [&str; 3] = ["base", "feed", "shop"];

/// The crate that lists all APIs.
const LISTING: &str = "crates/api-description/";

#[test]
fn new_folder_and_one_generate_give_crates_that_build() {
    let copy = Copy::of_workspace();
    new_version::write(&copy);
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/generator/whole");
    for package in WHOLE {
        for file in std::fs::read_dir(whole.join(package)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            copy.put(&format!("spec/{package}/{name}"), text);
        }
    }
    let spec = copy.files();

    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    succeed(&copy, xtask.arg("generate"));
    let after = copy.files();
    only_new_crates_differ(&spec, &after);

    let metadata = cargo(&copy, &["metadata", "--no-deps", "--format-version=1"]);
    for package in NEW_CRATES.map(|folder| folder.trim_start_matches("crates/")) {
        let name = format!("\"name\":\"{}\"", package.trim_end_matches('/'));
        assert!(metadata.contains(&name), "no package {package}");
    }
    copy.put(
        "crates/pos-v99-client/examples/service.rs",
        new_version::SERVICE,
    );
    // Without TLS, whose crates take the longest. Not `--locked`: new crates are not in Cargo.lock.
    let added = NEW_CRATES.map(|folder| folder.trim_start_matches("crates/").to_owned());
    let whole = ["shop-client".to_owned(), "feed-client".to_owned()];
    let packages = added.into_iter().chain(whole);
    let packages: Vec<String> = packages
        .map(|name| format!("-p={}", name.trim_end_matches('/')))
        .collect();
    let options = [
        "--quiet",
        "--offline",
        "--no-default-features",
        "--lib",
        "--examples",
    ];
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    let warnings = check(&copy, &[&options[..], &packages[..]].concat());
    let in_generated = |line: &&str| line.contains("--> crates/") && line.contains("/src/");
    let in_generated = warnings.lines().find(in_generated);
    assert_eq!(in_generated, None, "{warnings}");
}

/// Files of new crates, those that list all APIs, and pages that compare the new version with another are the only
/// ones that `generate` changed.
fn only_new_crates_differ(before: &BTreeMap<String, Vec<u8>>, after: &BTreeMap<String, Vec<u8>>) {
    for path in before.keys() {
        assert!(after.contains_key(path), "{path} is removed");
    }
    let changed = after
        .iter()
        .filter(|(path, bytes)| before.get(*path) != Some(bytes))
        .map(|(path, _)| path.as_str());
    let is_of_whole = |path: &str, name: &str| {
        path.contains(&format!("/{name}-")) || path.ends_with(&format!("/{name}.json"))
    };
    let changed = changed.filter(|path| !WHOLE.iter().any(|name| is_of_whole(path, name)));
    let (new, listing): (Vec<&str>, Vec<&str>) =
        changed.partition(|path| NEW_CRATES.iter().any(|folder| path.starts_with(folder)));
    for path in listing {
        let is_listing = match path.strip_prefix(LISTING) {
            Some(path) if path.ends_with(".json") => path.ends_with("/pos-v99.json"),
            rest => rest.is_some(),
        };
        let is_page = path.ends_with("-to-pos-v99.md") || path.ends_with("our-decisions.md");
        assert!(is_listing || is_page, "{path} differs");
    }
    for folder in NEW_CRATES {
        let manifest = format!("{folder}Cargo.toml");
        assert!(new.contains(&&*manifest), "no {manifest}");
    }
}

/// The output of cargo in the copy.
fn cargo(copy: &Copy, words: &[&str]) -> String {
    succeed(copy, Command::new(env!("CARGO")).args(words))
}

/// Runs `cargo check` in the copy, and returns the warnings of the compiler. With the folder and the options of
/// trybuild, which the crate `compile-fail` uses: crates of others are then checked once for both.
fn check(copy: &Copy, words: &[&str]) -> String {
    let version = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    let mut lines = version.lines();
    let host = lines.find_map(|line| line.strip_prefix("host: ")).unwrap();
    let flags = r#"["--cfg", "trybuild", "--verbose", "-A", "dead_code"]"#;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild");
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["check", "--target", host])
        .arg(format!("--config=build.rustflags={flags}"))
        .arg(format!("--config=target.{host}.rustflags={flags}"))
        .args(words)
        .env_remove("RUSTFLAGS")
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "true")
        .env("CARGO_TARGET_DIR", folder);
    run(copy, &mut command).1
}

/// The output of a command in the copy, which succeeds.
fn succeed(copy: &Copy, command: &mut Command) -> String {
    run(copy, command).0
}

/// The output and the diagnostics of a command in the copy, which succeeds.
fn run(copy: &Copy, command: &mut Command) -> (String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.current_dir(copy.root()).output().unwrap();
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {status}\n{stderr}");
    (String::from_utf8(stdout).unwrap(), stderr.into_owned())
}
