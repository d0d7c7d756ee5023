//! `cargo xtask learn`: writes what observations of responses show into the spec.

use std::error::Error;

use codegen::{Diagnostics, Observations, Sources};
use fs_err as fs;

use crate::disk;

/// Files of observations and HAR files.
pub(crate) struct Files {
    pub(crate) paths: Vec<String>,
    /// The base URL of the API in HAR files.
    pub(crate) base_url: Option<String>,
}

/// Learns from files; prints each fact with its line. `false` if the spec has errors.
pub(crate) fn run(files: &Files) -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let _lock = disk::lock(&root)?;
    let sources = disk::sources(&root)?;
    let learned = match files.read(&sources)? {
        Ok(observations) => codegen::learn(&sources, &observations),
        Err(diagnostics) => Err(diagnostics),
    };
    let learned = match learned {
        Ok(learned) => learned,
        Err(diagnostics) => {
            anstream::eprint!("{}", diagnostics.render(true));
            return Ok(false);
        }
    };
    let mut count = 0_usize;
    for (path, text) in learned.changed(&sources) {
        disk::write(&root, &format!("spec/{path}"), text)?;
        count += 1;
    }
    anstream::print!("{}", learned.report());
    let facts = learned.facts.len();
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let (of_facts, of_files) = (plural(facts), plural(count));
    anstream::println!("learn: {facts} fact{of_facts} in {count} file{of_files}");
    if count > 0 {
        anstream::println!("review the diff, then run `cargo xtask generate`");
    }
    Ok(true)
}

impl Files {
    /// The observations of all files. The inner errors are those of the spec, by which the requests of
    /// HAR files are matched.
    pub(crate) fn read(
        &self,
        sources: &Sources,
    ) -> Result<Result<Observations, Diagnostics>, Box<dyn Error>> {
        let mut all = Observations::new();
        for path in &self.paths {
            let text = fs::read_to_string(path)?;
            if !path.ends_with(".har") {
                all.merge(Observations::parse(path, &text)?);
                continue;
            }
            match codegen::read_har(sources, path, &text, self.base_url.as_deref()) {
                Ok(har) => {
                    let har = har?;
                    anstream::eprintln!("{path}: {har}");
                    all.merge(har.observations);
                }
                Err(diagnostics) => return Ok(Err(diagnostics)),
            }
        }
        Ok(Ok(all))
    }
}
