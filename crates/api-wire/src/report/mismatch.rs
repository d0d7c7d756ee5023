//! Mismatches between values and the types of their fields.

use std::fmt;

use crate::json::abbreviate;
use crate::json::budget::{ALLOCATION_OVERHEAD, MemoryBudget};
use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::pointer::Pointer;
use crate::record::extra::Extra;
use crate::record::interleave::{ByKey, Entry, interleave};
use crate::record::leftover::{Element, Leftover, Reason};
use crate::record::traits::{Fields, WireList, WireValue};
use crate::report::describe::describe;

/// A value that has another type than its field, or a duplicate key.
///
/// ```
/// use api_wire::{from_str, mismatches};
/// # #[derive(Clone, Default, PartialEq, api_wire::Record)]
/// # pub struct Customer {
/// #     pub id: Option<i64>,
/// #     pub points: Option<i64>,
/// #     pub extra: api_wire::Extra,
/// # }
///
/// let customer: Customer = from_str(r#"{"id": 7, "points": "many"}"#)?;
/// assert_eq!(customer.points, None);
/// assert_eq!(
///     mismatches(&customer)[0].to_string(),
///     r#"/points: expected integer, found string "many""#
/// );
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The location as a JSON pointer of wire names, such as `/customers/0/points`. Of a header of
    /// the response, it is its name, as in ``header `ETag` ``.
    ///
    /// Control and invisible characters are escaped, and a key of more than 100 characters is
    /// replaced by its length. `Display` shows the ends of a pointer of more than 200 characters.
    pub pointer: String,
    /// What was expected, such as `integer`.
    pub expected: &'static str,
    /// What was found: the kind, and the escaped value if it is a scalar and not sensitive.
    ///
    /// The value is not abbreviated up to 16,384 characters, so that secrets in it can be redacted.
    /// `Display` and `Debug` print its first 40 characters.
    pub found: String,
}

impl Mismatch {
    /// A mismatch that is found after a record was read.
    pub fn new(
        pointer: impl Into<String>,
        expected: &'static str,
        found: impl Into<String>,
    ) -> Self {
        Self {
            pointer: pointer.into(),
            expected,
            found: found.into(),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: expected {}, found {}",
            abbreviate::pointer(&self.pointer),
            self.expected,
            abbreviate::found(&self.found)
        )
    }
}

impl fmt::Debug for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mismatch")
            .field("pointer", &abbreviate::pointer(&self.pointer))
            .field("expected", &self.expected)
            .field("found", &abbreviate::found(&self.found))
            .finish()
    }
}

/// All mismatches of a record, including nested records and items.
pub fn mismatches(fields: &dyn Fields) -> Vec<Mismatch> {
    let mut collector = MismatchCollector::default();
    collector.fields(fields, false);
    collector.mismatches
}

/// Like [`mismatches`], with the memory that they may take.
pub fn mismatches_within(
    fields: &dyn Fields,
    budget: &mut MemoryBudget,
) -> Result<Vec<Mismatch>, ReadError> {
    MismatchCollector::collect_within(budget, &|collector| collector.fields(fields, false))
}

/// Walks through a record and collects its mismatches.
pub(crate) struct MismatchCollector {
    pointer: Pointer,
    pub(crate) mismatches: Vec<Mismatch>,
    budget: MemoryBudget,
    is_over_budget: bool,
}

/// Without a limit.
impl Default for MismatchCollector {
    fn default() -> Self {
        MismatchCollector {
            pointer: Pointer::default(),
            mismatches: Vec::new(),
            budget: MemoryBudget::unlimited(),
            is_over_budget: false,
        }
    }
}

impl MismatchCollector {
    /// The mismatches that a walk collects, within a limit.
    pub(crate) fn collect_within(
        budget: &mut MemoryBudget,
        walk: &dyn Fn(&mut Self),
    ) -> Result<Vec<Mismatch>, ReadError> {
        let mut collector = MismatchCollector {
            budget: budget.clone(),
            ..MismatchCollector::default()
        };
        walk(&mut collector);
        *budget = collector.budget;
        if collector.is_over_budget {
            let message = ReadError::size_message(budget);
            return Err(ReadError::new(ReadErrorKind::Size, message));
        }
        Ok(collector.mismatches)
    }

    /// Visits a record. In a sensitive field, everything is sensitive.
    pub(crate) fn fields(&mut self, fields: &dyn Fields, is_sensitive: bool) {
        fields.with_fields(&mut |values, extra| {
            for (field, value) in fields.schema().fields().iter().zip(values) {
                let elements = extra.elements_of(field.wire_name());
                if elements.is_empty() && !value.is_composite() {
                    continue;
                }
                let is_sensitive = is_sensitive || field.is_sensitive();
                self.in_key(extra.name_of(field), |collector| {
                    collector.value(value.to_wire(), 0, &elements, is_sensitive)
                });
            }
            self.extra(extra, &|key| {
                let mut rows = fields.schema().fields().iter();
                is_sensitive
                    || rows.any(|field| field.is_sensitive() && field.wire_names().contains(&key))
            });
        });
    }

    /// Visits the values in `extra`.
    pub(crate) fn extra(&mut self, extra: &Extra, is_sensitive: &dyn Fn(&str) -> bool) {
        for (key, leftover) in extra.members().chain(extra.duplicates()) {
            self.in_key(key, |collector| {
                collector.leftover(leftover, is_sensitive(key))
            });
        }
    }

    /// Calls `f` with the pointer extended by a key.
    pub(crate) fn in_key(&mut self, key: &str, f: impl FnOnce(&mut Self)) {
        let length = self.pointer.push_key(key);
        f(self);
        self.pointer.truncate(length);
    }

    fn in_item(&mut self, index: usize, f: impl FnOnce(&mut Self)) {
        let length = self.pointer.push_index(index);
        f(self);
        self.pointer.truncate(length);
    }

    fn leftover(&mut self, leftover: &Leftover, is_sensitive: bool) {
        if matches!(leftover.reason, Reason::Unknown) || self.is_over_budget {
            return;
        }
        let (expected, found) = describe(leftover, is_sensitive);
        let pointer = self.pointer.text();
        // The list has doubled its capacity at most, and the former one is in memory for a moment.
        let size = 3 * size_of::<Mismatch>()
            + pointer.capacity()
            + found.capacity()
            + 2 * ALLOCATION_OVERHEAD;
        if !self.budget.spend(size) {
            self.is_over_budget = true;
            self.mismatches = Vec::new();
            return;
        }
        self.mismatches.push(Mismatch {
            pointer,
            expected,
            found,
        });
    }

    /// Visits a value of any kind, with the unreadable elements in it.
    pub(crate) fn value(
        &mut self,
        value: WireValue<'_>,
        level: usize,
        elements: &[&Element],
        is_sensitive: bool,
    ) {
        match value {
            WireValue::Record(fields) => {
                self.fields(fields, is_sensitive);
                self.beside(level, elements, is_sensitive);
            }
            WireValue::List(items) => self.list(items, None, level, elements, is_sensitive),
            WireValue::Map(entries) => {
                let elements = ByKey::new(level, elements);
                entries.for_each(&mut |key, value| {
                    self.in_key(key, |collector| {
                        collector.value(value, level + 1, &elements.parts(key), is_sensitive)
                    });
                });
                for (key, element) in elements.leaves() {
                    self.in_key(key, |collector| {
                        collector.leftover(&element.leftover, is_sensitive)
                    });
                }
            }
            _ => self.beside(level, elements, is_sensitive),
        }
    }

    /// Visits a list, each item of which may have a wrapper.
    pub(crate) fn list(
        &mut self,
        items: &dyn WireList,
        wrapped_in: Option<&str>,
        level: usize,
        elements: &[&Element],
        is_sensitive: bool,
    ) {
        interleave(items.count(), level, elements, &mut |position, entry| {
            self.in_item(position, |collector| match (entry, wrapped_in) {
                (Entry::Leftover(element), _) => {
                    collector.leftover(&element.leftover, is_sensitive)
                }
                (Entry::Item(index, parts), None) => {
                    collector.value(items.item(index), level + 1, parts, is_sensitive)
                }
                (Entry::Item(index, parts), Some(key)) => {
                    collector.beside(level + 1, parts, is_sensitive);
                    collector.in_key(key, |collector| {
                        collector.value(items.item(index), level + 2, &[], is_sensitive)
                    });
                }
            });
        });
    }

    /// Visits the keys next to a wrapped item.
    fn beside(&mut self, level: usize, elements: &[&Element], is_sensitive: bool) {
        for element in elements.iter().filter(|element| element.is_leaf(level)) {
            if let Some(key) = element.key(level) {
                self.in_key(key, |collector| {
                    collector.leftover(&element.leftover, is_sensitive)
                });
            }
        }
    }
}
