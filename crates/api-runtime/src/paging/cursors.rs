//! Pages that follow each other by a cursor.

use std::collections::HashSet;

use crate::operation::next_cursor::{CursorValue, NextCursor};
use crate::operation::page_response::hash;
use crate::operation::page_token::Position;
use crate::paging::progress::Fault;

/// The cursors that were followed.
#[derive(Default)]
pub(crate) struct Cursors {
    followed: HashSet<u64>,
}

impl Cursors {
    /// The page after this one, if there is one.
    pub(crate) fn advance(
        &mut self,
        position: &Position,
        next: NextCursor<'_>,
    ) -> Result<Option<Position>, Fault> {
        let number = position.number;
        let cursor = match (next.value, next.has_more) {
            (_, Some(false)) | (CursorValue::Undeclared | CursorValue::End, None) => {
                return Ok(None);
            }
            (CursorValue::Unreadable, _) => {
                let detail = format!("expected a string or null as next cursor of page {number}");
                return Err(Fault::Invalid(detail));
            }
            (CursorValue::Undeclared | CursorValue::End, Some(true)) => {
                let detail = format!("expected a next cursor, since page {number} has more pages");
                return Err(Fault::Incomplete(detail));
            }
            (CursorValue::Cursor(cursor), _) => cursor,
        };
        self.followed.extend(position.cursor.as_deref().map(hash));
        if !self.followed.insert(hash(cursor)) {
            let detail = format!("page {number} repeats the cursor of an earlier page");
            return Err(Fault::Invalid(detail));
        }
        Ok(Some(Position {
            number: number.saturating_add(1),
            cursor: Some(cursor.to_owned()),
        }))
    }
}
