//! Pages that follow each other by number.

use crate::paging::cycle_detector::{CycleDetector, RepeatedPage};
use crate::paging::progress::{Contradiction, Next, PageNumbers, Placement, Progress};
use crate::paging::sequence::{Fault, Following, PageFacts, Sequence, Step};

/// Pages that follow each other by number.
#[derive(Default)]
pub struct PageNumberSequence {
    cycle_detector: CycleDetector,
    progress: Progress,
}

impl Sequence for PageNumberSequence {
    type Token = u32;
    type Position = u32;

    fn start(&mut self, token: Option<u32>, first_page: u32) -> u32 {
        token.unwrap_or(first_page)
    }

    fn number(position: &u32) -> u32 {
        *position
    }

    fn token(position: &u32) -> Option<u32> {
        Some(*position)
    }

    fn advance(&mut self, position: &u32, page: &PageFacts<'_>) -> Result<Step<u32>, Fault> {
        let number = *position;
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
                    Err(error) => Ok(Step::returning(Following::Fault(error, number))),
                };
            }
            // Its records are new, and part of the list all the same.
            Err(error) if elements > 0 && repeat.is_none() => {
                return Ok(Step::returning(Following::Fault(fault(error), number)));
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
            (Next::Page, Some(next)) => Following::Page(next),
            (Next::Page, None) => return Err(Fault::incomplete("no page number is left")),
        };
        Ok(Step::returning(next))
    }

    fn may_have_ended(&self) -> bool {
        self.progress.may_have_ended()
    }

    fn may_end_without_page(&self) -> bool {
        self.progress.may_end_without_page()
    }

    fn is_end_by_all_numbers(&self) -> bool {
        self.progress.is_end_by_all_numbers()
    }

    fn resume(&mut self) {
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
