//! JSON pointers for errors and mismatches.

use std::fmt::Write;

/// Characters of a key that a pointer shows.
const MAX_KEY_CHARS: usize = 100;

/// A key as a segment of a JSON pointer: `~` and `/` are escaped as RFC 6901 says.
///
/// Keys are untrusted and end up in logs: invisible and control characters are escaped. A long key
/// is replaced by its length. Its start could be that of a secret, which is redacted only later,
/// and only whole.
pub fn segment(key: &str) -> String {
    let mut segment = String::with_capacity(key.len().min(MAX_KEY_CHARS));
    push_segment(&mut segment, key);
    segment
}

fn push_segment(segment: &mut String, key: &str) {
    if key.chars().nth(MAX_KEY_CHARS).is_some() {
        // Writing to a string cannot fail.
        let _ = write!(segment, "[{} characters]", key.chars().count());
        return;
    }
    for character in key.chars() {
        match character {
            '~' => segment.push_str("~0"),
            '/' => segment.push_str("~1"),
            other if is_invisible(other) => segment.extend(other.escape_unicode()),
            other => segment.push(other),
        }
    }
}

/// Control characters, line separators, changes of direction, and characters of no width.
fn is_invisible(character: char) -> bool {
    // `Debug` escapes quotes and the backslash for another reason.
    !matches!(character, '"' | '\'' | '\\') && character.escape_debug().len() > 1
}

/// The pointer to the current value of a walk.
#[derive(Default)]
pub(crate) struct Pointer(String);

impl Pointer {
    /// Calls `f` with the pointer extended by a key.
    pub(crate) fn in_key(&mut self, key: &str, f: impl FnOnce(&mut Self)) {
        let length = self.push_key(key);
        f(self);
        self.truncate(length);
    }

    /// Calls `f` with the pointer extended by an index.
    pub(crate) fn in_item(&mut self, index: usize, f: impl FnOnce(&mut Self)) {
        let length = self.push_index(index);
        f(self);
        self.truncate(length);
    }

    /// Extends it by a key. Returns its length before.
    pub(crate) fn push_key(&mut self, key: &str) -> usize {
        let length = self.0.len();
        self.0.push('/');
        push_segment(&mut self.0, key);
        length
    }

    /// Extends it by an index. Returns its length before.
    pub(crate) fn push_index(&mut self, index: usize) -> usize {
        let length = self.0.len();
        // Writing to a string cannot fail.
        let _ = write!(self.0, "/{index}");
        length
    }

    /// Shortens it to an earlier length.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    pub(crate) fn text(&self) -> String {
        self.0.clone()
    }
}
