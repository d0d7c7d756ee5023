//! Pages of a list.

use crate::document::page_reader::{ItemList, read_page};
use crate::document::page_shape::PageShape;
use crate::document::totals::Totals;
use crate::json::budget::MemoryBudget;
use crate::json::cursor::Cursor;
use crate::json::error::ReadError;
use crate::json::value::Json;
use crate::record::extra::Extra;
use crate::record::field::UNMARKED;
use crate::record::leftover::Leftovers;
use crate::record::traits::{Fields, FieldsMut, FromWire, ReadResult, Record, WireList};
use crate::report::mismatch::{Mismatch, MismatchCollector};

/// A page of a list: its items, the totals, and metadata.
///
/// ```
/// use api_wire::{Page, PageShape};
/// # #[derive(Clone, Default, PartialEq, api_wire::Record)]
/// # pub struct Customer {
/// #     pub id: Option<i64>,
/// #     pub points: Option<i64>,
/// #     pub extra: api_wire::Extra,
/// # }
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

/// No metadata but the totals. As a record it accepts any object, with all keys in `extra`.
#[derive(Clone, Default, PartialEq, api_wire::Record)]
#[non_exhaustive]
pub struct NoMetadata {
    /// All members.
    pub extra: Extra,
}

impl<T: FromWire, F: Record> Page<T, F> {
    /// Reads a page from a whole document.
    ///
    /// A missing collection, one that is not an array, and a second array if the key is not known,
    /// are errors of kind [`ReadErrorKind::Wrapper`](crate::ReadErrorKind::Wrapper). Next to a total of 0, a missing collection
    /// and null are an empty one. An item that cannot be read, or does not have exactly one
    /// wrapper although it should, is kept in `extra` and reported by
    /// [`mismatches`](Page::mismatches).
    pub fn read(text: &str, shape: &PageShape) -> Result<Self, ReadError> {
        Page::read_within(text, shape, &mut MemoryBudget::for_document(text.len()))
    }

    /// Like [`read`](Page::read), with the memory that the values may take.
    pub fn read_within(
        text: &str,
        shape: &PageShape,
        budget: &mut MemoryBudget,
    ) -> Result<Self, ReadError> {
        let (mut items, mut metadata) = (Vec::new(), F::default());
        let totals = read_document(text, shape, budget, &mut metadata, &mut items)?;
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
        unreadable_items(&self.extra)
    }

    /// The key of the collection, if it has a duplicate with items, which are not in `items`.
    pub fn duplicate_collection(&self) -> Option<&str> {
        duplicate_collection(&self.extra)
    }

    /// All mismatches of the page, including its items.
    pub fn mismatches(&self) -> Vec<Mismatch> {
        let mut collector = MismatchCollector::default();
        collect(&mut collector, &self.items, &self.metadata, &self.extra);
        collector.mismatches
    }

    /// Like [`mismatches`](Page::mismatches), with the memory that they may take.
    pub fn mismatches_within(&self, budget: &mut MemoryBudget) -> Result<Vec<Mismatch>, ReadError> {
        let (items, metadata, extra) = (&self.items, &self.metadata, &self.extra);
        MismatchCollector::collect_within(budget, &|collector| {
            collect(collector, items, metadata, extra)
        })
    }
}

impl<T: FromWire> ItemList for Vec<T> {
    fn read_item(
        &mut self,
        cursor: &mut Cursor<'_>,
        leftovers: &mut Leftovers,
    ) -> Result<ReadResult, ReadError> {
        T::read_item(self, cursor, &UNMARKED, leftovers)
    }

    fn remove_last(&mut self) {
        self.pop();
    }
}

// Functions without the type of the items are compiled once, and not for each list.

/// Reads a page. Returns the totals, with everything that is in no field.
fn read_document(
    text: &str,
    shape: &PageShape,
    budget: &mut MemoryBudget,
    metadata: &mut dyn FieldsMut,
    items: &mut dyn ItemList,
) -> Result<Totals, ReadError> {
    let mut totals = Totals::default();
    let mut cursor = Cursor::within(text, budget.clone());
    let result = read_page(&mut cursor, shape, &mut totals, metadata, items);
    *budget = cursor.into_budget();
    check_missing(result?, totals.total_records)?;
    Ok(totals)
}

/// Visits the items, the metadata and everything else.
fn collect(
    collector: &mut MismatchCollector,
    items: &dyn WireList,
    metadata: &dyn Fields,
    extra: &Extra,
) {
    collector.extra(extra, &|_| false);
    collector.fields(metadata, false);
    if let Some(source) = extra.source() {
        let elements = extra.elements_of(&source.key);
        collector.in_key(&source.key, |collector| {
            collector.list(items, source.wrapped_in, 0, &elements, false)
        });
    }
}

/// Without a total of 0, an empty list is neither null nor omitted.
fn check_missing(missing: Option<ReadError>, total_records: Option<i64>) -> Result<(), ReadError> {
    match missing {
        Some(error) if total_records != Some(0) => Err(error),
        _ => Ok(()),
    }
}

fn unreadable_items(extra: &Extra) -> usize {
    extra.source().map_or(0, |source| {
        let elements = extra.elements_of(&source.key);
        elements.iter().filter(|element| element.is_leaf(0)).count()
    })
}

fn duplicate_collection(extra: &Extra) -> Option<&str> {
    let source = extra.source()?;
    let has_items = |json: &Json| {
        let inner = json.as_str().strip_prefix('[');
        inner.is_some_and(|inner| !inner.trim_start().starts_with(']'))
    };
    let mut duplicates = extra.duplicates();
    duplicates
        .any(|(key, leftover)| *key == *source.key && has_items(&leftover.json))
        .then_some(&*source.key)
}
