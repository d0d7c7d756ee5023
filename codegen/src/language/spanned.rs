//! Values with their spans, so that `lower` and `check` read one tree.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, Range};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::source::Span;

/// The name of a tuple that a [`Deserializer`] serves as keys and a value: the file, the start and the end of the value's
/// span, whether the file shows the value verbatim; then the value.
const SPANNED: &str = "$Spanned";

/// The same, with the span of the key.
pub(crate) const KEYED: &str = "$Keyed";

/// A value with its span.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    /// Of no file if the value is a default.
    pub(crate) span: Span,
    /// Whether the bytes of the span are the string itself: neither escaped nor folded.
    is_verbatim: bool,
}

impl<T> Spanned<T> {
    /// A value that follows from another one.
    pub(crate) fn new(value: T, span: Span) -> Self {
        Self {
            value,
            span,
            is_verbatim: false,
        }
    }

    /// The span, or another one if the value is a default.
    pub(crate) fn span_or<'a>(&'a self, other: &'a Span) -> &'a Span {
        self.written().unwrap_or(other)
    }

    /// The span, if the file has the value.
    pub(crate) fn written(&self) -> Option<&Span> {
        (!self.is_default()).then_some(&self.span)
    }

    /// Whether the file does not have the value.
    pub(crate) fn is_default(&self) -> bool {
        self.span.file.is_empty()
    }
}

impl Spanned<String> {
    /// The span of a part of the string, if the file shows the string verbatim; else of all of it.
    pub(crate) fn span_of(&self, part: Range<usize>) -> Span {
        if !self.is_verbatim {
            return self.span.clone();
        }
        let start = self.span.range.start;
        Span {
            file: self.span.file.clone(),
            range: start + part.start..start + part.end,
        }
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// A value of a map, with the span of its key.
#[derive(Debug, Default)]
pub(crate) struct Keyed<T>(Spanned<T>);

impl<T> Deref for Keyed<T> {
    type Target = Spanned<T>;

    fn deref(&self) -> &Spanned<T> {
        &self.0
    }
}

struct Parts<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Parts<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with its span")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<Spanned<T>, A::Error> {
        let file: &str = part(&mut parts)?;
        Ok(Spanned {
            span: Span {
                file: file.into(),
                range: part(&mut parts)?..part(&mut parts)?,
            },
            is_verbatim: part(&mut parts)?,
            value: parts.next_value()?,
        })
    }
}

fn part<'de, T: Deserialize<'de>, A: MapAccess<'de>>(parts: &mut A) -> Result<T, A::Error> {
    let missing = || A::Error::custom("missing part of a span");
    parts.next_key()?.ok_or_else(missing)
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple_struct(SPANNED, 2, Parts(PhantomData))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Keyed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = deserializer.deserialize_tuple_struct(KEYED, 2, Parts(PhantomData))?;
        Ok(Self(parts))
    }
}

/// Without the span: JSON Schema shows defaults.
impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// A JSON Schema shows the value alone.
macro_rules! schema_of_value {
    ($wrapper:ident) => {
        impl<T: JsonSchema> JsonSchema for $wrapper<T> {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                T::schema_name()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                T::schema_id()
            }

            fn inline_schema() -> bool {
                T::inline_schema()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                T::json_schema(generator)
            }
        }
    };
}

schema_of_value!(Spanned);
schema_of_value!(Keyed);
