//! What a change of the spec means: each changed fact, with its lines and the level for each artifact.

mod fact;
mod facts;
mod level;
mod render;
mod table;

pub use level::{Level, Verdict};

use std::collections::BTreeMap;

use crate::ir::Spec;
use crate::report::line_of;
use crate::source::Sources;
use fact::{Aspect, Fact, Subject};
use table::{Difference, verdict};

/// The changes between two specs.
#[derive(Debug, Default)]
pub struct Diff {
    changes: Vec<Change>,
}

/// One changed fact.
#[derive(Debug)]
struct Change {
    subject: Subject,
    aspect: Aspect,
    difference: Difference,
    old: Option<Side>,
    new: Option<Side>,
    /// The public items that it concerns.
    items: Vec<String>,
    verdict: Verdict,
}

/// The value of a fact, and its line.
#[derive(Debug)]
struct Side {
    value: String,
    line: String,
}

impl Diff {
    /// Whether no fact differs.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The highest level of each change, with its line in the old spec, or the new one of an addition,
    /// and its subject.
    pub(crate) fn levels(&self) -> impl Iterator<Item = ((&str, &str), Level)> {
        self.changes.iter().filter_map(|change| {
            let side = change.old.as_ref().or(change.new.as_ref())?;
            let place = (side.line.as_str(), change.subject.name.as_str());
            Some((place, change.verdict.highest()))
        })
    }

    /// The level of all changes together.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.changes.iter().map(|change| change.verdict);
        verdicts.fold(Verdict::default(), Verdict::max)
    }
}

pub(crate) fn diff(old: (&Spec, &Sources), new: (&Spec, &Sources)) -> Diff {
    let (before, after) = (by_key(old.0), by_key(new.0));
    let mut changes = Vec::new();
    for (key, fact) in &before {
        let change = match after.get(key) {
            Some(other) if other.value == fact.value => continue,
            Some(other) => change(Some((fact, old.1)), Some((other, new.1))),
            // The end of the subject says it all.
            None if !exists(&after, &fact.subject) && fact.aspect != Aspect::Exists => continue,
            None => change(Some((fact, old.1)), None),
        };
        changes.extend(change);
    }
    for (key, fact) in &after {
        let is_part = fact.aspect != Aspect::Exists && !exists(&before, &fact.subject);
        if !before.contains_key(key) && !is_part {
            changes.extend(change(None, Some((fact, new.1))));
        }
    }
    let key = |change: &Change| (change.subject.clone(), change.aspect.clone());
    changes.sort_by_cached_key(key);
    Diff { changes }
}

type Key = (Subject, Aspect);

fn by_key(spec: &Spec) -> BTreeMap<Key, Fact<'_>> {
    let facts = facts::facts(spec).into_iter();
    facts
        .map(|fact| ((fact.subject.clone(), fact.aspect.clone()), fact))
        .collect()
}

fn exists(facts: &BTreeMap<Key, Fact<'_>>, subject: &Subject) -> bool {
    facts.contains_key(&(subject.clone(), Aspect::Exists))
}

fn change(
    old: Option<(&Fact<'_>, &Sources)>,
    new: Option<(&Fact<'_>, &Sources)>,
) -> Option<Change> {
    let (fact, _) = new.or(old)?;
    let difference = match (old, new) {
        (None, _) => Difference::Added,
        (_, None) => Difference::Removed,
        (Some((old, _)), Some((new, _))) => {
            match (old.value.parse::<u64>(), new.value.parse::<u64>()) {
                (Ok(old), Ok(new)) if new > old => Difference::Raised,
                (Ok(_), Ok(_)) => Difference::Lowered,
                _ => Difference::Changed,
            }
        }
    };
    // A type that a change puts to use is judged as it was used before, too.
    let directions = old.into_iter().chain(new).map(|(fact, _)| fact.direction);
    let verdicts =
        directions.map(|direction| verdict(fact.subject.kind, &fact.aspect, direction, difference));
    let side = |(fact, sources): (&Fact<'_>, &Sources)| Side {
        value: fact.value.clone(),
        line: line_of(sources, fact.span),
    };
    Some(Change {
        subject: fact.subject.clone(),
        aspect: fact.aspect.clone(),
        difference,
        old: old.map(side),
        new: new.map(side),
        items: fact.items.clone(),
        verdict: verdicts.fold(Verdict::default(), Verdict::max),
    })
}
