//! Edits of the spec by bytes: everything else stays as it is.

use std::collections::BTreeMap;
use std::ops::Range;

use super::declaration::Declarations;
use super::fact::{Fact, Target};
use super::text::Text;
use crate::ir::Named;
use crate::source::{Sources, Span};

/// The replacement of a range of a file.
pub(super) struct Edit {
    range: Range<usize>,
    /// The new text, in parts, each with its fact.
    parts: Vec<(Option<usize>, String)>,
}

/// The edits of each file.
#[derive(Default)]
pub(super) struct Edits(BTreeMap<String, Vec<Edit>>);

/// The changed spec, and where each fact is in it.
pub(super) struct Edited {
    pub(super) sources: Sources,
    pub(super) spans: BTreeMap<usize, Span>,
}

impl Edits {
    /// The edits of some of the facts.
    pub(super) fn new(
        sources: &Sources,
        declarations: &Declarations<'_>,
        facts: &[(usize, &Fact)],
    ) -> Self {
        let mut edits = Self::default();
        let mut records: BTreeMap<&Named, Vec<(usize, &str, &str)>> = BTreeMap::new();
        let mut enums: BTreeMap<&Named, Vec<(usize, &str, &str)>> = BTreeMap::new();
        for (index, fact) in facts {
            match &fact.target {
                Target::Notation {
                    file, range, text, ..
                } => {
                    let parts = vec![(Some(*index), text.clone())];
                    edits.add(file, range.clone(), parts);
                }
                Target::Contradiction {
                    record,
                    field,
                    text,
                } => records
                    .entry(record)
                    .or_default()
                    .push((*index, field, text)),
                Target::Value { named, value, text } => {
                    enums.entry(named).or_default().push((*index, value, text));
                }
            }
        }
        for (named, lines) in records {
            edits.contradictions(sources, declarations, named, &lines);
        }
        for (named, lines) in enums {
            edits.values(sources, declarations, named, &lines);
        }
        edits
    }

    fn add(&mut self, file: &str, range: Range<usize>, parts: Vec<(Option<usize>, String)>) {
        let edits = self.0.entry(file.to_owned()).or_default();
        edits.push(Edit { range, parts });
    }

    /// Lines in the key `observed` of a record, which is added if it is missing.
    fn contradictions(
        &mut self,
        sources: &Sources,
        declarations: &Declarations<'_>,
        named: &Named,
        lines: &[(usize, &str, &str)],
    ) -> Option<()> {
        let record = declarations.record(named)?;
        let file: &str = &record.span().file;
        let text = Text(sources.0.get(file)?);
        let known = &record.value.observed;
        let mut new = Vec::new();
        for (index, field, evidence) in lines {
            match known.get(field) {
                Some(entry) => {
                    let parts = vec![(Some(*index), (*evidence).to_owned())];
                    self.add(file, entry.value.span.range.clone(), parts);
                }
                None => new.push((*index, format!("{}: {evidence}", key(field)))),
            }
        }
        if new.is_empty() {
            return Some(());
        }
        if !known.is_empty() {
            let (range, parts) = text.after_entries(known, new)?;
            self.add(file, range, parts);
            return Some(());
        }
        let start = record.span().range.start;
        match text.opening_of_value(record.span().range.end) {
            Some(open) => {
                let close = text.before_closing(open)?;
                let entries: Vec<String> = new.iter().map(|(_, entry)| entry.clone()).collect();
                let entries = format!(", observed: {{ {} }}", entries.join(", "));
                let mut parts = vec![(new.first().map(|(index, _)| *index), entries)];
                parts.extend(
                    new.iter()
                        .skip(1)
                        .map(|(index, _)| (Some(*index), String::new())),
                );
                self.add(file, close..close, parts);
            }
            None => {
                let end = text.end_of_block(start);
                let indent = text.indent_of_children(start)?;
                let newline = text.newline();
                let mut parts = vec![(None, format!("{newline}{indent}observed:"))];
                let line = |entry: &str| format!("{newline}{indent}  {entry}");
                parts.extend(new.iter().map(|(index, entry)| (Some(*index), line(entry))));
                self.add(file, end..end, parts);
            }
        }
        Some(())
    }

    /// Values after those that an enum has.
    fn values(
        &mut self,
        sources: &Sources,
        declarations: &Declarations<'_>,
        named: &Named,
        lines: &[(usize, &str, &str)],
    ) -> Option<()> {
        let declared = declarations.enumeration(named)?;
        let file: &str = &declared.span().file;
        let text = Text(sources.0.get(file)?);
        let line = |(index, value, evidence): &(usize, &str, &str)| {
            (
                *index,
                format!("{}: {{ observed: {evidence} }}", key(value)),
            )
        };
        let new = lines.iter().map(line).collect();
        let (range, parts) = text.after_entries(&declared.value.values, new)?;
        self.add(file, range, parts);
        Some(())
    }

    /// The changed spec.
    pub(super) fn apply(mut self, sources: &Sources) -> Edited {
        let mut edited = Edited {
            sources: sources.clone(),
            spans: BTreeMap::new(),
        };
        for (file, edits) in &mut self.0 {
            let Some(old) = sources.0.get(file) else {
                continue;
            };
            edits.sort_by_key(|edit| edit.range.start);
            let mut new = String::new();
            let mut position = 0;
            for edit in edits {
                new.push_str(&old[position..edit.range.start]);
                for (fact, part) in &edit.parts {
                    let lines_before = part.len() - part.trim_start().len();
                    let start = new.len() + lines_before;
                    new.push_str(part);
                    if let Some(fact) = fact {
                        let span = Span {
                            file: file.as_str().into(),
                            range: start.min(new.len())..new.len(),
                        };
                        edited.spans.insert(*fact, span);
                    }
                }
                position = edit.range.end;
            }
            new.push_str(&old[position..]);
            edited.sources.0.insert(file.clone(), new);
        }
        edited
    }
}

/// A key of a map, quoted unless it is a plain word.
fn key(name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(is_word)
        && !name.ends_with(' ')
        && !RESERVED.contains(&name.to_ascii_lowercase().as_str());
    match is_plain {
        true => name.to_owned(),
        false => serde_json::Value::from(name).to_string(),
    }
}

/// Words that parsers of YAML read as something else.
const RESERVED: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
