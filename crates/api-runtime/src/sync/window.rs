//! Which page of which size begins where: pages that overlap are asked for with sizes of their own.

/// The smallest size that reading with overlaps works with.
pub(crate) const SMALLEST: u32 = 20;

/// A page of a size: the rows of a list from [`start`](Self::start) on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The number of the page, from 1.
    pub(crate) page: u32,
    /// The size of the page.
    pub(crate) size: u32,
}

impl Window {
    /// The first rows of a list.
    pub(crate) fn first(size: u32) -> Self {
        Self { page: 1, size }
    }

    /// The window that begins at this row or before it and reaches farthest, of at most so many rows.
    ///
    /// A page begins at a multiple of its size, so sizes from the half of the largest one up are tried.
    pub(crate) fn from(row: u64, largest: u32) -> Self {
        let page = |size: u32| row / u64::from(size) + 1;
        let sizes = largest.div_ceil(2)..=largest;
        let size = sizes
            .max_by_key(|size| page(*size) * u64::from(*size))
            .unwrap_or(largest);
        Self {
            page: u32::try_from(page(size)).unwrap_or(u32::MAX),
            size,
        }
    }

    /// The number of rows before the first one.
    pub(crate) fn start(self) -> u64 {
        u64::from(self.page - 1) * u64::from(self.size)
    }
}

/// By how many rows two windows of a size overlap: a tenth.
pub(crate) fn lap(size: u32) -> u64 {
    u64::from(size / 10).max(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a list that does not change, and gives the number of windows.
    fn windows(rows: u64, largest: u32) -> u64 {
        let mut frontier = u64::from(largest);
        let mut count = 1;
        while frontier < rows {
            let window = Window::from(frontier - lap(largest), largest);
            let end = window.start() + u64::from(window.size);
            assert!(window.size <= largest, "{window:?}");
            assert!(window.start() <= frontier - lap(largest), "{window:?}");
            assert!(end > frontier, "{window:?} does not go on from {frontier}");
            frontier = end;
            count += 1;
        }
        count
    }

    #[test]
    fn windows_overlap_and_go_on() {
        for largest in SMALLEST..=130 {
            windows(200_000, largest);
        }
        windows(3_000_000, 1000);
    }

    #[test]
    fn the_overlap_costs_a_third_more_requests_at_most() {
        for (rows, largest) in [
            (10_000, 100),
            (100_000, 100),
            (100_000, 1000),
            (1_000_000, 1000),
        ] {
            let (plain, count) = (rows / u64::from(largest), windows(rows, largest));
            assert!(count * 3 <= plain * 4, "{count} for {plain}");
        }
    }

    #[test]
    fn the_start_of_a_list_is_its_first_page() {
        assert_eq!(Window::from(0, 100), Window::first(100));
        assert_eq!(Window::from(90, 100), Window { page: 2, size: 90 });
    }
}
