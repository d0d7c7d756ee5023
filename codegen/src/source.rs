//! The files of the spec, and spans in them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The files of the spec: path below `spec/`, with `/`, to text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources(pub BTreeMap<String, String>);

impl Sources {
    /// The sources from pairs of path and text.
    pub fn new<P: Into<String>, T: Into<String>>(files: impl IntoIterator<Item = (P, T)>) -> Self {
        Self(
            files
                .into_iter()
                .map(|(path, text)| (path.into(), text.into()))
                .collect(),
        )
    }

    /// A byte of a file as `file:line`, for terminals and editors.
    pub(crate) fn line(&self, file: &str, start: usize) -> String {
        let text = self.0.get(file).map_or("", String::as_str);
        let before = text.get(..start).unwrap_or(text);
        format!("spec/{file}:{}", before.matches('\n').count() + 1)
    }
}

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    /// Path of the file below `spec/`.
    pub(crate) file: Arc<str>,
    /// Bytes of the file.
    pub(crate) range: Range<usize>,
}

impl Span {
    /// Line and column of the place's start, from 1, columns in characters.
    pub(crate) fn line_column(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.range.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let (_, last) = before.rsplit_once('\n').unwrap_or(("", before));
        (line, last.chars().count() + 1)
    }
}
