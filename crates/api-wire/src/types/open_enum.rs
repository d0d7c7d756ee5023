//! Open enums: known values, and any other text.

use std::fmt;
use std::hash::{Hash, Hasher};

/// An enum of known values that also accepts any other text: see [`open_enum!`](crate::open_enum).
pub trait OpenEnum: Sized {
    /// The texts of the known values, for tests that list the facts of a crate.
    #[doc(hidden)]
    const TEXTS: &'static [&'static str];

    /// The value of a text; the unknown variant if no other has this text.
    fn from_text(text: &str) -> Self;
    /// The text of the value in JSON, known or unknown.
    fn as_text(&self) -> &str;
}

/// A text that is not one of the known values of an open enum.
///
/// It can be read, but neither constructed nor matched: when a later version knows the value, code
/// that compares its text still works, whereas code that matched it would silently stop working.
#[derive(Clone)]
pub struct UnknownText {
    text: Box<str>,
    case_insensitive: bool,
}

impl UnknownText {
    /// For the macro only.
    #[doc(hidden)]
    pub fn __new(text: &str, case_insensitive: bool) -> Self {
        UnknownText {
            text: text.into(),
            case_insensitive,
        }
    }

    /// The text, as it was received.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Ignores ASCII case if the enum does.
impl PartialEq for UnknownText {
    fn eq(&self, other: &Self) -> bool {
        if self.case_insensitive && other.case_insensitive {
            return self.text.eq_ignore_ascii_case(&other.text);
        }
        self.text == other.text
    }
}

impl Eq for UnknownText {}

impl Hash for UnknownText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal texts differ at most in case, so this hash is right for both kinds of enums.
        for byte in self.text.bytes() {
            byte.to_ascii_lowercase().hash(state);
        }
    }
}

impl fmt::Debug for UnknownText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.text, f)
    }
}
