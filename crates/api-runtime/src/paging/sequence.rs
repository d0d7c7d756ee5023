//! How the pages of a list follow each other.

use std::fmt;

use crate::paging::cycle_detector::Fingerprint;
use crate::paging::next_cursor::NextCursor;
use crate::paging::progress::PageNumbers;

/// Decides which page follows another one. It does no I/O.
pub trait Sequence: Default + Send + Unpin + 'static {
    /// What identifies a page in requests.
    type Token;
    /// The position of a page in the list.
    type Position: Clone + fmt::Debug + Send + Unpin;

    /// The position at which a list starts.
    fn start(&mut self, token: Option<Self::Token>, first_page: u32) -> Self::Position;

    /// The number of a page, for errors.
    fn number(position: &Self::Position) -> u32;

    /// The token that requests a page; the start of a list may have none.
    fn token(position: &Self::Position) -> Option<Self::Token>;

    /// Adds a page, and decides which one follows.
    ///
    /// # Errors
    ///
    /// If the page is not returned, since it cannot be the requested one.
    fn advance(
        &mut self,
        position: &Self::Position,
        page: &PageFacts<'_>,
    ) -> Result<Step<Self::Position>, Fault>;

    /// Whether the list ends if the page after the latest one has no content.
    fn may_have_ended(&self) -> bool;

    /// Whether the list ends if the page after the latest one has status 404.
    fn may_end_without_page(&self) -> bool;

    /// Whether the list ends if the request for the page after the latest one fails.
    fn is_end_by_all_numbers(&self) -> bool;

    /// Resets limits after an error.
    fn resume(&mut self);
}

/// The parts of a page that pagination depends on.
pub struct PageFacts<'p> {
    /// With positions from 1, whatever the number of the first page is.
    pub(crate) numbers: PageNumbers,
    /// The number of the first page.
    pub(crate) first_page: u32,
    /// Of the records, or of the response body.
    pub(crate) fingerprint: Fingerprint,
    /// Whether the fingerprint is one of ids.
    pub(crate) has_ids: bool,
    pub(crate) next_cursor: NextCursor<'p>,
}

/// What follows a page.
pub struct Step<P> {
    pub(crate) next: Following<P>,
    /// Whether the page is returned; a repeated one is not.
    pub(crate) is_returned: bool,
}

/// What follows a page.
pub(crate) enum Following<P> {
    /// Another page.
    Page(P),
    /// The end of the list.
    End,
    /// An error, after which `resume` requests the page at this position.
    Fault(Fault, P),
}

/// Why a list cannot be read further.
#[derive(Debug)]
pub struct Fault {
    /// Whether the list is incomplete; otherwise the page is invalid.
    pub(crate) is_incomplete: bool,
    pub(crate) detail: String,
}

impl<P> Step<P> {
    /// The page is returned, and this follows.
    pub(crate) fn returning(next: Following<P>) -> Self {
        Self {
            next,
            is_returned: true,
        }
    }
}

impl Fault {
    /// The page cannot be the requested one.
    pub(crate) fn invalid(detail: impl Into<String>) -> Self {
        Self {
            is_incomplete: false,
            detail: detail.into(),
        }
    }

    /// The list cannot be read to its end.
    pub(crate) fn incomplete(detail: impl Into<String>) -> Self {
        Self {
            is_incomplete: true,
            detail: detail.into(),
        }
    }
}
