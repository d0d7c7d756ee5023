//! Causes of an error, kept as text: errors of other crates print URLs in their `Debug`.

use std::error::Error;
use std::fmt;
use std::io;

use crate::redact;
use crate::redact::redactor::Redactor;

/// A cause and its source, as text.
///
/// A server controls part of these texts, such as the debug data of an HTTP/2 `GOAWAY` frame, so a
/// cause is [`redacted`](Self::redacted) before it is shown.
#[derive(Clone)]
pub(crate) struct Cause {
    text: String,
    source: Option<Box<Cause>>,
}

impl Cause {
    /// The texts of an error and of all its sources.
    pub(crate) fn new(error: &(dyn Error + 'static)) -> Self {
        Self {
            text: error.to_string(),
            source: error.source().map(|source| Box::new(Self::new(source))),
        }
    }

    /// Redacts the credentials of a client, which the server may have echoed, then escapes and truncates.
    pub(crate) fn redacted(&self, redactor: &Redactor) -> Self {
        let source = self.source.as_deref();
        Self {
            text: redact::message(&self.text, redactor),
            source: source.map(|source| Box::new(source.redacted(redactor))),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.source {
            Some(source) => write!(f, ": {source:?}"),
            None => Ok(()),
        }
    }
}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// The error and all its sources, including the error inside an `io::Error`.
pub(crate) fn chain<'e>(
    error: &'e (dyn Error + 'static),
) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |cause| {
        match (*cause).downcast_ref::<io::Error>() {
            // The `source` of an I/O error skips the error that it contains.
            Some(io) => io.get_ref().map(|inner| inner as &(dyn Error + 'static)),
            None => (*cause).source(),
        }
    })
}
