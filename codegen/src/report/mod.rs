//! Reports about the spec: lines of a name, open questions, counts, crates.

mod counts;
mod crates;
mod locate;
mod unknowns;
pub(crate) use counts::counts;
pub(crate) use crates::crates;
pub(crate) use locate::locate;
pub(crate) use unknowns::unknowns;

use crate::source::{Sources, Span};

/// A place as `file:line`, for terminals and editors.
pub(crate) fn line_of(sources: &Sources, span: &Span) -> String {
    let text = sources.0.get(&*span.file).map_or("", String::as_str);
    format!("spec/{}:{}", span.file, span.line_column(text).0)
}
