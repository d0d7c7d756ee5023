//! Windows of a list: page sizes are varied so that consecutive pages overlap.

/// The smallest page size with which pages can overlap.
pub(crate) const MIN_PAGE_SIZE: u32 = 20;

/// A page of a given size: the rows of a list from [`start`](Self::start) on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The page number, from 1.
    pub(crate) page: u32,
    /// The page size.
    pub(crate) size: u32,
}

impl Window {
    /// The first rows of a list.
    pub(crate) fn first(size: u32) -> Self {
        Self { page: 1, size }
    }

    /// The window of this size that has `row`.
    fn with_row(row: u64, size: u32) -> Self {
        let page = row / u64::from(size) + 1;
        let page = u32::try_from(page).unwrap_or(u32::MAX);
        Self { page, size }
    }

    /// The window of at most `max_size` rows that starts at `row` or before it and ends last.
    ///
    /// A page starts at a multiple of its size, so every size from half of `max_size` is tried.
    pub(crate) fn from_row(row: u64, max_size: u32) -> Self {
        let page = |size: u32| row / u64::from(size) + 1;
        let sizes = max_size.div_ceil(2)..=max_size;
        let size = sizes
            .max_by_key(|size| page(*size) * u64::from(*size))
            .unwrap_or(max_size);
        Self::with_row(row, size)
    }

    /// A small window that starts before `row` and includes it, as far before as possible.
    ///
    /// Any server with large enough pages can return it whole.
    pub(crate) fn around_row(row: u64) -> Self {
        let sizes = MIN_PAGE_SIZE / 2..=MIN_PAGE_SIZE;
        let size = sizes
            .max_by_key(|size| row % u64::from(*size))
            .unwrap_or(MIN_PAGE_SIZE);
        Self::with_row(row, size)
    }

    /// A small window that starts at `row`.
    pub(crate) fn at_row(row: u64) -> Self {
        let size = (1..=MIN_PAGE_SIZE)
            .rev()
            .find(|size| row % u64::from(*size) == 0)
            .unwrap_or(1);
        Self::with_row(row, size)
    }

    /// The number of rows before the window.
    pub(crate) fn start(self) -> u64 {
        u64::from(self.page - 1) * u64::from(self.size)
    }
}

/// The number of rows by which consecutive windows overlap: a tenth of the size.
pub(crate) fn overlap_rows(size: u32) -> u64 {
    u64::from(size / 10).max(2)
}
