//! Values of enums that ignore case.

use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::record::traits::{ToWire, WireValue};
use crate::types::open_enum::OpenEnum;

/// A value of an open enum that ignores case, together with its original text.
///
/// It is compared by value and written as its original text.
#[derive(Clone)]
pub struct CaseInsensitive<E> {
    value: E,
    /// The text, unless it is the canonical one of the value.
    text: Option<Box<str>>,
}

impl<E: OpenEnum> CaseInsensitive<E> {
    /// The value, whose text may have another case than the received one.
    pub fn value(&self) -> &E {
        &self.value
    }

    /// The original text.
    pub fn as_str(&self) -> &str {
        match &self.text {
            Some(text) => text,
            None => self.value.as_text(),
        }
    }
}

impl<E: OpenEnum> From<E> for CaseInsensitive<E> {
    fn from(value: E) -> Self {
        CaseInsensitive { value, text: None }
    }
}

impl<E: OpenEnum> From<&str> for CaseInsensitive<E> {
    fn from(text: &str) -> Self {
        let value = E::from_text(text);
        let text = (value.as_text() != text).then(|| text.into());
        CaseInsensitive { value, text }
    }
}

impl<E: OpenEnum> From<String> for CaseInsensitive<E> {
    fn from(text: String) -> Self {
        CaseInsensitive::from(text.as_str())
    }
}

impl<E: OpenEnum> FromStr for CaseInsensitive<E> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(CaseInsensitive::from(text))
    }
}

impl<E: PartialEq> PartialEq for CaseInsensitive<E> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<E: Eq> Eq for CaseInsensitive<E> {}

impl<E: PartialEq> PartialEq<E> for CaseInsensitive<E> {
    fn eq(&self, other: &E) -> bool {
        self.value == *other
    }
}

impl<E: Hash> Hash for CaseInsensitive<E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<E: OpenEnum> fmt::Display for CaseInsensitive<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<E: OpenEnum> fmt::Debug for CaseInsensitive<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<E: OpenEnum> ToWire for CaseInsensitive<E> {
    fn to_wire(&self) -> WireValue<'_> {
        WireValue::String(self.as_str().into())
    }

    fn is_composite(&self) -> bool {
        false
    }
}
