//! The resource file that is being lowered.

/// The resource file that is being lowered.
#[derive(Clone, Copy)]
pub(crate) struct FileScope<'a> {
    /// Its package, by index.
    pub(crate) package: usize,
    /// Its section of the document.
    source: &'a str,
}

impl<'a> FileScope<'a> {
    pub(crate) fn new(package: usize, source: &'a str) -> Self {
        Self { package, source }
    }

    /// The section of the document for an item, which may have its own.
    pub(crate) fn source(&self, own: Option<&String>) -> String {
        own.map_or(self.source, String::as_str).to_owned()
    }
}
