//! A walk over the values of a body, those of its records, lists and maps included.

use std::fmt::Write;

use api_wire::{Fields, WireValue};

/// The value of a field, or a value in a list or a map of one.
pub(crate) struct BodyValue<'p> {
    /// Where it is, without the indices of lists.
    pub(crate) pointer: &'p str,
    /// The wire name, if it is the value of a field.
    pub(crate) name: Option<&'static str>,
    /// Whether it is a secret, or within one.
    pub(crate) is_secret: bool,
    /// Whether it is secret or personal data, or within such a field.
    pub(crate) is_sensitive: bool,
    pub(crate) wire: &'p WireValue<'p>,
}

pub(crate) fn for_each_value(
    wrapper: Option<&str>,
    fields: &dyn Fields,
    f: &mut dyn FnMut(&BodyValue<'_>),
) {
    let pointer = wrapper.map_or_else(String::new, |key| format!("/{key}"));
    let wire = WireValue::Record(fields);
    let mut walk = Walk { pointer, f };
    walk.within(&wire, false, false);
}

struct Walk<'f> {
    pointer: String,
    f: &'f mut dyn FnMut(&BodyValue<'_>),
}

impl Walk<'_> {
    fn value(
        &mut self,
        name: Option<&'static str>,
        wire: &WireValue<'_>,
        is_secret: bool,
        is_sensitive: bool,
    ) {
        let is_secret = is_secret || matches!(wire, WireValue::Secret(_));
        let is_sensitive = is_sensitive || is_secret;
        (self.f)(&BodyValue {
            pointer: &self.pointer,
            name,
            is_secret,
            is_sensitive,
            wire,
        });
        self.within(wire, is_secret, is_sensitive);
    }

    fn within(&mut self, wire: &WireValue<'_>, is_secret: bool, is_sensitive: bool) {
        match wire {
            WireValue::Record(fields) => fields.with_fields(&mut |values, _| {
                for (field, value) in fields.schema().fields().iter().zip(values) {
                    let name = field.wire_name();
                    let is_secret = is_secret || field.is_secret();
                    let is_sensitive = is_sensitive || field.is_sensitive();
                    self.in_key(name, |walk| {
                        walk.value(Some(name), &value.to_wire(), is_secret, is_sensitive);
                    });
                }
            }),
            WireValue::List(items) => (0..items.count())
                .for_each(|index| self.value(None, &items.item(index), is_secret, is_sensitive)),
            WireValue::Map(entries) => entries.for_each(&mut |key, value| {
                self.in_key(key, |walk| {
                    walk.value(None, &value, is_secret, is_sensitive)
                });
            }),
            _ => {}
        }
    }

    fn in_key(&mut self, key: &str, f: impl FnOnce(&mut Self)) {
        let length = self.pointer.len();
        // Writing to a string cannot fail.
        let _ = write!(self.pointer, "/{key}");
        f(self);
        self.pointer.truncate(length);
    }
}
