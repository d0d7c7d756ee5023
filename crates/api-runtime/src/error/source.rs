//! What lies behind an error, by what it says. Errors of other crates show addresses in their `Debug`, so they are not
//! passed on themselves.

use std::error::Error;
use std::fmt;
use std::io;

use crate::error::redact::{self, Redactor};

/// One cause, and what caused it. A server has a say in some of these texts: the last words of an HTTP/2 connection are its
/// own. So it is [`shown`](Self::shown) before it goes anywhere.
#[derive(Clone)]
pub(crate) struct Cause {
    text: String,
    source: Option<Box<Cause>>,
}

impl Cause {
    /// The causes of an error that is shown: itself and all behind it.
    pub(crate) fn new(error: &(dyn Error + 'static)) -> Self {
        Self {
            text: error.to_string(),
            source: error.source().map(|source| Box::new(Self::new(source))),
        }
    }

    /// The same as errors have it: escaped, cut short, and without the credentials of a client, which a server may have
    /// sent back. They are looked for in the text as it came: what is escaped or cut is not found any more.
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

/// The error and all its sources, the error inside an `io::Error` included.
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
