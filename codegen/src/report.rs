//! Reports about the description: where a name is, what the documents leave open, how much is described.

mod counts;
mod locate;
mod unknowns;
pub(crate) use counts::counts;
pub(crate) use locate::locate;
pub(crate) use unknowns::unknowns;

use crate::source::{Place, Sources};

/// A place as `file:line`, for terminals and editors.
pub(crate) fn line_of(sources: &Sources, place: &Place) -> String {
    let text = sources.0.get(&*place.file).map_or("", String::as_str);
    format!("spec/{}:{}", place.file, place.line_column(text).0)
}
