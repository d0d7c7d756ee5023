//! The macros that define records and bodies.

/// Implements a record: a struct that is read, and can be written back.
///
/// A row is `field marks,`: the name on the wire is that of the field unless it is given, as in
/// `kind: "type",`. Aliases follow: `points | "loyaltyPoints",`. The struct also has a field
/// `extra: Extra`, which has no row, and derives `Default`.
///
/// | mark | the field |
/// |---|---|
/// | `secret` | is never printed |
/// | `pii` | is personal data, never printed |
/// | `string_or_number` | a string that may also be a number or boolean |
/// | `strict` | a mismatch is an error: amounts, totals, limits |
/// | `envelope` | is required: an error if absent, null or of another type |
/// | `also_us_date` | a date that may also be `MM/DD/YYYY` |
///
/// Implements [`Fields`](crate::Fields), [`FieldsMut`](crate::FieldsMut),
/// [`Record`](crate::Record), [`ToWire`](crate::ToWire), [`FromWire`](crate::FromWire), `Debug`,
/// and serde's `Serialize` and `Deserialize`. They are compiled in the crates that use them.
/// A record that requests contain also has [`setters!`](crate::setters).
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
///         name pii,
///         points | "loyaltyPoints",
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
    ($name:ident { $(
        $field:ident $(: $wire:literal)? $(| $alias:literal)* $($mark:ident)*
    ),* $(,)? }) => {
        const _: () = {
            const FIELDS: &[$crate::Field] = &[$(
                $crate::Field::new(
                    stringify!($field),
                    &[$crate::__wire!($field $($wire)?) $(, $alias)*],
                )$(.$mark())*
            ),*];
            static SCHEMA: $crate::Schema = $crate::Schema::new(stringify!($name), FIELDS);

            // A field without a row is an error here, and rustc names it.
            const _: fn($name) -> $name =
                |record| $name { $($field: record.$field,)* extra: record.extra };

            impl $crate::Fields for $name {
                #[inline]
                fn schema(&self) -> &'static $crate::Schema {
                    &SCHEMA
                }

                #[inline]
                fn with_fields(&self, f: &mut dyn FnMut(&[&dyn $crate::ToWire], &$crate::Extra)) {
                    f(&[$(&self.$field),*], &self.extra);
                }
            }

            impl $crate::FieldsMut for $name {
                #[inline]
                fn with_fields_mut(
                    &mut self,
                    f: &mut dyn FnMut(&mut [&mut dyn $crate::ReadField], &mut $crate::Extra),
                ) {
                    f(&mut [$(&mut self.$field),*], &mut self.extra);
                }
            }

            impl $crate::Record for $name {}

            $crate::__fields! { $name, ::core::default::Default::default() }
        };
    };
}

/// Implements a body: a struct that is sent, and that no response contains.
///
/// A row is `field marks => Type,`, with the name on the wire as in [`record!`](crate::record).
///
/// | part of a row | |
/// |---|---|
/// | `/// Text.` before it | the docs of the setter |
/// | `max 64` | a string of at most 64 characters |
/// | `secret`, `pii` | is never printed |
/// | `=> Type` | is optional, with a setter that takes `impl Into<Type>` |
/// | `= Type` | is optional, with a setter that takes `Type`, so that literals need no suffix |
/// | neither | is required: written even if it is an empty list |
///
/// Implements [`Fields`](crate::Fields), [`ToWire`](crate::ToWire), `Debug`, and serde's
/// `Serialize` and `Deserialize`, so that a service can keep it in a queue. For the latter it also
/// implements [`FieldsMut`](crate::FieldsMut) and [`FromWire`](crate::FromWire). A body has no room
/// for values that do not fit: an unknown field and a mismatch are errors.
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
///         name max 64 => String,
///         notes pii => Change<String>,
///     }
/// }
///
/// let update = CustomerUpdate::default().name("Ada").notes(Change::Clear);
/// assert_eq!(to_string(&update), r#"{"name":"Ada","notes":null}"#);
/// ```
#[macro_export]
macro_rules! body {
    ($name:ident { $(
        $(#[$doc:meta])*
        $field:ident $(: $wire:literal)? $($mark:ident $($argument:literal)?)*
        $(=> $type:ty)? $(= $plain:ty)?
    ),* $(,)? }) => {
        const _: () = {
            const FIELDS: &[$crate::Field] = &[$(
                $crate::Field::new(stringify!($field), &[$crate::__wire!($field $($wire)?)])
                    $(.$mark($($argument)?))*
                    $(.with_setter(stringify!($type)))?
                    $(.with_setter(stringify!($plain)))?
            ),*];
            static SCHEMA: $crate::Schema = $crate::Schema::new_body(stringify!($name), FIELDS);

            impl $crate::Fields for $name {
                #[inline]
                fn schema(&self) -> &'static $crate::Schema {
                    &SCHEMA
                }

                #[inline]
                fn with_fields(&self, f: &mut dyn FnMut(&[&dyn $crate::ToWire], &$crate::Extra)) {
                    f(&[$(&self.$field),*], $crate::Extra::empty());
                }
            }

            impl $crate::FieldsMut for $name {
                #[inline]
                fn with_fields_mut(
                    &mut self,
                    f: &mut dyn FnMut(&mut [&mut dyn $crate::ReadField], &mut $crate::Extra),
                ) {
                    f(&mut [$(&mut self.$field),*], &mut $crate::Extra::default());
                }
            }

            // A field without a row is an error here, and rustc names it.
            $crate::__fields! { $name, $name { $($field: $crate::ReadField::blank()),* } }
        };

        $crate::setters! { $name { $($(#[$doc])* $field $(=> $type)? $(= $plain)?),* } }
    };
}

/// Implements chainable setters. A row `field => Type,` defines one that takes `impl Into<Type>`, a
/// row `field = Type,` one that takes `Type`, so that literals need no suffix. Its docs are those of
/// the row.
///
/// The field has this type or one that implements `From` it, such as an option.
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
    ($name:ident { $(
        $(#[$doc:meta])* $field:ident $(=> $type:ty)? $(= $plain:ty)?
    ),* $(,)? }) => {
        #[allow(clippy::useless_conversion)]
        impl $name {
            $($crate::__setter! { $(#[$doc])* $field $(=> $type)? $(= $plain)? })*
        }
    };
}

/// One setter; none for a required field.
#[doc(hidden)]
#[macro_export]
macro_rules! __setter {
    ($(#[$doc:meta])* $field:ident) => {};
    ($(#[$doc:meta])* $field:ident => $type:ty) => {
        $(#[$doc])*
        #[doc = ""]
        #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $field(mut self, value: impl ::core::convert::Into<$type>) -> Self {
            let value: $type = value.into();
            self.$field = value.into();
            self
        }
    };
    ($(#[$doc:meta])* $field:ident = $type:ty) => {
        $(#[$doc])*
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

/// The common part of records and bodies.
#[doc(hidden)]
#[macro_export]
macro_rules! __fields {
    ($name:ident, $blank:expr) => {
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
