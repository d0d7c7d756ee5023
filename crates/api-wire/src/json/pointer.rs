//! JSON pointers, made to be shown.

use std::borrow::Cow;
use std::fmt::Write;

/// After so many characters a key is cut.
const LONGEST: usize = 100;

/// A pointer of more characters is cut in the middle where it is printed.
const LONGEST_PRINTED: usize = 200;

/// A key as a segment of a JSON pointer: `~` and `/` are escaped as RFC 6901 says.
///
/// Keys come from outside and end up in logs: what has no shape of its own is escaped, long keys are cut.
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
            other if has_no_shape(other) => segment.extend(other.escape_unicode()),
            other => segment.push(other),
        }
    }
}

/// Control characters, and those that turn the direction of a line, part lines, or are not seen.
fn has_no_shape(character: char) -> bool {
    // Quotes and the backslash are escaped by Debug for another reason.
    !matches!(character, '"' | '\'' | '\\') && character.escape_debug().len() > 1
}

/// A pointer as an error or a mismatch prints it: both ends, so that a deep document does not fill a log.
pub(crate) fn printed(pointer: &str) -> Cow<'_, str> {
    let count = pointer.chars().count();
    if count <= LONGEST_PRINTED {
        return Cow::Borrowed(pointer);
    }
    let half = LONGEST_PRINTED / 2;
    let first = pointer.chars().take(half);
    let last = pointer.chars().skip(count - half);
    Cow::Owned(first.chain(['…']).chain(last).collect())
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
