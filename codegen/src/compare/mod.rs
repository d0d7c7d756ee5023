//! What differs between two specs, or two versions of an API: one walk over the IR as data, and one table of what a
//! difference means.

mod fact;
mod level;
mod page;
mod report;
mod table;
mod walk;

pub use level::{Level, Verdict};
pub(crate) use page::page;

use std::collections::BTreeMap;

use crate::ir::{self, Spec, Usage, Used};
use crate::source::Sources;
use fact::Fact;
pub(crate) use table::paths_without_row;
use table::verdict;
use walk::{Difference, Step, differences};

/// The changes between two specs.
#[derive(Debug, Default)]
pub struct Diff {
    changes: Vec<Change>,
}

/// A changed fact.
#[derive(Debug)]
struct Change {
    package: String,
    fact: Fact,
    /// The lines in the old and the new spec.
    lines: Vec<String>,
    verdict: Verdict,
    /// Whether less protects money or privacy.
    is_lowered: bool,
}

impl Diff {
    /// Whether no fact differs.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The level of all changes together.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.changes.iter().map(|change| change.verdict);
        verdicts.fold(Verdict::default(), Verdict::max)
    }
}

pub(crate) fn diff(old: (&Spec, &Sources), new: (&Spec, &Sources)) -> Diff {
    let (before, after) = (ir::tree(old.0), ir::tree(new.0));
    // A type that a change puts to use is judged as it was used before, too.
    let mut used = old.0.used.clone();
    for (named, usage) in &new.0.used {
        let known = used.entry(named.clone()).or_default();
        *known = Usage {
            sent: known.sent || usage.sent,
            read: known.read || usage.read,
        };
    }
    let found = differences(&before, &after).into_iter();
    let changes = found.map(|difference| change(&difference, &used, old.1, new.1));
    Diff {
        changes: without_repeated_docs(changes.collect()),
    }
}

fn change(difference: &Difference<'_>, used: &Used, old: &Sources, new: &Sources) -> Change {
    let (package, path) = match difference.path.split_first() {
        Some((package, path)) => (package.key.clone(), path),
        None => (String::new(), &[][..]),
    };
    let fact = Fact::new(&package, path, difference);
    let usage = usage(&package, path, used);
    let member = match (difference.old, difference.new) {
        (Some(_), Some(_)) => None,
        (old, new) => new.or(old).map(|node| node.value),
    };
    let verdict = verdict(path, fact.change, usage, member);
    let old = difference.old.map(|node| line(old, node.span));
    let new = difference.new.map(|node| line(new, node.span));
    Change {
        is_lowered: fact.is_lowered(path),
        package,
        fact,
        lines: old.into_iter().chain(new).collect(),
        verdict,
    }
}

/// How the values of what has a path are used.
fn usage(package: &str, path: &[Step], used: &Used) -> Usage {
    let path: Vec<&str> = path.iter().map(|step| step.key.as_str()).collect();
    match path.as_slice() {
        ["records" | "bodies" | "enums" | "ids", name, ..] => {
            let key = (package.to_owned(), (*name).to_owned());
            used.get(&key).copied().unwrap_or_default()
        }
        ["operations", _, "path" | "query" | "headers", ..] | ["browser_sdk", ..] => Usage {
            sent: true,
            read: false,
        },
        ["callbacks", ..] => Usage {
            sent: false,
            read: true,
        },
        _ => Usage {
            sent: true,
            read: true,
        },
    }
}

/// Other docs of one item are one change.
fn without_repeated_docs(changes: Vec<Change>) -> Vec<Change> {
    let mut seen = BTreeMap::new();
    let mut kept: Vec<Change> = Vec::new();
    for change in changes {
        let item = (
            change.package.clone(),
            change.fact.noun,
            change.fact.name.clone(),
        );
        if change.fact.is_docs && seen.insert(item, ()).is_some() {
            continue;
        }
        kept.push(change);
    }
    kept
}

/// A place of the tree as `file:line`.
fn line(sources: &Sources, place: &str) -> String {
    let (file, start) = place.rsplit_once(':').unwrap_or((place, "0"));
    sources.line(file, start.parse().unwrap_or(0))
}
