//! JSON pointers.

/// A JSON pointer to a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pointer(String);

impl Pointer {
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }

    /// The pointer to a member. Keys of maps are untrusted: control characters are escaped.
    pub(crate) fn with_key(&self, key: &str) -> Self {
        let mut text = format!("{}/", self.0);
        for character in key.chars() {
            match character {
                '~' => text.push_str("~0"),
                '/' => text.push_str("~1"),
                other if other.is_control() => text.extend(other.escape_unicode()),
                other => text.push(other),
            }
        }
        Self(text)
    }

    /// The pointer to an item.
    pub(crate) fn with_index(&self, index: usize) -> Self {
        Self(format!("{}/{index}", self.0))
    }
}
