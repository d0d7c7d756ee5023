//! The context of an error: the call that it is about.

use std::borrow::Cow;
use std::sync::Arc;

use http::StatusCode;

use crate::info::method::Method;
use crate::info::operation_info::{OperationInfo, Retry};
use crate::redact;
use crate::redact::redactor::Redactor;

/// The call that an error is about.
#[derive(Clone)]
pub(crate) struct ErrorContext {
    pub(crate) api: &'static str,
    pub(crate) info: &'static OperationInfo,
    pub(crate) method: Method,
    pub(crate) path_template: Cow<'static, str>,
    pub(crate) retry: Retry,
    /// The value of the unique key; `None` if the body has no string in its field.
    pub(crate) unique_key: Option<String>,
    /// Whether it is the call of a key of a journal.
    pub(crate) has_key: bool,
    /// The key and the reference, as errors show them.
    pub(crate) names: Arc<str>,
}

/// The work of a client that is no operation.
static NO_OPERATION: OperationInfo = OperationInfo::new("", Method::Post, "");

impl ErrorContext {
    /// An operation, before its request is written.
    pub(crate) fn new(api: &'static str, info: &'static OperationInfo) -> Self {
        Self {
            api,
            info,
            method: info.method,
            path_template: Cow::Borrowed(info.path_template),
            retry: info.retry,
            unique_key: None,
            has_key: false,
            names: Arc::default(),
        }
    }

    /// No operation.
    pub(crate) fn of_client(api: &'static str) -> Self {
        Self::new(api, &NO_OPERATION)
    }

    /// Adds the key, or the reference.
    pub(crate) fn add_name(&mut self, what: &str, name: &str, redactor: &Redactor) {
        let (names, name) = (&self.names, redact::name(name, redactor));
        self.names = format!(", {what} {name}{names}").into();
    }

    /// The path template, unless it is no operation.
    pub(crate) fn path_template(&self) -> Option<&str> {
        (!self.info.name.is_empty()).then_some(&*self.path_template)
    }

    /// How an unknown outcome of a call without a key is found out: nothing looks its record up.
    pub(crate) fn found_out_by(&self) -> Retry {
        match self.retry {
            _ if self.is_read() => Retry::Safe,
            // Another call has another idempotency key.
            Retry::UniqueKey(_) | Retry::IdempotencyKey { .. } => Retry::Never,
            retry => retry,
        }
    }

    pub(crate) fn is_read(&self) -> bool {
        self.method == Method::Get
    }

    /// The unique key, unless it is blank: how the server treats blank ones is not documented.
    pub(crate) fn unique_key(&self) -> Option<&str> {
        let value = self.unique_key.as_deref();
        value.filter(|value| !value.trim().is_empty())
    }

    /// Whether a rejection is that of a duplicate: by its status, and by messages that name the unique key
    /// or cannot be read. Such a rejection says nothing about an earlier request.
    pub(crate) fn is_duplicate(&self, status: StatusCode, messages: &[String]) -> bool {
        let (Some(field), Some(value)) = (self.info.unique_key_field(), self.unique_key()) else {
            return false;
        };
        let is_possible = match self.info.duplicate_statuses {
            [] => matches!(status.as_u16(), 400 | 422),
            documented => documented.contains(&status.as_u16()),
        };
        let is_named = |message: &String| names(message, field) || names(message, value);
        status == StatusCode::CONFLICT
            || is_possible && (messages.is_empty() || messages.iter().any(is_named))
    }
}

/// Whether a message has this text: the field `reference_no` also as `Reference no`.
fn names(message: &str, text: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace('_', " ");
    let (message, text) = (plain(message), plain(text));
    let is_end = |rest: Option<char>| !rest.is_some_and(char::is_alphanumeric);
    let mut places = message.match_indices(text.as_str());
    places.any(|(start, found)| {
        let after = message[start + found.len()..].chars().next();
        is_end(message[..start].chars().next_back()) && is_end(after)
    })
}
