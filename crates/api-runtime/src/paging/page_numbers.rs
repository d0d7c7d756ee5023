//! Pages that follow each other by number.

use crate::operation::page_token::{PageToken, Position};
use crate::paging::cycle_detector::{CycleDetector, Fingerprint, RepeatedPage};
use crate::paging::progress::{Contradiction, Next, PageNumbers, Placement, Progress};

/// Pages that follow each other by number.
#[derive(Default)]
pub(crate) struct PageNumberSequence {
    cycle_detector: CycleDetector,
    progress: Progress,
}

impl PageNumberSequence {
    /// Adds a page, and decides which one follows.
    ///
    /// # Errors
    ///
    /// If the page is not returned, since it cannot be the requested one.
    pub(crate) fn advance(&mut self, number: u32, page: &PageFacts) -> Result<Step, Fault> {
        let numbers = PageNumbers {
            requested: number.saturating_add(1).saturating_sub(page.first_page),
            ..page.numbers
        };
        let elements = numbers.elements;
        let end = |is_returned| {
            let next = Following::End;
            Ok(Step { next, is_returned })
        };
        let fault = |contradiction| fault(contradiction, page.first_page);
        let place = self.progress.place(&numbers);
        let repeat = match elements {
            0 => None,
            _ => self.cycle_detector.check(page.fingerprint).err(),
        };
        // Some servers return the last page again after it.
        let is_last_again =
            repeat == Some(RepeatedPage::Previous) && self.progress.is_end_by_totals();
        match place {
            Ok(Placement::Requested) => {}
            Err(_) if is_last_again => return end(false),
            Ok(Placement::Earlier) => {
                // Records may have moved to this page meanwhile.
                let is_returned = repeat.is_none();
                return match self.progress.end(&numbers).map_err(fault) {
                    Ok(()) => end(is_returned),
                    Err(error) if !is_returned => Err(error),
                    Err(error) => Ok(Step::returning(Following::Fault(error))),
                };
            }
            // Its records are new, and part of the list all the same.
            Err(error) if elements > 0 && repeat.is_none() => {
                return Ok(Step::returning(Following::Fault(fault(error))));
            }
            Err(error) => return Err(fault(error)),
        }
        if let Some(repeat) = repeat {
            if !self.progress.explains_repeat(&numbers, page.has_ids) {
                if is_last_again {
                    return end(false);
                }
                return Err(Fault::invalid(format!("page {number} {repeat}")));
            }
        }
        if elements > 0 && repeat.is_none() {
            self.cycle_detector.record(page.fingerprint);
        }
        let next = self.progress.advance(&numbers).map_err(fault)?;
        let next = match (next, number.checked_add(1)) {
            (Next::End, _) => Following::End,
            (Next::Page, Some(next)) => Following::Page(PageToken::start(Some(next), next)),
            (Next::Page, None) => return Err(Fault::incomplete("no page number is left")),
        };
        Ok(Step::returning(next))
    }

    /// Whether the list ends if the page after the latest one has no content.
    pub(crate) fn may_have_ended(&self) -> bool {
        self.progress.may_have_ended()
    }

    /// Whether the list ends if the page after the latest one has status 404.
    pub(crate) fn may_end_without_page(&self) -> bool {
        self.progress.may_end_without_page()
    }

    /// Whether the list ends if the request for the page after the latest one fails.
    pub(crate) fn is_end_by_all_numbers(&self) -> bool {
        self.progress.is_end_by_all_numbers()
    }

    /// Resets limits after an error.
    pub(crate) fn resume(&mut self) {
        self.progress.resume();
    }
}

/// The fault of a page, with page numbers as the API has them.
fn fault(contradiction: Contradiction, first_page: u32) -> Fault {
    let Contradiction::WrongPage { requested, found } = contradiction else {
        return Fault::incomplete(contradiction.to_string());
    };
    let number = |ordinal: i64| ordinal.saturating_add(i64::from(first_page) - 1);
    let (requested, found) = (number(requested), number(found));
    Fault::invalid(Contradiction::WrongPage { requested, found }.to_string())
}

/// The parts of a page that pagination depends on.
pub(crate) struct PageFacts {
    /// With positions from 1, whatever the number of the first page is.
    pub(crate) numbers: PageNumbers,
    /// The number of the first page.
    pub(crate) first_page: u32,
    /// Of the records, or of the response body.
    pub(crate) fingerprint: Fingerprint,
    /// Whether the fingerprint is one of ids.
    pub(crate) has_ids: bool,
}

/// What follows a page.
pub(crate) struct Step {
    pub(crate) next: Following,
    /// Whether the page is returned; a repeated one is not.
    pub(crate) is_returned: bool,
}

/// What follows a page.
pub(crate) enum Following {
    /// Another page.
    Page(Position),
    /// The end of the list.
    End,
    /// An error, after which `resume` requests the same page again.
    Fault(Fault),
}

/// Why a list cannot be read further.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Whether the list is incomplete; otherwise the page is invalid.
    pub(crate) is_incomplete: bool,
    pub(crate) detail: String,
}

impl Step {
    /// The page is returned, and this follows.
    pub(crate) fn returning(next: Following) -> Self {
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
