//! Calls by one of their paths.

use crate::ir::{Operation, Resource, Route};

/// A call by one of its paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    pub(super) resource: &'a Resource,
    pub(super) operation: &'a Operation,
    pub(super) route: &'a Route,
}

impl Call<'_> {
    /// Whether the path is the default one.
    pub(super) fn is_default(self) -> bool {
        let first = self.operation.routes.first();
        first.is_some_and(|first| std::ptr::eq(first, self.route))
    }
}
