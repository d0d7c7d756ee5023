//! Edits of the spec by bytes: everything else stays as it is.

use std::collections::BTreeMap;
use std::ops::Range;

use super::declaration::Declarations;
use super::fact::{Fact, Target};
use crate::ir::Named;
use crate::language::Entries;
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

/// The text of a file.
#[derive(Clone, Copy)]
struct Text<'t>(&'t str);

type Insertion = (Range<usize>, Vec<(Option<usize>, String)>);

impl Text<'_> {
    fn newline(self) -> &'static str {
        if self.0.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    fn start_of_line(self, position: usize) -> usize {
        let before = &self.0[..position];
        before.rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The spaces before the first word of a line.
    fn indent(self, position: usize) -> &'static str {
        let line = &self.0[self.start_of_line(position)..];
        let spaces = line.len() - line.trim_start_matches(' ').len();
        &SPACES[..spaces.min(SPACES.len())]
    }

    /// The end of the last line that is indented deeper than the line of a key.
    fn end_of_block(self, key: usize) -> usize {
        let indent = self.indent(key).len();
        let mut position = self.start_of_line(key);
        let mut end = position;
        for (index, line) in self.0[position..].split_inclusive('\n').enumerate() {
            let content = line.trim_end();
            let depth = content.len() - content.trim_start_matches(' ').len();
            if index > 0 && !content.is_empty() && depth <= indent {
                break;
            }
            if !content.is_empty() {
                end = position + content.len();
            }
            position += line.len();
        }
        end
    }

    /// The indentation of the first line below a key.
    fn indent_of_children(self, key: usize) -> Option<&'static str> {
        let rest = &self.0[key..];
        let mut position = key;
        for line in rest.split_inclusive('\n') {
            let is_content = !line.trim().is_empty() && !line.trim_start().starts_with('#');
            if position > key && is_content {
                return Some(self.indent(position));
            }
            position += line.len();
        }
        None
    }

    /// The brace after a key, if its value is a map on one line.
    fn opening_of_value(self, end_of_key: usize) -> Option<usize> {
        let rest = self.0[end_of_key..].strip_prefix(':')?;
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        let open = end_of_key + 1 + spaces;
        self.0[open..].starts_with('{').then_some(open)
    }

    /// The place before the brace that closes the one at `open`, and before the space there.
    fn before_closing(self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut quote: Option<char> = None;
        let mut before = '{';
        let mut characters = self.0[open..].char_indices();
        while let Some((offset, character)) = characters.next() {
            match (quote, character) {
                (Some('"'), '\\') => {
                    characters.next();
                }
                (Some(open), close) if open == close => quote = None,
                (Some(_), _) => {}
                // Elsewhere a quote is a part of a word.
                (None, '"' | '\'') if "{[,:".contains(before) => quote = Some(character),
                (None, '{' | '[') => depth += 1,
                (None, '}' | ']') => {
                    depth -= 1;
                    if depth == 0 {
                        let inside = &self.0[..open + offset];
                        return Some(inside.trim_end().len());
                    }
                }
                _ => {}
            }
            if !character.is_whitespace() {
                before = character;
            }
        }
        None
    }

    /// New entries after those of a map, which is not empty.
    fn after_entries<T>(self, known: &Entries<T>, new: Vec<(usize, String)>) -> Option<Insertion> {
        let last = known.iter().last()?.span().range.start;
        let before = &self.0[self.start_of_line(last)..last];
        if before.trim().is_empty() {
            let indent = self.indent(last);
            let end = self.end_of_block(last);
            let newline = self.newline();
            let parts = new
                .into_iter()
                .map(|(index, entry)| (Some(index), format!("{newline}{indent}{entry}")));
            return Some((end..end, parts.collect()));
        }
        let first = known.iter().next()?.span().range.start;
        let open = self.0[..first].rfind('{')?;
        let close = self.before_closing(open)?;
        let parts = new
            .into_iter()
            .map(|(index, entry)| (Some(index), format!(", {entry}")));
        Some((close..close, parts.collect()))
    }
}

const SPACES: &str = "                                                                ";
