//! Edits of the spec by bytes: everything else stays as it is.

use std::ops::Range;

use crate::source::{Sources, Span};

/// The replacement of a range of a file.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) file: String,
    pub(super) range: Range<usize>,
    pub(super) text: String,
    /// Its lines in the report: each is the line of the spec, with a comment.
    pub(super) lines: Vec<String>,
}

impl Edit {
    pub(super) fn span(&self) -> Span {
        Span {
            file: self.file.as_str().into(),
            range: self.range.clone(),
        }
    }
}

/// The spec with edits, which are sorted by place.
pub(super) fn edited(sources: &Sources, edits: &[&Edit]) -> Sources {
    let mut sources = sources.clone();
    for edit in edits.iter().rev() {
        if let Some(text) = sources.0.get_mut(&edit.file) {
            text.replace_range(edit.range.clone(), &edit.text);
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
