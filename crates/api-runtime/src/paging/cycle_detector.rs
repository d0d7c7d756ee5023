//! Detects a server that returns the same pages again and again.

use std::fmt;
use std::hash::{DefaultHasher, Hasher};

/// Brent's cycle detection over the pages of a list, in constant memory.
///
/// The checkpoint is the 1st, 2nd, 4th, 8th … page: a cycle of any length returns to it.
#[derive(Default)]
pub(crate) struct CycleDetector {
    previous: Option<Fingerprint>,
    checkpoint: Option<Fingerprint>,
    /// How many pages were recorded.
    pages: u32,
}

/// A hash of the records of a page, of its bytes, or of a cursor. It is not cryptographic.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint(u64);

/// Which page is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepeatedPage {
    Previous,
    Earlier,
}

impl Fingerprint {
    /// Of records.
    pub(crate) fn from_hash(hash: u64) -> Self {
        Self(hash)
    }

    /// Of a whole response body, or of a cursor.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self(hasher.finish())
    }
}

impl CycleDetector {
    /// Compares a page with the previous one and with the checkpoint.
    pub(crate) fn check(&self, page: Fingerprint) -> Result<(), RepeatedPage> {
        if self.previous == Some(page) {
            Err(RepeatedPage::Previous)
        } else if self.checkpoint == Some(page) {
            Err(RepeatedPage::Earlier)
        } else {
            Ok(())
        }
    }

    /// Adds a page.
    pub(crate) fn record(&mut self, page: Fingerprint) {
        self.previous = Some(page);
        self.pages = self.pages.saturating_add(1);
        if self.pages.is_power_of_two() {
            self.checkpoint = Some(page);
        }
    }
}

impl fmt::Display for RepeatedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Previous => "repeats the previous page",
            Self::Earlier => "repeats an earlier page",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_of_any_length_are_detected_at_any_page() {
        for start in 0..20_u32 {
            for length in 1..20 {
                let mut detector = CycleDetector::default();
                let is_detected = (0..200).any(|number: u32| {
                    let page = match number.checked_sub(start) {
                        Some(offset) => start + offset % length,
                        None => number,
                    };
                    let page = Fingerprint::new(&page.to_be_bytes());
                    let is_repeated = detector.check(page).is_err();
                    detector.record(page);
                    is_repeated
                });
                assert!(is_detected, "{length} pages from {start}");
            }
        }
    }

    #[test]
    fn distinct_pages_are_not_a_cycle() {
        let mut detector = CycleDetector::default();
        for number in 0..200_u32 {
            let page = Fingerprint::new(&number.to_be_bytes());
            assert_eq!(detector.check(page), Ok(()));
            detector.record(page);
        }
    }
}
