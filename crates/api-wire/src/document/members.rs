//! The members of an object, and the items of an array, as text.

use crate::document::wrapped::open_document;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::kind::Kind;

/// Calls `f` with the key and the JSON text of each member of a document that is an object, in
/// order, duplicates included. It keeps nothing, so that it takes no memory.
///
/// An error may follow calls for the members before it.
///
/// ```
/// let mut keys = Vec::new();
/// let text = r#"{"id": 7, "na\u006de": "Ada"}"#;
/// api_wire::for_each_member(text, &mut |key, value| keys.push(format!("{key} {value}")))?;
/// assert_eq!(keys, ["id 7", "name \"Ada\""]);
/// assert!(api_wire::for_each_member("[]", &mut |_, _| ()).is_err());
/// # Ok::<(), api_wire::ReadError>(())
/// ```
pub fn for_each_member<'a>(
    text: &'a str,
    f: &mut dyn FnMut(&str, &'a str),
) -> Result<(), ReadError> {
    let mut cursor = Cursor::new(text);
    open_document(&mut cursor)?;
    let mut first = true;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        cursor.expect_colon()?;
        let value = cursor.skip_value().map_err(|error| error.inside(&key))?;
        f(&key, value);
    }
    cursor.end()
}

/// Calls `f` with the JSON text of each item of a document that is an array, in order.
///
/// An error may follow calls for the items before it.
///
/// ```
/// let mut items = Vec::new();
/// api_wire::for_each_item(r#"[7, {"id": 8}]"#, &mut |item| items.push(item))?;
/// assert_eq!(items, ["7", r#"{"id": 8}"#]);
/// assert!(api_wire::for_each_item("{}", &mut |_| ()).is_err());
/// # Ok::<(), api_wire::ReadError>(())
/// ```
pub fn for_each_item<'a>(text: &'a str, f: &mut dyn FnMut(&'a str)) -> Result<(), ReadError> {
    let mut cursor = Cursor::new(text);
    if cursor.kind()? != Kind::Array {
        return Err(cursor.wrapper_error("array"));
    }
    cursor.enter()?;
    let mut first = true;
    while cursor.next_item(&mut first)? {
        f(cursor.skip_value()?);
    }
    cursor.end()
}
