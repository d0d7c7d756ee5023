//! Deserializes a tree into the types of `language`, with the spans of [`Spanned`] values.
//!
//! [`Spanned`]: crate::language::Spanned

use serde::de::value::{BorrowedStrDeserializer, Error, MapDeserializer, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer,
    MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::language::KEYED;
use crate::load::tree::{Entry, Kind, Node};
use crate::source::Span;

/// Deserializes a tree.
pub(crate) fn from_node<'de, T: Deserialize<'de>>(node: &'de Node) -> Result<T, Error> {
    T::deserialize(Value { node, key: None })
}

/// A value, and its key in a map.
#[derive(Clone, Copy)]
struct Value<'de> {
    node: &'de Node,
    key: Option<&'de Span>,
}

/// A key of a map.
#[derive(Clone, Copy)]
struct Key<'de>(&'de Entry);

/// The values of a list.
fn items(nodes: &[Node]) -> impl SeqAccess<'_, Error = Error> {
    SeqDeserializer::new(nodes.iter().map(|node| Value { node, key: None }))
}

/// The keys and values of a map.
fn members(entries: &[Entry]) -> impl MapAccess<'_, Error = Error> {
    MapDeserializer::new(entries.iter().map(|entry| {
        let value = Value {
            node: &entry.value,
            key: Some(&entry.span),
        };
        (Key(entry), value)
    }))
}

impl Value<'_> {
    fn unexpected(self, expected: &str) -> Error {
        Error::custom(format!(
            "expected {expected}, found {}",
            self.node.kind_name()
        ))
    }
}

/// A type of a list or a map is read from nothing else: each way to read it would be compiled for each type.
impl<'de> Deserializer<'de> for Value<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.kind {
            Kind::Null | Kind::Invalid => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Integer(value) => visitor.visit_i64(*value),
            Kind::Text(value, _) => visitor.visit_borrowed_str(value),
            Kind::List(nodes) => visitor.visit_seq(items(nodes)),
            Kind::Map(entries) => visitor.visit_map(members(entries)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.node.kind {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.kind {
            Kind::List(nodes) => visitor.visit_seq(items(nodes)),
            _ => Err(self.unexpected("a list")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.kind {
            Kind::Map(entries) => visitor.visit_map(members(entries)),
            _ => Err(self.unexpected("a map")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    /// Only values with their spans are read as tuples.
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let span = match name {
            KEYED => self
                .key
                .ok_or_else(|| self.unexpected("a value of a map"))?,
            _ => &self.node.span,
        };
        visitor.visit_map(Parts {
            span,
            is_verbatim: matches!(self.node.kind, Kind::Text(_, true)),
            value: self,
            next: 0,
        })
    }

    /// A variant is named after the value's kind, or is the string.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let kind = match &self.node.kind {
            Kind::Text(..) => "string",
            Kind::List(_) => "list",
            Kind::Map(_) => "map",
            _ => self.node.kind_name(),
        };
        let variant = match &self.node.kind {
            Kind::Text(text, _) if !variants.contains(&kind) => text.as_str(),
            _ => kind,
        };
        visitor.visit_enum(Variant {
            variant,
            value: self,
        })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(&self.0.key)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(Parts {
            span: &self.0.span,
            is_verbatim: false,
            value: self,
            next: 0,
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple struct map identifier ignored_any option newtype_struct enum
    }
}

impl<'de> IntoDeserializer<'de> for Value<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> IntoDeserializer<'de> for Key<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The parts of a span as keys, one after the other, and the value: each is read as its own type.
struct Parts<'de, D> {
    span: &'de Span,
    is_verbatim: bool,
    value: D,
    next: usize,
}

impl<'de, D: Deserializer<'de, Error = Error> + Copy> MapAccess<'de> for Parts<'de, D> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let index = self.next;
        self.next += 1;
        let part = match index {
            0 => seed.deserialize(BorrowedStrDeserializer::new(&self.span.file)),
            1 => seed.deserialize(self.span.range.start.into_deserializer()),
            2 => seed.deserialize(self.span.range.end.into_deserializer()),
            _ => seed.deserialize(self.is_verbatim.into_deserializer()),
        };
        part.map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.value)
    }
}

/// A variant of an enum, and its value.
struct Variant<'de> {
    variant: &'de str,
    value: Value<'de>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Value<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Value<'de>), Error> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.variant))?;
        Ok((variant, self.value))
    }
}

impl<'de> VariantAccess<'de> for Value<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }
}
