//! Facts with which the spec stays valid: other parts of it may rely on the type of a field.

use std::collections::{BTreeMap, HashMap};

use super::declaration::Declarations;
use super::edit::{Edited, Edits};
use super::fact::{Fact, Target};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::ir::Spec;
use crate::report::line_of;
use crate::source::{Sources, Span};

/// Facts with which the spec has errors, and the errors.
pub(super) type Rejected = BTreeMap<usize, String>;

/// Tries facts.
pub(super) struct Trial<'a, D> {
    pub(super) sources: &'a Sources,
    pub(super) declarations: Declarations<'a>,
    pub(super) facts: &'a [Fact],
    pub(super) describe: D,
}

impl<D: Fn(&Sources) -> Result<Spec, Diagnostics>> Trial<'_, D> {
    /// The spec with all facts that are valid together.
    pub(super) fn run(&self) -> Result<(Edited, Spec, Rejected), Diagnostics> {
        let mut rejected = Rejected::new();
        loop {
            let accepted: Vec<usize> = (0..self.facts.len())
                .filter(|index| !rejected.contains_key(index))
                .collect();
            let edited = self.edited(&accepted);
            let diagnostics = match (self.describe)(&edited.sources) {
                Ok(spec) => return Ok((edited, spec, rejected)),
                Err(diagnostics) => diagnostics,
            };
            let mut invalid = invalid_facts(&edited, &diagnostics);
            if invalid.is_empty() {
                invalid = self.elsewhere(&accepted, &diagnostics);
            }
            if invalid.is_empty() {
                return Err(diagnostics);
            }
            rejected.extend(invalid);
        }
    }

    fn edited(&self, facts: &[usize]) -> Edited {
        let facts = facts.iter().map(|index| (*index, &self.facts[*index]));
        let facts: Vec<(usize, &Fact)> = facts.collect();
        Edits::new(self.sources, &self.declarations, &facts).apply(self.sources)
    }

    /// The facts that cause errors elsewhere: new types of fields, or else any.
    fn elsewhere(&self, accepted: &[usize], diagnostics: &Diagnostics) -> Rejected {
        let is_new_type = |index: &usize| {
            let target = &self.facts[*index].target;
            matches!(target, Target::Notation { is_new_type, .. } if *is_new_type)
        };
        let types: Vec<usize> = accepted.iter().copied().filter(is_new_type).collect();
        let messages = || diagnostics.iter().map(Diagnostic::message);
        let mut rejected = Rejected::new();
        for index in &types {
            let fact = &self.facts[*index];
            let named = |message: &&str| names_field(message, fact) && names_record(message, fact);
            let message = messages().find(named);
            rejected.extend(message.map(|message| (*index, message.to_owned())));
        }
        if !rejected.is_empty() {
            return rejected;
        }
        let is_named =
            |index: &&usize| messages().any(|message| names_field(message, &self.facts[**index]));
        let named: Vec<usize> = types.iter().filter(is_named).copied().collect();
        for candidates in [named, types, accepted.to_vec()] {
            let mut base = accepted.to_vec();
            base.retain(|index| !candidates.contains(index));
            let mut rejected = Rejected::new();
            self.add_valid(&mut base, &candidates, &mut rejected);
            if !rejected.is_empty() && self.error(&base).is_none() {
                return rejected;
            }
        }
        Rejected::new()
    }

    /// Adds those of the candidates that cause no error, by halves.
    fn add_valid(&self, base: &mut Vec<usize>, candidates: &[usize], rejected: &mut Rejected) {
        let all = [base.as_slice(), candidates].concat();
        match (self.error(&all), candidates) {
            (None, _) => *base = all,
            (Some(_), []) => {}
            (Some(error), [index]) => {
                rejected.insert(*index, error);
            }
            (Some(_), candidates) => {
                let (first, second) = candidates.split_at(candidates.len() / 2);
                self.add_valid(base, first, rejected);
                self.add_valid(base, second, rejected);
            }
        }
    }

    /// The first error of the spec with these facts.
    fn error(&self, facts: &[usize]) -> Option<String> {
        let diagnostics = (self.describe)(&self.edited(facts).sources).err()?;
        diagnostics
            .iter()
            .next()
            .map(|first| first.message().to_owned())
    }
}

/// Whether a message names the field of a fact.
fn names_field(message: &str, fact: &Fact) -> bool {
    let (_, field) = fact.subject.rsplit_once('.').unwrap_or_default();
    message.contains(&format!("`{field}`"))
}

/// Whether a message names a record of a fact.
fn names_record(message: &str, fact: &Fact) -> bool {
    let (records, _) = fact.subject.rsplit_once('.').unwrap_or_default();
    let mut records = records.split(", ");
    records.any(|record| message.contains(&format!("`{record}`")))
}

/// The facts with errors of their own: those around the span of an error, or the only one of its
/// line. Maps on one line have several facts.
fn invalid_facts(edited: &Edited, diagnostics: &Diagnostics) -> Rejected {
    let mut lines: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, span) in &edited.spans {
        let line = line_of(&edited.sources, span);
        lines.entry(line).or_default().push(*index);
    }
    let mut invalid = Rejected::new();
    for diagnostic in diagnostics.iter() {
        let line = line_of(&edited.sources, diagnostic.span());
        let of_line = lines.get(&line).map_or(&[][..], Vec::as_slice);
        let is_around = |index: &&usize| overlap(&edited.spans[*index], diagnostic.span());
        let around: Vec<usize> = of_line.iter().filter(is_around).copied().collect();
        let facts = match (around.as_slice(), of_line) {
            ([], [_]) => of_line,
            (around, _) => around,
        };
        for index in facts {
            invalid.insert(*index, diagnostic.message().to_owned());
        }
    }
    invalid
}

fn overlap(fact: &Span, error: &Span) -> bool {
    let (fact, error) = (&fact.range, &error.range);
    fact.start < error.end.max(error.start + 1) && error.start < fact.end
}
