//! Credentials, and the parts of a request that they fill.

pub(crate) mod provider;

use std::fmt;
use std::hash::{Hash, Hasher};

use api_wire::Secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::validate;
use crate::redact::redactor::Redactor;

/// A value with a line break is one that was copied or read from a file with more than the value.
const WHITE_SPACE: &str = "must not start or end with white space";

/// Credentials of an API: a token, or several that are used together.
#[doc(alias = "auth")]
#[doc(alias = "token")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot authorize requests",
    label = "expected the credentials of an API"
)]
pub trait Credentials {
    /// Adds each part to a header or to the path.
    fn authorize(&self, authorization: &mut Authorization);
}

impl<C: Credentials + ?Sized> Credentials for &C {
    fn authorize(&self, authorization: &mut Authorization) {
        C::authorize(self, authorization);
    }
}

/// No credentials: those of a client from which [`Client::with_account`](crate::Client::with_account) derives
/// the clients of all accounts.
impl Credentials for () {
    fn authorize(&self, _: &mut Authorization) {}
}

/// The parts of each request that credentials fill: `Authorization` or another header, and path
/// values.
///
/// Created once per client, so that an invalid token is reported early, or once per call by a
/// [`CredentialsProvider`](crate::CredentialsProvider). `Debug` shows no secrets.
#[derive(Clone, Default)]
pub struct Authorization {
    headers: HeaderMap,
    path: Vec<(&'static str, Secret)>,
    invalid_fields: Vec<InvalidField>,
    redactor: Redactor,
    /// Whether each call asks a provider for them.
    is_pending: bool,
}

impl Authorization {
    pub(crate) fn new(credentials: &impl Credentials) -> Self {
        let mut authorization = Self::default();
        credentials.authorize(&mut authorization);
        authorization
    }

    /// The authorization of requests whose credentials each call asks for.
    pub(crate) fn pending() -> Self {
        Self {
            is_pending: true,
            ..Self::default()
        }
    }

    /// Sends `Authorization: Bearer <token>`. Errors show the name of the token, as in `api_token`.
    ///
    /// An empty token is invalid, and so is one with whitespace, control or non-ASCII characters.
    pub fn bearer(&mut self, name: &str, token: &Secret) {
        if self.is_token(name, token) {
            self.set_authorization(format!("Bearer {}", token.expose()));
        }
    }

    /// Sends an API key in a header of its own, as in
    /// `("X-Api-Key", ("api_key", &self.api_key))`. Errors show the names of the key and the header.
    ///
    /// A key is valid as a [bearer](Self::bearer) token is. Invalid headers are those that the client
    /// or the connection sets, such as `Authorization` and `Content-Type`.
    pub fn api_key(&mut self, header: &'static str, (name, key): (&str, &Secret)) {
        if !self.is_token(name, key) {
            return;
        }
        match validate::header(header, key.expose()) {
            Ok((header, value)) => self.set(header, value),
            Err((_, reason)) => self.add_invalid_field(header, reason),
        }
    }

    /// Sends `Authorization: Basic <base64 of user:password>`. Errors show the names of the parts,
    /// as in `("client_id", &self.client_id)`.
    ///
    /// Without a password the colon is kept: `user:`. Empty parts and control characters are
    /// invalid, and so is a colon in the user.
    pub fn basic(&mut self, user: (&str, &Secret), password: Option<(&str, &Secret)>) {
        let mut is_valid = true;
        let parts = [Some((user, true)), password.map(|part| (part, false))];
        for ((name, part), is_user) in parts.into_iter().flatten() {
            let text = part.expose();
            self.redactor.add(text);
            let reason = if text.is_empty() {
                "must not be empty"
            } else if text.trim() != text {
                WHITE_SPACE
            } else if text.chars().any(char::is_control) {
                "must not contain control characters"
            } else if is_user && text.contains(':') {
                "must not contain a colon, which separates it from the password"
            } else {
                continue;
            };
            is_valid = false;
            self.add_invalid_field(name, reason);
        }
        if is_valid {
            let password = password.map_or("", |(_, secret)| secret.expose());
            let encoded = STANDARD.encode(format!("{}:{password}", user.1.expose()));
            self.redactor.add_base64(&encoded);
            self.set_authorization(format!("Basic {encoded}"));
        }
    }

    /// Sets a path variable, in operations whose path has it. Validated like every path value; errors
    /// show the name of the credential.
    pub fn path(&mut self, variable: &'static str, (name, value): (&str, &Secret)) {
        self.redactor.add(value.expose());
        let text = value.expose();
        let trimmed = match text.trim() == text {
            true => Ok(()),
            false => Err(WHITE_SPACE),
        };
        match trimmed.and_then(|()| validate::path_value(text)) {
            Ok(()) => self.path.push((variable, value.clone())),
            Err(reason) => self.add_invalid_field(name, reason),
        }
    }

    /// Whether a token or key is valid. An invalid one is recorded.
    fn is_token(&mut self, name: &str, token: &Secret) -> bool {
        let text = token.expose();
        self.redactor.add(text);
        let reason = match text {
            "" => "must not be empty",
            _ if text.trim() != text => WHITE_SPACE,
            _ if !is_token(text) => "must contain visible ASCII characters only",
            _ => return true,
        };
        self.add_invalid_field(name, reason);
        false
    }

    fn set_authorization(&mut self, text: String) {
        // The parts are validated above; this is defense in depth.
        match HeaderValue::try_from(text) {
            Ok(value) => self.set(AUTHORIZATION, value),
            Err(_) => self.add_invalid_field("header", "must be a valid header value"),
        }
    }

    fn set(&mut self, name: HeaderName, mut value: HeaderValue) {
        value.set_sensitive(true);
        self.headers.insert(name, value);
    }

    fn add_invalid_field(&mut self, name: &str, reason: &str) {
        let field = InvalidField::new(FieldLocation::Credentials, name, reason);
        // A credential may be sent in the header and in the path.
        if !self.invalid_fields.contains(&field) {
            self.invalid_fields.push(field);
        }
    }

    /// The same, which also redacts these values wherever a server echoes them.
    pub(crate) fn redacting(&self, values: &Redactor) -> Self {
        let mut authorization = self.clone();
        authorization.redactor.extend(values);
        authorization
    }

    /// The headers that are sent, with their secrets.
    #[doc(hidden)]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The path variables that are sent, with their secrets.
    #[doc(hidden)]
    pub fn path_values(&self) -> impl Iterator<Item = (&str, &str)> {
        let values = self.path.iter();
        values.map(|(variable, value)| (*variable, value.expose()))
    }

    pub(crate) fn path_value(&self, variable: &str) -> Option<&str> {
        let mut values = self.path_values();
        values
            .find(|(name, _)| *name == variable)
            .map(|(_, value)| value)
    }

    /// Hashes the values that are sent, by which the retry budget of the credentials is found.
    pub(crate) fn hash_values(&self, hasher: &mut impl Hasher) {
        for (name, value) in &self.headers {
            (name, value).hash(hasher);
        }
        for (variable, value) in &self.path {
            (variable, value.expose()).hash(hasher);
        }
    }

    /// Whether each call asks a provider for the credentials.
    pub(crate) fn is_pending(&self) -> bool {
        self.is_pending
    }

    /// Whether requests have no credentials at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.headers.is_empty() && self.path.is_empty() && !self.is_pending
    }

    /// A path value of any name, until the credentials are known.
    pub(crate) fn placeholder(&self) -> Option<&'static str> {
        self.is_pending.then_some("-")
    }

    /// Whether a request with these credentials is the same as with the others.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.headers == other.headers && self.path == other.path
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
        let headers: Vec<_> = self.headers.keys().collect();
        let variables: Vec<_> = self.path.iter().map(|(name, _)| *name).collect();
        f.debug_struct("Authorization")
            .field("headers", &headers)
            .field("path", &variables)
            .field("invalid_fields", &self.invalid_fields)
            .finish()
    }
}

/// Whether a text can be a bearer token.
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}
