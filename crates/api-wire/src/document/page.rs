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

/// A page of a list: its items, the totals, and metadata.
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
/// let text = r#"{
///     "customers": [{"id": 1}, "?", {"id": 2}],
///     "total_records": 3, "current_page": 1, "total_pages": 1
/// }"#;
/// let shape = PageShape { key: Some("customers"), wrapped_in: None };
/// let page: Page<Customer> = Page::read(text, &shape)?;
/// assert_eq!(page.items.len(), 2);
/// assert_eq!(page.total_records, Some(3));
/// assert_eq!(page.mismatches()[0].pointer, "/customers/1");
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T, F = NoMetadata> {
    /// The items that could be read. Others are in `extra`, and reported as mismatches.
    pub items: Vec<T>,
    /// Number of items on all pages (`total_records`).
    pub total_records: Option<i64>,
    /// Number of this page (`current_page`).
    pub current_page: Option<i64>,
    /// Number of pages (`total_pages`).
    pub total_pages: Option<i64>,
    /// Maximum number of items of a page (`per_page`).
    pub per_page: Option<i64>,
    /// Metadata of this list only.
    pub metadata: F,
    /// Everything else.
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

/// Where the items of a page are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageShape {
    /// The key of the collection. If it is `None`, the only array is the collection; `errors` never
    /// is.
    pub key: Option<&'static str>,
    /// The key of the wrapper around each item.
    pub wrapped_in: Option<&'static str>,
}

/// No metadata but the totals. As a record it accepts any object, with all keys in `extra`.
#[derive(Clone, Default, PartialEq)]
pub struct NoMetadata {
    /// All values.
    pub extra: Extra,
}

crate::record! { NoMetadata {} }

/// The totals that every page has.
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
    /// A missing collection, one that is not an array, and a second array if the key is not known,
    /// are errors of kind [`ReadErrorKind::Wrapper`]. An item that cannot be read, or has no
    /// wrapper although it should, is kept in `extra` and reported by
    /// [`mismatches`](Page::mismatches).
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

    /// Number of items of the page's own collection that could not be read.
    pub fn unreadable_items(&self) -> usize {
        self.extra.source().map_or(0, |source| {
            let elements = self.extra.elements_of(&source.key);
            elements.iter().filter(|element| element.is_leaf(0)).count()
        })
    }

    /// All mismatches of the page, including its items.
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

/// Members of the page that are in a schema.
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

    /// Reads the value of a key if the key is in the schema.
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

/// Reads the object. Values without a field are kept with the totals.
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
            // Error responses have this key. Its strings as a list of records would be an
            // unreadable page.
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

/// Reads an item in its wrapper. Other keys next to it are kept.
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
