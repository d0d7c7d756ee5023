//! rustfmt for the generated files.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use codegen::FileTree;
use fs_err as fs;
use tempfile::TempDir;

/// Formats the Rust files of the tree.
///
/// One rustfmt formats all crates, in a temporary folder: a process per file takes ten times as long. It is left out if
/// the last run formatted the same texts in the same way.
pub(crate) fn format(root: &Path, tree: &mut FileTree) -> Result<(), Box<dyn Error>> {
    let formatter = Formatter::new(root)?;
    let target = root.join("target");
    let input = joined(formatter.identity(), rust_files(tree));
    let last = target.join("xtask-rustfmt-input");
    let result = target.join("xtask-rustfmt-output");
    if formatter.is_known()
        && fs::read_to_string(&last).is_ok_and(|last| last == input)
        && let Ok(output) = fs::read_to_string(&result)
        && put_back(&output, tree)
    {
        return Ok(());
    }
    formatter.run(&target, tree)?;
    // Input and output fit together, or there is no input. A workspace that cannot be written can be checked.
    let _ = fs::remove_file(&last);
    let output = joined(String::new(), rust_files(tree));
    let _ = fs::write(&result, output).and_then(|()| fs::write(&last, input));
    Ok(())
}

/// The texts in their order, after what else decides about their form. No text has the separator.
fn joined<'t>(first: String, files: impl Iterator<Item = (&'t String, &'t mut String)>) -> String {
    files.fold(first, |all, (name, text)| {
        all + SEPARATOR + name + SEPARATOR + text
    })
}

const SEPARATOR: &str = "\0";

/// Puts formatted texts in the place of those of the tree; `false` if they are not of the same files.
fn put_back(output: &str, tree: &mut FileTree) -> bool {
    let mut parts = output.split(SEPARATOR).skip(1);
    rust_files(tree).all(|(name, text)| {
        let is_it = parts.next() == Some(name);
        parts.next().is_some_and(|formatted| {
            formatted.clone_into(text);
            is_it
        })
    })
}

/// A rustfmt with all that decides about its output besides the texts.
struct Formatter {
    program: PathBuf,
    edition: String,
    configuration: String,
}

impl Formatter {
    fn new(root: &Path) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            program: program(),
            edition: edition(root)?,
            configuration: fs::read_to_string(root.join("rustfmt.toml")).unwrap_or_default(),
        })
    }

    /// Whether it is a file, and not a word that the `PATH` resolves.
    fn is_known(&self) -> bool {
        self.program.is_file()
    }

    /// The program as cargo identifies rustc, the edition and the configuration.
    fn identity(&self) -> String {
        let metadata = fs::metadata(&self.program).ok();
        let changed = metadata.map(|metadata| (metadata.len(), metadata.modified().ok()));
        let (program, edition) = (&self.program, &self.edition);
        format!("{program:?} {changed:?} {edition} {}", self.configuration)
    }

    /// From each crate root, rustfmt finds the modules itself.
    fn run(&self, target: &Path, tree: &mut FileTree) -> Result<(), Box<dyn Error>> {
        let folder = temporary_folder(target)?;
        // The nearest configuration is the one that rustfmt takes.
        fs::write(folder.path().join("rustfmt.toml"), &self.configuration)?;
        let mut crate_roots = Vec::new();
        for (name, text) in rust_files(tree) {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().ok_or("missing folder")?)?;
            fs::write(&path, text)?;
            if name.ends_with("/src/lib.rs") {
                crate_roots.push(path);
            }
        }
        if crate_roots.is_empty() {
            return Ok(());
        }
        let output = Command::new(&self.program)
            .args(["--edition", &self.edition])
            .args(&crate_roots)
            .output()
            .map_err(|error| {
                format!(
                    "cannot run {}: {error}; install it with `rustup component add rustfmt`",
                    self.program.display()
                )
            })?;
        if !output.status.success() {
            return Err(format!(
                "rustfmt failed on the generated files:\n{}",
                String::from_utf8_lossy(&output.stderr)
            )
            .into());
        }
        for (name, text) in rust_files(tree) {
            *text = fs::read_to_string(folder.path().join(name))?;
        }
        Ok(())
    }
}

/// A folder below the target folder, or elsewhere if that cannot be written.
fn temporary_folder(target: &Path) -> Result<TempDir, Box<dyn Error>> {
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("rustfmt-");
    let below = fs::create_dir_all(target).and_then(|()| builder.tempdir_in(target));
    Ok(below.or_else(|_| builder.tempdir())?)
}

fn rust_files(tree: &mut FileTree) -> impl Iterator<Item = (&String, &mut String)> {
    tree.0.iter_mut().filter(|(name, _)| name.ends_with(".rs"))
}

/// The rustfmt of the toolchain that runs this command: beside its cargo, or the one in the `PATH`.
fn program() -> PathBuf {
    let name = format!("rustfmt{}", env::consts::EXE_SUFFIX);
    let beside_cargo = env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name(&name));
    match beside_cargo {
        Some(path) if path.is_file() => path,
        _ => name.into(),
    }
}

/// The edition of the workspace.
fn edition(root: &Path) -> Result<String, Box<dyn Error>> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let mut values = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("edition = \"")?.strip_suffix('"'));
    let edition = values
        .next()
        .ok_or("missing `edition` in the Cargo.toml of the workspace")?;
    Ok(edition.to_owned())
}
