//! Pages of a list.

use std::borrow::Cow;

use crate::cursor::{Cursor, Kind};
use crate::error::{ReadError, ReadErrorKind};
use crate::extra::{Extra, Leftover, Leftovers, Step, Why};
use crate::fields::{FieldsMut, Record};
use crate::list::{ReadItem, read_list};
use crate::members::{ObjectReader, keep_unknown};
use crate::mismatch::{Mismatch, Walk};
use crate::slot::{FromWire, ReadField, ReadResult};
use crate::table::{Schema, WRAPPED};
use crate::wrapped::{PLAIN, not_filled, open_envelope};

/// A page of a list: its items, and what the reply says of the list.
///
/// ```
/// use api_wire::{Page, PageShape};
/// # #[derive(Clone, Default, PartialEq)]
/// # pub struct Customer {
/// #     pub id: Option<i64>,
/// #     pub points: Option<i64>,
/// #     pub extra: api_wire::Extra,
/// # }
/// # api_wire::record! { Customer { id: "id", points: "points", } }
///
/// let text = r#"{"customers": [{"id": 1}, "?", {"id": 2}], "total_records": 3, "current_page": 1, "total_pages": 1}"#;
/// let shape = PageShape { key: Some("customers"), wrapped_in: None };
/// let page: Page<Customer> = Page::read(text, &shape)?;
/// assert_eq!(page.items.len(), 2);
/// assert_eq!(page.total_records, Some(3));
/// assert_eq!(page.mismatches()[0].pointer, "/customers/1"); // kept, and told
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T, F = NoMetadata> {
    /// The items that could be read. Others are kept, and listed as mismatches.
    pub items: Vec<T>,
    /// How many items there are on all pages (`total_records`).
    pub total_records: Option<i64>,
    /// The number of this page (`current_page`).
    pub current_page: Option<i64>,
    /// How many pages there are (`total_pages`).
    pub total_pages: Option<i64>,
    /// How many items a page has at most (`per_page`).
    pub per_page: Option<i64>,
    /// What this list alone says of itself.
    pub metadata: F,
    /// Everything that came and is not above.
    pub extra: Extra,
}

impl<T, F: Default> Default for Page<T, F> {
    fn default() -> Self {
        Page {
            items: Vec::new(),
            total_records: None,
            current_page: None,
            total_pages: None,
            per_page: None,
            metadata: F::default(),
            extra: Extra::default(),
        }
    }
}

/// Where the items of a page are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageShape {
    /// The key of the collection. `None` where it is not shown: then the only array is taken, but never one under `errors`.
    pub key: Option<&'static str>,
    /// The key under which each item is wrapped.
    pub wrapped_in: Option<&'static str>,
}

/// A list that says nothing of itself but its totals. As a record it takes any object: all of
/// its keys are in `extra`.
#[derive(Clone, Default, PartialEq)]
pub struct NoMetadata {
    /// Everything that came.
    pub extra: Extra,
}

crate::record! { NoMetadata {} }

/// What every page says of its list.
#[derive(Default)]
struct Totals {
    total_records: Option<i64>,
    current_page: Option<i64>,
    total_pages: Option<i64>,
    per_page: Option<i64>,
    extra: Extra,
}

crate::record! {
    Totals {
        total_records: "total_records",
        current_page: "current_page",
        total_pages: "total_pages",
        per_page: "per_page",
    }
}

impl<T: FromWire, F: Record> Page<T, F> {
    /// Reads a page from a whole document.
    ///
    /// A collection that is missing or no list is an error of kind [`ReadErrorKind::Wrapper`], and so
    /// is a second list where the key is not known. An item that cannot be read, or that has no
    /// wrapper where it should, is kept in `extra` and listed by [`mismatches`](Page::mismatches).
    pub fn read(text: &str, shape: &PageShape) -> Result<Self, ReadError> {
        let (mut items, mut totals, mut metadata) = (Vec::new(), Totals::default(), F::default());
        read_page(
            &mut Cursor::new(text),
            shape,
            &mut totals,
            &mut metadata,
            &mut |cursor, keep| T::read_item(&mut items, cursor, &PLAIN, keep),
        )?;
        Ok(Page {
            items,
            total_records: totals.total_records,
            current_page: totals.current_page,
            total_pages: totals.total_pages,
            per_page: totals.per_page,
            metadata,
            extra: totals.extra,
        })
    }

    /// All the mismatches of the page, its items included.
    pub fn mismatches(&self) -> Vec<Mismatch> {
        let mut walk = Walk::default();
        walk.extra(&self.extra, &|_| false);
        walk.fields(&self.metadata, false);
        if let Some(place) = self.extra.place() {
            let kept = self.extra.elements_of(&place.key);
            walk.inside(&place.key, |walk| {
                walk.list(&self.items, place.wrapped_in, 0, &kept, false)
            });
        }
        walk.mismatches
    }
}

/// A part of the envelope: fields that have a table.
struct Part<'a, 's> {
    members: ObjectReader,
    slots: &'a mut [&'s mut dyn ReadField],
    extra: &'a mut Extra,
}

impl<'a, 's> Part<'a, 's> {
    fn new(
        table: &'static Schema,
        slots: &'a mut [&'s mut dyn ReadField],
        extra: &'a mut Extra,
    ) -> Self {
        Part {
            members: ObjectReader::new(table),
            slots,
            extra,
        }
    }

    /// Reads the value of a key, if the key belongs to this part.
    fn read(&mut self, key: &str, cursor: &mut Cursor<'_>) -> Result<bool, ReadError> {
        let Some(place) = self.members.find(key) else {
            return Ok(false);
        };
        self.members.read(place, self.slots, self.extra, cursor)?;
        Ok(true)
    }
}

fn read_page(
    cursor: &mut Cursor<'_>,
    shape: &PageShape,
    totals: &mut dyn FieldsMut,
    metadata: &mut dyn FieldsMut,
    read_item: &mut ReadItem<'_>,
) -> Result<(), ReadError> {
    let (totals_schema, metadata_schema) = (totals.schema(), metadata.schema());
    let mut result = Ok(());
    totals.with_fields_mut(&mut |slots, extra| {
        let mut totals = Part::new(totals_schema, slots, extra);
        metadata.with_fields_mut(&mut |slots, extra| {
            let mut metadata = Part::new(metadata_schema, slots, extra);
            result = read_envelope(cursor, shape, &mut totals, &mut metadata, read_item);
        });
    });
    result
}

/// Reads the object that a page is. What has no place is kept beside the totals.
fn read_envelope(
    cursor: &mut Cursor<'_>,
    shape: &PageShape,
    totals: &mut Part<'_, '_>,
    metadata: &mut Part<'_, '_>,
    read_item: &mut ReadItem<'_>,
) -> Result<(), ReadError> {
    open_envelope(cursor)?;
    let mut first = true;
    let mut found = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        let is_collection = match shape.key {
            Some(collection) => collection == key,
            None if totals.read(&key, cursor)? || metadata.read(&key, cursor)? => continue,
            // Refusals are worded like this. As a list of records, one would be a page that cannot be read.
            None if key == "errors" => false,
            None => cursor.value_is_list()?,
        };
        if is_collection && found && shape.key.is_none() {
            let message = "two lists, and it is not known which one holds the items";
            return Err(cursor.error(ReadErrorKind::Wrapper, message));
        }
        if is_collection && found {
            cursor.colon()?;
            let raw = cursor.skip().map_err(|error| error.inside(&key))?;
            totals.extra.keep(&key, Leftover::new(raw, Why::Again));
        } else if is_collection {
            cursor.colon()?;
            read_collection(cursor, shape, &key, totals.extra, read_item)?;
            found = true;
        } else if !totals.read(&key, cursor)? && !metadata.read(&key, cursor)? {
            keep_unknown(&key, totals.extra, cursor)?;
        }
    }
    if !found {
        let message = match shape.key {
            Some(key) => format!("`{key}` is missing"),
            None => "no list holds the items".to_owned(),
        };
        return Err(cursor.error(ReadErrorKind::Wrapper, message));
    }
    metadata.members.finish(cursor)?;
    cursor.end()
}

fn read_collection(
    cursor: &mut Cursor<'_>,
    shape: &PageShape,
    key: &str,
    extra: &mut Extra,
    read_item: &mut ReadItem<'_>,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let mut keep = Leftovers::default();
    let reading = match shape.wrapped_in {
        None => read_list(cursor, &mut keep, read_item),
        Some(wrapper) => read_list(cursor, &mut keep, &mut |cursor, keep| {
            read_unwrapped(cursor, keep, wrapper, read_item)
        }),
    };
    if let Some(message) = not_filled(reading.map_err(|error| error.inside(key))?) {
        cursor.go_back(mark);
        return Err(cursor.error(ReadErrorKind::Wrapper, message).inside(key));
    }
    extra.note_place(key, shape.wrapped_in);
    if !keep.elements.is_empty() {
        extra.keep_elements(Cow::Owned(key.to_owned()), keep);
    }
    Ok(())
}

/// Reads an item out of its wrapper. What came beside it is kept.
fn read_unwrapped(
    cursor: &mut Cursor<'_>,
    keep: &mut Leftovers,
    wrapper: &'static str,
    read_item: &mut ReadItem<'_>,
) -> Result<ReadResult, ReadError> {
    if cursor.kind()? != Kind::Object {
        return Ok(ReadResult::Mismatch(&WRAPPED));
    }
    cursor.open()?;
    let mut first = true;
    let mut found = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        cursor.colon()?;
        let kept_before = keep.elements.len();
        if key == wrapper && !found {
            found = true;
            let reading = read_item(cursor, keep).map_err(|error| error.inside(wrapper))?;
            if !matches!(reading, ReadResult::Value) {
                return Ok(ReadResult::Mismatch(&WRAPPED));
            }
        } else {
            let raw = cursor.skip().map_err(|error| error.inside(&key))?;
            keep.push(Leftover::new(
                raw,
                if key == wrapper {
                    Why::Again
                } else {
                    Why::Unknown
                },
            ));
        }
        keep.put_inside(kept_before, || Step::Key((*key).into()));
    }
    Ok(if found {
        ReadResult::Value
    } else {
        ReadResult::Mismatch(&WRAPPED)
    })
}
