//! Credentials, and where they go in a request.

use std::fmt;

use api_wire::Secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderValue;

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::error::redact::Redactor;
use crate::request::encode;

/// Credentials of an API: a token, or several that belong together.
pub trait Credentials {
    /// Says where each part goes.
    fn authorize(&self, authorization: &mut Authorization);
}

impl<C: Credentials + ?Sized> Credentials for &C {
    fn authorize(&self, authorization: &mut Authorization) {
        C::authorize(self, authorization);
    }
}

/// What credentials put into each request: the `Authorization` header, and parts of the path.
///
/// It is made once for a client, so that a wrong token is told early. Its `Debug` shows no secret.
#[derive(Clone, Default)]
pub struct Authorization {
    header: Option<HeaderValue>,
    path: Vec<(&'static str, Secret)>,
    invalid_fields: Vec<InvalidField>,
    redactor: Redactor,
}

impl Authorization {
    pub(crate) fn of(credentials: &impl Credentials) -> Self {
        let mut authorization = Self::default();
        credentials.authorize(&mut authorization);
        authorization
    }

    /// Sends `Authorization: Bearer <token>`.
    ///
    /// A token that is empty, or that has white space, control characters or characters beyond ASCII, is refused.
    pub fn bearer(&mut self, token: &Secret) {
        let text = token.expose();
        self.redactor.add(text);
        if text.is_empty() {
            self.refuse("bearer token", "is empty");
        } else if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            self.refuse(
                "bearer token",
                "has white space, a line break or another character that a header cannot carry",
            );
        } else {
            self.set(format!("Bearer {text}"));
        }
    }

    /// Sends `Authorization: Basic <base64 of first:second>`.
    ///
    /// Without a second part the colon stays: `first:`. A part that is given must not be empty nor have
    /// control characters, and the first one no colon.
    pub fn basic(&mut self, first: &Secret, second: Option<&Secret>) {
        let mut fine = true;
        for (name, part) in [("first part", Some(first)), ("second part", second)] {
            let Some(text) = part.map(Secret::expose) else {
                continue;
            };
            self.redactor.add(text);
            let reason = if text.is_empty() {
                "is empty"
            } else if text.chars().any(char::is_control) {
                "has a line break or another control character"
            } else if name == "first part" && text.contains(':') {
                "has a colon, which would end it too early"
            } else {
                continue;
            };
            fine = false;
            self.refuse(name, reason);
        }
        if fine {
            let joined = format!("{}:{}", first.expose(), second.map_or("", Secret::expose));
            let encoded = STANDARD.encode(joined);
            self.redactor.add(&encoded);
            self.set(format!("Basic {encoded}"));
        }
    }

    /// Fills a variable of the path, in operations whose path has it. The same rules hold as for every path value.
    pub fn path(&mut self, variable: &'static str, value: &Secret) {
        self.redactor.add(value.expose());
        self.redactor.add(&encode::percent(value.expose()));
        match encode::check_path_value(value.expose()) {
            Ok(()) => self.path.push((variable, value.clone())),
            Err(reason) => self.refuse(variable, reason),
        }
    }

    fn set(&mut self, text: String) {
        // The texts were checked above; this is the second lock on the same door.
        match HeaderValue::try_from(text) {
            Ok(mut value) => {
                value.set_sensitive(true);
                self.header = Some(value);
            }
            Err(_) => self.refuse("header", "has a character that a header cannot carry"),
        }
    }

    fn refuse(&mut self, name: &str, reason: &str) {
        self.invalid_fields
            .push(InvalidField::new(FieldLocation::Credentials, name, reason));
    }

    /// Hides values that go out beside the credentials, as they are redactor, wherever a server sends them back.
    pub(crate) fn redacting<'v>(&self, values: impl IntoIterator<Item = &'v HeaderValue>) -> Self {
        let mut redacting = self.clone();
        for value in values {
            // What is no text is never found in one.
            if let Ok(text) = value.to_str() {
                redacting.redactor.add(text);
            }
        }
        redacting
    }

    pub(crate) fn header(&self) -> Option<&HeaderValue> {
        self.header.as_ref()
    }

    pub(crate) fn path_value(&self, variable: &str) -> Option<&str> {
        self.path
            .iter()
            .find(|(name, _)| *name == variable)
            .map(|(_, value)| value.expose())
    }

    pub(crate) fn invalid_fields(&self) -> &[InvalidField] {
        &self.invalid_fields
    }

    pub(crate) fn redactor(&self) -> &Redactor {
        &self.redactor
    }
}

impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variables: Vec<_> = self.path.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Authorization")
            .field("header", &self.header.is_some())
            .field("path", &variables)
            .field("invalid_fields", &self.invalid_fields)
            .finish()
    }
}
