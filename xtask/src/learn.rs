//! `cargo xtask learn`: writes what observations of responses show into the spec.

use std::error::Error;
use std::path::Path;

use codegen::{Observations, Sources};
use fs_err as fs;

use crate::disk;

/// Learns from files of observations; prints each fact with its line. `false` if the spec has errors.
pub(crate) fn run(files: &[String]) -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let _lock = disk::lock(&root)?;
    let sources = disk::sources(&root)?;
    let observations = observations(files, &sources)?;
    let learned = match codegen::learn(&sources, &observations) {
        Ok(learned) => learned,
        Err(diagnostics) => {
            anstream::eprint!("{}", diagnostics.render(true));
            return Ok(false);
        }
    };
    let mut count = 0;
    for (path, text) in learned.changed(&sources) {
        disk::write(&root, &format!("spec/{path}"), text)?;
        count += 1;
    }
    anstream::print!("{}", learned.report());
    anstream::println!("learn: {} facts in {count} files", learned.facts.len());
    if count > 0 {
        anstream::println!("review the diff, then run `cargo xtask generate`");
    }
    Ok(true)
}

/// The observations of all files.
pub(crate) fn observations(
    files: &[String],
    _sources: &Sources,
) -> Result<Observations, Box<dyn Error>> {
    let mut all = Observations::new();
    for file in files {
        let text = fs::read_to_string(Path::new(file))?;
        all.merge(Observations::parse(file, &text)?);
    }
    Ok(all)
}
