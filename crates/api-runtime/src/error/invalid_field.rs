//! Reasons not to send a request. All of them are collected and told together.

use std::fmt;

/// One reason why a request was not sent, or why a client was not made.
///
/// It names the place and what is allowed there. It never holds the value itself.
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
/// let invalid_field = &error.invalid_fields()[0];
/// assert_eq!((invalid_field.location(), invalid_field.name()), (FieldLocation::Path, "id"));
/// assert_eq!(invalid_field.to_string(), "path `id`: must not be `.` or `..`, nor an encoded form of them");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidField {
    part: FieldLocation,
    name: String,
    reason: String,
}

/// The part of a request or of a client that a [`InvalidField`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldLocation {
    /// The base URL.
    BaseUrl,
    /// The credentials.
    Credentials,
    /// The client's settings.
    Settings,
    /// A variable of the path.
    Path,
    /// A parameter of the query.
    Query,
    /// A header that was added to single calls.
    Header,
    /// The body; the name is a JSON pointer.
    Body,
}

impl InvalidField {
    pub(crate) fn new(
        part: FieldLocation,
        name: impl Into<String>,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            part,
            name: name.into(),
            reason: reason.into(),
        }
    }

    /// The part that is refused.
    pub fn location(&self) -> FieldLocation {
        self.part
    }

    /// The parameter's name, or the JSON pointer into the body. Empty where the part has one value only.
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
        })
    }
}

impl fmt::Display for InvalidField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            write!(f, "{}: {}", self.part, self.reason)
        } else {
            write!(f, "{} `{}`: {}", self.part, self.name, self.reason)
        }
    }
}
