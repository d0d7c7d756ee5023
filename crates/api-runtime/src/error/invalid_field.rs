//! Client-side validation errors. They are collected and reported together.

use std::fmt;

/// A reason why a request was not sent, or why a client could not be built.
///
/// It names the field and what is allowed there, never the value.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{ErrorKind, FieldLocation};
/// use shop_client::GetOrder;
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([]);
/// let error = client.send(GetOrder::new("..")).await.unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidRequest);
/// let field = &error.invalid_fields()[0];
/// assert_eq!((field.location(), field.name()), (FieldLocation::Path, "id"));
/// assert_eq!(field.reason(), "must not be `.` or `..`, nor an encoded form of them");
/// # Ok(())
/// # }
/// ```
#[doc(alias = "validation error")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidField {
    location: FieldLocation,
    name: String,
    reason: String,
}

/// The part of a request or of a client's configuration that an [`InvalidField`] is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldLocation {
    /// The base URL of [`Config`](crate::Config).
    BaseUrl,
    /// The credentials of [`Config`](crate::Config).
    Credentials,
    /// A setting of the client or of a call, such as a timeout.
    Settings,
    /// A path variable.
    Path,
    /// A query parameter.
    Query,
    /// A request header of the operation, or one set in [`Call`](crate::Call).
    Header,
    /// The request body. The name is a JSON pointer.
    Body,
    /// A label set in [`Call`](crate::Call) or for the client.
    Label,
}

impl InvalidField {
    pub(crate) fn new(
        location: FieldLocation,
        name: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            location,
            name: name.into(),
            reason: reason.into(),
        }
    }

    /// A setting of a client or of a call.
    pub(crate) fn setting(name: &str, reason: impl Into<String>) -> Self {
        Self::new(FieldLocation::Settings, name, reason)
    }

    /// The part that the field is in.
    pub fn location(&self) -> FieldLocation {
        self.location
    }

    /// The name of the parameter, header or credential, or the JSON pointer into the body. Empty if
    /// the location is a single value.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong, or what is allowed.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for FieldLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BaseUrl => "base URL",
            Self::Credentials => "credentials",
            Self::Settings => "settings",
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Body => "body",
            Self::Label => "label",
        })
    }
}

impl fmt::Display for InvalidField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            write!(f, "{}: {}", self.location, self.reason)
        } else {
            write!(f, "{} `{}`: {}", self.location, self.name, self.reason)
        }
    }
}
