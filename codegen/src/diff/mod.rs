//! What a change of the spec means: each changed fact, with its lines and the level for each artifact.

mod fact;
mod facts;
mod level;
mod render;
mod table;

pub use level::{Level, Verdict};

use std::collections::{BTreeSet, HashMap};

use crate::ir::{Mark, Spec};
use crate::join::join;
use crate::report::line_of;
use crate::source::Sources;
use fact::{Aspect, Fact, Subject, SubjectKind};
use table::{Difference, required_part, verdict};

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

    /// The kind of each changed fact and of its difference, as in `Field MaxLength Raised`, with the
    /// levels of the change.
    pub fn kinds(&self) -> impl Iterator<Item = (String, Verdict)> {
        let changes = self.changes.iter();
        changes.map(|change| {
            let kind = kind(&change.subject, &change.aspect);
            (format!("{kind} {:?}", change.difference), change.verdict)
        })
    }
}

/// The kinds of the facts of a spec, as in `Field MaxLength`.
pub(crate) fn kinds(spec: &Spec) -> BTreeSet<String> {
    let facts = facts::facts(spec).into_iter();
    facts
        .map(|fact| kind(&fact.subject, &fact.aspect))
        .collect()
}

fn kind(subject: &Subject, aspect: &Aspect) -> String {
    format!("{:?} {}", subject.kind, aspect.kind())
}

pub(crate) fn diff(old: (&Spec, &Sources), new: (&Spec, &Sources)) -> Diff {
    let (old_facts, new_facts) = join(|| facts::facts(old.0), || facts::facts(new.0));
    let (before, after) = (BySubject::new(&old_facts), BySubject::new(&new_facts));
    let mut changes = Vec::new();
    for (subject, facts) in &before.0 {
        let others = after.of(subject);
        for fact in facts {
            let change = match with_aspect(others, &fact.aspect) {
                Some(other) if other.value == fact.value => continue,
                Some(other) => change(Some((fact, old.1)), Some((other, new.1))),
                // The end of the subject says it all.
                None if is_part(&after, fact) => continue,
                None => change(Some((fact, old.1)), None),
            };
            changes.extend(change);
        }
    }
    for (subject, facts) in &after.0 {
        let others = before.of(subject);
        for fact in facts {
            if with_aspect(others, &fact.aspect).is_none() && !is_part(&before, fact) {
                changes.extend(change(None, Some((fact, new.1))));
            }
        }
    }
    raise_required_parts(&mut changes, &after);
    keep_rust_items(&mut changes, &before, &after);
    let key = |change: &Change| (change.subject.clone(), change.aspect.clone());
    changes.sort_by_cached_key(key);
    Diff { changes }
}

/// A new field is one change, but a required one means more than an optional one.
fn raise_required_parts(changes: &mut [Change], after: &BySubject<'_>) {
    let is_new = |change: &&mut Change| {
        change.aspect == Aspect::Exists && change.difference == Difference::Added
    };
    for change in changes.iter_mut().filter(is_new) {
        for aspect in [Aspect::Presence, Aspect::Marked(Mark::DocumentedRequired)] {
            if let Some(fact) = after.get(&change.subject, &aspect) {
                let kind = change.subject.kind;
                let verdict = required_part(kind, &aspect, &fact.value, fact.direction);
                change.verdict = change.verdict.max(verdict);
            }
        }
    }
}

/// Another name on the wire, but the same item of the same type in Rust, is no change of the Rust API.
fn keep_rust_items(changes: &mut [Change], before: &BySubject<'_>, after: &BySubject<'_>) {
    let item = |facts: &BySubject<'_>, change: &Change| {
        let ty = facts.get(&change.subject, &Aspect::RustType);
        let ty = ty.map(|fact| fact.value.clone());
        (change.subject.kind, change.items.clone(), ty)
    };
    let items = |difference: Difference, facts: &BySubject<'_>| -> BTreeSet<_> {
        let ends = changes
            .iter()
            .filter(|change| change.aspect == Aspect::Exists && change.difference == difference);
        ends.map(|change| item(facts, change)).collect()
    };
    let removed = items(Difference::Removed, before);
    let kept: BTreeSet<_> = items(Difference::Added, after)
        .intersection(&removed)
        .cloned()
        .collect();
    for change in changes {
        let facts = match change.difference {
            Difference::Removed => before,
            _ => after,
        };
        if change.aspect == Aspect::Exists && kept.contains(&item(facts, change)) {
            change.verdict.rust = Level::Patch;
        }
    }
}

/// Facts by what has them. A tree would compare long names again and again; changes are sorted at the end.
struct BySubject<'f>(HashMap<&'f Subject, Vec<&'f Fact<'f>>>);

impl<'f> BySubject<'f> {
    fn new(facts: &'f [Fact<'f>]) -> Self {
        let mut subjects: HashMap<&Subject, Vec<&Fact<'_>>> = HashMap::new();
        // Most facts follow another one of their subject.
        for facts in facts.chunk_by(|one, next| one.subject == next.subject) {
            if let [first, ..] = facts {
                subjects.entry(&first.subject).or_default().extend(facts);
            }
        }
        Self(subjects)
    }

    fn of(&self, subject: &Subject) -> &[&'f Fact<'f>] {
        self.0.get(subject).map_or(&[], Vec::as_slice)
    }

    fn get(&self, subject: &Subject, aspect: &Aspect) -> Option<&'f Fact<'f>> {
        with_aspect(self.of(subject), aspect)
    }
}

fn with_aspect<'f>(facts: &[&'f Fact<'f>], aspect: &Aspect) -> Option<&'f Fact<'f>> {
    let mut facts = facts.iter().copied();
    facts.find(|fact| fact.aspect == *aspect)
}

/// Whether it is a fact of something that the other side does not have.
fn is_part(others: &BySubject<'_>, fact: &Fact<'_>) -> bool {
    let exists = |subject: &Subject| others.get(subject, &Aspect::Exists).is_some();
    if fact.aspect != Aspect::Exists {
        return !exists(&fact.subject);
    }
    let Subject { package, name, .. } = &fact.subject;
    let owner = |kind: &SubjectKind| Subject {
        package: package.clone(),
        kind: *kind,
        name: match kind {
            SubjectKind::Package => package.clone(),
            _ => owner_name(name).to_owned(),
        },
    };
    let owners = fact.subject.kind.owners();
    !owners.is_empty() && !owners.iter().map(owner).any(|owner| exists(&owner))
}

/// `Order` of `Order.id`.
fn owner_name(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// The public items of both sides.
fn items(old: Option<(&Fact<'_>, &Sources)>, new: Option<(&Fact<'_>, &Sources)>) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for (fact, _) in old.into_iter().chain(new) {
        let others = fact.items.iter().filter(|item| !items.contains(item));
        let others: Vec<String> = others.cloned().collect();
        items.extend(others);
    }
    items
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
    let mut verdict = verdicts.fold(Verdict::default(), Verdict::max);
    let mut sides = old.into_iter().chain(new);
    if sides.all(|(fact, _)| fact.items.is_empty()) {
        // Nothing public concerns it.
        verdict.rust = verdict.rust.min(Level::Patch);
    }
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
        items: items(old, new),
        verdict,
    })
}
