//! The memory that the values of a document may take.

use std::borrow::Cow;

/// What an allocation takes besides its bytes: the allocator's header and rounding.
pub(crate) const ALLOCATION_OVERHEAD: usize = 16;

/// Entries in a node of a B-tree.
const NODE_ENTRIES: usize = 11;

/// The memory that the values of a document may take: lists, records, strings, and what is kept of
/// mismatched values and unknown fields.
///
/// A short text can become large values: an empty object takes two bytes, and its record has space
/// for every field. Reading fails with [`ReadErrorKind::Size`](crate::ReadErrorKind::Size) when the
/// budget is spent.
///
/// ```
/// use api_wire::{MemoryBudget, ReadErrorKind, Wrapped};
///
/// let text = format!(r#"{{"codes": [{}1]}}"#, "1,".repeat(1_000));
/// let mut budget = MemoryBudget::new(1_000);
/// let error = Wrapped::<Vec<i64>>::read_within(&text, "codes", &mut budget).unwrap_err();
/// assert_eq!(error.kind(), ReadErrorKind::Size);
/// assert!(Wrapped::<Vec<i64>>::read(&text, "codes").is_ok());
/// ```
#[doc(alias = "memory limit")]
#[doc(alias = "allocation limit")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryBudget {
    limit: usize,
    remaining: usize,
}

impl MemoryBudget {
    /// Values of this many bytes.
    pub const fn new(bytes: usize) -> Self {
        MemoryBudget {
            limit: bytes,
            remaining: bytes,
        }
    }

    /// The default for a document of this many bytes: eight times as many, and at least 32 MiB.
    ///
    /// That is enough for a page of 1,000 records of 60 fields, even if all of them are unknown.
    pub const fn for_document(bytes: usize) -> Self {
        let limit = bytes.saturating_mul(8);
        let minimum = 32 * 1024 * 1024;
        MemoryBudget::new(if limit < minimum { minimum } else { limit })
    }

    pub(crate) const fn unlimited() -> Self {
        MemoryBudget::new(usize::MAX)
    }

    /// The size of the whole budget in bytes.
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// The bytes that are not spent.
    pub const fn remaining(&self) -> usize {
        self.remaining
    }

    /// Spends bytes; `false` if not so many remain.
    #[inline]
    pub(crate) fn spend(&mut self, bytes: usize) -> bool {
        match self.remaining.checked_sub(bytes) {
            Some(remaining) => {
                self.remaining = remaining;
                true
            }
            None => false,
        }
    }
}

/// The bytes that a string read from a document allocates. An owned one may have more capacity than
/// it needs.
#[expect(clippy::ptr_arg)]
#[inline]
pub(crate) fn string_size(text: &Cow<'_, str>) -> usize {
    let bytes = match text {
        Cow::Borrowed(text) => text.len(),
        Cow::Owned(text) => text.capacity(),
    };
    bytes.saturating_add(ALLOCATION_OVERHEAD)
}

/// The bytes that a B-tree of `count` entries of this size allocates for one entry more, at most:
/// nodes are at least half full, except for the first one.
pub(crate) const fn tree_entry_size(count: usize, entry: usize) -> usize {
    match count {
        0 => NODE_ENTRIES * entry + 2 * ALLOCATION_OVERHEAD,
        _ => entry * 5 / 2 + ALLOCATION_OVERHEAD,
    }
}
