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

            // A field without a row is an error here, which names it.
            const _: fn($name) -> $name =
                |record| $name { $($field: record.$field,)* extra: record.extra };

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

            // A field without a row is an error here, which names it.
            const _: fn($name) -> $name = |body| $name { $($field: body.$field),* };

            impl $crate::Fields for $name {
                fn schema(&self) -> &'static $crate::Schema {
                    &SCHEMA
                }

                fn with_fields(&self, f: &mut dyn FnMut(&[&dyn $crate::ToWire], &$crate::Extra)) {
                    f(&[$(&self.$field),*], $crate::Extra::empty());
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
