//! Values of any data format as JSON text.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use crate::data_format::number::{float_text, has_arbitrary_precision};
use crate::json::cursor::{Cursor, DEPTH_LIMIT};
use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::kind::Kind;
use crate::json::number::{NUMBER_KEY, is_fractional, is_number};
use crate::json::string::write_string;
use crate::json::value::Json;

/// The name by which serde_json passes on the text of a value, and the key of that text.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// A value as JSON text, with the places of binary floats, whose digits may not be those of the
/// original number.
#[derive(Default)]
pub(crate) struct Buffer {
    pub(crate) text: String,
    floats: Vec<usize>,
    depth: u32,
}

impl Buffer {
    /// A cursor at the start of the value.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        Cursor::with_floats(&self.text, &self.floats)
    }

    /// Writes the members of a map, the key of the first of which is read already.
    pub(crate) fn push_members<'de, A: MapAccess<'de>>(
        &mut self,
        first: Option<String>,
        mut entries: A,
        request: Request,
    ) -> Result<(), A::Error> {
        self.enter()?;
        self.text.push('{');
        let (mut next, mut is_first) = (first, true);
        while let Some(key) = next {
            self.push_key(&key, is_first);
            is_first = false;
            entries.next_value_seed(BufferedValue {
                buffer: self,
                request,
            })?;
            next = entries.next_key()?;
        }
        self.text.push('}');
        self.leave();
        Ok(())
    }

    /// Enters a sequence or map.
    fn enter<E: de::Error>(&mut self) -> Result<(), E> {
        self.depth += 1;
        if self.depth >= DEPTH_LIMIT {
            return Err(E::custom("recursion limit exceeded"));
        }
        Ok(())
    }

    /// Leaves a sequence or map.
    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Writes a key, after a comma unless it is the first.
    fn push_key(&mut self, key: &str, is_first: bool) {
        if !is_first {
            self.text.push(',');
        }
        write_string(&mut self.text, key);
        self.text.push(':');
    }

    fn push_float<E: de::Error>(&mut self, float: f64) -> Result<(), E> {
        if !float.is_finite() {
            return Err(E::invalid_value(Unexpected::Float(float), &"finite number"));
        }
        self.floats.push(self.text.len());
        self.text.push_str(&float_text(float));
        Ok(())
    }

    /// Writes the text of a value. Unless it is exact, its fractional numbers are floats.
    fn push_json<E: de::Error>(&mut self, text: &str, is_exact: bool) -> Result<(), E> {
        if is_exact && !text.contains(NUMBER_KEY) {
            let json: Json = text.parse().map_err(E::custom)?;
            self.text.push_str(json.as_str());
            return Ok(());
        }
        let mut cursor = Cursor::new(text);
        let result = self.copy_value(&mut cursor, is_exact);
        result.and_then(|()| cursor.end()).map_err(E::custom)
    }

    fn copy_value(&mut self, cursor: &mut Cursor<'_>, is_exact: bool) -> Result<(), ReadError> {
        let mut first = true;
        match cursor.kind()? {
            Kind::Number => {
                let number = cursor.number()?;
                if !is_exact && is_fractional(number) {
                    self.floats.push(self.text.len());
                }
                self.text.push_str(number);
            }
            Kind::Array => {
                cursor.enter()?;
                self.text.push('[');
                let mut is_first = true;
                while cursor.next_item(&mut first)? {
                    if !std::mem::take(&mut is_first) {
                        self.text.push(',');
                    }
                    self.copy_value(cursor, is_exact)?;
                }
                self.text.push(']');
            }
            Kind::Object => self.copy_object(cursor, is_exact)?,
            Kind::Null | Kind::Bool | Kind::String => self.text.push_str(cursor.skip_value()?),
        }
        Ok(())
    }

    fn copy_object(&mut self, cursor: &mut Cursor<'_>, is_exact: bool) -> Result<(), ReadError> {
        let mut first = true;
        let mut is_first = true;
        let start = self.text.len();
        cursor.enter()?;
        self.text.push('{');
        while cursor.next_member(&mut first)? {
            let key = cursor.string()?;
            cursor.expect_colon()?;
            if is_first && key == NUMBER_KEY {
                let number = cursor.string()?;
                if !is_number(&number) || cursor.next_member(&mut first)? {
                    return Err(cursor.error(ReadErrorKind::Syntax, "invalid number"));
                }
                self.text.truncate(start);
                self.text.push_str(&number);
                return Ok(());
            }
            self.push_key(&key, is_first);
            is_first = false;
            self.copy_value(cursor, is_exact)?;
        }
        self.text.push('}');
        Ok(())
    }
}

/// How a value is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    /// Whatever it is, with numbers as the format has them.
    Any,
    /// As its text, if the format is JSON. A `serde_json::Value` makes such a text, too, from the
    /// floats it has, so an owned text is not exact.
    Raw,
    /// As its text, which is known not to be made of floats.
    ExactRaw,
}

impl Request {
    /// For a value about which nothing is known.
    pub(crate) fn first() -> Self {
        match has_arbitrary_precision() {
            true => Request::ExactRaw,
            false => Request::Raw,
        }
    }
}

/// Writes one value to a buffer.
pub(crate) struct BufferedValue<'b> {
    pub(crate) buffer: &'b mut Buffer,
    pub(crate) request: Request,
}

impl BufferedValue<'_> {
    fn any(buffer: &mut Buffer) -> BufferedValue<'_> {
        BufferedValue {
            buffer,
            request: Request::Any,
        }
    }
}

impl<'de> DeserializeSeed<'de> for BufferedValue<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.request {
            Request::Any => deserializer.deserialize_any(self),
            Request::Raw | Request::ExactRaw => {
                deserializer.deserialize_newtype_struct(RAW_VALUE, self)
            }
        }
    }
}

impl<'de> Visitor<'de> for BufferedValue<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.buffer
            .text
            .push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.buffer.text.push_str(&value.to_string());
        Ok(())
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<(), E> {
        self.buffer.text.push_str(&value.to_string());
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.buffer.text.push_str(&value.to_string());
        Ok(())
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<(), E> {
        self.buffer.text.push_str(&value.to_string());
        Ok(())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        self.buffer.push_float(value)
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        write_string(&mut self.buffer.text, value);
        Ok(())
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.buffer.text.push_str("null");
        Ok(())
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(BufferedValue::any(self.buffer))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(BufferedValue::any(self.buffer))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.buffer.enter()?;
        self.buffer.text.push('[');
        let mut is_first = true;
        loop {
            let end = self.buffer.text.len();
            if !is_first {
                self.buffer.text.push(',');
            }
            if items
                .next_element_seed(BufferedValue::any(self.buffer))?
                .is_none()
            {
                self.buffer.text.truncate(end);
                break;
            }
            is_first = false;
        }
        self.buffer.text.push(']');
        self.buffer.leave();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let BufferedValue { buffer, request } = self;
        let first = entries.next_key::<String>()?;
        match first.as_deref() {
            Some(RAW_VALUE) if request != Request::Any => {
                return entries.next_value_seed(RawText {
                    buffer,
                    is_exact: request == Request::ExactRaw,
                });
            }
            Some(NUMBER_KEY) => {
                let number: String = entries.next_value()?;
                if !is_number(&number) || entries.next_key::<IgnoredAny>()?.is_some() {
                    return Err(de::Error::custom("invalid number"));
                }
                buffer.text.push_str(&number);
                return Ok(());
            }
            _ => {}
        }
        buffer.push_members(first, entries, Request::Any)
    }
}

/// The text of a value that serde_json passes on. Only a text that is read can be borrowed.
struct RawText<'b> {
    buffer: &'b mut Buffer,
    is_exact: bool,
}

impl<'de> DeserializeSeed<'de> for RawText<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for RawText<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON value")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<(), E> {
        self.buffer.push_json(text, true)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.buffer.push_json(text, self.is_exact)
    }
}
