//! A value in a wrapper: `{"customer": {…}}`.

use std::borrow::Cow;
use std::ops::Deref;

use crate::cursor::{Cursor, Kind};
use crate::error::{ReadError, ReadErrorKind};
use crate::extra::{Extra, Leftover, Leftovers, Why};
use crate::members::keep_unknown;
use crate::mismatch::{Mismatch, Walk};
use crate::slot::{ReadField, ReadResult};
use crate::table::Field;

/// A value that came in a wrapper, and what came beside it. It gives the value's fields as its own.
///
/// ```
/// use api_wire::Wrapped;
/// # #[derive(Clone, Default, PartialEq)]
/// # pub struct Customer {
/// #     pub id: Option<i64>,
/// #     pub points: Option<i64>,
/// #     pub extra: api_wire::Extra,
/// # }
/// # api_wire::record! { Customer { id: "id", points: "points", } }
///
/// let text = r#"{"customer": {"id": 7}, "notice": "hello"}"#;
/// let response: Wrapped<Customer> = Wrapped::read(text, "customer")?;
/// assert_eq!(response.id, Some(7)); // the same as `response.value.id`
/// assert!(response.extra.get("notice").is_some());
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wrapped<R> {
    /// The value in the wrapper.
    pub value: R,
    /// The keys beside the wrapper.
    pub extra: Extra,
}

/// A field without marks, for values that are in no record.
pub(crate) static PLAIN: Field = Field::new("value", &["value"]);

// The wrapper is a matter of the wire: what a caller wants is the value.
impl<R> Deref for Wrapped<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.value
    }
}

impl<R: ReadField + Default> Wrapped<R> {
    /// Reads `{"key": value}` from a whole document. The value is a record, or a list or map.
    ///
    /// A missing wrapper, or null or another shape in it, is an error of kind
    /// [`ReadErrorKind::Wrapper`].
    pub fn read(text: &str, key: &str) -> Result<Self, ReadError> {
        let mut value = R::default();
        let mut extra = Extra::default();
        read_wrapped(&mut Cursor::new(text), key, &mut value, &mut extra)?;
        Ok(Wrapped { value, extra })
    }
}

impl<R: ReadField> Wrapped<R> {
    /// All the mismatches: in the value, and keys that came twice beside it.
    pub fn mismatches(&self) -> Vec<Mismatch> {
        let mut walk = Walk::default();
        if let Some(place) = self.extra.place() {
            let kept = self.extra.elements_of(&place.key);
            walk.inside(&place.key, |walk| {
                walk.shape(self.value.to_wire(), 0, &kept, false)
            });
        }
        walk.extra(&self.extra, &|_| true);
        walk.mismatches
    }
}

fn read_wrapped(
    cursor: &mut Cursor<'_>,
    wrapper: &str,
    slot: &mut dyn ReadField,
    extra: &mut Extra,
) -> Result<(), ReadError> {
    open_envelope(cursor)?;
    let mut first = true;
    let mut found = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        if key != wrapper {
            keep_unknown(&key, extra, cursor)?;
            continue;
        }
        cursor.colon()?;
        if found {
            let raw = cursor.skip().map_err(|error| error.inside(wrapper))?;
            extra.keep(wrapper, Leftover::new(raw, Why::Again));
            continue;
        }
        found = true;
        let mark = cursor.mark();
        let mut keep = Leftovers::default();
        let reading = slot
            .read(cursor, &PLAIN, &mut keep)
            .map_err(|error| error.inside(wrapper))?;
        if let Some(message) = not_filled(reading) {
            cursor.go_back(mark);
            return Err(cursor
                .error(ReadErrorKind::Wrapper, message)
                .inside(wrapper));
        }
        extra.note_place(wrapper, None);
        if !keep.elements.is_empty() {
            extra.keep_elements(Cow::Owned(wrapper.to_owned()), keep);
        }
    }
    if !found {
        return Err(cursor.error(ReadErrorKind::Wrapper, format!("`{wrapper}` is missing")));
    }
    cursor.end()
}

/// Steps into the object that a reply is.
pub(crate) fn open_envelope(cursor: &mut Cursor<'_>) -> Result<(), ReadError> {
    if cursor.kind()? != Kind::Object {
        return Err(cursor.error(ReadErrorKind::Wrapper, "an object is due here"));
    }
    cursor.open()
}

/// What is wrong with a value that an envelope cannot do without.
pub(crate) fn not_filled(reading: ReadResult) -> Option<String> {
    match reading {
        ReadResult::Value => None,
        ReadResult::Null => Some("a value is due here, not null".to_owned()),
        ReadResult::Mismatch(expected) => {
            Some(format!("expected {}, found something else", expected.text))
        }
    }
}
