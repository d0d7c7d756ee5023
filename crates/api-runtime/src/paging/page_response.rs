//! The part of a page that pagination depends on.

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

    /// The maximum number of elements per page, if the response has it.
    fn per_page(&self) -> Option<i64>;

    /// The number of elements that were read as records.
    fn readable_items(&self) -> usize;

    /// The number of elements that could not be read as records.
    fn unreadable_items(&self) -> usize;

    /// Moves the records out of the page. The rest of it stays.
    fn take_items(&mut self) -> Vec<Self::Item>;
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
}
