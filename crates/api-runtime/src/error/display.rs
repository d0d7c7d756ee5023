//! The text of an error.

use std::fmt;

use api_journal::Outcome;
use api_wire::Mismatch;

use crate::error::{Error, Inner};
use crate::redact;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        f.write_str(inner.context.api)?;
        if let Some(template) = inner.context.path_template() {
            let (name, method) = (inner.context.info.name, inner.context.method);
            write!(f, " {name} ({method} {template}")?;
            if let Some(page) = inner.page {
                write!(f, ", page {page}")?;
            }
            write!(f, "{})", inner.context.names)?;
        }
        f.write_str(": ")?;
        fmt_reason(f, inner)?;
        // The messages say more than an excerpt of the body that contains them.
        if !inner.messages.is_empty() && inner.invalid_fields.is_empty() {
            let messages = inner.messages.join(" | ");
            write!(f, ": \"{}\"", redact::truncate(&messages))?;
        } else if let Some(excerpt) = &inner.excerpt {
            write!(f, ": \"{excerpt}\"")?;
        }
        if inner.retry_budget_exhausted {
            f.write_str("; retry budget exhausted")?;
        }
        if inner.outcome == Outcome::Unknown && !inner.context.is_read() {
            f.write_str("; outcome unknown")?;
            self.fmt_advice(f)?;
            if let Some(earlier) = self.earlier() {
                write!(f, "; earlier attempt: {}", earlier.0.kind)?;
            }
            if let Some(lookup_error) = self.lookup_error() {
                f.write_str("; lookup failed: ")?;
                fmt_reason(f, &lookup_error.0)?;
            }
        } else if let (Some(lookup_error), Some(field)) =
            (self.lookup_error(), self.unique_key_field())
        {
            write!(f, "; looked up by `{field}`: ")?;
            fmt_reason(f, &lookup_error.0)?;
        }
        if let Some(id) = &inner.request_id {
            write!(f, "; request id {id}")?;
        }
        Ok(())
    }
}

impl Error {
    /// What can be done about an unknown outcome.
    fn fmt_advice(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let context = &self.0.context;
        match (context.info.unique_key_field(), context.info.lookup) {
            (Some(field), lookup) if context.unique_key().is_some() => match lookup {
                Some(operation) => write!(f, ", look it up by `{field}` with {operation}"),
                None => write!(f, ", check for a record with this `{field}` before a retry"),
            },
            _ => Ok(()),
        }
    }
}

/// The kind, status and attempts of an error, and the details that the client knows: nothing of the
/// response but mismatches.
fn fmt_reason(f: &mut fmt::Formatter<'_>, inner: &Inner) -> fmt::Result {
    write!(f, "{}", inner.kind)?;
    if let Some(status) = inner.status {
        write!(f, ", status {}", status.as_u16())?;
    }
    if inner.attempts > 1 {
        write!(f, ", {} attempts", inner.attempts)?;
    }
    if !inner.detail.is_empty() {
        write!(f, ": {}", inner.detail)?;
    }
    for invalid_field in &inner.invalid_fields {
        write!(f, "; {invalid_field}")?;
    }
    fmt_mismatches(f, &inner.mismatches)
}

/// How many mismatches `Display` shows; `mismatches()` has all of them.
const MAX_SHOWN_MISMATCHES: usize = 5;

fn fmt_mismatches(f: &mut fmt::Formatter<'_>, mismatches: &[Mismatch]) -> fmt::Result {
    for mismatch in mismatches.iter().take(MAX_SHOWN_MISMATCHES) {
        write!(f, "; {mismatch}")?;
    }
    match mismatches.len().checked_sub(MAX_SHOWN_MISMATCHES) {
        Some(more @ 1..) => write!(f, "; and {more} more"),
        _ => Ok(()),
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        f.debug_struct("Error")
            .field("kind", &inner.kind)
            .field("outcome", &inner.outcome)
            .field("text", &format_args!("{self}"))
            .field("source", &std::error::Error::source(self))
            .finish_non_exhaustive()
    }
}
