//! Edits of the text of one file.

use std::ops::Range;

use crate::load::Place;

/// A replacement of bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Edit {
    pub(super) fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }

    /// Removes a key with its value, or an element of a list.
    pub(super) fn remove(place: &Place, text: &str) -> Self {
        let start = place.key.as_ref().unwrap_or(&place.value).start;
        if is_block_key(place, text) {
            return Self::new(line_start(text, start)..block_end(text, start), "");
        }
        let line = line_start(text, start);
        if place.key.is_none() && text[line..start].trim() == "-" {
            return Self::new(line..line_end(text, start), "");
        }
        let mut range = start..value_end(text, place).max(start);
        let after = &text[range.end..];
        let space = after.len() - after.trim_start().len();
        if after.trim_start().starts_with(',') {
            let rest = &after[space + 1..];
            range.end += space + 1 + (rest.len() - rest.trim_start().len());
        } else if let Some(comma) = text[..start].trim_end().strip_suffix(',') {
            range.start = comma.len();
        }
        Self::new(range, "")
    }

    /// Adds a sibling before a key, with the same indentation or in the same braces.
    pub(super) fn insert_before(place: &Place, text: &str, sibling: &str) -> Self {
        let start = place.key.as_ref().unwrap_or(&place.value).start;
        if is_block_key(place, text) {
            let line = line_start(text, start);
            let indentation = &text[line..start];
            return Self::new(line..line, format!("{indentation}{sibling}\n"));
        }
        Self::new(start..start, format!("{sibling}, "))
    }

    /// The text of a file after the edit.
    pub(super) fn apply(&self, text: &str) -> String {
        [
            &text[..self.range.start],
            &self.text,
            &text[self.range.end..],
        ]
        .concat()
    }
}

/// Whether a key starts its line.
pub(super) fn is_block_key(place: &Place, text: &str) -> bool {
    place.key.as_ref().is_some_and(|key| {
        let line = line_start(text, key.start);
        text[line..key.start].trim().is_empty()
    })
}

pub(super) fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |end| end + 1)
}

/// The start of the next line.
fn line_end(text: &str, offset: usize) -> usize {
    let rest = text[offset..].find('\n');
    rest.map_or(text.len(), |end| offset + end + 1)
}

/// The start of the first line after a block key that is not indented deeper.
pub(super) fn block_end(text: &str, key: usize) -> usize {
    let start = line_start(text, key);
    let indentation = key - start;
    let mut end = start;
    for (number, line) in text[start..].split_inclusive('\n').enumerate() {
        let own = line.len() - line.trim_start().len();
        if number > 0 && (line.trim().is_empty() || own <= indentation) {
            break;
        }
        end += line.len();
    }
    end
}

/// The end of a value, brackets included.
fn value_end(text: &str, place: &Place) -> usize {
    let start = place.value.start;
    if !text[start..].starts_with(['{', '[']) {
        return place.value.end;
    }
    let (mut depth, mut quote) = (0_usize, None);
    for (offset, character) in text[start..].char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some('"'),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => {
                depth -= 1;
                if depth == 0 {
                    return start + offset + 1;
                }
            }
            (None, _) => {}
        }
    }
    text.len()
}
