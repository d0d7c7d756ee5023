//! The program that writes: it touches made files alone, writes what changed, and finishes what was interrupted.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A workspace with a small description and no made files.
fn workspace() -> TempDir {
    let folder = TempDir::new().unwrap();
    put(&folder, "Cargo.toml", "[workspace]\n");
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/generator/whole");
    for (path, text) in files(&whole) {
        put(&folder, &format!("spec/{path}"), &text);
    }
    folder
}

/// The text files below a folder, by their path in it.
fn files(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                found.insert(name.to_owned(), text);
            }
        }
    }
    found
}

/// The generated files below a folder.
fn marked_files(root: &Path) -> BTreeMap<String, String> {
    let mut files = files(root);
    files.retain(|_, text| {
        text.lines()
            .take(5)
            .any(|line| line.contains(codegen::GENERATED_HEADER))
    });
    files
}

fn put(folder: &TempDir, path: &str, text: &str) {
    let path = folder.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn generate(folder: &TempDir) -> String {
    let output = run(folder.path(), &["generate"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(folder: &TempDir, words: &[&str]) -> String {
    let output = run(folder.path(), words);
    assert!(!output.status.success());
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

const MODEL: &str = "crates/shop-model/src/order.rs";

#[test]
fn second_run_writes_nothing() {
    let folder = workspace();
    assert!(generate(&folder).contains(" 0 unchanged, 0 removed"));
    let path = folder.path().join(MODEL);
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    assert!(generate(&folder).contains("generate: 0 written, "));
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
    let checked = run(folder.path(), &["generate", "--check"]);
    assert!(checked.status.success());
}

#[test]
fn check_shows_a_diff_fails_and_writes_nothing() {
    let folder = workspace();
    generate(&folder);
    let path = folder.path().join(MODEL);
    let changed = fs::read_to_string(&path)
        .unwrap()
        .replace("pub struct Order", "pub struct Ordre");
    fs::write(&path, &changed).unwrap();
    let said = refusal(&folder, &["generate", "--check"]);
    assert!(
        said.contains("-pub struct Ordre {") && said.contains("+pub struct Order {"),
        "{said}"
    );
    assert!(said.contains("run `cargo xtask generate`"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), changed);
}

#[test]
fn obsolete_generated_files_are_removed_with_their_empty_folders_only() {
    let folder = workspace();
    generate(&folder);
    put(
        &folder,
        "crates/by-hand/src/lib.rs",
        "//! Written by hand.\n",
    );
    put(
        &folder,
        "crates/shop-client/notes.txt",
        "By hand, beside made files.\n",
    );
    fs::remove_dir_all(folder.path().join("spec/shop")).unwrap();
    let said = generate(&folder);
    assert!(!said.contains(" 0 removed"), "{said}");
    assert!(!folder.path().join("crates/shop-model").exists());
    assert!(!folder.path().join("crates/shop-client/src").exists());
    assert!(folder.path().join("crates/shop-client/notes.txt").exists());
    assert!(folder.path().join("crates/by-hand/src/lib.rs").exists());
    assert!(
        folder
            .path()
            .join("crates/base-model/src/thing.rs")
            .exists()
    );
}

#[test]
fn hand_written_file_is_never_overwritten() {
    let folder = workspace();
    let by_hand = "//! Written by hand.\n";
    put(&folder, MODEL, by_hand);
    let said = refusal(&folder, &["generate"]);
    assert!(
        said.contains(MODEL) && said.contains("was not made by this command"),
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(folder.path().join(MODEL)).unwrap(),
        by_hand
    );
    assert!(
        marked_files(folder.path()).is_empty(),
        "nothing is written when something is refused"
    );
}

#[test]
fn errors_leave_all_files_unchanged() {
    let folder = workspace();
    generate(&folder);
    let before = marked_files(folder.path());
    put(
        &folder,
        "spec/shop/item.yaml",
        "resource: item\nsource: Items\ndoc: Items.\nrecord: {}\n",
    );
    let said = refusal(&folder, &["generate"]);
    assert!(
        said.contains("spec/shop/item.yaml:4:1") && said.contains("nothing was written"),
        "{said}"
    );
    assert_eq!(marked_files(folder.path()), before);
}

#[test]
fn symbolic_links_are_not_followed() {
    for place in [
        "crates",
        "crates/shop-model",
        "crates/shop-model/src",
        MODEL,
    ] {
        let folder = workspace();
        let elsewhere = TempDir::new().unwrap();
        let target = elsewhere.path().join("target");
        let link = folder.path().join(place);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        if place == MODEL {
            fs::write(&target, "theirs").unwrap();
        } else {
            fs::create_dir(&target).unwrap();
        }
        symlink(&target, &link).unwrap();
        let said = refusal(&folder, &["generate"]);
        assert!(said.contains("is a symbolic link"), "{place}: {said}");
        match place {
            MODEL => assert_eq!(fs::read_to_string(&target).unwrap(), "theirs"),
            _ => assert_eq!(fs::read_dir(&target).unwrap().count(), 0, "{place}"),
        }
    }
}

#[test]
fn symbolic_link_in_place_of_a_temporary_file_is_not_followed() {
    let folder = workspace();
    let elsewhere = TempDir::new().unwrap();
    let target = elsewhere.path().join("target");
    fs::write(&target, "theirs").unwrap();
    let link = folder.path().join(format!("{MODEL}.being-generated"));
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink(&target, &link).unwrap();
    generate(&folder);
    assert_eq!(fs::read_to_string(&target).unwrap(), "theirs");
    assert!(fs::symlink_metadata(&link).is_err());
}

#[test]
fn interrupted_run_is_cleaned_up_and_completed() {
    let folder = workspace();
    generate(&folder);
    let whole = marked_files(folder.path());
    // Half a file beside its place, once where the file is there and once where it is not yet.
    let left =
        [MODEL, "crates/shop-client/src/order.rs"].map(|path| format!("{path}.being-generated"));
    for path in &left {
        put(&folder, path, "// Generated by `car");
    }
    fs::remove_file(folder.path().join(MODEL)).unwrap();
    let said = refusal(&folder, &["generate", "--check"]);
    assert!(said.contains(&left[1]), "{said}");
    generate(&folder);
    assert_eq!(marked_files(folder.path()), whole);
    for path in &left {
        assert!(!folder.path().join(path).exists(), "{path}");
    }
}

#[test]
fn output_does_not_depend_on_the_environment() {
    let first = workspace();
    generate(&first);
    let expected = marked_files(first.path());
    assert!(expected.len() > 15);
    for (name, value) in [
        ("LC_ALL", "tr_TR.UTF-8"),
        ("LANG", "C"),
        ("TZ", "Pacific/Kiritimati"),
        ("COLUMNS", "20"),
        ("NO_COLOR", "1"),
    ] {
        let folder = workspace();
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("generate")
            .env(name, value)
            .current_dir(folder.path().join("spec/shop"))
            .output()
            .unwrap();
        assert!(output.status.success());
        assert!(marked_files(folder.path()) == expected, "{name}={value}");
    }
}

#[test]
fn program_works_on_the_workspace_of_its_working_directory() {
    let nowhere = TempDir::new().unwrap();
    let said = refusal(&nowhere, &["generate"]);
    assert!(
        said.contains("is in no workspace with a folder `spec`"),
        "{said}"
    );
}

#[test]
fn description_file_with_another_extension_is_an_error() {
    let folder = workspace();
    put(&folder, "spec/shop/item.yml", "resource: item\n");
    let said = refusal(&folder, &["generate"]);
    assert!(
        said.contains("item.yml") && said.contains("rename it"),
        "{said}"
    );
}

#[test]
fn file_that_is_not_utf_8_is_an_error_with_its_line() {
    let folder = workspace();
    fs::write(
        folder.path().join("spec/shop/item.yaml"),
        b"resource: item\nsource: \xff\n",
    )
    .unwrap();
    let said = refusal(&folder, &["generate"]);
    assert!(
        said.contains("item.yaml:2: the file is not UTF-8 here"),
        "{said}"
    );
}

#[test]
fn unknown_command_shows_the_usage() {
    let folder = workspace();
    for words in [
        &["generat"][..],
        &["locate"],
        &["locate", "a", "b"],
        &["counts", "--check"],
        &["--force"],
    ] {
        let output = run(folder.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("cargo xtask generate"),
            "{words:?}"
        );
    }
    assert!(run(folder.path(), &["--help"]).status.success());
    assert!(!run(folder.path(), &["locate", "nobody"]).status.success());
    assert!(run(folder.path(), &["locate", "Order"]).status.success());
}
