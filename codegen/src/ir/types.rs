//! Types of fields.

use std::fmt;

pub(crate) use crate::language::{Json, Scalar};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Scalar(Scalar),
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
    Record,
    Body,
    /// An open enum.
    Enum {
        /// Compared ignoring ASCII case.
        case_insensitive: bool,
    },
    /// A text that identifies something.
    Id,
}

impl Named {
    /// The type in Rust.
    pub(crate) fn rust(&self) -> String {
        match self.kind {
            NamedKind::Enum {
                case_insensitive: true,
            } => format!("CaseInsensitive<{}>", self.name),
            _ => self.name.clone(),
        }
    }
}

impl NamedKind {
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Body => "body",
            Self::Enum { .. } => "enum",
            Self::Id => "id",
        }
    }
}

impl Type {
    /// Whether it is a string on the wire, so that an example can show one.
    pub(crate) fn is_text(&self) -> bool {
        match self {
            Self::Scalar(scalar) => scalar.is_plain_text(),
            Self::Named(named) => matches!(named.kind, NamedKind::Id | NamedKind::Enum { .. }),
            _ => false,
        }
    }

    /// Whether a value of it can be the same as one of another type. The runtime compares scalars in any notation: a text may
    /// be any of them, and a date is no number.
    pub(crate) fn may_equal(&self, other: &Self) -> bool {
        let is_any = |ty: &Self| *ty == Self::Scalar(Scalar::Json);
        let is_object = |ty: &Self| match ty {
            Self::Named(named) => matches!(named.kind, NamedKind::Record | NamedKind::Body),
            ty => matches!(ty, Self::Map(_)),
        };
        match (self, other) {
            (ty, other) if is_any(ty) || is_any(other) => true,
            (Self::List(ty), Self::List(other)) | (Self::Map(ty), Self::Map(other)) => {
                ty.may_equal(other)
            }
            (Self::List(_), _) | (_, Self::List(_)) => false,
            (Self::Scalar(scalar), Self::Scalar(other)) => {
                let is_time = |scalar: &Scalar| {
                    matches!(
                        scalar,
                        Scalar::Date | Scalar::DateTime | Scalar::LocalDateTime
                    )
                };
                let json = |scalar: &Scalar| scalar.row().json;
                let is_flat =
                    |scalar| matches!(json(scalar), Json::Integer | Json::Number | Json::Boolean);
                !(is_time(scalar) && is_flat(other) || is_flat(scalar) && is_time(other))
            }
            (ty, other) => is_object(ty) == is_object(other),
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

    pub(crate) fn rust(&self) -> String {
        match self {
            Self::List(inner) => format!("Vec<{}>", inner.rust()),
            Self::Map(inner) => format!("BTreeMap<String, {}>", inner.rust()),
            Self::Named(named) => named.rust(),
            Self::Scalar(scalar) => scalar.row().rust.to_owned(),
        }
    }
}

/// As the spec writes it.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::List(inner) => write!(f, "list({inner})"),
            Self::Map(inner) => write!(f, "map({inner})"),
            Self::Named(named) => f.write_str(&named.name),
        }
    }
}
