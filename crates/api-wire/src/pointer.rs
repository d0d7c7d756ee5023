//! JSON pointers, made to be shown.

use std::fmt::Write;

/// After so many characters a key is cut.
const LONGEST: usize = 100;

/// A key as a segment of a JSON pointer: `~` and `/` are escaped as RFC 6901 says.
///
/// Keys come from outside and end up in logs: control characters are escaped, long keys cut.
pub(crate) fn segment(key: &str) -> String {
    let mut segment = String::with_capacity(key.len().min(LONGEST));
    push_segment(&mut segment, key);
    segment
}

fn push_segment(segment: &mut String, key: &str) {
    for (count, character) in key.chars().enumerate() {
        match character {
            _ if count == LONGEST => {
                segment.push('…');
                break;
            }
            '~' => segment.push_str("~0"),
            '/' => segment.push_str("~1"),
            other if other.is_control() => segment.extend(other.escape_unicode()),
            other => segment.push(other),
        }
    }
}

/// A pointer that grows and shrinks as values are walked through.
#[derive(Default)]
pub(crate) struct Pointer(String);

impl Pointer {
    /// Does something one key further in.
    pub(crate) fn in_key(&mut self, key: &str, f: impl FnOnce(&mut Self)) {
        let length = self.0.len();
        self.0.push('/');
        push_segment(&mut self.0, key);
        f(self);
        self.0.truncate(length);
    }

    /// Does something one item further in.
    pub(crate) fn in_item(&mut self, index: usize, f: impl FnOnce(&mut Self)) {
        let length = self.0.len();
        // Writing to a string cannot fail.
        let _ = write!(self.0, "/{index}");
        f(self);
        self.0.truncate(length);
    }

    /// The pointer as text.
    pub(crate) fn text(&self) -> String {
        self.0.clone()
    }
}
