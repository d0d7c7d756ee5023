//! What serde passes on, as JSON text.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};

use crate::json::cursor::Cursor;

/// The name by which serde_json passes on the text of a value, and the key of that text.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// A value as JSON text: the text itself that serde_json reads, or that of a [`Value`], which other
/// formats become, and what serde itself buffers.
pub(crate) struct Text<'de> {
    pub(crate) text: Cow<'de, str>,
    /// Whether its fractional numbers were binary floats, whose digits may not be those of the
    /// original number.
    has_floats: bool,
}

impl<'de> Text<'de> {
    pub(crate) fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW_VALUE, TextVisitor)
    }

    fn of_value(value: &Value) -> Self {
        Text {
            text: Cow::Owned(value.to_string()),
            has_floats: true,
        }
    }

    /// A cursor at the start of the value.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        match self.has_floats {
            true => Cursor::with_floats(&self.text),
            false => Cursor::new(&self.text),
        }
    }
}

struct TextVisitor;

/// Methods for what deserializers pass on without a look at the request.
macro_rules! visit {
    ($($visit:ident: $type:ty;)*) => {$(
        fn $visit<E: de::Error>(self, value: $type) -> Result<Text<'de>, E> {
            Value::deserialize(value.into_deserializer()).map(|value| Text::of_value(&value))
        }
    )*};
}

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON value")
    }

    visit! {
        visit_bool: bool;
        visit_i64: i64;
        visit_u64: u64;
        visit_f64: f64;
        visit_str: &str;
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Text<'de>, D::Error> {
        Value::deserialize(deserializer).map(|value| Text::of_value(&value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Text<'de>, A::Error> {
        self.visit_newtype_struct(SeqAccessDeserializer::new(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Text<'de>, A::Error> {
        let mut members = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if key == RAW_VALUE && members.is_empty() {
                return entries.next_value_seed(RawText);
            }
            members.insert(key, entries.next_value()?);
        }
        Ok(Text::of_value(&Value::Object(members)))
    }
}

/// The text of a value that serde_json passes on. Only a text that is read can be borrowed: that of a
/// [`Value`] is made of the floats that it has.
struct RawText;

impl<'de> DeserializeSeed<'de> for RawText {
    type Value = Text<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Text<'de>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for RawText {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON text")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Text<'de>, E> {
        Ok(Text {
            text: Cow::Borrowed(text),
            has_floats: false,
        })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Text<'de>, E> {
        Ok(Text {
            text: Cow::Owned(text.to_owned()),
            has_floats: true,
        })
    }
}
