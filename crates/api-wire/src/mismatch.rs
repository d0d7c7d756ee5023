//! Mismatches: what came in another shape than expected.

use std::fmt;

use crate::extra::{Element, Extra, Leftover, Step, Why};
use crate::fields::Fields;
use crate::found::found;
use crate::layout::{Spot, by_key, lay_out};
use crate::pointer::{self, Pointer};
use crate::shape::{WireList, WireValue};

/// A value that came in another shape than expected, or under a key that came twice.
///
/// ```
/// use api_wire::{from_str, mismatches};
/// # #[derive(Clone, Default, PartialEq)]
/// # pub struct Customer {
/// #     pub id: Option<i64>,
/// #     pub points: Option<i64>,
/// #     pub extra: api_wire::Extra,
/// # }
/// # api_wire::record! { Customer { id: "id", points: "points", } }
///
/// let customer: Customer = from_str(r#"{"id": 7, "points": "many"}"#)?;
/// assert_eq!(customer.points, None);
/// assert_eq!(mismatches(&customer)[0].to_string(), r#"/points: expected integer, found text "many""#);
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// Where, as a JSON pointer of wire names, such as `/customers/0/points`.
    ///
    /// A key is cut after 100 characters, and control and invisible characters in it are escaped. `Display` shows the
    /// first and the last 100 characters of a longer pointer.
    pub pointer: String,
    /// What was expected, in words.
    pub expected: &'static str,
    /// What was found: the kind, and for harmless scalars the value, escaped and cut to 40 characters.
    ///
    /// Of secrets, personal data and unknown fields it is the kind alone.
    pub found: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: expected {}, found {}",
            pointer::printed(&self.pointer),
            self.expected,
            self.found
        )
    }
}

/// All the mismatches of a record, nested records and items included.
pub fn mismatches(fields: &dyn Fields) -> Vec<Mismatch> {
    let mut walk = Walk::default();
    walk.fields(fields, false);
    walk.mismatches
}

/// A walk through a record that collects its mismatches.
#[derive(Default)]
pub(crate) struct Walk {
    pointer: Pointer,
    pub(crate) mismatches: Vec<Mismatch>,
}

impl Walk {
    /// A record. Inside of a hidden field all is hidden.
    pub(crate) fn fields(&mut self, fields: &dyn Fields, is_hidden: bool) {
        fields.with_fields(&mut |shows, extra| {
            for (field, show) in fields.schema().fields().iter().zip(shows) {
                let kept = extra.elements_of(field.wire_name());
                if kept.is_empty() && !show.is_composite() {
                    continue;
                }
                let is_hidden = is_hidden || field.is_sensitive();
                self.inside(extra.name_of(field), |walk| {
                    walk.shape(show.to_wire(), 0, &kept, is_hidden)
                });
            }
            self.extra(extra, &|key| {
                let mut rows = fields.schema().fields().iter();
                is_hidden
                    || rows.any(|field| field.is_sensitive() && field.wire_names().contains(&key))
            });
        });
    }

    /// What came beside the fields.
    pub(crate) fn extra(&mut self, extra: &Extra, is_hidden: &dyn Fn(&str) -> bool) {
        for (key, kept) in extra.members().chain(extra.further()) {
            self.inside(key, |walk| walk.kept(kept, is_hidden(key)));
        }
    }

    /// Does something one key further in.
    pub(crate) fn inside(&mut self, key: &str, f: impl FnOnce(&mut Self)) {
        let mut pointer = std::mem::take(&mut self.pointer);
        pointer.in_key(key, |pointer| {
            std::mem::swap(pointer, &mut self.pointer);
            f(self);
            std::mem::swap(pointer, &mut self.pointer);
        });
        self.pointer = pointer;
    }

    fn in_item(&mut self, index: usize, f: impl FnOnce(&mut Self)) {
        let mut pointer = std::mem::take(&mut self.pointer);
        pointer.in_item(index, |pointer| {
            std::mem::swap(pointer, &mut self.pointer);
            f(self);
            std::mem::swap(pointer, &mut self.pointer);
        });
        self.pointer = pointer;
    }

    fn kept(&mut self, kept: &Leftover, is_hidden: bool) {
        if matches!(kept.why, Why::Unknown) {
            return;
        }
        let (expected, found) = found(kept, is_hidden);
        self.mismatches.push(Mismatch {
            pointer: self.pointer.text(),
            expected,
            found,
        });
    }

    /// Any value, with what is kept of its parts.
    pub(crate) fn shape(
        &mut self,
        shape: WireValue<'_>,
        level: usize,
        kept: &[&Element],
        is_hidden: bool,
    ) {
        match shape {
            WireValue::Record(fields) => {
                self.fields(fields, is_hidden);
                self.parts(level, kept, is_hidden);
            }
            WireValue::List(items) => self.list(items, None, level, kept, is_hidden),
            WireValue::Map(entries) => {
                let kept = by_key(level, kept);
                entries.for_each(&mut |key, shape| {
                    let parts: Vec<&Element> = match kept.get(key) {
                        Some(kept) => kept
                            .iter()
                            .copied()
                            .filter(|part| !part.is_leaf(level))
                            .collect(),
                        None => Vec::new(),
                    };
                    self.inside(key, |walk| walk.shape(shape, level + 1, &parts, is_hidden));
                });
                for (key, element) in kept
                    .iter()
                    .flat_map(|(key, kept)| kept.iter().map(move |one| (key, one)))
                {
                    if element.is_leaf(level) {
                        self.inside(key, |walk| walk.kept(&element.kept, is_hidden));
                    }
                }
            }
            _ => self.parts(level, kept, is_hidden),
        }
    }

    /// A list, whose items may each have a wrapper.
    pub(crate) fn list(
        &mut self,
        items: &dyn WireList,
        wrapped_in: Option<&str>,
        level: usize,
        kept: &[&Element],
        is_hidden: bool,
    ) {
        lay_out(items.count(), level, kept, &mut |position, spot| {
            self.in_item(position, |walk| match (spot, wrapped_in) {
                (Spot::Kept(element), _) => walk.kept(&element.kept, is_hidden),
                (Spot::Item(index, parts), None) => {
                    walk.shape(items.item(index), level + 1, parts, is_hidden)
                }
                (Spot::Item(index, parts), Some(key)) => {
                    walk.parts(level + 1, parts, is_hidden);
                    walk.inside(key, |walk| {
                        walk.shape(items.item(index), level + 2, &[], is_hidden)
                    });
                }
            });
        });
    }

    /// What is kept beside a value and not inside of it.
    fn parts(&mut self, level: usize, kept: &[&Element], is_hidden: bool) {
        for element in kept {
            if let (true, Some(Step::Key(key))) = (element.is_leaf(level), element.path.get(level))
            {
                self.inside(key, |walk| walk.kept(&element.kept, is_hidden));
            }
        }
    }
}
