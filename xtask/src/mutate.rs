//! `cargo xtask facts` and `cargo xtask mutate`: whether the spec says what the fact lists say, and
//! whether the lists notice a changed fact.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use codegen::{FactLists, Fate, Mutant, Sources};
use fs_err as fs;

use crate::disk;

/// The folder of the fact lists.
const LISTS: &str = "tests/facts";

/// The share of the mutants with an effect that has to be noticed, in percent.
const MIN_CAUGHT: usize = 95;

/// How many mutants with an effect, and which.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) count: usize,
    pub(crate) seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            count: 400,
            seed: 1,
        }
    }
}

/// Prints what the spec and the fact lists do not have in common.
pub(crate) fn facts() -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let lists = lists(&root)?;
    agrees(&lists, &disk::sources(&root)?)
}

fn agrees(lists: &FactLists, sources: &Sources) -> Result<bool, Box<dyn Error>> {
    let mismatches = match lists.compare(sources) {
        Ok(mismatches) => mismatches,
        Err(diagnostics) => {
            anstream::eprint!("{}", diagnostics.render(true));
            return Ok(false);
        }
    };
    for mismatch in &mismatches {
        anstream::println!("{mismatch}");
    }
    if !mismatches.is_empty() {
        let differ = match mismatches.len() {
            1 => "1 fact differs".to_owned(),
            count => format!("{count} facts differ"),
        };
        anstream::eprintln!(
            "\n{differ} between {LISTS} and spec. If the documents changed, change both by hand; if not, \
             correct the one that is wrong."
        );
    }
    Ok(mismatches.is_empty())
}

/// Prints what becomes of mutants of the spec, and fails if too many survive.
pub(crate) fn run(options: Options) -> Result<bool, Box<dyn Error>> {
    let root = disk::root()?;
    let sources = disk::sources(&root)?;
    let lists = lists(&root)?;
    if !agrees(&lists, &sources)? {
        return Ok(false);
    }
    let mut fates: BTreeMap<&'static str, [usize; 4]> = BTreeMap::new();
    let (mut survivors, mut ineffective) = (Vec::new(), Vec::new());
    let mut effective = 0;
    for mutant in codegen::mutants(&sources, options.seed) {
        if effective == options.count {
            break;
        }
        let fate = mutant.fate(&sources, &lists);
        effective += usize::from(matches!(fate, Fate::Caught | Fate::Survived));
        fates.entry(mutant.kind).or_default()[fate as usize] += 1;
        match fate {
            Fate::Survived => survivors.push(mutant),
            Fate::WithoutEffect => ineffective.push(mutant),
            Fate::Rejected | Fate::Caught => {}
        }
    }
    let mut total = [0; 4];
    anstream::println!(
        "{:<34}{:>9}{:>8}{:>11}{:>10}",
        "",
        "rejected",
        "caught",
        "no effect",
        "survived"
    );
    for (kind, counts) in fates.iter().map(|(kind, counts)| (*kind, *counts)) {
        row(kind, counts);
        total
            .iter_mut()
            .zip(counts)
            .for_each(|(sum, count)| *sum += count);
    }
    row("all", total);
    print("without effect", &ineffective);
    print("survived", &survivors);
    let [_, caught, _, _] = total;
    let effective = effective.max(1);
    anstream::println!(
        "\ncaught: {caught} of {effective} with an effect, {} %",
        caught * 100 / effective
    );
    Ok(caught * 100 >= effective * MIN_CAUGHT)
}

fn row(kind: &str, counts: [usize; 4]) {
    let [rejected, caught, without_effect, survived] = counts;
    anstream::println!("{kind:<34}{rejected:>9}{caught:>8}{without_effect:>11}{survived:>10}");
}

fn print(heading: &str, mutants: &[Mutant]) {
    if !mutants.is_empty() {
        anstream::println!("\n{heading}:");
    }
    for mutant in mutants {
        let Mutant {
            file, line, kind, ..
        } = mutant;
        anstream::println!("spec/{file}:{line}: {kind}");
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" / ");
        anstream::println!("    {} → {}", lines(&mutant.before), lines(&mutant.after));
    }
}

/// The fact lists of a workspace.
fn lists(root: &Path) -> Result<FactLists, Box<dyn Error>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(root.join(LISTS))? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if name.ends_with(".txt") {
            files.insert(format!("{LISTS}/{name}"), fs::read_to_string(&path)?);
        }
    }
    Ok(FactLists::parse(&files)?)
}
