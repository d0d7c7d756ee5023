//! The macros with which generated crates declare.

/// Makes a record of a struct: what is read from the wire, and can be written back.
///
/// A row is `field: "wire_name" marks,`. A second wire name follows a `|`. The marks, any number in any
/// order, are the methods of [`Field`](crate::Field): `secret`, `pii`, `string_or_number`, `strict`,
/// `wrapper`, `also_us_date`. The struct has a field `extra: Extra` that is not in the table.
///
/// It implements [`Fields`](crate::Fields), [`FieldsMut`](crate::FieldsMut), [`Record`](crate::Record),
/// [`ToWire`](crate::ToWire), [`FromWire`](crate::FromWire), `Debug`, and serde's `Serialize` and
/// `Deserialize`, these two for serde_json only. The struct itself derives `Default`.
///
/// ```
/// use api_wire::{Extra, from_str, record, to_string};
///
/// #[derive(Clone, Default, PartialEq)]
/// pub struct Customer {
///     pub name: Option<String>,
///     pub points: Option<i64>,
///     pub extra: Extra,
/// }
///
/// record! {
///     Customer {
///         name: "name" pii,
///         points: "points" | "loyaltyPoints",
///     }
/// }
///
/// let customer: Customer = from_str(r#"{"loyaltyPoints": "3", "level": 7}"#)?;
/// assert_eq!(customer.points, Some(3));
/// assert_eq!(to_string(&customer), r#"{"loyaltyPoints":3,"level":7}"#);
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[macro_export]
macro_rules! record {
    ($name:ident { $($field:ident : $wire:literal $(| $other:literal)* $($mark:ident)*),* $(,)? }) => {
        const _: () = {
            const FIELDS: &[$crate::Field] =
                &[$($crate::Field::new(stringify!($field), &[$wire $(, $other)*])$(.$mark())*),*];
            static SCHEMA: $crate::Schema = $crate::Schema::new(stringify!($name), FIELDS);

            impl $crate::Fields for $name {
                fn schema(&self) -> &'static $crate::Schema {
                    &SCHEMA
                }

                fn with_fields(&self, f: &mut dyn FnMut(&[&dyn $crate::ToWire], &$crate::Extra)) {
                    f(&[$(&self.$field),*], &self.extra);
                }
            }

            impl $crate::FieldsMut for $name {
                fn with_fields_mut(&mut self, f: &mut dyn FnMut(&mut [&mut dyn $crate::ReadField], &mut $crate::Extra)) {
                    f(&mut [$(&mut self.$field),*], &mut self.extra);
                }
            }

            impl $crate::Record for $name {}

            impl $crate::FromWire for $name {
                fn read_into(
                    into: &mut ::core::option::Option<Self>,
                    cursor: &mut $crate::Cursor<'_>,
                    _: &$crate::Field,
                    _: &mut $crate::Leftovers,
                ) -> ::core::result::Result<$crate::ReadResult, $crate::ReadError> {
                    $crate::read_optional_record(into, cursor)
                }

                fn read_item(
                    list: &mut ::std::vec::Vec<Self>,
                    cursor: &mut $crate::Cursor<'_>,
                    _: &$crate::Field,
                    _: &mut $crate::Leftovers,
                ) -> ::core::result::Result<$crate::ReadResult, $crate::ReadError> {
                    $crate::read_record_item(list, cursor)
                }
            }

            impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
                fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> ::core::result::Result<Self, D::Error> {
                    $crate::__private::deserialize(deserializer)
                }
            }

            $crate::__written!($name);
        };
    };
}

/// Makes a body of a struct: what is sent, and never read.
///
/// A row is `field: "wire_name" marks => Type,`. The marks are `max N` (a text has at most N
/// characters), `secret` and `pii`. `=> Type` makes a setter of the field's name that takes `impl
/// Into<Type>` and gives the body back, `= Type` one that takes just the type, so that a literal needs
/// no suffix; a field without either is expected, and written even when it is an empty list.
///
/// It implements [`Fields`](crate::Fields), [`ToWire`](crate::ToWire), `Debug`, and serde's `Serialize`, for
/// serde_json only.
///
/// ```
/// use api_wire::{Change, body, to_string};
///
/// #[derive(Clone, Default, PartialEq)]
/// pub struct CustomerUpdate {
///     pub name: Option<String>,
///     pub notes: Change<String>,
/// }
///
/// body! {
///     CustomerUpdate {
///         name: "name" max 64 => String,
///         notes: "notes" pii => Change<String>,
///     }
/// }
///
/// let change = CustomerUpdate::default().name("Ada").notes(Change::Clear);
/// assert_eq!(to_string(&change), r#"{"name":"Ada","notes":null}"#);
/// ```
#[macro_export]
macro_rules! body {
    ($name:ident { $($field:ident : $wire:literal $($mark:ident $($argument:literal)?)* $(=> $type:ty)? $(= $plain:ty)?),* $(,)? }) => {
        const _: () = {
            const FIELDS: &[$crate::Field] = &[$(
                $crate::Field::new(stringify!($field), &[$wire])
                    $(.$mark($($argument)?))*
                    $(.with_setter(stringify!($type)))?
                    $(.with_setter(stringify!($plain)))?
            ),*];
            static SCHEMA: $crate::Schema = $crate::Schema::new_body(stringify!($name), FIELDS);

            impl $crate::Fields for $name {
                fn schema(&self) -> &'static $crate::Schema {
                    &SCHEMA
                }

                fn with_fields(&self, f: &mut dyn FnMut(&[&dyn $crate::ToWire], &$crate::Extra)) {
                    f(&[$(&self.$field),*], $crate::Extra::none());
                }
            }

            $crate::__written!($name);
        };

        $crate::setters! { $name { $($($field => $type,)? $($field = $plain,)?)* } }
    };
}

/// Makes chainable setters: a row `field => Type,` makes one that takes `impl Into<Type>`, a row
/// `field = Type,` one that takes just the type, so that a literal needs no suffix.
///
/// The field is of that type, or of one that is made from it, such as an option.
///
/// ```
/// #[derive(Default)]
/// pub struct ListCustomers {
///     pub page: Option<u32>,
///     pub telephone_eq: Option<String>,
/// }
///
/// api_wire::setters! { ListCustomers { page = u32, telephone_eq => String, } }
///
/// assert_eq!(ListCustomers::default().telephone_eq("5550100").page(3).page, Some(3));
/// ```
#[macro_export]
macro_rules! setters {
    ($name:ident { $($field:ident $(=> $type:ty)? $(= $plain:ty)?),* $(,)? }) => {
        #[allow(clippy::useless_conversion)]
        impl $name {
            $($crate::__setter! { $field $(=> $type)? $(= $plain)? })*
        }
    };
}

/// One setter.
#[doc(hidden)]
#[macro_export]
macro_rules! __setter {
    ($field:ident => $type:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, value: impl ::core::convert::Into<$type>) -> Self {
            let value: $type = value.into();
            self.$field = value.into();
            self
        }
    };
    ($field:ident = $type:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, value: $type) -> Self {
            self.$field = value.into();
            self
        }
    };
}

/// What records and bodies have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __written {
    ($name:ident) => {
        impl $crate::ToWire for $name {
            fn to_wire(&self) -> $crate::WireValue<'_> {
                $crate::WireValue::Record(self)
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::debug(self, f)
            }
        }

        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::__private::serialize(self, serializer)
            }
        }
    };
}

/// Makes an open enum of an enum that has, besides its known variants, `Unknown(UnknownText)`.
///
/// A row is `Variant: "text",`. With `case_insensitive` before the name, texts are matched ignoring ASCII case;
/// fields then use [`CaseInsensitive`](crate::CaseInsensitive), which keeps the text as it came.
///
/// It makes `as_str`, and implements `From<&str>`, `From<String>`, `FromStr` (which never fails),
/// `Display`, [`OpenEnum`](crate::OpenEnum), [`ToWire`](crate::ToWire) and [`FromWire`](crate::FromWire).
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
/// open_enum! { OrderType { Pickup: "pickup", Delivery: "delivery", } }
///
/// assert_eq!(OrderType::from("pickup"), OrderType::Pickup);
/// assert_eq!(OrderType::from("by drone").as_str(), "by drone");
/// ```
#[macro_export]
macro_rules! open_enum {
    (case_insensitive $name:ident { $($variant:ident : $text:literal),* $(,)? }) => {
        impl ::core::convert::From<&str> for $name {
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

/// What open enums have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum {
    ($name:ident { $($variant:ident : $text:literal,)* }) => {
        impl $name {
            /// The text of the value, as it is on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unknown(text) => text.as_str(),
                }
            }
        }

        impl $crate::OpenEnum for $name {
            fn from_text(text: &str) -> Self {
                Self::from(text)
            }

            fn as_text(&self) -> &str {
                self.as_str()
            }
        }

        $crate::__text! { $name }
    };
}

/// Makes a newtype of a text: an id that is not mixed up with others.
///
/// It makes `as_str`, derives `Clone`, `Debug`, `PartialEq`, `Eq`, `PartialOrd`, `Ord` and `Hash`, and
/// implements `From<&str>`, `From<String>`, `FromStr` (which never fails), `Display`,
/// [`ToWire`](crate::ToWire) and [`FromWire`](crate::FromWire).
///
/// ```
/// api_wire::text_id! {
///     /// Identifies a request.
///     pub struct RequestUid;
/// }
///
/// assert_eq!(RequestUid::from("a1").as_str(), "a1");
/// ```
#[macro_export]
macro_rules! text_id {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(::std::boxed::Box<str>);

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

/// What types made from text have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __text {
    ($name:ident) => {
        impl ::core::convert::From<::std::string::String> for $name {
            fn from(text: ::std::string::String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = ::core::convert::Infallible;

            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                ::core::result::Result::Ok(Self::from(text))
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::ToWire for $name {
            fn to_wire(&self) -> $crate::WireValue<'_> {
                $crate::WireValue::String(self.as_str().into())
            }

            fn is_composite(&self) -> bool {
                false
            }
        }

        impl $crate::FromWire for $name {
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
