//! What is known of an operation before it is written: its name, its route, whether it may be repeated.

use crate::Method;

/// The facts of an operation, as the description of its API states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperationInfo {
    /// The operation's name in the description: `list_customers`.
    pub name: &'static str,
    /// The method.
    pub method: Method,
    /// The path with its variables in braces: `/v2/venue/customers/{id}`. It alone is ever printed.
    pub path_template: &'static str,
    /// Whether a second arrival of the same request does harm.
    pub retry: Retry,
    /// Whether a 204 says that the record was not found.
    pub no_content_is_not_found: bool,
}

impl OperationInfo {
    /// An operation that is never repeated, and whose 204 has no meaning of its own.
    pub const fn new(name: &'static str, method: Method, path_template: &'static str) -> Self {
        Self {
            name,
            method,
            path_template,
            retry: Retry::Never,
            no_content_is_not_found: false,
        }
    }

    /// States whether the operation may be repeated.
    pub const fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// States that a 204 means "record not found".
    pub const fn no_content_is_not_found(mut self) -> Self {
        self.no_content_is_not_found = true;
        self
    }
}

/// Whether a request may arrive twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Retry {
    /// No: a second arrival may do the work twice.
    Never,
    /// Yes: it only reads.
    Safe,
    /// Yes: a second arrival leaves the state that the first one left.
    Idempotent,
    /// The server refuses a second arrival by this field of the body, which it holds to be unique.
    UniqueKey(&'static str),
}
