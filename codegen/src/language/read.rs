//! How the types of the language are read from a tree. Its JSON Schema has accepted the tree before, so that what does not fit
//! needs no message here.

use crate::language::{Entries, Entry, Keyed, Spanned};
use crate::node::{self, Kind, Node};
use crate::source::Span;

/// A type that is read from a tree.
pub(crate) trait Read: Sized {
    /// A value, with the span of its key in a map; `None` if it does not fit.
    fn read(node: &Node, key: &Span) -> Option<Self>;

    /// The value of a key that a map does not have; `None` if it is required.
    fn absent() -> Option<Self> {
        None
    }
}

/// The value of a key.
pub(crate) fn member<T: Read>(entries: &[node::Entry], key: &str) -> Option<T> {
    // A key may be a word of Rust.
    let key = key.trim_start_matches("r#");
    match entries.iter().find(|entry| entry.key == key) {
        Some(entry) => T::read(&entry.value, &entry.span),
        None => T::absent(),
    }
}

/// Declares structs that are read from maps: the names of their fields are the keys.
macro_rules! maps {
    ($(
        $(#[$attribute:meta])*
        pub(crate) struct $name:ident $(<$parameter:ident>)? {
            $($(#[$of_field:meta])* pub(crate) $field:ident: $ty:ty,)*
        }
    )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, ::schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name $(<$parameter>)? {
            $($(#[$of_field])* pub(crate) $field: $ty,)*
        }

        impl $(<$parameter: $crate::language::Read>)? $crate::language::Read for $name $(<$parameter>)? {
            fn read(node: &$crate::node::Node, _key: &$crate::source::Span) -> Option<Self> {
                Self::of_map(node.map()?)
            }

            fn absent() -> Option<Self> {
                Self::of_map(&[])
            }
        }

        impl $(<$parameter: $crate::language::Read>)? $name $(<$parameter>)? {
            fn of_map(entries: &[$crate::node::Entry]) -> Option<Self> {
                Some(Self {
                    $($field: $crate::language::member(entries, stringify!($field))?,)*
                })
            }
        }
    )*};
}
pub(crate) use maps;

/// Any value.
impl Read for () {
    fn read(_node: &Node, _key: &Span) -> Option<Self> {
        Some(())
    }
}

impl Read for String {
    fn read(node: &Node, _key: &Span) -> Option<Self> {
        match &node.kind {
            Kind::Text(text, _) => Some(text.clone()),
            _ => None,
        }
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
}

impl Read for i64 {
    fn read(node: &Node, _key: &Span) -> Option<Self> {
        match node.kind {
            Kind::Integer(number) => Some(number),
            _ => None,
        }
    }
}

impl Read for u16 {
    fn read(node: &Node, key: &Span) -> Option<Self> {
        Self::try_from(i64::read(node, key)?).ok()
    }
}

impl Read for u32 {
    fn read(node: &Node, key: &Span) -> Option<Self> {
        Self::try_from(i64::read(node, key)?).ok()
    }
}

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
}

impl<T: Read> Read for Keyed<T> {
    fn read(node: &Node, key: &Span) -> Option<Self> {
        Some(Self(Spanned::new(T::read(node, key)?, key.clone())))
    }

    fn absent() -> Option<Self> {
        Spanned::absent().map(Self)
    }
}
