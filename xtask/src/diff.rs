//! `cargo xtask diff`: what changes of the spec mean.

use std::error::Error;
use std::path::Path;
use std::process::Command;

use codegen::{Diff, Sources};

use crate::disk;

/// What to compare, and how to print it.
pub(crate) struct Options {
    old: String,
    new: Option<String>,
    format: fn(&Diff) -> String,
}

impl Options {
    pub(crate) fn new(
        old: &str,
        new: Option<&str>,
        format: Option<String>,
    ) -> Result<Self, lexopt::Error> {
        let format = match format.as_deref() {
            None | Some("text") => Diff::to_text,
            Some("markdown") => Diff::to_markdown,
            Some("changelog") => Diff::to_changelog,
            Some(other) => {
                return Err(format!(
                    "unknown format `{other}`; expected text, markdown or changelog"
                )
                .into());
            }
        };
        Ok(Self {
            old: old.to_owned(),
            new: new.map(str::to_owned),
            format,
        })
    }
}

/// Prints the differences.
pub(crate) fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let old = sources(&root, &options.old)?;
    let new = match &options.new {
        Some(new) => sources(&root, new)?,
        None => disk::sources(&root)?,
    };
    if let Err(diagnostics) = codegen::packages(&old) {
        let (name, count) = (&options.old, diagnostics.iter().count());
        return Err(format!(
            "cannot compare: {name} has {count} errors in the language of today, the first: {}",
            diagnostics
                .iter()
                .next()
                .map_or("", codegen::Diagnostic::message)
        )
        .into());
    }
    match codegen::diff(&old, &new) {
        Ok(diff) => {
            anstream::print!("{}", (options.format)(&diff));
            Ok(true)
        }
        Err(diagnostics) => {
            anstream::eprint!("{}", diagnostics.render(true));
            Ok(false)
        }
    }
}

/// The spec of a folder (one that has `spec/`, or is one), or of a revision of git.
fn sources(root: &Path, name: &str) -> Result<Sources, Box<dyn Error>> {
    let folder = Path::new(name);
    if folder.is_dir() {
        return match folder.join("spec").is_dir() {
            true => disk::sources(folder),
            false => disk::sources_in(folder),
        };
    }
    revision(root, name)
}

fn revision(root: &Path, name: &str) -> Result<Sources, Box<dyn Error>> {
    let list = git(root, &["ls-tree", "-r", "-z", "--name-only", name, "spec/"])
        .map_err(|error| format!("`{name}` is neither a folder nor a revision of git: {error}"))?;
    let mut files = Vec::new();
    let paths = list.split('\0').filter(|path| path.ends_with(".yaml"));
    for path in paths {
        let text = git(root, &["show", &format!("{name}:{path}")])?;
        files.push((path.trim_start_matches("spec/").to_owned(), text));
    }
    if files.is_empty() {
        return Err(format!("revision `{name}` has no files in `spec/`").into());
    }
    Ok(Sources::new(files))
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new("git")
        .current_dir(root)
        .args(arguments)
        .output();
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(message.trim().to_owned().into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
