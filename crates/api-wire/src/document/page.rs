//! Pages of a list.

use std::borrow::Cow;

use crate::document::wrapped::{UNMARKED, missing_value, open_document};
use crate::json::cursor::{Cursor, Kind};
use crate::json::error::{ReadError, ReadErrorKind};
use crate::read::list::{ReadItem, read_list};
use crate::read::object::{ObjectReader, keep_unknown};
use crate::record::expected::WRAPPED;
use crate::record::extra::Extra;
use crate::record::leftover::{Leftover, Leftovers, Reason, Step};
use crate::record::schema::Schema;
use crate::record::traits::{FieldsMut, FromWire, ReadField, ReadResult, Record};
use crate::report::mismatch::{Mismatch, MismatchCollector};

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
            &mut |cursor, leftovers| T::read_item(&mut items, cursor, &UNMARKED, leftovers),
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

    /// How many items of the page's own collection could not be read.
    pub fn unreadable_items(&self) -> usize {
        self.extra.source().map_or(0, |source| {
            let elements = self.extra.elements_of(&source.key);
            elements.iter().filter(|element| element.is_leaf(0)).count()
        })
    }

    /// All the mismatches of the page, its items included.
    pub fn mismatches(&self) -> Vec<Mismatch> {
        let mut collector = MismatchCollector::default();
        collector.extra(&self.extra, &|_| false);
        collector.fields(&self.metadata, false);
        if let Some(source) = self.extra.source() {
            let elements = self.extra.elements_of(&source.key);
            collector.in_key(&source.key, |collector| {
                collector.list(&self.items, source.wrapped_in, 0, &elements, false)
            });
        }
        collector.mismatches
    }
}

/// A part of the envelope: fields that have a table.
struct PageFields<'a, 's> {
    members: ObjectReader,
    fields: &'a mut [&'s mut dyn ReadField],
    extra: &'a mut Extra,
}

impl<'a, 's> PageFields<'a, 's> {
    fn new(
        schema: &'static Schema,
        fields: &'a mut [&'s mut dyn ReadField],
        extra: &'a mut Extra,
    ) -> Self {
        PageFields {
            members: ObjectReader::new(schema),
            fields,
            extra,
        }
    }

    /// Reads the value of a key, if the key belongs to this part.
    fn read(&mut self, key: &str, cursor: &mut Cursor<'_>) -> Result<bool, ReadError> {
        let Some(found) = self.members.find(key) else {
            return Ok(false);
        };
        self.members.read(found, self.fields, self.extra, cursor)?;
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
    totals.with_fields_mut(&mut |fields, extra| {
        let mut totals = PageFields::new(totals_schema, fields, extra);
        metadata.with_fields_mut(&mut |fields, extra| {
            let mut metadata = PageFields::new(metadata_schema, fields, extra);
            result = read_members(cursor, shape, &mut totals, &mut metadata, read_item);
        });
    });
    result
}

/// Reads the object that a page is. What has no place is kept beside the totals.
fn read_members(
    cursor: &mut Cursor<'_>,
    shape: &PageShape,
    totals: &mut PageFields<'_, '_>,
    metadata: &mut PageFields<'_, '_>,
    read_item: &mut ReadItem<'_>,
) -> Result<(), ReadError> {
    open_document(cursor)?;
    let mut first = true;
    let mut found = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        let is_collection = match shape.key {
            Some(collection) => collection == key,
            None if totals.read(&key, cursor)? || metadata.read(&key, cursor)? => continue,
            // Refusals are worded like this. As a list of records, one would be a page that cannot be read.
            None if key == "errors" => false,
            None => cursor.value_is_array()?,
        };
        if is_collection && found && shape.key.is_none() {
            let message = "more than one array could hold the items";
            return Err(cursor.error(ReadErrorKind::Wrapper, message));
        }
        if is_collection && found {
            cursor.expect_colon()?;
            let raw = cursor.skip_value().map_err(|error| error.inside(&key))?;
            totals
                .extra
                .add(&key, Leftover::new(raw, Reason::Duplicate));
        } else if is_collection {
            cursor.expect_colon()?;
            read_collection(cursor, shape, &key, totals.extra, read_item)?;
            found = true;
        } else if !totals.read(&key, cursor)? && !metadata.read(&key, cursor)? {
            keep_unknown(&key, totals.extra, cursor)?;
        }
    }
    if !found {
        let message = match shape.key {
            Some(key) => format!("missing `{key}`"),
            None => "missing array of items".to_owned(),
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
    let mut leftovers = Leftovers::default();
    let reading = match shape.wrapped_in {
        None => read_list(cursor, &mut leftovers, read_item),
        Some(wrapper) => read_list(cursor, &mut leftovers, &mut |cursor, leftovers| {
            read_unwrapped(cursor, leftovers, wrapper, read_item)
        }),
    };
    if let Some(expected) = missing_value(reading.map_err(|error| error.inside(key))?) {
        cursor.reset(mark);
        return Err(cursor.wrapper_error(expected).inside(key));
    }
    extra.set_source(key, shape.wrapped_in);
    if !leftovers.elements.is_empty() {
        extra.add_elements(Cow::Owned(key.to_owned()), leftovers);
    }
    Ok(())
}

/// Reads an item out of its wrapper. What came beside it is kept.
fn read_unwrapped(
    cursor: &mut Cursor<'_>,
    leftovers: &mut Leftovers,
    wrapper: &'static str,
    read_item: &mut ReadItem<'_>,
) -> Result<ReadResult, ReadError> {
    if cursor.kind()? != Kind::Object {
        return Ok(ReadResult::Mismatch(&WRAPPED));
    }
    cursor.enter()?;
    let mut first = true;
    let mut found = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        cursor.expect_colon()?;
        let start = leftovers.elements.len();
        if key == wrapper && !found {
            found = true;
            let reading = read_item(cursor, leftovers).map_err(|error| error.inside(wrapper))?;
            if !matches!(reading, ReadResult::Value) {
                return Ok(ReadResult::Mismatch(&WRAPPED));
            }
        } else {
            let raw = cursor.skip_value().map_err(|error| error.inside(&key))?;
            leftovers.push(Leftover::new(
                raw,
                if key == wrapper {
                    Reason::Duplicate
                } else {
                    Reason::Unknown
                },
            ));
        }
        leftovers.nest(start, || Step::Key((*key).into()));
    }
    Ok(if found {
        ReadResult::Value
    } else {
        ReadResult::Mismatch(&WRAPPED)
    })
}
