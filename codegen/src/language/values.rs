//! Values, lists, and maps with any keys.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use crate::diagnostics::DiagnosticSink;
use crate::language::definitions::Definitions;
use crate::language::shape::Shape;
use crate::language::{Entries, Entry, Place, Read, Spanned, value};
use crate::node::{self, Kind, Node};

impl Read for String {
    fn shape() -> Shape {
        Shape::of("a string")
    }

    fn read(node: &Node, _: Place<'_>, _: &mut DiagnosticSink) -> Option<Self> {
        match &node.kind {
            Kind::Text(text, _) => Some(text.clone()),
            _ => None,
        }
    }

    fn schema(_definitions: &mut Definitions) -> Value {
        json!({ "type": "string" })
    }
}

/// By default not set.
impl Read for bool {
    fn shape() -> Shape {
        Shape::of("a boolean")
    }

    fn read(node: &Node, _: Place<'_>, _: &mut DiagnosticSink) -> Option<Self> {
        match node.kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn absent() -> Option<Self> {
        Some(false)
    }

    fn schema(_definitions: &mut Definitions) -> Value {
        json!({ "type": "boolean" })
    }
}

macro_rules! numbers {
    ($($ty:ident: $format:literal from $minimum:literal),+) => {$(
        impl Read for $ty {
            fn shape() -> Shape {
                Shape::of("a number")
            }

            fn read(node: &Node, place: Place<'_>, errors: &mut DiagnosticSink) -> Option<Self> {
                let Kind::Integer(number) = node.kind else {
                    return None;
                };
                let value = u32::try_from(number).ok().and_then(|number| number.try_into().ok());
                if value.is_none() {
                    let label = match number < $minimum {
                        true => format!("expected at least {}", $minimum),
                        false => format!("expected at most {}", $ty::MAX),
                    };
                    let message = format!("number out of range for {}", place.subject);
                    errors.error(&node.span, message, label, None);
                }
                value
            }

            fn schema(_definitions: &mut Definitions) -> Value {
                json!({ "type": "integer", "format": $format, "minimum": $minimum, "maximum": $ty::MAX })
            }
        }
    )+};
}

numbers!(u16: "uint16" from 0, NonZeroU32: "uint32" from 1);

impl<T: Read> Read for Option<T> {
    fn shape() -> Shape {
        T::shape().or(Shape::of("null"))
    }

    fn read(node: &Node, place: Place<'_>, errors: &mut DiagnosticSink) -> Option<Self> {
        match node.kind {
            Kind::Null => Some(None),
            _ => T::read(node, place, errors).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn schema(definitions: &mut Definitions) -> Value {
        let mut schema = T::schema(definitions);
        match schema.get_mut("type") {
            Some(ty) => *ty = json!([ty, "null"]),
            None => schema = json!({ "anyOf": [schema, { "type": "null" }] }),
        }
        schema
    }
}

/// Whether a node is read without an error.
fn is_valid<T: Read>(node: &Node) -> bool {
    let mut errors = DiagnosticSink::default();
    value::<T>(node, Place::of_file(node), &mut errors);
    errors.len() == 0
}

impl<T: Read> Read for Vec<T> {
    fn shape() -> Shape {
        Shape {
            is_element: Some(is_valid::<T>),
            ..Shape::of("a list")
        }
    }

    fn read(node: &Node, place: Place<'_>, errors: &mut DiagnosticSink) -> Option<Self> {
        let Kind::List(items) = &node.kind else {
            return None;
        };
        if items.is_empty() {
            // That its elements are missing is the same error.
            errors.root_cause(
                &node.span,
                format!("empty list for {}", place.subject),
                "empty",
                "add an element, or remove the key",
            );
        }
        let subject = &format!("an element of {}", place.subject);
        let item = |item: &Node| value(item, place.at(&item.span, subject), errors);
        let items: Vec<Option<T>> = items.iter().map(item).collect();
        items.into_iter().collect()
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }

    fn schema(definitions: &mut Definitions) -> Value {
        json!({ "type": "array", "items": T::schema(definitions) })
    }
}

impl<T: Read> Read for Entries<T> {
    fn shape() -> Shape {
        Shape {
            entries: Some(T::shape),
            ..Shape::of("a map")
        }
    }

    fn read(node: &Node, place: Place<'_>, errors: &mut DiagnosticSink) -> Option<Self> {
        let shape = T::shape();
        let mut reported = Vec::new();
        let entry = |entry: &node::Entry| {
            let sections = shape.other_sections(&entry.value, place.outer);
            // What follows belongs to them, too.
            let before = std::mem::replace(&mut reported, sections);
            if !reported.is_empty() {
                if reported != before {
                    report_missing_section(entry, &reported, errors);
                }
                return None;
            }
            let subject = &format!("`{}`", entry.key);
            let outer = match shape.takes(&entry.value) {
                true => None,
                false => place.help_for_outer_key(&entry.key, &entry.value),
            };
            if outer.is_some() {
                let message = format!("unexpected key {subject} in {}", place.section);
                errors.error(&entry.span, message, "too deep", outer);
                return None;
            }
            let value = value(&entry.value, place.at(&entry.span, subject), errors)?;
            let key = Spanned::new(entry.key.clone(), entry.span.clone());
            Some(Entry { key, value })
        };
        let entries: Vec<Option<Entry<T>>> = node.entries().iter().map(entry).collect();
        entries.into_iter().collect()
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }

    fn schema(definitions: &mut Definitions) -> Value {
        json!({ "type": "object", "additionalProperties": T::schema(definitions) })
    }
}

fn report_missing_section(entry: &node::Entry, sections: &[&str], errors: &mut DiagnosticSink) {
    let keys: Vec<String> = sections.iter().map(|name| format!("`{name}:`")).collect();
    let keys = keys.join(" or ");
    errors.error(
        &entry.span,
        format!("missing {keys} above `{}`", entry.key),
        format!("has a key of the `{}`", sections.join("` or `")),
        format!("write {keys} above it, or move it there"),
    );
}
