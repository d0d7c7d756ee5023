//! What identifies a page in its list.

use std::fmt;

/// What identifies a page in its list: a number (`u32`), or a cursor (`String`), which each page has
/// for the next one.
#[doc(alias = "cursor")]
#[doc(alias = "page_token")]
#[doc(alias = "continuation_token")]
pub trait PageToken: Sized + Send + Unpin + 'static {
    /// The position at which a list starts.
    #[doc(hidden)]
    fn start(token: Option<Self>, first_page: u32) -> Position;

    /// The token that requests a page; the start of a list by cursor may have none.
    #[doc(hidden)]
    fn of(position: &Position) -> Option<Self>;
}

/// The position of a page in a list. `Debug` shows no cursor.
#[derive(Clone)]
pub struct Position {
    /// From 1 in a list by cursor, wherever it starts.
    pub(crate) number: u32,
    pub(crate) cursor: Option<String>,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}

impl PageToken for u32 {
    fn start(token: Option<Self>, first_page: u32) -> Position {
        let (number, cursor) = (token.unwrap_or(first_page), None);
        Position { number, cursor }
    }

    fn of(position: &Position) -> Option<Self> {
        Some(position.number)
    }
}

impl PageToken for String {
    fn start(cursor: Option<Self>, _: u32) -> Position {
        Position { number: 1, cursor }
    }

    fn of(position: &Position) -> Option<Self> {
        position.cursor.clone()
    }
}
