//! Why the windows of a list cannot be joined.

use std::fmt;

/// How many consecutive windows may contain only rows of the previous window and the first one.
pub(crate) const MAX_REPEATS: u32 = 10;

/// Why a list cannot be read without risking gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverlapError {
    /// The response is another page than the requested one.
    WrongPage { expected: i64, found: i64 },
    /// The response has another page size than the requested one.
    WrongPageSize { expected: u32, found: u32 },
    /// Pages are shorter than requested again and again, although more rows follow.
    ShortPage { expected: u32, found: u64 },
    /// The list ends, and has fewer records than its total.
    MissingRecords {
        expected: u64,
        received: u64,
        page: u32,
    },
    /// The list ends, and has fewer pages than its total.
    MissingPages { expected: i64, received: u32 },
    /// No element of the page is a record.
    NoReadableRecords { found: u64 },
    /// [`MAX_REPEATS`] was exceeded.
    NoNewRecords,
    /// No record has an id and a time of change, so that pages cannot be compared.
    NoComparableRecord,
    /// Restarts at the first row have a maximum, which was exceeded.
    NoCommonRecord,
}

impl OverlapError {
    /// Whether the list was read to its end, and its totals contradict that.
    pub(crate) fn is_of_totals(&self) -> bool {
        matches!(
            self,
            Self::MissingRecords { .. } | Self::MissingPages { .. }
        )
    }
}

impl fmt::Display for OverlapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPage { expected, found } => {
                write!(f, "expected page {expected}, found page {found}")
            }
            Self::WrongPageSize { expected, found } => write!(
                f,
                "expected a page size of {expected}, found {found}: pages of another size than the \
                 requested one cannot overlap, and records that move meanwhile would be missing"
            ),
            Self::ShortPage { expected, found } => write!(
                f,
                "expected a page of {expected} records, found {found}, although more follow"
            ),
            Self::MissingRecords {
                expected,
                received,
                page,
            } => write!(
                f,
                "expected {expected} records (`total_records`), received {received} up to the \
                 last page ({page}); run the sync again, or `accept_incomplete` if the total is \
                 wrong"
            ),
            Self::MissingPages { expected, received } => write!(
                f,
                "expected {expected} pages (`total_pages`), received {received}; run the sync \
                 again, or `accept_incomplete` if the total is wrong"
            ),
            Self::NoReadableRecords { found } => {
                write!(f, "none of the {found} elements of the page is a record")
            }
            Self::NoNewRecords => write!(
                f,
                "no new record in {MAX_REPEATS} consecutive pages: the list grows faster than it \
                 is read, or the server ignores the page number"
            ),
            Self::NoComparableRecord => f.write_str(
                "no record in common with the previous page: its records lack an id or a readable \
                 time of change",
            ),
            Self::NoCommonRecord => f.write_str(
                "no record in common with the previous page: the list changes faster than it is \
                 read, or its records lack an id or a time of change",
            ),
        }
    }
}
