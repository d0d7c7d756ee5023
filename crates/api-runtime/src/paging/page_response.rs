//! The part of a page that pagination depends on.

use std::hash::{DefaultHasher, Hasher};

use api_wire::WireValue;

use crate::Page;

/// A page of a paginated list: the output of a [`Paginated`](crate::Paginated) operation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a page",
    label = "expected an operation that returns a page of records"
)]
pub trait PageResponse {
    /// The type of the records.
    type Item;

    /// The number of this page, if the response has it.
    fn current_page(&self) -> Option<i64>;

    /// The number of pages, if the response has it.
    fn total_pages(&self) -> Option<i64>;

    /// The number of elements on all pages, if the response has it.
    fn total_records(&self) -> Option<i64>;

    /// The maximum number of elements per page, if the response has it.
    fn per_page(&self) -> Option<i64>;

    /// The number of elements that were read as records.
    fn readable_items(&self) -> usize;

    /// The number of elements that could not be read as records.
    fn unreadable_items(&self) -> usize;

    /// Moves the records out of the page. The rest of it stays.
    fn take_items(&mut self) -> Vec<Self::Item>;

    /// A hash of the records, which is equal for pages with the same records: of their ids in any
    /// order, or of their whole content if one has no id. `None` if there are no records, or if they
    /// cannot be compared; then the bytes of whole responses are.
    fn fingerprint(&self, id: fn(&Self::Item) -> Option<i64>) -> Option<u64> {
        let _ = id;
        None
    }
}

/// A hash of one record.
fn hash(write: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    write(&mut hasher);
    hasher.finish()
}

impl<T, F> PageResponse for Page<T, F>
where
    T: api_wire::FromWire,
    F: api_wire::Record,
{
    type Item = T;

    fn current_page(&self) -> Option<i64> {
        self.current_page
    }

    fn total_pages(&self) -> Option<i64> {
        self.total_pages
    }

    fn total_records(&self) -> Option<i64> {
        self.total_records
    }

    fn per_page(&self) -> Option<i64> {
        self.per_page
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
        if self.items.is_empty() {
            return None;
        }
        let ids: Option<Vec<i64>> = self.items.iter().map(id).collect();
        let hashes: Vec<u64> = match ids {
            Some(ids) => ids
                .into_iter()
                .map(|id| hash(|hasher| hasher.write_i64(id)))
                .collect(),
            None => self
                .items
                .iter()
                .map(|item| match item.to_wire() {
                    WireValue::Record(fields) => {
                        let text = api_wire::to_string(fields);
                        Some(hash(|hasher| hasher.write(text.as_bytes())))
                    }
                    _ => None,
                })
                .collect::<Option<_>>()?,
        };
        Some(hashes.into_iter().fold(0, u64::wrapping_add))
    }
}
