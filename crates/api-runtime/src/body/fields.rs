//! A walk over the fields of a body, those of its records included.

use api_wire::{Fields, WireValue};

/// A field, or a value in a list or a map of one.
pub(crate) struct BodyField<'p> {
    /// Where it is, without the indices of lists.
    pub(crate) pointer: &'p str,
    /// The wire name, if it is a field.
    pub(crate) name: Option<&'static str>,
    pub(crate) is_secret: bool,
    /// Whether it is secret or personal data, or within such a field.
    pub(crate) is_sensitive: bool,
}

pub(crate) fn for_each_field(
    wrapper: Option<&str>,
    fields: &dyn Fields,
    f: &mut dyn FnMut(BodyField<'_>),
) {
    let outer = wrapper.map_or_else(String::new, |key| format!("/{key}"));
    in_fields(&outer, false, fields, f);
}

fn in_fields(
    outer: &str,
    is_sensitive: bool,
    fields: &dyn Fields,
    f: &mut dyn FnMut(BodyField<'_>),
) {
    fields.with_fields(&mut |values, _| {
        for (field, value) in fields.schema().fields().iter().zip(values) {
            let pointer = format!("{outer}/{}", field.wire_name());
            let is_sensitive = is_sensitive || field.is_sensitive();
            f(BodyField {
                pointer: &pointer,
                name: Some(field.wire_name()),
                is_secret: field.is_secret(),
                is_sensitive: is_sensitive || matches!(value.to_wire(), WireValue::Secret(_)),
            });
            in_value(&pointer, is_sensitive, &value.to_wire(), f);
        }
    });
}

fn in_value(
    pointer: &str,
    is_sensitive: bool,
    value: &WireValue<'_>,
    f: &mut dyn FnMut(BodyField<'_>),
) {
    match value {
        WireValue::Secret(_) => f(BodyField {
            pointer,
            name: None,
            is_secret: true,
            is_sensitive: true,
        }),
        WireValue::Record(fields) => in_fields(pointer, is_sensitive, *fields, f),
        WireValue::List(items) => (0..items.count())
            .for_each(|index| in_value(pointer, is_sensitive, &items.item(index), f)),
        WireValue::Map(entries) => entries.for_each(&mut |key, value| {
            in_value(&format!("{pointer}/{key}"), is_sensitive, &value, f);
        }),
        _ => {}
    }
}
