//! Files on disk: the description that is read, and the files that are made.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use codegen::{GENERATED_HEADER, Sources};
use fs_err as fs;

/// Ends the name of a file that is being written; one that is found is left from a run that was interrupted.
const UNFINISHED: &str = ".being-generated";

/// Folders that hold made files. Nothing outside them is ever touched.
const MADE_IN: [&str; 2] = ["crates", "spec/schema"];

/// The workspace: the nearest folder, from the current one upwards, that holds a `Cargo.toml` and the description. So
/// the program works on the copy in which it is called, and not on the one in which it was built.
pub(crate) fn root() -> Result<PathBuf, Box<dyn Error>> {
    let current = std::env::current_dir()?;
    let root = current
        .ancestors()
        .find(|folder| folder.join("Cargo.toml").is_file() && folder.join("spec").is_dir());
    match root {
        Some(root) => Ok(root.to_owned()),
        None => Err(format!(
            "{} is in no workspace with a folder `spec`; call the command inside the project",
            current.display()
        )
        .into()),
    }
}

/// The files of the description.
pub(crate) fn sources(root: &Path) -> Result<Sources, Box<dyn Error>> {
    let spec = root.join("spec");
    let mut files = BTreeMap::new();
    for path in files_below(&spec)? {
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            let bytes = fs::read(&path)?;
            let text = String::from_utf8(bytes).map_err(|error| {
                let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
                    .iter()
                    .filter(|byte| **byte == b'\n')
                    .count();
                format!(
                    "{}:{}: the file is not UTF-8 here",
                    path.display(),
                    line + 1
                )
            })?;
            files.insert(name(&spec, &path)?, text);
        } else if path.extension().is_some_and(|extension| extension == "yml") {
            return Err(format!(
                "{} would not be read: files of the description end in `.yaml`; rename it",
                path.display()
            )
            .into());
        }
    }
    Ok(Sources(files))
}

/// The made files that are there, whole and unfinished ones, by path below the workspace.
pub(crate) fn made(root: &Path) -> Result<BTreeMap<String, Made>, Box<dyn Error>> {
    let mut found = BTreeMap::new();
    for folder in MADE_IN {
        let folder = root.join(folder);
        if !folder.exists() {
            continue;
        }
        for path in files_below(&folder)? {
            let name = name(root, &path)?;
            let bytes = fs::read(&path)?;
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
            let made = if name.ends_with(UNFINISHED) {
                Made::Unfinished
            } else if start.contains(GENERATED_HEADER) {
                Made::Whole(String::from_utf8_lossy(&bytes).into_owned())
            } else {
                Made::ByHand
            };
            found.insert(name, made);
        }
    }
    Ok(found)
}

/// What a file in a folder of made files is.
pub(crate) enum Made {
    /// Made by an earlier run.
    Whole(String),
    /// Left from a run that was interrupted.
    Unfinished,
    /// Written by hand.
    ByHand,
}

/// Writes a file beside its place and renames it, so that no reader sees half of it.
pub(crate) fn write(root: &Path, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let path = root.join(name);
    let folder = path.parent().ok_or("a file has a folder")?;
    fs::create_dir_all(folder)?;
    let unfinished = PathBuf::from(format!("{}{UNFINISHED}", path.display()));
    gone(&unfinished)?;
    // A new file, so that nothing is written through a link that stands there.
    let mut file = fs::File::create_new(&unfinished)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    fs::rename(&unfinished, &path)?;
    Ok(())
}

/// Removes a file, and its folder when that is empty then.
pub(crate) fn remove(root: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let path = root.join(name);
    gone(&path)?;
    let mut folder = path.parent();
    while let Some(empty) =
        folder.filter(|folder| *folder != root && fs::remove_dir(folder).is_ok())
    {
        folder = empty.parent();
    }
    Ok(())
}

/// Removes a file that may be gone already: an unfinished one is, once its file is written again.
fn gone(path: &Path) -> Result<(), Box<dyn Error>> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Fails when a path leads through a symbolic link: what is written there would land elsewhere.
pub(crate) fn no_links(root: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let mut path = root.to_owned();
    for part in Path::new(name) {
        path.push(part);
        match std::fs::symlink_metadata(&path) {
            Ok(meta) if meta.file_type().is_symlink() => {
                return Err(format!(
                    "{} is a symbolic link; nothing is written through it",
                    path.display()
                )
                .into());
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() && entry.file_name() != "target" {
                open.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

pub(crate) fn name(root: &Path, path: &Path) -> Result<String, Box<dyn Error>> {
    let parts: Option<Vec<&str>> = path
        .strip_prefix(root)?
        .iter()
        .map(|part| part.to_str())
        .collect();
    let parts = parts.ok_or_else(|| format!("{}: the name is not UTF-8", path.display()))?;
    Ok(parts.join("/"))
}
