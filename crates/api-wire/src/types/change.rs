//! Fields of updates.

use crate::record::traits::{ToWire, WireValue};

/// A field of an update: keep the value, set it, or clear it with an explicit null.
#[doc(alias = "patch")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Change<T> {
    /// The field is omitted, and keeps its value.
    #[default]
    Leave,
    /// The field is set to this value. An empty list is sent.
    Set(T),
    /// The field is set to null.
    Clear,
}

impl<T> Change<T> {
    /// Whether the field keeps its value.
    pub fn is_leave(&self) -> bool {
        matches!(self, Change::Leave)
    }
}

impl<T> From<T> for Change<T> {
    fn from(value: T) -> Self {
        Change::Set(value)
    }
}

impl From<&str> for Change<String> {
    fn from(text: &str) -> Self {
        Change::Set(text.to_owned())
    }
}

impl<T: ToWire> ToWire for Change<T> {
    fn to_wire(&self) -> WireValue<'_> {
        match self {
            Change::Leave => WireValue::Absent,
            Change::Set(value) => value.to_wire(),
            Change::Clear => WireValue::Null,
        }
    }

    fn is_omitted(&self) -> bool {
        self.is_leave()
    }
}
