//! Times of the store: milliseconds since 1970, by the clock of SQLite.

/// SQL of the current time. It is the same in all of one statement.
macro_rules! now {
    () => {
        "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)"
    };
}
pub(crate) use now;
