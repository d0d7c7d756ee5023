//! Runs of the compiler.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::specs::root;

/// The compiler, with the crates that generated code uses.
pub(crate) struct Compiler {
    libraries: BTreeMap<String, PathBuf>,
}

impl Compiler {
    /// The libraries of this test, which cargo has built.
    pub(crate) fn new(generated: impl Iterator<Item = String>) -> Self {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // Those of this package: build scripts that read their own would run again, and what depends
        // on them would be built again.
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                cargo.env_remove(name);
            }
        }
        let output = cargo
            .current_dir(root())
            .args(["test", "--no-run", "-p", "tests", "--test", "verdicts"])
            .args(["--offline", "--message-format=json", "--quiet"])
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let mut names: BTreeSet<String> = generated.collect();
        let written = [
            "api_browser",
            "api_callbacks",
            "api_journal",
            "api_runtime",
            "api_versions",
            "api_wire",
        ];
        names.extend(written.map(str::to_owned));
        let mut libraries = BTreeMap::new();
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let message: Value = serde_json::from_str(line).unwrap();
            let name = message["target"]["name"]
                .as_str()
                .unwrap_or_default()
                .replace('-', "_");
            let file = message["filenames"][0].as_str().unwrap_or_default();
            if names.contains(&name) && file.ends_with(".rlib") {
                libraries.insert(name, PathBuf::from(file));
            }
        }
        assert!(libraries.contains_key("api_runtime"), "no libraries");
        Self { libraries }
    }

    /// The files of a crate that have errors, each with its first one.
    pub(crate) fn errors(&self, files: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let mut command = self.command("RUSTC", "rustc", folder.path(), files);
        command.args(["--emit=metadata", "--error-format=json"]);
        let output = command.output().unwrap();
        let mut errors = BTreeMap::new();
        for line in String::from_utf8(output.stderr).unwrap().lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else {
                panic!("{line}");
            };
            if message["level"] != "error" {
                continue;
            }
            let text = message["rendered"].as_str().unwrap_or_default().to_owned();
            match file_of(&message, files) {
                Some(file) => drop(errors.entry(file).or_insert(text)),
                None if text.starts_with("error: aborting") => {}
                None => panic!("an error of no file: {text}"),
            }
        }
        assert_eq!(output.status.success(), errors.is_empty());
        errors
    }

    /// The public API of a crate as rustdoc writes it, in JSON.
    pub(crate) fn api(&self, folder: &Path, files: &BTreeMap<String, String>) -> PathBuf {
        let mut command = self.command("RUSTDOC", "rustdoc", folder, files);
        // JSON is unstable. cargo-semver-checks does the same.
        command.env("RUSTC_BOOTSTRAP", "1");
        command.args(["-Zunstable-options", "--output-format=json", "--out-dir=."]);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        folder.join("lib.json")
    }

    /// A program of the toolchain, with a library of these files.
    fn command(
        &self,
        variable: &str,
        program: &str,
        folder: &Path,
        files: &BTreeMap<String, String>,
    ) -> Command {
        fs::create_dir_all(folder).unwrap();
        let mut library = "#![allow(warnings)]\n".to_owned();
        for (name, text) in files {
            fs::write(folder.join(format!("{name}.rs")), text).unwrap();
            library.push_str(&format!("pub mod {name};\n"));
        }
        fs::write(folder.join("lib.rs"), library).unwrap();
        let dependencies = self.libraries["api_runtime"].parent().unwrap();
        let mut command =
            Command::new(std::env::var_os(variable).unwrap_or_else(|| program.into()));
        command
            .current_dir(folder)
            .args(["lib.rs", "--crate-type=lib", "--edition=2024"])
            .args(["--cap-lints=allow", "-L"])
            .arg(format!("dependency={}", dependencies.display()));
        for (name, path) in &self.libraries {
            command
                .arg("--extern")
                .arg(format!("{name}={}", path.display()));
        }
        command
    }
}

/// The file of a message, or that of the macro call.
fn file_of(message: &Value, files: &BTreeMap<String, String>) -> Option<String> {
    let spans = message["spans"].as_array()?;
    for primary in [true, false] {
        for span in spans.iter().filter(|span| span["is_primary"] == primary) {
            let mut span = span;
            loop {
                let file = Path::new(span["file_name"].as_str()?);
                let name = file.file_stem()?.to_str()?;
                if file.parent() == Some(Path::new("")) && files.contains_key(name) {
                    return Some(name.to_owned());
                }
                match &span["expansion"]["span"] {
                    Value::Null => break,
                    outer => span = outer,
                }
            }
        }
    }
    None
}
