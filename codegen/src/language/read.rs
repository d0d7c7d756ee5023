//! How the types of the language are read from a tree, and their JSON Schema. A tree is read after the schema has accepted it,
//! so that what does not fit needs no message here.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use crate::language::definitions::Definitions;
use crate::language::{Entries, Entry, Keyed, Spanned};
use crate::node::{self, Kind, Node};
use crate::source::Span;

/// A type of the language.
pub(crate) trait Read: Sized {
    /// A value, with the span of its key in a map; `None` if it does not fit.
    fn read(node: &Node, key: &Span) -> Option<Self>;

    /// The value of a key that a map does not have; `None` if it is required.
    fn absent() -> Option<Self> {
        None
    }

    /// Its JSON Schema. Declared types are added to the definitions.
    fn schema(definitions: &mut Definitions) -> Value;
}

/// The value of a key.
pub(crate) fn member<T: Read>(entries: &[node::Entry], key: &str) -> Option<T> {
    match entries.iter().find(|entry| entry.key == key) {
        Some(entry) => T::read(&entry.value, &entry.span),
        None => T::absent(),
    }
}

/// The key of a field, whose name may be a word of Rust.
pub(crate) fn key_of(field: &'static str) -> &'static str {
    field.trim_start_matches("r#")
}

/// Declares structs that are read from maps: the names of their fields are the keys.
macro_rules! maps {
    ($(
        $(#[doc = $about:literal])*
        $(#[derive($($derived:ident),+)])?
        pub(crate) struct $name:ident {
            $($(#[doc = $doc:literal])* pub(crate) $field:ident: $ty:ty,)*
        }
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Debug)]
        $(#[derive($($derived),+)])?
        pub(crate) struct $name {
            $($(#[doc = $doc])* pub(crate) $field: $ty,)*
        }

        impl $crate::language::Read for $name {
            fn read(node: &$crate::node::Node, _key: &$crate::source::Span) -> Option<Self> {
                Self::of_map(node.map()?)
            }

            fn absent() -> Option<Self> {
                Self::of_map(&[])
            }

            fn schema(definitions: &mut $crate::language::definitions::Definitions) -> serde_json::Value {
                let name = stringify!($name).to_owned();
                definitions.reference(name, |definitions| {
                    let mut map = $crate::language::definitions::MapSchema::default();
                    $({
                        let schema = <$ty as $crate::language::Read>::schema(definitions);
                        let is_required = <$ty as $crate::language::Read>::absent().is_none();
                        let key = $crate::language::read::key_of(stringify!($field));
                        map.put(key, schema, &[$($doc),*], is_required);
                    })*
                    map.schema(&[$($about),*])
                })
            }
        }

        impl $name {
            fn of_map(entries: &[$crate::node::Entry]) -> Option<Self> {
                Some(Self {
                    $($field: $crate::language::member(
                        entries,
                        $crate::language::read::key_of(stringify!($field)),
                    )?,)*
                })
            }
        }
    )*};
}
pub(crate) use maps;

/// Declares an enum whose variants are the forms of a value.
macro_rules! one_of {
    (
        $(#[doc = $about:literal])*
        pub(crate) enum $name:ident {
            $($(#[doc = $doc:literal])* $variant:ident($ty:ty),)*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Debug)]
        pub(crate) enum $name {
            $($(#[doc = $doc])* $variant($ty),)*
        }

        impl $crate::language::Read for $name {
            fn read(node: &$crate::node::Node, key: &$crate::source::Span) -> Option<Self> {
                let forms = [$(<$ty as $crate::language::Read>::read(node, key).map(Self::$variant)),*];
                forms.into_iter().flatten().next()
            }

            fn absent() -> Option<Self> {
                let forms = [$(<$ty as $crate::language::Read>::absent().map(Self::$variant)),*];
                forms.into_iter().next().flatten()
            }

            fn schema(definitions: &mut $crate::language::definitions::Definitions) -> serde_json::Value {
                let name = stringify!($name).to_owned();
                definitions.reference(name, |definitions| {
                    let forms = [$((
                        <$ty as $crate::language::Read>::schema(definitions),
                        &[$($doc),*][..],
                    )),*];
                    $crate::language::definitions::any_of(forms, &[$($about),*])
                })
            }
        }
    };
}
pub(crate) use one_of;

/// Any value.
impl Read for () {
    fn read(_node: &Node, _key: &Span) -> Option<Self> {
        Some(())
    }

    fn schema(_definitions: &mut Definitions) -> Value {
        json!({})
    }
}

impl Read for String {
    fn read(node: &Node, _key: &Span) -> Option<Self> {
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
    fn read(node: &Node, _key: &Span) -> Option<Self> {
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
            fn read(node: &Node, _key: &Span) -> Option<Self> {
                match node.kind {
                    Kind::Integer(number) => u32::try_from(number).ok()?.try_into().ok(),
                    _ => None,
                }
            }

            fn schema(_definitions: &mut Definitions) -> Value {
                json!({ "type": "integer", "format": $format, "minimum": $minimum, "maximum": $ty::MAX })
            }
        }
    )+};
}

numbers!(u16: "uint16" from 0, NonZeroU32: "uint32" from 1);

impl<T: Read> Read for Option<T> {
    fn read(node: &Node, key: &Span) -> Option<Self> {
        match node.kind {
            Kind::Null => Some(None),
            _ => T::read(node, key).map(Some),
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

impl<T: Read> Read for Vec<T> {
    fn read(node: &Node, _key: &Span) -> Option<Self> {
        match &node.kind {
            Kind::List(items) => items.iter().map(|item| T::read(item, &item.span)).collect(),
            _ => None,
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }

    fn schema(definitions: &mut Definitions) -> Value {
        json!({ "type": "array", "items": T::schema(definitions) })
    }
}

impl<T: Read> Read for Entries<T> {
    fn read(node: &Node, _key: &Span) -> Option<Self> {
        let entry = |entry: &node::Entry| {
            Some(Entry {
                key: Spanned::new(entry.key.clone(), entry.span.clone()),
                value: T::read(&entry.value, &entry.span)?,
            })
        };
        node.map()?.iter().map(entry).collect()
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }

    fn schema(definitions: &mut Definitions) -> Value {
        json!({ "type": "object", "additionalProperties": T::schema(definitions) })
    }
}

impl<T: Read> Read for Spanned<T> {
    fn read(node: &Node, key: &Span) -> Option<Self> {
        Some(Self {
            value: T::read(node, key)?,
            span: node.span.clone(),
            is_verbatim: matches!(node.kind, Kind::Text(_, true)),
        })
    }

    fn absent() -> Option<Self> {
        Some(Self::new(T::absent()?, Span::default()))
    }

    fn schema(definitions: &mut Definitions) -> Value {
        T::schema(definitions)
    }
}

impl<T: Read> Read for Keyed<T> {
    fn read(node: &Node, key: &Span) -> Option<Self> {
        Some(Self(Spanned::new(T::read(node, key)?, key.clone())))
    }

    fn absent() -> Option<Self> {
        Spanned::absent().map(Self)
    }

    fn schema(definitions: &mut Definitions) -> Value {
        T::schema(definitions)
    }
}
