//! `cargo xtask generate` on disk: writes changed files, removes stale ones, leaves hand-written files alone.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A workspace with a small spec and no generated files.
fn workspace() -> TempDir {
    let folder = TempDir::new().unwrap();
    put(
        &folder,
        "Cargo.toml",
        "[workspace.package]\nedition = \"2024\"\n",
    );
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/generator/whole");
    for (path, text) in files(&fixture) {
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
    files.retain(|name, text| !name.starts_with("target/") && codegen::is_generated(text));
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

fn failure(folder: &TempDir, words: &[&str]) -> String {
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
fn committed_files_match_the_spec() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let checked = run(root, &["generate", "--check"]);
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stdout)
    );
}

#[test]
fn another_configuration_of_rustfmt_formats_again() {
    let folder = workspace();
    generate(&folder);
    put(&folder, "rustfmt.toml", "hard_tabs = true\n");
    generate(&folder);
    let files = marked_files(folder.path());
    assert!(files["crates/shop-client/src/api.rs"].contains("\n\tconst "));
}

#[test]
fn reports_a_missing_rustfmt() {
    let folder = workspace();
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("generate")
        .current_dir(folder.path())
        .env_remove("CARGO")
        .env("PATH", "")
        .output()
        .unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("cannot run rustfmt: ") && error.contains("`rustup component add rustfmt`"),
        "{error}"
    );
    assert!(marked_files(folder.path()).is_empty());
}

#[test]
fn check_prints_the_diff_and_writes_nothing() {
    let folder = workspace();
    generate(&folder);
    let path = folder.path().join(MODEL);
    let changed = fs::read_to_string(&path)
        .unwrap()
        .replace("pub struct Order", "pub struct Ordre");
    fs::write(&path, &changed).unwrap();
    let output_text = failure(&folder, &["generate", "--check"]);
    assert!(
        output_text.contains("-pub struct Ordre {") && output_text.contains("+pub struct Order {"),
        "{output_text}"
    );
    assert!(
        output_text.contains("run `cargo xtask generate`"),
        "{output_text}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), changed);
}

#[test]
fn removes_stale_files_and_empty_folders_only() {
    let folder = workspace();
    generate(&folder);
    put(&folder, "crates/by-hand/src/lib.rs", "//! Hand-written.\n");
    put(
        &folder,
        "crates/shop-client/notes.txt",
        "Hand-written, beside generated files.\n",
    );
    fs::remove_dir_all(folder.path().join("spec/shop")).unwrap();
    put(
        &folder,
        "spec/base/api.yaml",
        "shared: base\ntitle: Base\ndocument: shop document\ndoc: Extended by no API.\n",
    );
    let output_text = generate(&folder);
    assert!(!output_text.contains(" 0 removed"), "{output_text}");
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
fn refuses_to_remove_a_crate_that_a_manifest_names_by_path() {
    let folder = workspace();
    generate(&folder);
    let manifest = "[dependencies]\n# shop-model = { path = \"../crates/shop-model\" }\n\
                    shop-client = { path = \"../crates/shop-client\" }\n";
    let deep = "crates/guide/samples/sqlx/Cargo.toml";
    put(&folder, "tests/Cargo.toml", manifest);
    put(&folder, deep, manifest);
    fs::remove_dir_all(folder.path().join("spec/shop")).unwrap();
    put(
        &folder,
        "spec/base/api.yaml",
        "shared: base\ntitle: Base\ndocument: shop document\ndoc: Extended by no API.\n",
    );
    let before = marked_files(folder.path());
    let output_text = failure(&folder, &["generate"]);
    assert!(
        output_text.contains("tests/Cargo.toml:3: crates/shop-client\n")
            && output_text.contains(&format!("{deep}:3: crates/shop-client\n"))
            && !output_text.contains("Cargo.toml:2"),
        "{output_text}"
    );
    assert_eq!(marked_files(folder.path()), before);
    for manifest in ["tests/Cargo.toml", deep] {
        put(&folder, manifest, "[dependencies]\n");
    }
    let mut still = "\nthe removed crates are still named in:\n".to_owned();
    for file in (10..40).map(|number| format!("tests/src/uses_{number}.rs")) {
        put(&folder, &file, "use shop_client::Client;\n");
        still += &format!("  {file}\n");
    }
    put(&folder, "target/note.txt", "shop-client");
    let printed = generate(&folder);
    assert!(printed.ends_with(&still), "{printed}");
    assert!(!folder.path().join("crates/shop-client").exists());
}

#[test]
fn never_overwrites_hand_written_files() {
    let folder = workspace();
    let by_hand = "//! Hand-written.\n";
    put(&folder, MODEL, by_hand);
    let output_text = failure(&folder, &["generate"]);
    assert!(
        output_text.contains(MODEL) && output_text.contains("cannot overwrite hand-written file"),
        "{output_text}"
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
fn spec_errors_leave_files_unchanged() {
    let folder = workspace();
    generate(&folder);
    let before = marked_files(folder.path());
    put(
        &folder,
        "spec/shop/item.yaml",
        "resource: item\nsource: Items\ndoc: Items.\nrecord: {}\n",
    );
    let output_text = failure(&folder, &["generate"]);
    assert!(
        output_text.contains("spec/shop/item.yaml:4:1")
            && output_text.contains("nothing was written"),
        "{output_text}"
    );
    assert_eq!(marked_files(folder.path()), before);
}

#[test]
fn rejects_symbolic_links_in_the_spec_and_removes_nothing() {
    let folder = workspace();
    generate(&folder);
    let before = files(folder.path());
    let file = before
        .keys()
        .find(|path| path.starts_with("spec/"))
        .unwrap();
    let (file, elsewhere) = (folder.path().join(file), folder.path().join("elsewhere"));
    fs::rename(&file, &elsewhere).unwrap();
    symlink(&elsewhere, &file).unwrap();
    let report = failure(&folder, &["generate"]);
    assert!(report.contains("unsupported symbolic link"), "{report}");
    assert!(report.contains(file.to_str().unwrap()), "{report}");
    fs::rename(&elsewhere, &file).unwrap();
    assert_eq!(files(folder.path()), before);
}

#[test]
fn runs_at_the_same_time_wait_for_each_other() {
    let folder = workspace();
    let runs = (0..8).map(|_| {
        Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("generate")
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    });
    let runs: Vec<_> = runs.collect();
    let mut writers = 0;
    for run in runs {
        let output = run.wait_with_output().unwrap();
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{report}");
        writers += usize::from(!output.stdout.starts_with(b"generate: 0 written"));
    }
    assert_eq!(writers, 1);
}

#[test]
fn recovers_from_an_interrupted_run() {
    let folder = workspace();
    generate(&folder);
    let files = marked_files(folder.path());
    // Partial files: one beside a file, one whose file is missing.
    let left =
        [MODEL, "crates/shop-client/src/order.rs"].map(|path| format!("{path}.being-generated"));
    for path in &left {
        put(&folder, path, "// Generated by `car");
    }
    fs::remove_file(folder.path().join(MODEL)).unwrap();
    let output_text = failure(&folder, &["generate", "--check"]);
    assert!(output_text.contains(&left[1]), "{output_text}");
    generate(&folder);
    assert_eq!(marked_files(folder.path()), files);
    for path in &left {
        assert!(!folder.path().join(path).exists(), "{path}");
    }
}

#[test]
fn output_is_independent_of_environment_and_folder() {
    let first = workspace();
    generate(&first);
    let expected = marked_files(first.path());
    assert!(expected.len() > 15);
    let folder = workspace();
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("generate")
        .envs([("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Pacific/Kiritimati")])
        .envs([("COLUMNS", "20"), ("NO_COLOR", "1")])
        .current_dir(folder.path().join("spec/shop"))
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(marked_files(folder.path()) == expected);
}

#[test]
fn fails_outside_of_a_workspace() {
    let nowhere = TempDir::new().unwrap();
    let output_text = failure(&nowhere, &["generate"]);
    assert!(
        output_text.contains("no workspace with a folder `spec`"),
        "{output_text}"
    );
}

#[test]
fn rejects_spec_files_with_another_extension() {
    let folder = workspace();
    put(&folder, "spec/shop/item.yml", "resource: item\n");
    let output_text = failure(&folder, &["generate"]);
    assert!(
        output_text.contains("item.yml") && output_text.contains("rename the file"),
        "{output_text}"
    );
}

#[test]
fn reports_the_line_of_invalid_utf_8() {
    let folder = workspace();
    fs::write(
        folder.path().join("spec/shop/item.yaml"),
        b"resource: item\nsource: \xff\n",
    )
    .unwrap();
    let output_text = failure(&folder, &["generate"]);
    assert!(
        output_text.contains("invalid UTF-8") && output_text.contains("item.yaml:2:9"),
        "{output_text}"
    );
}

#[test]
fn help_lists_the_commands_and_the_options_of_one() {
    let folder = workspace();
    for (words, expected) in [
        (&["help"][..], "cargo xtask release"),
        (&[], "cargo xtask release"),
        (&["help", "generate"], "--check"),
        (&["generate", "--help"], "--check"),
        (&["diff", "-h"], "cargo xtask diff OLD [NEW] [OPTIONS]"),
    ] {
        let output = run(folder.path(), words);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{words:?}");
        assert!(text.contains(expected), "{words:?}: {text}");
    }
}

#[test]
fn accept_runs_the_test_of_facts_and_prints_the_lines_that_changed() {
    let folder = workspace();
    generate(&folder);
    let snapshot = "tests/tests/facts/shop.snap";
    put(&folder, snapshot, "Order.id: i64\nOrder.name: String\n");
    // In place of cargo: prints how it is called, and accepts.
    let program = format!(
        "#!/bin/sh\necho \"$*: ${{INSTA_UPDATE-unset}}\"\necho 'Order.id: i64' > {snapshot}\n\
         echo 'Order.name: String pii' >> {snapshot}\n"
    );
    put(&folder, "cargo", &program);
    let program = folder.path().join("cargo");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let test = "test --quiet --package=tests --test=facts";
    for (ci, update, expected) in [
        (None, None, "always"),
        (Some("true"), None, "unset"),
        (None, Some("no"), "no"),
    ] {
        let mut accept = Command::new(env!("CARGO_BIN_EXE_xtask"));
        accept.arg("accept").current_dir(folder.path());
        accept.env_remove("CI").env_remove("INSTA_UPDATE");
        accept.envs(ci.map(|ci| ("CI", ci)));
        accept.envs(update.map(|update| ("INSTA_UPDATE", update)));
        let output = accept.env("CARGO", &program).output().unwrap();
        assert!(output.status.success(), "{}", text_of(&output.stderr));
        let text = text_of(&output.stdout);
        assert!(text.contains(&format!("{test}: {expected}\n")), "{text}");
        if update.is_none() && ci.is_none() {
            let lines = format!("{snapshot}\n-Order.name: String\n+Order.name: String pii\n");
            assert!(text.ends_with(&lines), "{text}");
        }
    }
}

#[test]
fn unknown_commands_and_options_have_suggestions() {
    let folder = workspace();
    for (words, expected) in [
        (
            &["generat"][..],
            "error: unknown command `generat`; did you mean `generate`?",
        ),
        (
            &["help", "lern"],
            "error: unknown command `lern`; did you mean `learn`?",
        ),
        (
            &["generate", "--chek"],
            "error: unexpected `--chek`; did you mean `--check`?",
        ),
        (
            &["unknowns", "--write"],
            "error: unexpected `--write`; it is an option of `learn`",
        ),
        (&["diff"], "error: expected a revision of git or a folder"),
        (&["diff", "a", "b", "c"], "error: unexpected `c`"),
        (&["generate", "shop"], "error: unexpected `shop`"),
    ] {
        let output = run(folder.path(), words);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text.starts_with(expected), "{words:?}: {text}");
    }
    let text = failure(&folder, &["unknowns", "hop"]);
    let expected = "unknown package `hop`; known: `base`, `feed`, `shop`";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn hidden_files_are_no_part_of_the_spec() {
    let folder = workspace();
    put(&folder, "spec/shop/.#order.yaml", "no: [spec");
    put(&folder, "spec/.cache/order.yaml", "no: [spec");
    assert!(run(folder.path(), &["unknowns"]).status.success());
    put(&folder, "spec/shop/#order.yaml", "no: [spec");
    assert!(!run(folder.path(), &["unknowns"]).status.success());
}

#[test]
fn a_revision_of_git_has_the_same_files_as_a_folder() {
    let folder = workspace();
    put(&folder, "spec/shop/.#order.yaml", "no: [spec");
    put(&folder, "spec/.cache/item.yml", "no: [spec");
    commit(&folder);
    let same = run(folder.path(), &["diff", "HEAD"]);
    assert!(same.status.success(), "{}", text_of(&same.stderr));
    for (file, message) in [
        ("spec/shop/item.yml", "unexpected extension `.yml`"),
        ("spec/shop/item.yaml", "unsupported symbolic link"),
    ] {
        match file.ends_with(".yml") {
            true => put(&folder, file, "resource: item\n"),
            false => symlink("order.yaml", folder.path().join(file)).unwrap(),
        }
        commit(&folder);
        fs::remove_file(folder.path().join(file)).unwrap();
        let different = run(folder.path(), &["diff", "HEAD"]);
        let report = text_of(&different.stderr);
        assert!(!different.status.success());
        assert!(
            report.contains(file) && report.contains(message),
            "{report}"
        );
    }
}

#[test]
fn diff_can_deny_lowered_protection() {
    let folder = workspace();
    commit(&folder);
    let deny = || run(folder.path(), &["diff", "HEAD", "--deny-lowered"]);
    assert!(deny().status.success());
    let file = "spec/shop/order.yaml";
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    put(
        &folder,
        file,
        &text.replace("    essential: [order.id]\n", ""),
    );
    assert!(run(folder.path(), &["diff", "HEAD"]).status.success());
    let denied = deny();
    assert!(!denied.status.success());
    assert!(text_of(&denied.stdout).starts_with("Lowered protection"));
    let message = "lowered protection of money or privacy, which `--deny-lowered` denies";
    assert!(text_of(&denied.stderr).contains(message));
}

/// Commits all files.
fn commit(folder: &TempDir) {
    let author = ["-c", "user.name=A", "-c", "user.email=a@shop.example"];
    for words in [
        &["init", "--quiet"][..],
        &["add", "--all"],
        &["commit", "--quiet", "--message", "The spec."],
    ] {
        let mut git = Command::new("git");
        git.current_dir(folder.path()).args(author).args(words);
        assert!(git.status().unwrap().success(), "{words:?}");
    }
}

fn text_of(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

#[test]
fn check_needs_no_lock() {
    let folder = workspace();
    assert!(run(folder.path(), &["generate"]).status.success());
    // A file where the folder of the lock would be.
    std::fs::remove_dir_all(folder.path().join("target")).unwrap();
    put(&folder, "target", "");
    let check = run(folder.path(), &["generate", "--check"]);
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stderr)
    );
    assert!(!run(folder.path(), &["generate"]).status.success());
}

#[test]
fn a_failed_write_leaves_no_partial_file() {
    let folder = workspace();
    let target = "crates/shop-model/src/lib.rs";
    put(&folder, &format!("{target}/hand_written.txt"), "A folder.");
    assert!(!run(folder.path(), &["generate"]).status.success());
    let partial = folder.path().join(format!("{target}.being-generated"));
    assert!(!partial.exists());
    assert!(partial.parent().unwrap().join("lib.rs").is_dir());
}
