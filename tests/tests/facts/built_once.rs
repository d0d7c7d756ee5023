//! What `cargo xtask generate` has built, `cargo test --workspace` does not build again.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates that cargo builds of these packages, each with its features.
fn crates(packages: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["tree", "--locked", "--offline", "--prefix", "none"]);
    cargo.args(["--format", "{p} with {f}"]).args(packages);
    let output = cargo.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |line: &str| line.trim_end_matches(" (*)").to_owned();
    text.lines().map(line).collect()
}

#[test]
fn crates_of_the_generator_have_the_features_of_the_tests() {
    let generator = crates(&["--package", "xtask", "--edges", "normal,build"]);
    let tests = crates(&["--workspace", "--edges", "normal,build,dev"]);
    assert!(generator.len() > 20, "{generator:?}");
    let again: Vec<_> = generator.difference(&tests).collect();
    // `xtask/Cargo.toml` turns on the features that these lack.
    assert!(again.is_empty(), "built again for the tests: {again:#?}");
}
