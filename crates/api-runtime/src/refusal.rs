//! Reasons not to send a request. All of them are collected and told together.

use std::fmt;

/// One reason why a request was not sent, or why a client was not made.
///
/// It names the place and what is allowed there. It never holds the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    part: Part,
    name: String,
    reason: String,
}

/// The part of a request or of a client that a [`Refusal`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The base address.
    BaseAddress,
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
    /// A page that loads a browser SDK.
    Page,
}

impl Refusal {
    pub(crate) fn new(part: Part, name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            part,
            name: name.into(),
            reason: reason.into(),
        }
    }

    /// The part that is refused.
    pub fn part(&self) -> Part {
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

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BaseAddress => "base address",
            Self::Credentials => "credentials",
            Self::Settings => "settings",
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Body => "body",
            Self::Page => "page",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            write!(f, "{}: {}", self.part, self.reason)
        } else {
            write!(f, "{} `{}`: {}", self.part, self.name, self.reason)
        }
    }
}
