//! Generated crates, compiled beside those that a test depends on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Crates in a folder of their own, which depend on each other and on those of this test.
pub(crate) struct Crates {
    root: TempDir,
    /// What the compiler makes of a crate: `metadata` is enough for one that does not run, `link` for one that does.
    emit: &'static str,
}

impl Crates {
    /// Files of crates, by their path in the workspace.
    pub(crate) fn write<'f>(
        files: impl IntoIterator<Item = (&'f String, &'f String)>,
        emit: &'static str,
    ) -> Self {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self { root, emit }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.root.path()
    }

    /// Compiles a crate after those in its manifest, and returns its metadata or library.
    pub(crate) fn compile(&self, name: &str) -> PathBuf {
        let crate_name = name.replace('-', "_");
        let extension = match self.emit {
            "link" => "rlib",
            _ => "rmeta",
        };
        let compiled = self.folder().join(format!("lib{crate_name}.{extension}"));
        if !compiled.exists() {
            let folder = self.folder().join("crates").join(name);
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let manifest: toml::Table = manifest.parse().unwrap();
            let dependencies = manifest["dependencies"].as_table().unwrap();
            let externs = dependencies.keys().map(|name| self.found(name));
            let externs: Vec<String> = externs.collect();
            let options = ["--crate-type=lib", "--crate-name", &crate_name];
            self.check(&folder.join("src/lib.rs"), &options, &externs);
        }
        compiled
    }

    /// Where a crate is: a new one, or one of this test.
    pub(crate) fn found(&self, name: &str) -> String {
        let prefix = format!("{}=", name.replace('-', "_"));
        if self.folder().join("crates").join(name).exists() {
            return prefix + self.compile(name).to_str().unwrap();
        }
        let (_, options) = compiler::command!();
        let mut options = options.iter();
        let found = options.find(|option| option.starts_with(&prefix));
        found
            .unwrap_or_else(|| panic!("this test does not depend on {name}"))
            .to_string()
    }

    /// Compiles a file, in which nothing is to be warned of.
    pub(crate) fn check(&self, file: &Path, options: &[&str], externs: &[String]) {
        let (program, built) = compiler::command!();
        let mut compiler = Command::new(program);
        compiler.arg(file).args(options);
        compiler.args(["--edition=2024", "-Dwarnings"]);
        compiler.args(["-Wmissing_docs", "-Wunreachable_pub"]);
        compiler.arg(format!("--emit={}", self.emit));
        compiler.arg("--out-dir").arg(self.folder());
        compiler.arg("-L").arg(self.folder());
        for pair in built.chunks(2).filter(|pair| pair[0] == "-L") {
            compiler.args(pair);
        }
        for name in externs {
            compiler.args(["--extern", name]);
        }
        let output = compiler.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", file.display());
    }
}
