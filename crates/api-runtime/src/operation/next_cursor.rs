//! The cursor after a page.

use api_wire::Extra;

/// The cursor after a page, as a list [`Paginated`](crate::operation::Paginated) by cursor returns it.
///
/// The default is that of an operation that declares none, which is an error.
#[doc(alias = "next_token")]
#[doc(alias = "next_page_token")]
#[doc(alias = "continuation_token")]
#[derive(Clone, Copy, Default)]
pub struct NextCursor<'p> {
    pub(crate) value: CursorValue<'p>,
    pub(crate) has_more: Option<bool>,
}

/// The value of the field with the next cursor.
#[derive(Clone, Copy, Default)]
pub(crate) enum CursorValue<'p> {
    /// The operation has no such field.
    #[default]
    Undeclared,
    /// Neither a string nor null.
    Unreadable,
    /// Missing, null or empty.
    End,
    Cursor(&'p str),
}

impl<'p> NextCursor<'p> {
    /// The next cursor from a record's field with this key. A missing, null or empty one ends the
    /// list.
    ///
    /// `extra` are the other values of the record. A value that is not a string is there, and an
    /// error instead of the end.
    pub fn new(key: &str, cursor: &'p Option<String>, extra: &Extra) -> Self {
        let value = match cursor.as_deref() {
            Some(cursor) if !cursor.is_empty() => CursorValue::Cursor(cursor),
            None if extra.get(key).is_some_and(|value| value.as_str() != "null") => {
                CursorValue::Unreadable
            }
            _ => CursorValue::End,
        };
        Self {
            value,
            has_more: None,
        }
    }

    /// Sets whether the list has more pages, according to a field of its own: `false` ends the
    /// list whatever the cursor is, `true` without a cursor is an error.
    #[must_use]
    pub fn has_more(mut self, has_more: Option<bool>) -> Self {
        self.has_more = has_more;
        self
    }
}
