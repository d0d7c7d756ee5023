//! Values in a wrapper: `{"customer": {…}}`.

use std::borrow::Cow;
use std::ops::Deref;

use crate::json::budget::MemoryBudget;
use crate::json::cursor::Cursor;
use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::kind::Kind;
use crate::read::object::keep_member;
use crate::record::expected::OBJECT;
use crate::record::extra::Extra;
use crate::record::field::UNMARKED;
use crate::record::leftover::{Leftovers, Reason};
use crate::record::traits::{ReadField, ReadResult, WireValue};
use crate::report::mismatch::{Mismatch, MismatchCollector};

/// A value in a wrapper. It dereferences to the value.
///
/// ```
/// use api_wire::Wrapped;
/// # #[derive(Clone, Default, PartialEq, api_wire::Record)]
/// # pub struct Customer {
/// #     pub id: Option<i64>,
/// #     pub points: Option<i64>,
/// #     pub extra: api_wire::Extra,
/// # }
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
    /// The keys next to the wrapper.
    pub extra: Extra,
}

// The wrapper is a detail of the wire; callers want the value.
impl<R> Deref for Wrapped<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.value
    }
}

impl<R: ReadField + Default> Wrapped<R> {
    /// Reads `{"key": value}` from a whole document. The value is a record, list or map.
    ///
    /// A missing wrapper, null, or another type, is an error of kind [`ReadErrorKind::Wrapper`].
    pub fn read(text: &str, key: &str) -> Result<Self, ReadError> {
        Wrapped::read_within(text, key, &mut MemoryBudget::for_document(text.len()))
    }

    /// Like [`read`](Wrapped::read), with the memory that the values may take.
    pub fn read_within(
        text: &str,
        key: &str,
        budget: &mut MemoryBudget,
    ) -> Result<Self, ReadError> {
        let mut value = R::default();
        let mut extra = Extra::default();
        let mut cursor = Cursor::within(text, budget.clone());
        let result = read_wrapped(&mut cursor, key, &mut value, &mut extra);
        *budget = cursor.into_budget();
        result.map(|()| Wrapped { value, extra })
    }
}

impl<R: ReadField> Wrapped<R> {
    /// All mismatches: in the value, and duplicate keys next to it.
    pub fn mismatches(&self) -> Vec<Mismatch> {
        let mut collector = MismatchCollector::default();
        collect(&mut collector, self.value.to_wire(), &self.extra);
        collector.mismatches
    }

    /// Like [`mismatches`](Wrapped::mismatches), with the memory that they may take.
    pub fn mismatches_within(&self, budget: &mut MemoryBudget) -> Result<Vec<Mismatch>, ReadError> {
        MismatchCollector::collect_within(budget, &|collector| {
            collect(collector, self.value.to_wire(), &self.extra)
        })
    }
}

/// Visits the value in the wrapper, and the keys next to it.
fn collect(collector: &mut MismatchCollector, value: WireValue<'_>, extra: &Extra) {
    if let Some(source) = extra.source() {
        let elements = extra.elements_of(&source.key);
        collector.in_key(&source.key, |collector| {
            collector.value(value, 0, &elements, false)
        });
    }
    collector.extra(extra, &|_| true);
}

fn read_wrapped(
    cursor: &mut Cursor<'_>,
    wrapper: &str,
    value_field: &mut dyn ReadField,
    extra: &mut Extra,
) -> Result<(), ReadError> {
    open_document(cursor)?;
    let mut first = true;
    let mut found = false;
    while cursor.next_member(&mut first)? {
        let key = cursor.string()?;
        if key != wrapper || found {
            let reason = match key == wrapper {
                true => Reason::Duplicate,
                false => Reason::Unknown,
            };
            keep_member(&key, reason, extra, cursor)?;
            continue;
        }
        cursor.expect_colon()?;
        found = true;
        let mark = cursor.mark();
        let mut leftovers = Leftovers::default();
        let result = value_field
            .read(cursor, &UNMARKED, &mut leftovers)
            .map_err(|error| error.inside(wrapper))?;
        if let Some(expected) = missing_value(result) {
            cursor.reset(mark);
            return Err(cursor.wrapper_error(expected).inside(wrapper));
        }
        extra.set_source(wrapper, None, cursor)?;
        if !leftovers.elements.is_empty() {
            extra.add_elements(Cow::Owned(wrapper.to_owned()), leftovers, cursor)?;
        }
    }
    if !found {
        return Err(cursor.error(ReadErrorKind::Wrapper, format!("missing `{wrapper}`")));
    }
    cursor.end()
}

/// Enters the object of a document.
pub(crate) fn open_document(cursor: &mut Cursor<'_>) -> Result<(), ReadError> {
    if cursor.kind()? != Kind::Object {
        return Err(cursor.wrapper_error(OBJECT.text));
    }
    cursor.enter()
}

/// What was expected of a wrapper without a value.
pub(crate) fn missing_value(result: ReadResult) -> Option<&'static str> {
    match result {
        ReadResult::Value => None,
        ReadResult::Null => Some("value"),
        ReadResult::Mismatch(expected) => Some(expected.text),
    }
}
