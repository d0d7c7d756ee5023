//! What lies behind an error, by what it says. Errors of other crates show addresses in their `Debug`, so they are not
//! passed on themselves.

use std::error::Error;
use std::fmt;

use crate::error::redact::{self, Hidden};

/// One cause, and what caused it. A server has a say in some of these texts: the last words of an HTTP/2 connection are its
/// own. So it is [`shown`](Self::shown) before it goes anywhere.
#[derive(Clone)]
pub(crate) struct Cause {
    text: String,
    source: Option<Box<Cause>>,
}

impl Cause {
    /// The causes of an error that is shown: itself and all behind it.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Self {
        Self {
            text: error.to_string(),
            source: error.source().map(|source| Box::new(Self::of(source))),
        }
    }

    /// The same as errors have it: escaped, cut short, and without the credentials of a client, which a server may have
    /// sent back. They are looked for in the text as it came: what is escaped or cut is not found any more.
    pub(crate) fn shown(&self, hidden: &Hidden) -> Self {
        let source = self.source.as_deref();
        Self {
            text: redact::message(&self.text, hidden),
            source: source.map(|source| Box::new(source.shown(hidden))),
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
