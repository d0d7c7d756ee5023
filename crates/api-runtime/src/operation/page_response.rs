//! The part of a page that pagination depends on.

use std::hash::{DefaultHasher, Hasher};

use api_wire::{Page, WireValue};

/// A page of a paginated list: the output of a [`Paginated`](crate::operation::Paginated) operation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a page",
    label = "expected an operation that returns a page of records"
)]
pub trait PageResponse {
    /// The type of the records.
    type Item;

    /// The numbers of the page.
    fn numbers(&self) -> PageNumbers;

    /// The number of elements that were read as records.
    fn readable_items(&self) -> usize;

    /// The number of elements that could not be read as records.
    fn unreadable_items(&self) -> usize;

    /// Moves the records out of the page. The rest of it stays.
    fn take_items(&mut self) -> Vec<Self::Item>;

    /// A hash of the ids of the records, in any order, or of the whole content of those without one.
    /// `None` if there are no records, or they cannot be compared; then the bytes of whole responses
    /// are.
    fn fingerprint(&self, id: fn(&Self::Item) -> Option<i64>) -> Option<u64>;
}

/// The numbers of a page, as far as the response has them.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct PageNumbers {
    /// The number of this page.
    pub current_page: Option<i64>,
    /// The number of pages.
    pub total_pages: Option<i64>,
    /// The number of elements on all pages.
    pub total_records: Option<i64>,
    /// The maximum number of elements per page.
    pub per_page: Option<i64>,
}

/// The position of a page in its list, from 1, by its number.
pub(crate) fn page_ordinal(number: Option<i64>, first_page: u32) -> Option<i64> {
    Some(number?.saturating_add(1 - i64::from(first_page)))
}

/// A hash by which pages, records and cursors are compared. It is not cryptographic.
pub(crate) fn hash(bytes: impl AsRef<[u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes.as_ref());
    hasher.finish()
}

/// A hash of hashes in any order. `None` if there are none, or one is missing.
fn combine(mut hashes: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    let first = hashes.next()??;
    hashes.try_fold(first, |sum, hash| Some(sum.wrapping_add(hash?)))
}

impl<T, F> PageResponse for Page<T, F>
where
    T: api_wire::FromWire,
    F: api_wire::Record,
{
    type Item = T;

    fn numbers(&self) -> PageNumbers {
        PageNumbers {
            current_page: self.current_page,
            total_pages: self.total_pages,
            total_records: self.total_records,
            per_page: self.per_page,
        }
    }

    fn readable_items(&self) -> usize {
        self.items.len()
    }

    fn unreadable_items(&self) -> usize {
        self.unreadable_items()
    }

    fn take_items(&mut self) -> Vec<T> {
        std::mem::take(&mut self.items)
    }

    fn fingerprint(&self, id: fn(&T) -> Option<i64>) -> Option<u64> {
        combine(self.items.iter().map(|item| match id(item) {
            Some(id) => Some(hash(id.to_be_bytes())),
            None => match item.to_wire() {
                WireValue::Record(fields) => Some(hash(api_wire::to_string(fields))),
                _ => None,
            },
        }))
    }
}
