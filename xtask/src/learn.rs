//! `cargo xtask learn`: writes what observations of responses show into the spec.

use std::error::Error;

use codegen::{Diagnostics, HarObservations, Observations, Sources};
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
        let mut reader = None;
        for path in &self.paths {
            let text = fs::read_to_string(path)?;
            if !is_har(path, &text) {
                all.merge(Observations::parse(path, &text)?);
                continue;
            }
            let reader = match &mut reader {
                Some(reader) => reader,
                None => match codegen::har_reader(sources, self.base_url.as_deref()) {
                    Ok(new) => reader.insert(new),
                    Err(diagnostics) => return Ok(Err(diagnostics)),
                },
            };
            let har = reader.read(path, &text)?;
            anstream::eprintln!("{path}: {har}{}", self.hint(&har));
            all.merge(har.observations);
        }
        Ok(Ok(all))
    }

    /// What may be wrong if no request of an HAR file is that of an operation.
    fn hint(&self, har: &HarObservations) -> String {
        match &self.base_url {
            _ if har.unmatched == 0 || har.counted + har.repeated + har.without_json > 0 => {
                String::new()
            }
            Some(base_url) => format!("; expected URLs as in `{base_url}/PATH`"),
            None => {
                "; if the base URL does not end with the `base_path` of the API, pass `--base-url`"
                    .to_owned()
            }
        }
    }
}

/// Whether a file is an HAR file, which is an object of JSON, whatever its name.
fn is_har(path: &str, text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    path.ends_with(".har") || text.starts_with('{')
}
