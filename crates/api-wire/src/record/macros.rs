//! The macros to which the derives expand.

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

/// One setter.
#[doc(hidden)]
#[macro_export]
macro_rules! __setter {
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

/// Implements a record from its parsed attributes.
#[doc(hidden)]
#[macro_export]
macro_rules! __record {
    (
        $(#[$docs:meta])* $name:ident { $($field:ident: $described:expr,)* }
        { $($(#[$deprecated:meta])* $method:ident: $with_default:ident -> $ty:ty = $text:literal $default:expr,)* }
    ) => {
        impl $crate::Record for $name {}

        $crate::__fields! {
            $(#[$docs])*
            $name, $crate::Schema::new, own, ::core::default::Default::default(),
            [$($field: $described),*]
        }

        #[allow(dead_code)]
        impl $name { $(
            #[doc = concat!(
                "`", stringify!($with_default), "`, or its documented default, `", $text, "`, if it is absent."
            )]
            ///
            /// An error if it cannot be read.
            $(#[$deprecated])*
            #[inline]
            pub fn $method(&self) -> ::core::result::Result<$ty, $crate::ReadError> {
                let value = self.$with_default.as_ref().map($crate::__private::Stated::stated);
                let field = stringify!($with_default);
                $crate::__private::or_default(self, &self.extra, field, value, $default)
            }
        )* }
    };
}

/// Implements a body from its parsed attributes.
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
        $crate::__table! { $(#[$docs])* $name, $schema, $extra, [$($field: $described),*] }

        impl $crate::FieldsMut for $name {
            #[inline]
            fn with_fields_mut(
                &mut self,
                f: &mut dyn FnMut(&mut [&mut dyn $crate::ReadField], &mut $crate::Extra),
            ) {
                f(&mut [$(&mut self.$field),*], $crate::__extra!($extra mut self));
            }
        }

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

/// Implements the parameters of an operation from their parsed attributes.
#[doc(hidden)]
#[macro_export]
macro_rules! __parameters {
    ($(#[$docs:meta])* $name:ident { $($field:ident: $described:expr,)* }) => {
        $crate::__table! {
            $(#[$docs])*
            $name, $crate::Schema::parameters, none, [$($field: $described),*]
        }
    };
}

/// The table of a struct, and `Debug` by it.
#[doc(hidden)]
#[macro_export]
macro_rules! __table {
    (
        $(#[$docs:meta])* $name:ident, $schema:expr, $extra:ident, [$($field:ident: $described:expr),*]
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
        };

        impl ::core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::debug(self, f)
            }
        }
    };
}
