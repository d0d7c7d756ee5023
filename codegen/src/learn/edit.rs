//! Edits of the spec by bytes: everything else stays as it is.

use std::ops::Range;

use crate::source::{Sources, Span};

/// The replacement of a range of a file.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    pub(super) file: String,
    pub(super) range: Range<usize>,
    /// What is around its lines.
    pub(super) frame: Frame,
    pub(super) lines: Vec<Line>,
}

/// The texts before, between and after the lines of an edit.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) before: String,
    pub(super) between: String,
    pub(super) after: String,
}

/// A line of the spec.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// That in the report: with a comment.
    pub(super) shown: String,
    /// What it needs, and is needed by: lines with the same name are written together.
    pub(super) unit: Option<String>,
}

impl Edit {
    pub(super) fn span(&self) -> Span {
        Span {
            file: self.file.as_str().into(),
            range: self.range.clone(),
        }
    }

    fn text(&self) -> String {
        let Frame {
            before,
            between,
            after,
        } = &self.frame;
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        format!("{before}{}{after}", lines.join(between))
    }
}

/// The spec with edits, which are sorted by place.
pub(super) fn edited(sources: &Sources, edits: &[Edit]) -> Sources {
    let mut sources = sources.clone();
    for edit in edits.iter().rev().filter(|edit| !edit.lines.is_empty()) {
        if let Some(text) = sources.0.get_mut(&edit.file) {
            text.replace_range(edit.range.clone(), &edit.text());
        }
    }
    sources
}

/// A key of a map, quoted unless it is a plain word.
pub(super) fn key(name: &str) -> String {
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
