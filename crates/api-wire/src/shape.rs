//! What a value looks like on the wire, seen from outside.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::fields::Fields;

/// What a value looks like on the wire.
#[non_exhaustive]
pub enum WireValue<'a> {
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
    String(Cow<'a, str>),
    /// A text that is only written, never shown.
    Secret(&'a str),
    /// A value as JSON text.
    Json(&'a str),
    /// A record or body.
    Record(&'a dyn Fields),
    /// A list.
    List(&'a dyn WireList),
    /// A map from text.
    Map(&'a dyn WireMap),
}

/// Something that has a shape on the wire: every type that a field can have.
pub trait ToWire {
    /// What the value looks like.
    fn to_wire(&self) -> WireValue<'_>;

    /// Whether there are values inside that may have mismatches of their own. A scalar has none.
    fn is_composite(&self) -> bool {
        true
    }

    /// Whether a field of this value is left out: absent, or an empty list or map.
    fn is_omitted(&self) -> bool {
        matches!(self.to_wire(), WireValue::Absent)
    }
}

/// The items of a list.
pub trait WireList {
    /// How many there are.
    fn count(&self) -> usize;
    /// One of them; absent past the end.
    fn item(&self, index: usize) -> WireValue<'_>;
}

/// The entries of a map.
pub trait WireMap {
    /// How many there are.
    fn count(&self) -> usize;
    /// Whether there is one of this key.
    fn contains_key(&self, key: &str) -> bool;
    /// Lends every entry, in the order of the keys.
    fn for_each(&self, f: &mut dyn FnMut(&str, WireValue<'_>));
}

impl<T: ToWire> ToWire for Option<T> {
    fn to_wire(&self) -> WireValue<'_> {
        match self {
            Some(value) => value.to_wire(),
            None => WireValue::Absent,
        }
    }

    fn is_composite(&self) -> bool {
        self.as_ref().is_some_and(ToWire::is_composite)
    }

    fn is_omitted(&self) -> bool {
        self.is_none()
    }
}

impl<T: ToWire> ToWire for Box<T> {
    fn to_wire(&self) -> WireValue<'_> {
        (**self).to_wire()
    }
}

impl<T: ToWire + ?Sized> ToWire for &T {
    fn to_wire(&self) -> WireValue<'_> {
        (**self).to_wire()
    }

    fn is_omitted(&self) -> bool {
        (**self).is_omitted()
    }
}

impl<T: ToWire> ToWire for Vec<T> {
    fn to_wire(&self) -> WireValue<'_> {
        WireValue::List(self)
    }

    fn is_composite(&self) -> bool {
        self.iter().any(ToWire::is_composite)
    }

    fn is_omitted(&self) -> bool {
        self.is_empty()
    }
}

impl<T: ToWire> WireList for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> WireValue<'_> {
        self.get(index).map_or(WireValue::Absent, ToWire::to_wire)
    }
}

impl<T: ToWire> ToWire for BTreeMap<String, T> {
    fn to_wire(&self) -> WireValue<'_> {
        WireValue::Map(self)
    }

    fn is_composite(&self) -> bool {
        self.values().any(ToWire::is_composite)
    }

    fn is_omitted(&self) -> bool {
        self.is_empty()
    }
}

impl<T: ToWire> WireMap for BTreeMap<String, T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn contains_key(&self, key: &str) -> bool {
        self.contains_key(key)
    }

    fn for_each(&self, f: &mut dyn FnMut(&str, WireValue<'_>)) {
        for (key, value) in self {
            f(key, value.to_wire());
        }
    }
}
