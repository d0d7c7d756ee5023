//! Types of fields.

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A string.
    Text,
    /// A whole number of so many bits.
    Integer {
        /// 64 or 32.
        bits: u8,
    },
    /// How many, or which of many: what paging counts with.
    Count,
    /// An exact decimal number.
    Decimal,
    /// True or false.
    Boolean,
    /// A day.
    Date,
    /// An instant.
    DateTime,
    /// A date and time without a zone.
    LocalDateTime,
    /// A time of day.
    Time,
    /// Any JSON.
    Json,
    /// A whole number or a text.
    IntegerOrText,
    /// A list.
    List(Box<Type>),
    /// A map from names.
    Map(Box<Type>),
    /// A record, body, enum or id.
    Named(Named),
}

/// A type that the spec declares.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Named {
    /// The set that describes it.
    pub(crate) package: usize,
    pub(crate) name: String,
    pub(crate) kind: NamedKind,
}

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamedKind {
    /// A record.
    Record,
    /// A body.
    Body,
    /// An open enum.
    Enum {
        /// Compared ignoring ASCII case.
        case_insensitive: bool,
    },
    /// A text that identifies something.
    Id,
}

impl Type {
    /// Whether it is a string on the wire, so that an example can show one.
    pub(crate) fn is_text(&self) -> bool {
        match self {
            Self::Text | Self::Time | Self::IntegerOrText => true,
            Self::Named(named) => matches!(named.kind, NamedKind::Id | NamedKind::Enum { .. }),
            _ => false,
        }
    }

    /// The named type in it, if there is one.
    pub(crate) fn named(&self) -> Option<&Named> {
        match self {
            Self::Named(named) => Some(named),
            Self::List(inner) | Self::Map(inner) => inner.named(),
            _ => None,
        }
    }
}
