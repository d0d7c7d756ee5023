//! The store in memory keeps every promise, and a store that breaks one is noticed. An example of the
//! crate runs the checks of journals.

mod callbacks;
mod journal;
