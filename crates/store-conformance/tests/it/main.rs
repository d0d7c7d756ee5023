//! The store in memory keeps every promise, and a store that breaks one is noticed.

mod callbacks;
mod rows;
