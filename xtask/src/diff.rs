//! `cargo xtask diff`: what changes of the spec mean.

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use codegen::{Diff, Sources};

use crate::disk;

/// The mode of a symbolic link in git.
const LINK_MODE: &str = "120000 ";

/// What to compare, and how to print it.
pub(crate) struct Options {
    old: String,
    new: Option<String>,
    format: fn(&Diff) -> String,
    /// Whether lowered protection is an error.
    deny_lowered: bool,
}

impl Options {
    pub(crate) fn new(
        old: &str,
        new: Option<&str>,
        format: Option<String>,
        deny_lowered: bool,
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
            deny_lowered,
        })
    }
}

/// Prints the differences.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let root = disk::root()?;
    let old = sources(&root, &options.old)?;
    let new = match &options.new {
        Some(new) => sources(&root, new)?,
        None => disk::sources(&root)?,
    };
    let diff = between((&options.old, &old), &new)?;
    anstream::print!("{}", (options.format)(&diff));
    match options.deny_lowered && diff.is_lowered() {
        true => Err("lowered protection of money or privacy, which `--deny-lowered` denies".into()),
        false => Ok(()),
    }
}

/// The differences of a spec from an old one, which may have errors, since the language changes.
pub(crate) fn between(
    (name, old): (&str, &Sources),
    new: &Sources,
) -> Result<Diff, Box<dyn Error>> {
    let errors = match codegen::diff(old, new) {
        Ok(diff) => return Ok(diff),
        Err(errors) => errors,
    };
    let Err(diagnostics) = codegen::packages(old) else {
        return Err(errors.into());
    };
    let count = diagnostics.iter().count();
    let errors = match count {
        1 => "1 error".to_owned(),
        count => format!("{count} errors, the first"),
    };
    let first = diagnostics.iter().next();
    let first = first.map(|first| format!("{}: {}", first.place(old), first.message()));
    let first = first.unwrap_or_default();
    Err(format!("cannot compare: {name} has in the language of today {errors}: {first}").into())
}

/// The spec of a folder (one that has `spec/`, or is one), or of a revision of git.
fn sources(root: &Path, name: &str) -> Result<Sources, Box<dyn Error>> {
    let folder = Path::new(name);
    if folder.is_dir() {
        let sources = match folder.join("spec").is_dir() {
            true => disk::sources(folder),
            false => disk::sources_in(folder),
        }?;
        let is_spec = sources.0.keys().any(|path| path.ends_with("/api.yaml"));
        return match is_spec {
            true => Ok(sources),
            false => Err(format!(
                "folder `{name}` is no spec: expected `spec/` in it, or folders with `api.yaml`"
            )
            .into()),
        };
    }
    revision(root, name)
}

/// The spec of a revision of git.
pub(crate) fn revision(root: &Path, name: &str) -> Result<Sources, Box<dyn Error>> {
    let list = git(root, &["ls-tree", "-r", "-z", name, "spec/"], "")
        .map_err(|error| format!("`{name}` is neither a folder nor a revision of git: {error}"))?;
    // `MODE blob ID\tPATH`
    let entries = String::from_utf8(list)?;
    let spec = Path::new("spec");
    let mut files: Vec<(&str, &str)> = Vec::new();
    for (info, path) in entries
        .split('\0')
        .filter_map(|entry| entry.split_once('\t'))
    {
        let file = Path::new(path);
        if info.starts_with(LINK_MODE) && !disk::is_hidden(spec, file) {
            return Err(format!("{name}: {}", disk::unsupported_link(file)).into());
        }
        let is_of_spec = disk::is_of_spec(spec, file);
        if let Some(id) = info.rsplit(' ').next().filter(|_| is_of_spec) {
            files.push((id, path));
        }
    }
    if files.is_empty() {
        return Err(format!("revision `{name}` has no files in `spec/`").into());
    }
    let ids: Vec<&str> = files.iter().map(|(id, _)| *id).collect();
    // One process for all files.
    let contents = git(root, &["cat-file", "--batch"], &(ids.join("\n") + "\n"))?;
    let mut rest = contents.as_slice();
    let mut texts = Vec::new();
    for (_, path) in files {
        let (text, end) = object(rest).ok_or("unexpected output of `git cat-file`")?;
        let text = disk::text_of(text);
        texts.push((path.trim_start_matches("spec/").to_owned(), text));
        rest = end;
    }
    Ok(Sources::new(texts))
}

/// An object in the output of `git cat-file --batch`, `ID blob SIZE\nCONTENT\n`, and the rest.
fn object(output: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = output.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&output[..end]).ok()?;
    let size: usize = head.rsplit(' ').next()?.parse().ok()?;
    let content = output.get(end + 1..)?;
    Some((content.get(..size)?, content.get(size + 1..)?))
}

/// The output of a command of git.
pub(crate) fn git(root: &Path, arguments: &[&str], input: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut command = Command::new("git");
    command.current_dir(root).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| format!("cannot run git: {error}"))?;
    let stdin = child.stdin.take();
    let input = input.to_owned();
    // The output is read meanwhile, so neither waits for the other.
    let writer = std::thread::spawn(move || match stdin {
        Some(mut stdin) => stdin.write_all(input.as_bytes()),
        None => Ok(()),
    });
    let output = child.wait_with_output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(message.trim().to_owned().into());
    }
    writer.join().map_err(|_| "the input of git")??;
    Ok(output.stdout)
}
