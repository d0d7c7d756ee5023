//! What lies behind an error, by what it says. Errors of other crates show addresses in their `Debug`, so they are not
//! passed on themselves.

use std::error::Error;
use std::fmt;

use crate::escape::{self, Hidden};

/// One cause, and what caused it.
pub(crate) struct Cause {
    text: String,
    source: Option<Box<Cause>>,
}

impl Cause {
    /// The causes of an error that is shown: itself and all behind it.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Self {
        Self {
            // A server has a say in some of these texts: the last words of an HTTP/2 connection are its own.
            text: escape::message(&error.to_string(), &Hidden::default()),
            source: error.source().map(|source| Box::new(Self::of(source))),
        }
    }
}

impl Cause {
    /// The same without the credentials of a client, which a server may have sent back.
    pub(crate) fn covered(self, hidden: &Hidden) -> Self {
        Self {
            text: hidden.cover(&self.text),
            source: self.source.map(|source| Box::new(source.covered(hidden))),
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
