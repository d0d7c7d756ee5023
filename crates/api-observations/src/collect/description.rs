//! What the description of an API says about a value.

use crate::collect::marks::Marks;

/// What the description of an API says about a value, as far as it decides what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Description {
    /// A field that is neither secret nor personal.
    Field,
    /// A field with personal data, and what is below it.
    Personal,
    /// A secret field, and what is below it.
    Secret,
    /// An object with known fields.
    Record,
    /// An object whose keys are data.
    Map,
}

impl Description {
    pub(crate) fn marks(self) -> Marks {
        match self {
            Self::Field => Marks::KNOWN,
            Self::Personal => Marks::KNOWN.with(Marks::PERSONAL),
            Self::Secret => Marks::KNOWN.with(Marks::SECRET),
            Self::Record => Marks::RECORD,
            Self::Map => Marks::MAP,
        }
    }
}
