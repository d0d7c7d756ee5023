//! Where the items of a page are.

/// Where the items of a page are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageShape {
    /// The key of the collection. If it is `None`, the only array is the collection; `errors` never
    /// is.
    pub key: Option<&'static str>,
    /// The key of the wrapper around each item.
    pub wrapped_in: Option<&'static str>,
}
