//! What observations of responses say about the spec: types that the documents do not show, values of
//! enums, contradictions. Each fact becomes one line, with its evidence counted; what the documents
//! state stays as it is.

mod declaration;
mod edit;
mod evidence;
mod fact;
mod new_notation;
mod place;
mod proposal;
mod tally;
mod text;
mod trial;
mod type_of_values;
mod untyped;

pub use fact::{LearnedFact, Unlearned};
pub(crate) use untyped::untyped;

use std::collections::{BTreeSet, HashMap};

use api_observations::Observations;

use crate::compare::{self, Diff, Level};
use crate::diagnostics::Diagnostics;
use crate::ir::{Field, Spec};
use crate::language::MIN_VENUES;
use crate::load::Loaded;
use crate::report::line_of;
use crate::source::Sources;
use declaration::Declarations;
use evidence::Evidence;
use fact::Target;
use proposal::Proposals;
use trial::Trial;

/// The result of learning.
#[derive(Debug)]
pub struct Learned {
    /// The changed spec.
    pub sources: Sources,
    /// What is new in it.
    pub facts: Vec<LearnedFact>,
    /// What was observed but is not in it.
    pub unlearned: Vec<Unlearned>,
    /// The fingerprints of the keys of the venues, if there are several.
    pub venue_keys: Vec<String>,
}

/// Learns from observations. `describe` lowers a changed spec.
pub(crate) fn learn(
    (loaded, spec, sources): (&Loaded, &Spec, &Sources),
    observations: &Observations,
    describe: impl Fn(&Sources) -> Result<Spec, Diagnostics>,
) -> Result<Learned, Diagnostics> {
    let evidence = Evidence::new(spec, observations);
    let Proposals {
        facts,
        mut unlearned,
        ..
    } = Proposals::new(spec, loaded, sources, &evidence);
    let trial = Trial {
        sources,
        declarations: Declarations::new(loaded),
        facts: &facts,
        describe,
    };
    let (edited, changed, mut rejected) = trial.run()?;
    let diff = compare::diff((spec, sources), (&changed, &edited.sources));
    let levels = levels(&diff);
    let level_of = |target: &Target, line: &str| {
        let place = match target {
            Target::Notation { line, name, .. } => (line.as_str(), name.as_str()),
            Target::Value { value, .. } => (line, value.as_str()),
            // A conflict is in the docs of the field.
            Target::Contradiction { .. } => return Level::Patch,
        };
        levels.get(&place).copied().unwrap_or(Level::Patch)
    };
    let mut learned = Vec::new();
    for (index, fact) in facts.into_iter().enumerate() {
        match (edited.spans.get(&index), rejected.remove(&index)) {
            (Some(span), _) => {
                let line = line_of(&edited.sources, span);
                learned.push(LearnedFact {
                    is_contradiction: matches!(fact.target, Target::Contradiction { .. }),
                    inherited_by: inheriting(spec, sources, &fact.target),
                    level: level_of(&fact.target, &line),
                    line,
                    subject: fact.subject,
                    change: fact.change,
                    error_bound: fact.error_bound,
                });
            }
            (None, reason) => unlearned.push(Unlearned {
                line: String::new(),
                subject: fact.subject,
                reason: match reason {
                    Some(message) => format!("{}: {message}", fact.change),
                    None => format!("{}: edit it by hand", fact.change),
                },
            }),
        }
    }
    unlearned.sort();
    Ok(Learned {
        sources: edited.sources,
        facts: learned,
        unlearned,
        venue_keys: venue_keys(observations),
    })
}

/// The fingerprints of the keys of the venues, if there are several: venues of different keys cannot
/// be compared.
fn venue_keys(observations: &Observations) -> Vec<String> {
    let runs = observations.runs().filter(|run| !run.venues.is_empty());
    let keys: BTreeSet<String> = runs.map(|run| run.venue_key.clone()).collect();
    match keys.len() {
        0 | 1 => Vec::new(),
        _ => keys.into_iter().collect(),
    }
}

/// The highest level of the changes of each field or value, by line and name: there may be several on
/// a line.
fn levels(diff: &Diff) -> HashMap<(&str, &str), Level> {
    let mut levels: HashMap<(&str, &str), Level> = HashMap::new();
    for ((line, subject), level) in diff.levels() {
        let (_, name) = subject.split_once('.').unwrap_or(("", subject));
        let highest = levels.entry((line, name)).or_default();
        *highest = level.max(*highest);
    }
    levels
}

/// The records of other APIs that inherit the field of a target.
fn inheriting(spec: &Spec, sources: &Sources, target: &Target) -> Vec<String> {
    let Target::Notation { line, name, .. } = target else {
        return Vec::new();
    };
    let mut records = Vec::new();
    for package in &spec.packages {
        for record in package
            .resources
            .iter()
            .flat_map(|resource| &resource.records)
        {
            let is_inherited = |field: &Field| {
                let folder = field.span.file.rsplit_once('/').map(|(folder, _)| folder);
                folder != Some(&*package.dir)
                    && field.wire == *name
                    && line_of(sources, &field.span) == *line
            };
            if record.fields.iter().any(is_inherited) {
                records.push(format!("{}.{}", package.name, record.name));
            }
        }
    }
    records
}

impl Learned {
    /// The files that differ from those of `old`.
    pub fn changed<'s>(&'s self, old: &'s Sources) -> impl Iterator<Item = (&'s str, &'s str)> {
        let files = self.sources.0.iter();
        files
            .filter(|(path, text)| old.0.get(*path) != Some(text))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// A line for each fact, then for each observation that is not one.
    pub fn report(&self) -> String {
        let mut out = String::new();
        for fact in &self.facts {
            let LearnedFact {
                line,
                subject,
                change,
                level,
                inherited_by,
                is_contradiction,
                error_bound,
            } = fact;
            let exceptions = match is_contradiction {
                true => "as documented",
                false => "exceptions",
            };
            out.push_str(&format!("{line}: {subject}: {change} ({level}"));
            if !inherited_by.is_empty() {
                let records = inherited_by.join(", ");
                out.push_str(&format!(", inherited by {records}"));
            }
            out.push_str(&format!(", at most {error_bound:.1} % {exceptions})\n"));
        }
        if !self.unlearned.is_empty() {
            out.push_str(&format!("\nNot learned ({}):\n", self.unlearned.len()));
        }
        for unlearned in &self.unlearned {
            let line = match unlearned.line.as_str() {
                "" => String::new(),
                line => format!("{line}: "),
            };
            out.push_str(&format!(
                "{line}{}: {}\n",
                unlearned.subject, unlearned.reason
            ));
        }
        let missing = format!(" of {MIN_VENUES} venues");
        let lacks_venues = |unlearned: &Unlearned| unlearned.reason.contains(&missing);
        if !self.venue_keys.is_empty() && self.unlearned.iter().any(lacks_venues) {
            out.push_str(&format!(
                "\nVenues do not add up over files with different venue keys: {}\n",
                self.venue_keys.join(", ")
            ));
        }
        out
    }
}
