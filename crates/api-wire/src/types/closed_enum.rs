//! Enums of known values and nothing else, such as environments.

use std::fmt;

/// The error of a text that is no value of an enum: it prints the values, not the text.
///
/// ```
/// use api_wire::closed_enum;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// pub enum Environment { Staging, Production }
///
/// closed_enum! { Environment { Staging: "staging", Production: "production", } }
///
/// let error = "prod".parse::<Environment>().unwrap_err();
/// assert_eq!(error.to_string(), "expected `staging` or `production`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEnumError(&'static [&'static str]);

impl ParseEnumError {
    /// For the macro only.
    #[doc(hidden)]
    pub const fn __new(values: &'static [&'static str]) -> Self {
        ParseEnumError(values)
    }
}

impl fmt::Display for ParseEnumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected ")?;
        for (index, value) in self.0.iter().enumerate() {
            let separator = match index {
                0 => "",
                _ if index + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{separator}`{value}`")?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseEnumError {}

/// Implements an enum of known values: `as_str`, `FromStr`, `Display`, and serde's `Serialize` and
/// `Deserialize`.
///
/// A row is `Variant: "text",`. Any other text is an error. See [`open_enum!`](crate::open_enum) for
/// values of a remote API, which may get new ones.
///
/// ```
/// use api_wire::closed_enum;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// pub enum Environment { Staging, Production }
///
/// closed_enum! { Environment { Staging: "staging", Production: "production", } }
///
/// assert_eq!("staging".parse(), Ok(Environment::Staging));
/// assert_eq!(serde_json::to_string(&Environment::Production)?, r#""production""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! closed_enum {
    ($name:ident { $($variant:ident : $text:literal),* $(,)? }) => {
        impl $name {
            /// The name, as it is parsed and serialized.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::ParseEnumError;

            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                match text {
                    $($text => ::core::result::Result::Ok(Self::$variant),)*
                    _ => ::core::result::Result::Err($crate::ParseEnumError::__new(&[$($text),*])),
                }
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
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
    };
}
