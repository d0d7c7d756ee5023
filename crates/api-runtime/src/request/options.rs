//! Options of single calls.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use api_wire::Secret;
use http::HeaderMap;

use crate::account::Account;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::validate;
use crate::observe::labels::Labels;
use crate::redact::redactor::Redactor;

/// The label that the account sets.
const ACCOUNT: &str = "account";

/// Timeouts, headers, query parameters and labels of single calls.
///
/// `Debug` shows names of headers and parameters, not their values.
#[derive(Clone, Default)]
pub(crate) struct CallOptions {
    pub(crate) attempt_timeout: Option<Duration>,
    /// Of all attempts.
    pub(crate) timeout: Option<Duration>,
    pub(crate) headers: HeaderMap,
    pub(crate) query: Vec<(String, String)>,
    /// Whose credentials the client has: a label, and a part of each key.
    pub(crate) account: Option<Account>,
    pub(crate) labels: Labels,
    pub(crate) invalid_fields: Vec<InvalidField>,
}

impl CallOptions {
    /// Whether everything is as in the client.
    pub(crate) fn is_empty(&self) -> bool {
        self.attempt_timeout.is_none()
            && self.timeout.is_none()
            && self.headers.is_empty()
            && self.query.is_empty()
            && self.labels.is_empty()
            && self.invalid_fields.is_empty()
    }

    pub(crate) fn header(&mut self, name: &str, value: Secret) {
        match validate::header(name, value.expose()) {
            Ok((name, value)) => {
                self.headers.append(name, value);
            }
            Err((name, reason)) => {
                self.invalid_fields
                    .push(InvalidField::new(FieldLocation::Header, name, reason))
            }
        }
    }

    pub(crate) fn account(&mut self, text: &str) {
        match Account::new(text) {
            Ok(account) => {
                let set = self.labels.set(ACCOUNT.into(), account.to_string());
                self.invalid_fields.extend(set.err());
                self.account = Some(account);
            }
            Err(invalid) => self.invalid_fields.push(invalid),
        }
    }

    pub(crate) fn label(&mut self, name: Cow<'static, str>, value: String) {
        if name == ACCOUNT {
            let reason = "must be set with `account`, of which keys depend";
            let invalid = InvalidField::new(FieldLocation::Label, name, reason);
            return self.invalid_fields.push(invalid);
        }
        let set = self.labels.set(name, value);
        self.invalid_fields.extend(set.err());
    }

    /// The values that errors do not show: those of headers and parameters may be credentials.
    pub(crate) fn redactor(&self) -> Redactor {
        let mut redactor = Redactor::default();
        // Text cannot contain a value that is not text.
        for text in self
            .headers
            .values()
            .filter_map(|value| value.to_str().ok())
        {
            redactor.add(text);
        }
        for (_, value) in &self.query {
            redactor.add(value);
        }
        redactor
    }

    /// Adds later options, which override these.
    pub(crate) fn merge(mut self, later: Self) -> Self {
        self.attempt_timeout = later.attempt_timeout.or(self.attempt_timeout);
        self.timeout = later.timeout.or(self.timeout);
        self.account = later.account.or(self.account);
        self.headers.extend(later.headers);
        let is_later = |name: &str| later.query.iter().any(|(other, _)| other == name);
        self.query.retain(|(name, _)| !is_later(name));
        self.query.extend(later.query);
        self.invalid_fields.extend(later.invalid_fields);
        self.invalid_fields
            .extend(self.labels.merge(later.labels).err());
        self
    }
}

impl fmt::Debug for CallOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.keys().collect();
        let query: Vec<_> = self.query.iter().map(|(name, _)| name).collect();
        f.debug_struct("CallOptions")
            .field("attempt_timeout", &self.attempt_timeout)
            .field("timeout", &self.timeout)
            .field("headers", &headers)
            .field("query", &query)
            .field("labels", &self.labels)
            .field("invalid_fields", &self.invalid_fields)
            .finish()
    }
}
