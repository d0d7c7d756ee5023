//! Fact lists: what a spec has to say, written a second time by hand from the documents. A changed,
//! missing or invented fact is a mismatch.

mod described;
mod list;
mod paragraph;
mod statement;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::describe;
use crate::diagnostics::Diagnostics;
use crate::source::Sources;
use statement::{About, Statements, is_topic_of};

/// Hand-written lists of facts.
#[derive(Clone, Debug)]
pub struct FactLists(Statements);

/// A fact that a list and the spec do not have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactMismatch {
    /// What it is about, as in `record Customer of pos-v2`.
    subject: String,
    /// What the list says, and where.
    listed: Option<(String, String)>,
    /// What the spec says, and where.
    specified: Option<(String, String)>,
}

impl FactLists {
    /// Parses lists: path to text. The name of a file is that of its package.
    pub fn parse(files: &BTreeMap<String, String>) -> Result<Self, String> {
        list::parse(files).map(Self)
    }

    /// Compares the facts of a spec with the lists, in both directions.
    pub fn compare(&self, sources: &Sources) -> Result<Vec<FactMismatch>, Diagnostics> {
        let specified = described::statements(&describe(sources)?, sources);
        let subjects: BTreeSet<_> = self.0.0.keys().chain(specified.0.keys()).collect();
        let mut mismatches = Vec::new();
        for subject in subjects {
            let name = format!("{} of {}", subject.name, subject.package);
            match (self.0.0.get(subject), specified.0.get(subject)) {
                (Some(listed), Some(specified)) => {
                    compare_statements(&name, listed, specified, &mut mismatches);
                }
                (listed, specified) => mismatches.push(FactMismatch {
                    subject: name,
                    listed: listed.map(|about| (subject.name.clone(), about.place.clone())),
                    specified: specified.map(|about| (subject.name.clone(), about.place.clone())),
                }),
            }
        }
        Ok(mismatches)
    }
}

fn compare_statements(
    subject: &str,
    listed: &About,
    specified: &About,
    mismatches: &mut Vec<FactMismatch>,
) {
    let missing = listed.statements.iter();
    let missing = missing.filter(|(text, _)| !specified.statements.contains_key(*text));
    let extra = specified.statements.iter();
    let extra = extra.filter(|(text, _)| !listed.statements.contains_key(*text));
    let mut extra: Vec<(&String, &String)> = extra.collect();
    let mut missing: Vec<(&String, &String)> = missing.collect();
    // The most specific topics first: other texts may have the words of a short one, too.
    missing.sort_by_key(|(text, _)| std::cmp::Reverse(text.split(' ').count()));
    missing.retain(|(topic, _)| {
        let same = extra.iter().position(|(text, _)| is_topic_of(topic, text));
        same.map(|index| extra.remove(index)).is_none()
    });
    missing.sort();
    let owned = |(text, place): (&String, &String)| (text.clone(), place.clone());
    for statement in missing {
        let (row, name) = fact_name(statement.0);
        let is_only = listed.has_one(row) && specified.has_one(row);
        let same = extra.iter().position(|(text, _)| {
            let (other_row, other_name) = fact_name(text);
            row == other_row && (name == other_name || is_only)
        });
        mismatches.push(FactMismatch {
            subject: subject.to_owned(),
            listed: Some(owned(statement)),
            specified: same.map(|index| owned(extra.remove(index))),
        });
    }
    mismatches.extend(extra.into_iter().map(|statement| FactMismatch {
        subject: subject.to_owned(),
        listed: None,
        specified: Some(owned(statement)),
    }));
}

/// The row, and of a field its name: the words that two values of one fact have in common.
fn fact_name(statement: &str) -> (&str, &str) {
    let (row, text) = statement.split_once(": ").unwrap_or((statement, ""));
    (row, text.split(' ').next().unwrap_or_default())
}

impl fmt::Display for FactMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = &self.subject;
        match (&self.listed, &self.specified) {
            (Some((listed, list)), Some((specified, spec))) => write!(
                f,
                "{subject}: expected `{listed}` ({list}), found `{specified}` ({spec})"
            ),
            (Some((listed, list)), None) => {
                write!(f, "{subject}: missing in the spec: `{listed}` ({list})")
            }
            (None, Some((specified, spec))) => {
                write!(f, "{subject}: missing in the list: `{specified}` ({spec})")
            }
            (None, None) => f.write_str(subject),
        }
    }
}
