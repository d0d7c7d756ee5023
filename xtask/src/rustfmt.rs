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
/// One rustfmt formats all crates, in a temporary folder: a process per file takes ten times as long. From each crate root,
/// it finds the modules itself. A file outside of `src` has none.
pub(crate) fn format(root: &Path, tree: &mut FileTree) -> Result<(), Box<dyn Error>> {
    let folder = temporary_folder(&root.join("target"))?;
    // The nearest configuration is the one that rustfmt takes.
    fs::write(folder.path().join("rustfmt.toml"), configuration(root))?;
    let mut roots = Vec::new();
    for (name, text) in rust_files(tree) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().ok_or("missing folder")?)?;
        fs::write(&path, text)?;
        if name.ends_with("/src/lib.rs") || !name.contains("/src/") {
            roots.push(path);
        }
    }
    if roots.is_empty() {
        return Ok(());
    }
    let program = program();
    let output = Command::new(&program)
        .args(["--edition", &edition(root)?])
        .args(&roots)
        .output()
        .map_err(|error| {
            format!(
                "cannot run {}: {error}; install it with `rustup component add rustfmt`",
                program.display()
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
pub(crate) fn program() -> PathBuf {
    let name = format!("rustfmt{}", env::consts::EXE_SUFFIX);
    let beside_cargo = env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name(&name));
    match beside_cargo {
        Some(path) if path.is_file() => path,
        _ => name.into(),
    }
}

/// The configuration of the workspace.
pub(crate) fn configuration(root: &Path) -> String {
    fs::read_to_string(root.join("rustfmt.toml")).unwrap_or_default()
}

/// The edition of the workspace.
pub(crate) fn edition(root: &Path) -> Result<String, Box<dyn Error>> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let mut values = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("edition = \"")?.strip_suffix('"'));
    let edition = values
        .next()
        .ok_or("missing `edition` in the Cargo.toml of the workspace")?;
    Ok(edition.to_owned())
}
