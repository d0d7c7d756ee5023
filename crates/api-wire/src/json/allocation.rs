//! The memory of the values that a cursor reads.

use crate::json::budget::{ALLOCATION_OVERHEAD, MemoryBudget};
use crate::json::cursor::Cursor;
use crate::json::error::{ReadError, ReadErrorKind};

impl Cursor<'_> {
    /// What is left of the memory that the values may take.
    pub(crate) fn into_budget(self) -> MemoryBudget {
        self.budget
    }

    /// Spends the memory of values.
    #[inline]
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), ReadError> {
        if self.budget.spend(bytes) {
            return Ok(());
        }
        Err(self.size_error())
    }

    /// Spends the memory of an allocation.
    #[inline]
    pub(crate) fn spend_allocation(&mut self, bytes: usize) -> Result<(), ReadError> {
        self.spend(bytes.saturating_add(ALLOCATION_OVERHEAD))
    }

    /// Spends the memory of one more item, if the list has to grow for it.
    #[inline]
    pub(crate) fn spend_item<T>(&mut self, list: &Vec<T>) -> Result<(), ReadError> {
        if list.len() < list.capacity() {
            return Ok(());
        }
        self.spend_growth(list.capacity(), size_of::<T>())
    }

    /// Spends the memory of a list that `push` grows from a capacity. For a moment both are in
    /// memory.
    #[inline(never)]
    fn spend_growth(&mut self, capacity: usize, item: usize) -> Result<(), ReadError> {
        // As `Vec` does: `tests/memory.rs` compares it with the allocator.
        let first = if item > 1024 { 1 } else { 4 };
        let grown = first.max(capacity.saturating_mul(2));
        let bytes = grown.saturating_mul(item);
        if bytes > self.budget.remaining() {
            return Err(self.size_error());
        }
        self.spend_allocation(bytes - capacity.saturating_mul(item))
    }

    #[cold]
    fn size_error(&self) -> ReadError {
        let message = ReadError::size_message(&self.budget);
        self.error(ReadErrorKind::Size, message)
    }
}
