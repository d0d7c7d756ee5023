//! Why the windows of a list cannot be joined.

use std::fmt;

use crate::sync::window::MIN_PAGE_SIZE;

/// How many consecutive windows may contain only rows of the previous window and the first one.
pub(crate) const MAX_REPEATS: u32 = 10;

/// Why a list cannot be read without risking gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverlapError {
    /// The response is another page than the requested one.
    WrongPage { expected: i64, found: i64 },
    /// The response has another page size than the requested one.
    WrongPageSize { expected: u32, found: u32 },
    /// The page is shorter than requested, although the list has more rows according to a total.
    ShortPage { expected: u32, found: u64 },
    /// The pages are smaller than [`MIN_PAGE_SIZE`].
    PagesTooSmall { found: u32 },
    /// [`MAX_REPEATS`] was exceeded.
    NoNewRecords,
    /// Restarts at the first row have a maximum, which was exceeded.
    NoCommonRecord,
}

impl fmt::Display for OverlapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPage { expected, found } => {
                write!(f, "expected page {expected}, found page {found}")
            }
            Self::WrongPageSize { expected, found } => {
                write!(f, "expected a page size of {expected}, found {found}")
            }
            Self::ShortPage { expected, found } => write!(
                f,
                "expected a page of {expected} records, found {found}, although \
                 `total_pages` or `total_records` says that more follow"
            ),
            Self::PagesTooSmall { found } => {
                write!(
                    f,
                    "expected pages of at least {MIN_PAGE_SIZE} records, found {found}"
                )
            }
            Self::NoNewRecords => write!(
                f,
                "no new record in {MAX_REPEATS} consecutive pages: the list grows faster than it \
                 is read, or the server ignores the page number"
            ),
            Self::NoCommonRecord => f.write_str(
                "no record in common with the previous page: the list changes faster than it is \
                 read, or its records lack an id or a time of change",
            ),
        }
    }
}
