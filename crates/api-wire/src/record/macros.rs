//! The macros that declare records, bodies and operations.

/// Declares a record: a struct that is read, and can be written back.
///
/// It is written as a plain struct. The name on the wire, other names that are read, and marks
/// stand in brackets after the type: `points: Option<i64> ["points" | "loyaltyPoints" strict]`.
/// The name on the wire is that of the field unless it is given.
///
/// | mark | the field |
/// |---|---|
/// | `secret` | is never printed |
/// | `pii` | is personal data, never printed |
/// | `string_or_number` | a string that may also be a number or boolean |
/// | `strict` | a mismatch is an error: amounts, totals, limits |
/// | `envelope` | is required: an error if absent, null or of another type |
/// | `also_us_date` | a date that may also be `MM/DD/YYYY` |
/// | `inferred` | has a type that the documents do not show |
///
/// What a mark means for callers is added to the docs of the field. A record that requests contain
/// has setters, as in [`body!`](crate::body).
///
/// The macro adds `#[derive(Clone, Default, PartialEq)]`, `#[non_exhaustive]` and a field
/// `extra: Extra`, and implements [`Fields`](crate::Fields), [`FieldsMut`](crate::FieldsMut),
/// [`Record`](crate::Record), [`ToWire`](crate::ToWire), [`FromWire`](crate::FromWire), `Debug`,
/// and serde's `Serialize` and `Deserialize`.
///
/// ```
/// use api_wire::{from_str, record, to_string};
///
/// record! {
///     /// A customer of the shop.
///     pub struct Customer {
///         pub name: Option<String> [pii],
///         pub points: Option<i64> ["points" | "loyaltyPoints"],
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
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident { $(
            $(#[$field_attribute:meta])*
            $field_visibility:vis $field:ident: $ty:ty $(=> $type:ty)? $(= $plain:ty)?
            $([ $($wire:literal)? $(| $alias:literal)* $($mark:ident)* ])?
        ),* $(,)? }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Default, PartialEq)]
        #[non_exhaustive]
        $visibility struct $name {
            $(
                $(#[$field_attribute])*
                $(
                    #[doc = ""]
                    $( #[doc = concat!("`", $wire, "` on the wire.")] )?
                    $( #[doc = concat!("Also read from `", $alias, "`.")] )*
                    $( #[doc = $crate::__mark!($mark)] )*
                )?
                $field_visibility $field: $ty,
            )*
            /// Unknown fields, and values that do not match their declared type.
            pub extra: $crate::Extra,
        }

        impl $crate::Record for $name {}

        $crate::__fields! {
            #[doc = "The fields as they are read and written."]
            $name, $crate::Schema::new, own, ::core::default::Default::default(),
            [$($field: $crate::Field::new(
                stringify!($field),
                &[$crate::__wire!($field $($($wire)?)?) $($(, $alias)*)?],
            )$($(.$mark())*)?),*]
        }

        $crate::__setters! { $name { $($(#[$field_attribute])* $field $(=> $type)? $(= $plain)?,)* } }
    };
}

/// Declares a body: a struct that is sent, and that no response contains.
///
/// It is written as a plain struct. After the type of an optional field stands what its setter
/// takes, and in brackets the name on the wire and marks, as in [`record!`](crate::record).
///
/// | after the type | |
/// |---|---|
/// | `=> Type` | is optional, with a setter that takes `impl Into<Type>` |
/// | `= Type` | is optional, with a setter that takes `Type`, so that literals need no suffix |
/// | neither | is required: written even if it is an empty list |
/// | `[max 64]` | a string of at most 64 characters |
/// | `[digits]` | a string of digits |
/// | `[secret]`, `[pii]` | is never printed |
///
/// The macro adds `#[derive(Clone, PartialEq)]` and `#[non_exhaustive]`, and implements
/// [`Fields`](crate::Fields), [`ToWire`](crate::ToWire), `Debug`, and serde's `Serialize` and
/// `Deserialize`, so that a service can keep it in a queue. For the latter it also implements
/// [`FieldsMut`](crate::FieldsMut) and [`FromWire`](crate::FromWire). A body has no room for values
/// that do not fit: an unknown field and a mismatch are errors.
///
/// ```
/// use api_wire::{Change, body, to_string};
///
/// body! {
///     #[derive(Default)]
///     pub struct CustomerUpdate {
///         pub name: Option<String> => String [max 64],
///         pub notes: Change<String> => Change<String> [pii],
///     }
/// }
///
/// let update = CustomerUpdate::default().name("Ada").notes(Change::Clear);
/// assert_eq!(to_string(&update), r#"{"name":"Ada","notes":null}"#);
/// ```
#[macro_export]
macro_rules! body {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident { $(
            $(#[$field_attribute:meta])*
            $field_visibility:vis $field:ident: $ty:ty $(=> $type:ty)? $(= $plain:ty)?
            $([ $($wire:literal)? $($mark:ident $($argument:literal)?)* ])?
        ),* $(,)? }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq)]
        #[non_exhaustive]
        $visibility struct $name {
            $(
                $(#[$field_attribute])*
                $(
                    #[doc = ""]
                    $( #[doc = concat!("`", $wire, "` on the wire.")] )?
                    $( #[doc = $crate::__mark!($mark $($argument)?)] )*
                )?
                $field_visibility $field: $ty,
            )*
        }

        $crate::__fields! {
            #[doc = "The fields as they are read and written."]
            $name, $crate::Schema::new_body, none, $name { $($field: $crate::ReadField::blank()),* },
            [$($field: $crate::Field::new(stringify!($field), &[$crate::__wire!($field $($($wire)?)?)])
                $($(.$mark($($argument)?))*)?
                $(.with_setter(stringify!($type)))?
                $(.with_setter(stringify!($plain)))?),*]
        }

        $crate::__setters! { $name { $($(#[$field_attribute])* $field $(=> $type)? $(= $plain)?,)* } }
    };
}

/// Declares a struct with chainable setters, such as an operation.
///
/// After the type of a field stands what its setter takes, as in [`body!`](crate::body). The docs
/// of the setter are those of the field. The macro adds `#[non_exhaustive]`.
///
/// ```
/// api_wire::setters! {
///     #[derive(Default)]
///     pub struct ListCustomers {
///         pub page: Option<u32> = u32,
///         pub telephone_eq: Option<String> => String,
///     }
/// }
///
/// assert_eq!(ListCustomers::default().telephone_eq("5550100").page(3).page, Some(3));
/// ```
#[macro_export]
macro_rules! setters {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident { $(
            $(#[$field_attribute:meta])*
            $field_visibility:vis $field:ident: $ty:ty $(=> $type:ty)? $(= $plain:ty)?
        ),* $(,)? }
    ) => {
        $(#[$attribute])*
        #[non_exhaustive]
        $visibility struct $name {
            $(
                $(#[$field_attribute])*
                $field_visibility $field: $ty,
            )*
        }

        $crate::__setters! { $name { $($(#[$field_attribute])* $field $(=> $type)? $(= $plain)?,)* } }
    };
}

/// Implements methods with the documented defaults of a record, such as
/// `level_or_default: level -> i64 = 1,`: the value, or the default if it is absent.
///
/// ```
/// use api_wire::{defaults, from_str, record};
///
/// record! {
///     pub struct Customer {
///         pub tier: Option<String>,
///         pub level: Option<i64>,
///     }
/// }
///
/// defaults! {
///     Customer {
///         tier_or_default: tier -> &str = "basic",
///         level_or_default: level -> i64 = 1,
///     }
/// }
///
/// let customer: Customer = from_str(r#"{"tier": null, "level": "high"}"#)?;
/// assert_eq!(customer.tier_or_default()?, "basic");
/// assert!(customer.level_or_default().is_err());
/// # Ok::<(), api_wire::ReadError>(())
/// ```
#[macro_export]
macro_rules! defaults {
    ($name:ident { $(
        $(#[$attribute:meta])* $method:ident: $field:ident -> $ty:ty = $default:expr
    ),* $(,)? }) => {
        impl $name { $(
            #[doc = concat!("`", stringify!($field), "`, or its documented default if it is absent.")]
            /// An error if it cannot be read.
            $(#[$attribute])*
            #[inline]
            pub fn $method(&self) -> ::core::result::Result<$ty, $crate::ReadError> {
                let value = self.$field.as_ref().map($crate::__private::Stated::stated);
                $crate::__private::or_default(self, &self.extra, stringify!($field), value, $default)
            }
        )* }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __setters {
    ($name:ident { $(
        $(#[$attribute:meta])* $field:ident $(=> $type:ty)? $(= $plain:ty)?,
    )* }) => {
        #[allow(clippy::useless_conversion, dead_code)]
        impl $name {
            $($crate::__setter! { $(#[$attribute])* $field $(=> $type)? $(= $plain)? })*
        }
    };
}

/// One setter; none for a required field.
#[doc(hidden)]
#[macro_export]
macro_rules! __setter {
    ($(#[$attribute:meta])* $field:ident) => {};
    ($(#[$attribute:meta])* $field:ident => $type:ty) => {
        $(#[$attribute])*
        #[doc = ""]
        #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $field(mut self, value: impl ::core::convert::Into<$type>) -> Self {
            let value: $type = value.into();
            self.$field = value.into();
            self
        }
    };
    ($(#[$attribute:meta])* $field:ident = $type:ty) => {
        $(#[$attribute])*
        #[doc = ""]
        #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
        #[inline]
        #[must_use]
        pub fn $field(mut self, value: $type) -> Self {
            self.$field = value.into();
            self
        }
    };
}

/// What a mark means for callers.
#[doc(hidden)]
#[macro_export]
macro_rules! __mark {
    (secret) => {
        "Secret."
    };
    (pii) => {
        "Personal data."
    };
    (max $max:literal) => {
        concat!("At most ", $max, " characters.")
    };
    (digits) => {
        "Digits only."
    };
    (string_or_number) => {
        "Also read from a number."
    };
    (strict) => {
        "An unreadable value is an error of the call."
    };
    (envelope) => {
        "Without it, the call is an error."
    };
    (also_us_date) => {
        "Also read as `MM/DD/YYYY`."
    };
    (inferred) => {
        "The type is inferred."
    };
}

/// The name on the wire: that of the field unless it is given.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $wire:literal) => {
        $wire
    };
}

/// The `extra` of a record, which is its own, or of a body, which has none.
#[doc(hidden)]
#[macro_export]
macro_rules! __extra {
    (own $this:ident) => {
        &$this.extra
    };
    (none $this:ident) => {
        $crate::Extra::empty()
    };
    (own mut $this:ident) => {
        &mut $this.extra
    };
    (none mut $this:ident) => {
        &mut $crate::Extra::default()
    };
}

/// A record, of which the derive has read the attributes.
#[doc(hidden)]
#[macro_export]
macro_rules! __record {
    (
        $(#[$docs:meta])* $name:ident { $($field:ident: $described:expr,)* }
        { $($(#[$deprecated:meta])* $method:ident: $with_default:ident -> $ty:ty = $default:expr,)* }
    ) => {
        impl $crate::Record for $name {}

        $crate::__fields! {
            $(#[$docs])*
            $name, $crate::Schema::new, own, ::core::default::Default::default(),
            [$($field: $described),*]
        }

        $crate::defaults! {
            $name { $($(#[$deprecated])* $method: $with_default -> $ty = $default,)* }
        }
    };
}

/// A body, of which the derive has read the attributes.
#[doc(hidden)]
#[macro_export]
macro_rules! __body {
    ($(#[$docs:meta])* $name:ident { $($field:ident: $described:expr,)* }) => {
        $crate::__fields! {
            $(#[$docs])*
            $name, $crate::Schema::new_body, none, $name { $($field: $crate::ReadField::blank()),* },
            [$($field: $described),*]
        }
    };
}

/// The common part of records and bodies.
#[doc(hidden)]
#[macro_export]
macro_rules! __fields {
    (
        $(#[$docs:meta])*
        $name:ident, $schema:expr, $extra:ident, $blank:expr, [$($field:ident: $described:expr),*]
    ) => {
        #[allow(dead_code, unreachable_pub)]
        impl $name {
            $(#[$docs])*
            pub const FIELDS: &'static [$crate::Field] = &[$($described),*];
        }

        const _: () = {
            static SCHEMA: $crate::Schema = $schema(stringify!($name), $name::FIELDS);

            impl $crate::Fields for $name {
                #[inline]
                fn schema(&self) -> &'static $crate::Schema {
                    &SCHEMA
                }

                #[inline]
                fn with_fields(&self, f: &mut dyn FnMut(&[&dyn $crate::ToWire], &$crate::Extra)) {
                    f(&[$(&self.$field),*], $crate::__extra!($extra self));
                }
            }

            impl $crate::FieldsMut for $name {
                #[inline]
                fn with_fields_mut(
                    &mut self,
                    f: &mut dyn FnMut(&mut [&mut dyn $crate::ReadField], &mut $crate::Extra),
                ) {
                    f(&mut [$(&mut self.$field),*], $crate::__extra!($extra mut self));
                }
            }
        };

        impl $crate::FromWire for $name {
            #[inline]
            fn blank() -> Self {
                $blank
            }

            #[inline]
            fn read_into(
                into: &mut ::core::option::Option<Self>,
                cursor: &mut $crate::Cursor<'_>,
                _: &$crate::Field,
                _: &mut $crate::Leftovers,
            ) -> ::core::result::Result<$crate::ReadResult, $crate::ReadError> {
                $crate::read_optional_record(into, cursor)
            }

            #[inline]
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

        impl $crate::ToWire for $name {
            #[inline]
            fn to_wire(&self) -> $crate::WireValue<'_> {
                $crate::WireValue::Record(self)
            }
        }

        impl ::core::fmt::Debug for $name {
            #[inline]
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
