//! The macros that define types of text.

/// Implements an open enum: its known variants, and `Unknown(UnknownText)`.
///
/// A row is `Variant: "text"`. With `case_insensitive` before the name, texts are compared
/// ignoring ASCII case; the type of a field is then [`CaseInsensitive`](crate::CaseInsensitive),
/// which keeps the original text.
///
/// Implements `as_str`, `From<&str>`, `From<String>`, `FromStr` (which never fails), `Display`,
/// serde's `Serialize` and `Deserialize`, [`OpenEnum`](crate::OpenEnum), [`ToWire`](crate::ToWire)
/// and [`FromWire`](crate::FromWire).
///
/// ```
/// use api_wire::{UnknownText, open_enum};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// #[non_exhaustive]
/// pub enum OrderType {
///     Pickup,
///     Delivery,
///     Unknown(UnknownText),
/// }
///
/// open_enum!(OrderType { Pickup: "pickup", Delivery: "delivery" });
///
/// assert_eq!(OrderType::from("pickup"), OrderType::Pickup);
/// assert_eq!(OrderType::from("by drone").as_str(), "by drone");
/// ```
#[macro_export]
macro_rules! open_enum {
    (case_insensitive, $name:ident { $($variant:ident : $text:literal),* $(,)? }) => {
        impl ::core::convert::From<&str> for $name {
            #[inline]
            fn from(text: &str) -> Self {
                $(
                    if text.eq_ignore_ascii_case($text) {
                        return Self::$variant;
                    }
                )*
                Self::Unknown($crate::UnknownText::__new(text, true))
            }
        }

        $crate::__open_enum! { $name { $($variant: $text,)* } }
    };
    ($name:ident { $($variant:ident : $text:literal),* $(,)? }) => {
        impl ::core::convert::From<&str> for $name {
            #[inline]
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    _ => Self::Unknown($crate::UnknownText::__new(text, false)),
                }
            }
        }

        $crate::__open_enum! { $name { $($variant: $text,)* } }
    };
}

/// The common part of open enums.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum {
    ($name:ident { $($variant:ident : $text:literal,)* }) => {
        impl $name {
            /// The text of the value on the wire.
            #[inline]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unknown(text) => text.as_str(),
                }
            }
        }

        impl $crate::OpenEnum for $name {
            const TEXTS: &'static [&'static str] = &[$($text),*];

            #[inline]
            fn from_text(text: &str) -> Self {
                Self::from(text)
            }

            #[inline]
            fn as_text(&self) -> &str {
                self.as_str()
            }
        }

        $crate::__text! { $name }
    };
}

/// Implements a newtype of a string, such as an id that must not be mixed up with others.
///
/// Implements `as_str`, `From<&str>`, `From<String>`, `FromStr` (which never fails), `Display`, serde's
/// `Serialize` and `Deserialize`, [`ToWire`](crate::ToWire) and [`FromWire`](crate::FromWire).
///
/// ```
/// /// Identifies a request.
/// #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// pub struct RequestUid(Box<str>);
///
/// api_wire::text_id!(RequestUid);
///
/// assert_eq!(RequestUid::from("a1").as_str(), "a1");
/// ```
#[macro_export]
macro_rules! text_id {
    ($name:ident) => {
        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::core::convert::From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        $crate::__text! { $name }
    };
}

/// The common part of types of text.
#[doc(hidden)]
#[macro_export]
macro_rules! __text {
    ($name:ident) => {
        impl ::core::convert::From<::std::string::String> for $name {
            #[inline]
            fn from(text: ::std::string::String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = ::core::convert::Infallible;

            #[inline]
            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                ::core::result::Result::Ok(Self::from(text))
            }
        }

        impl ::core::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::deserialize_from_str(deserializer)
            }
        }

        impl $crate::ToWire for $name {
            #[inline]
            fn to_wire(&self) -> $crate::WireValue<'_> {
                $crate::WireValue::String(self.as_str().into())
            }

            fn is_composite(&self) -> bool {
                false
            }
        }

        impl $crate::FromWire for $name {
            #[inline]
            fn blank() -> Self {
                Self::from("")
            }

            #[inline]
            fn read_into(
                into: &mut ::core::option::Option<Self>,
                cursor: &mut $crate::Cursor<'_>,
                field: &$crate::Field,
                _: &mut $crate::Leftovers,
            ) -> ::core::result::Result<$crate::ReadResult, $crate::ReadError> {
                $crate::read_string(cursor, field, &mut |text| {
                    *into = ::core::option::Option::Some(Self::from(&*text));
                })
            }
        }
    };
}
