//! Types of fields.

use std::fmt;

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

impl Type {
    /// The Rust type of a scalar, and whether it is one of `api_wire`.
    pub(crate) fn scalar(&self) -> Option<(&'static str, bool)> {
        Some(match self {
            Self::Text | Self::Time => ("String", false),
            Self::Integer { .. } => ("i64", false),
            Self::Count => ("u32", false),
            Self::Boolean => ("bool", false),
            Self::Decimal => ("Decimal", true),
            Self::Date => ("Date", true),
            Self::DateTime => ("Timestamp", true),
            Self::LocalDateTime => ("LocalDateTime", true),
            Self::Json => ("Json", true),
            Self::IntegerOrText => ("Id", true),
            Self::List(_) | Self::Map(_) | Self::Named(_) => return None,
        })
    }

    /// The type in Rust.
    pub(crate) fn rust(&self) -> String {
        match self {
            Self::List(inner) => format!("Vec<{}>", inner.rust()),
            Self::Map(inner) => format!("BTreeMap<String, {}>", inner.rust()),
            Self::Named(named) => match named.kind {
                NamedKind::Enum {
                    case_insensitive: true,
                } => format!("CaseInsensitive<{}>", named.name),
                _ => named.name.clone(),
            },
            scalar => scalar
                .scalar()
                .map_or_else(String::new, |(name, _)| name.to_owned()),
        }
    }
}

/// As the spec writes it.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("string"),
            Self::Integer { bits: 64 } => f.write_str("integer"),
            Self::Integer { bits } => write!(f, "int{bits}"),
            Self::Count => f.write_str("count"),
            Self::Decimal => f.write_str("decimal"),
            Self::Boolean => f.write_str("boolean"),
            Self::Date => f.write_str("date"),
            Self::DateTime => f.write_str("datetime"),
            Self::LocalDateTime => f.write_str("local_datetime"),
            Self::Time => f.write_str("time"),
            Self::Json => f.write_str("json"),
            Self::IntegerOrText => f.write_str("integer|string"),
            Self::List(inner) => write!(f, "list({inner})"),
            Self::Map(inner) => write!(f, "map({inner})"),
            Self::Named(named) => f.write_str(&named.name),
        }
    }
}
