//! The text of a file: blocks, maps on one line, and where new entries belong.

use crate::language::{Entries, Entry};
use crate::learn::edit::Frame;

#[derive(Clone, Copy)]
pub(super) struct FileText<'t>(pub(super) &'t str);

/// A place, and what is around the entries that belong there.
pub(super) type Insertion = (usize, Frame);

impl FileText<'_> {
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
    pub(super) fn after_entries<T>(self, known: &Entries<T>) -> Option<Insertion> {
        let last = known.iter().last()?.span().range.start;
        let before = &self.0[self.start_of_line(last)..last];
        if before.trim().is_empty() {
            let separator = format!("{}{}", self.newline(), self.indent(last));
            return Some((self.end_of_block(last), after_each(separator)));
        }
        let first = known.iter().next()?.span().range.start;
        let open = self.0[..first].rfind('{')?;
        Some((self.before_closing(open)?, after_each(", ".to_owned())))
    }

    /// A new key after the others of an entry, with a map.
    pub(super) fn new_key<T>(self, entry: &Entry<T>, key: &str) -> Option<Insertion> {
        let range = &entry.span().range;
        if let Some(open) = self.opening_of_value(range.end) {
            let frame = Frame {
                before: format!(", {key}: {{ "),
                between: ", ".to_owned(),
                after: " }".to_owned(),
            };
            return Some((self.before_closing(open)?, frame));
        }
        let (newline, indent) = (self.newline(), self.indent_of_children(range.start)?);
        let between = format!("{newline}{indent}  ");
        let frame = Frame {
            before: format!("{newline}{indent}{key}:{between}"),
            between,
            after: String::new(),
        };
        Some((self.end_of_block(range.start), frame))
    }
}

/// Entries, each after the separator.
fn after_each(separator: String) -> Frame {
    Frame {
        before: separator.clone(),
        between: separator,
        after: String::new(),
    }
}

const SPACES: &str = "                                                                ";
