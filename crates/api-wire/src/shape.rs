//! What a value looks like on the wire, seen from outside.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::fields::Fields;

/// What a value looks like on the wire.
#[non_exhaustive]
pub enum Shape<'a> {
    /// There is no value: the field is left out.
    Absent,
    /// An explicit null.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// The text of a JSON number.
    Number(Cow<'a, str>),
    /// A text.
    Text(Cow<'a, str>),
    /// A text that is only written, never shown.
    Secret(&'a str),
    /// A value as JSON text.
    Json(&'a str),
    /// A record or body.
    Record(&'a dyn Fields),
    /// A list.
    List(&'a dyn Items),
    /// A map from text.
    Map(&'a dyn Entries),
}

/// Something that has a shape on the wire: every type that a field can have.
pub trait Show {
    /// What the value looks like.
    fn shape(&self) -> Shape<'_>;

    /// Whether there are values inside that may have mismatches of their own. A scalar has none.
    fn has_parts(&self) -> bool {
        true
    }

    /// Whether a field of this value is left out: absent, or an empty list or map.
    fn is_left_out(&self) -> bool {
        matches!(self.shape(), Shape::Absent)
    }
}

/// The items of a list.
pub trait Items {
    /// How many there are.
    fn count(&self) -> usize;
    /// One of them; absent past the end.
    fn item(&self, index: usize) -> Shape<'_>;
}

/// The entries of a map.
pub trait Entries {
    /// How many there are.
    fn count(&self) -> usize;
    /// Whether there is one of this key.
    fn has(&self, key: &str) -> bool;
    /// Lends every entry, in the order of the keys.
    fn each_entry(&self, f: &mut dyn FnMut(&str, Shape<'_>));
}

impl<T: Show> Show for Option<T> {
    fn shape(&self) -> Shape<'_> {
        match self {
            Some(value) => value.shape(),
            None => Shape::Absent,
        }
    }

    fn has_parts(&self) -> bool {
        self.as_ref().is_some_and(Show::has_parts)
    }

    fn is_left_out(&self) -> bool {
        self.is_none()
    }
}

impl<T: Show> Show for Box<T> {
    fn shape(&self) -> Shape<'_> {
        (**self).shape()
    }
}

impl<T: Show + ?Sized> Show for &T {
    fn shape(&self) -> Shape<'_> {
        (**self).shape()
    }

    fn is_left_out(&self) -> bool {
        (**self).is_left_out()
    }
}

impl<T: Show> Show for Vec<T> {
    fn shape(&self) -> Shape<'_> {
        Shape::List(self)
    }

    fn has_parts(&self) -> bool {
        self.iter().any(Show::has_parts)
    }

    fn is_left_out(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Show> Items for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Shape<'_> {
        self.get(index).map_or(Shape::Absent, Show::shape)
    }
}

impl<T: Show> Show for BTreeMap<String, T> {
    fn shape(&self) -> Shape<'_> {
        Shape::Map(self)
    }

    fn has_parts(&self) -> bool {
        self.values().any(Show::has_parts)
    }

    fn is_left_out(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Show> Entries for BTreeMap<String, T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn has(&self, key: &str) -> bool {
        self.contains_key(key)
    }

    fn each_entry(&self, f: &mut dyn FnMut(&str, Shape<'_>)) {
        for (key, value) in self {
            f(key, value.shape());
        }
    }
}
