//! `cargo xtask learn`: what recorded responses show that the spec does not have, as lines of it.

use std::error::Error;
use std::fs;

use codegen::Archive;

use crate::disk;

/// Prints what HAR files show, and with `is_written` edits `spec/` in place.
pub(crate) fn run(files: &[String], is_written: bool) -> Result<(), Box<dyn Error>> {
    let root = disk::root()?;
    let _lock = disk::lock(&root)?;
    let sources = disk::sources(&root)?;
    let mut archives = Vec::new();
    for path in files {
        let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        archives.push(Archive::parse(path, &text)?);
    }
    let learned = codegen::learn(&sources, &archives)?;
    anstream::print!("{}", learned.report);
    match (learned.lines, is_written) {
        (0, _) => anstream::println!("learn: no new lines"),
        (lines, false) => anstream::println!("learn: {lines} lines; `--write` writes them"),
        (lines, true) => {
            for (path, text) in learned.changed(&sources) {
                disk::write(&root, &format!("spec/{path}"), text)?;
            }
            anstream::println!(
                "learn: {lines} lines written; remove `pii` where it is none, mark what is `secret` or `strict`, then run `cargo xtask accept`"
            );
        }
    }
    Ok(())
}
