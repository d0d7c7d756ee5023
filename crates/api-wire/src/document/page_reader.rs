//! Reading pages: the collection, totals and metadata of one object.

use std::borrow::Cow;

use crate::document::page_shape::PageShape;
use crate::document::wrapped::{missing_value, open_document};
use crate::json::cursor::Cursor;
use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::kind::Kind;
use crate::read::list::read_list;
use crate::read::object::{ObjectReader, keep_member};
use crate::record::expected::WRAPPED;
use crate::record::extra::Extra;
use crate::record::leftover::{Leftover, Leftovers, Reason, Step};
use crate::record::schema::Schema;
use crate::record::traits::{FieldsMut, ReadField, ReadResult};

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
        cursor.expect_colon()?;
        self.members.read(found, self.fields, self.extra, cursor)?;
        Ok(true)
    }
}

/// The list of items, whose type is not known here.
pub(crate) trait ItemList {
    /// Reads an item, and adds it.
    fn read_item(
        &mut self,
        cursor: &mut Cursor<'_>,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError>;

    /// Removes the last item.
    fn remove_last(&mut self);
}

/// Reads a page. Returns the error of a missing collection, or null: without a total of 0.
pub(crate) fn read_page(
    cursor: &mut Cursor<'_>,
    shape: &PageShape,
    totals: &mut dyn FieldsMut,
    metadata: &mut dyn FieldsMut,
    items: &mut dyn ItemList,
) -> Result<Option<ReadError>, ReadError> {
    let (totals_schema, metadata_schema) = (totals.schema(), metadata.schema());
    let mut result = Ok(None);
    totals.with_fields_mut(&mut |fields, extra| {
        let mut totals = PageFields::new(totals_schema, fields, extra);
        metadata.with_fields_mut(&mut |fields, extra| {
            let mut metadata = PageFields::new(metadata_schema, fields, extra);
            result = read_members(cursor, shape, &mut totals, &mut metadata, items);
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
    items: &mut dyn ItemList,
) -> Result<Option<ReadError>, ReadError> {
    open_document(cursor)?;
    let mut first = true;
    let mut null_error = None;
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
            keep_member(&key, Reason::Duplicate, totals.extra, cursor)?;
        } else if is_collection {
            cursor.expect_colon()?;
            if cursor.kind()? == Kind::Null {
                null_error = Some(cursor.wrapper_error("value").inside(&key));
                cursor.null()?;
                continue;
            }
            read_collection(cursor, shape, &key, totals.extra, items)?;
            found = true;
        } else if !totals.read(&key, cursor)? && !metadata.read(&key, cursor)? {
            keep_member(&key, Reason::Unknown, totals.extra, cursor)?;
        }
    }
    let missing = (!found).then(|| {
        let message = match shape.key {
            Some(key) => format!("missing `{key}`"),
            None => "missing array of items".to_owned(),
        };
        null_error.unwrap_or_else(|| cursor.error(ReadErrorKind::Wrapper, message))
    });
    metadata.members.finish(cursor)?;
    cursor.end()?;
    Ok(missing)
}

fn read_collection(
    cursor: &mut Cursor<'_>,
    shape: &PageShape,
    key: &str,
    extra: &mut Extra,
    items: &mut dyn ItemList,
) -> Result<(), ReadError> {
    let mark = cursor.mark();
    let mut leftovers = Leftovers::default();
    let result = match shape.wrapped_in {
        None => read_list(cursor, &mut leftovers, &mut |cursor, leftovers| {
            items.read_item(cursor, leftovers)
        }),
        Some(wrapper) => read_list(cursor, &mut leftovers, &mut |cursor, leftovers| {
            read_unwrapped(cursor, leftovers, wrapper, items)
        }),
    };
    if let Some(expected) = missing_value(result.map_err(|error| error.inside(key))?) {
        cursor.reset(mark);
        return Err(cursor.wrapper_error(expected).inside(key));
    }
    extra.set_source(key, shape.wrapped_in, cursor)?;
    if !leftovers.elements.is_empty() {
        extra.add_elements(Cow::Owned(key.to_owned()), leftovers, cursor)?;
    }
    Ok(())
}

/// Reads an item in its wrapper. Other keys next to it are kept. Two items in one element are
/// unreadable: the second one would be lost.
fn read_unwrapped(
    cursor: &mut Cursor<'_>,
    leftovers: &mut Leftovers,
    wrapper: &'static str,
    items: &mut dyn ItemList,
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
            let result = items
                .read_item(cursor, leftovers)
                .map_err(|error| error.inside(wrapper))?;
            if !matches!(result, ReadResult::Value) {
                return Ok(ReadResult::Mismatch(&WRAPPED));
            }
        } else {
            let is_duplicate = key == wrapper;
            if is_duplicate && cursor.kind()? == Kind::Object {
                items.remove_last();
                return Ok(ReadResult::Mismatch(&WRAPPED));
            }
            let reason = if is_duplicate {
                Reason::Duplicate
            } else {
                Reason::Unknown
            };
            let leftover = Leftover::read(cursor, reason).map_err(|error| error.inside(&key))?;
            leftovers.push(leftover, cursor)?;
        }
        leftovers.nest(start, cursor, || Step::Key((*key).into()))?;
    }
    Ok(if found {
        ReadResult::Value
    } else {
        ReadResult::Mismatch(&WRAPPED)
    })
}
