//! The body that an operation writes: its text, and one tree of it, which is read in place of the text.

use std::fmt;
use std::sync::OnceLock;

use api_wire::{Kind, ReadError, Tree};
use bytes::Bytes;

use crate::body::json::{json_string, string_or_number};

/// A body as an operation writes it, without what the client adds.
///
/// It may contain secrets and personal data, and is never printed.
#[derive(Default)]
pub(crate) struct WrittenBody {
    /// Shared by the requests that send it.
    text: Bytes,
    /// The key around the fields.
    pub(crate) wrapper: Option<&'static str>,
    /// The wire names that only fields have that are neither secret nor personal data: of a body with a
    /// unique key.
    pub(crate) shown: Vec<&'static str>,
    /// The JSON pointers of its secrets, without the indices of lists.
    pub(crate) secrets: Vec<String>,
    /// The text without values that are not known to be plain.
    #[cfg(feature = "testing")]
    masked: String,
    /// Made once, when it is asked for: most bodies are only sent.
    tree: OnceLock<Result<Tree, ReadError>>,
}

impl WrittenBody {
    /// A body of this text, under a key if there is one.
    pub(crate) fn new(wrapper: Option<&'static str>, text: String) -> Self {
        Self {
            text: wrapped(wrapper, text).into(),
            wrapper,
            ..Self::default()
        }
    }

    /// Sets the text without values that are not known to be plain.
    #[cfg(feature = "testing")]
    pub(crate) fn with_masked(self, text: String) -> Self {
        Self {
            masked: wrapped(self.wrapper, text),
            ..self
        }
    }

    /// The text without values that are not known to be plain.
    #[cfg(feature = "testing")]
    pub(crate) fn masked(&self) -> &str {
        &self.masked
    }

    pub(crate) fn bytes(&self) -> Bytes {
        self.text.clone()
    }

    fn text(&self) -> &str {
        // It was made of a text.
        std::str::from_utf8(&self.text).unwrap_or_default()
    }

    /// The text of what has the fields.
    pub(crate) fn record_text(&self) -> &str {
        let inner = self.wrapper.and_then(|key| {
            let inner = self
                .text()
                .strip_prefix(&format!("{{{}:", json_string(key)))?;
            inner.strip_suffix('}')
        });
        inner.unwrap_or(self.text())
    }

    /// The JSON pointer to a part of what has the fields.
    pub(crate) fn pointer(&self, part: &str) -> String {
        match self.wrapper {
            Some(key) => format!("/{key}{part}"),
            None => part.to_owned(),
        }
    }

    /// The values.
    ///
    /// # Errors
    ///
    /// If the text is nested too deep.
    pub(crate) fn tree(&self) -> Result<&Tree, ReadError> {
        let tree = self.tree.get_or_init(|| self.text().parse());
        tree.as_ref().map_err(ReadError::clone)
    }

    /// What has the fields: the body, or the value of its wrapper.
    pub(crate) fn record(&self) -> Option<&Tree> {
        let tree = self.tree().ok()?;
        match self.wrapper {
            Some(wrapper) => single_value(tree, wrapper),
            None => Some(tree),
        }
    }

    /// The only value of a field, if it is a string or a number.
    pub(crate) fn value(&self, name: &str) -> Option<SentValue> {
        match single_value(self.record()?, name)? {
            Tree::Scalar(json) => Some(SentValue {
                text: string_or_number(json)?,
                is_string: Kind::of(json) == Kind::String,
            }),
            Tree::List(_) | Tree::Object(_) => None,
        }
    }
}

/// The text of a record, under a key if there is one.
fn wrapped(wrapper: Option<&str>, text: String) -> String {
    match wrapper {
        Some(key) => format!("{{{}:{text}}}", json_string(key)),
        None => text,
    }
}

/// A value of a request, which its response may repeat. It may be personal data, and is never printed.
pub(crate) struct SentValue {
    pub(crate) text: String,
    /// Whether it is a string, rather than a number.
    pub(crate) is_string: bool,
}

/// The value of a key that is there once: of another one, the server may use any.
fn single_value<'a>(tree: &'a Tree, key: &str) -> Option<&'a Tree> {
    let mut values = tree.values(key);
    values.next().filter(|_| values.next().is_none())
}

impl fmt::Debug for WrittenBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrittenBody").finish_non_exhaustive()
    }
}
