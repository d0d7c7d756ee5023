//! The context of an error: the call that it is about.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use http::StatusCode;

use crate::body::sent_body::SentBody;
use crate::body::written_body::WrittenBody;
use crate::info::method::Method;
use crate::info::operation_info::{OperationInfo, Retry};
use crate::redact;
use crate::redact::redactor::Redactor;

/// The call that an error is about.
#[derive(Clone, Debug)]
pub(crate) struct ErrorContext {
    pub(crate) api: &'static str,
    pub(crate) operation: &'static str,
    pub(crate) route: Option<(Method, Cow<'static, str>)>,
    pub(crate) retry: Retry,
    pub(crate) unique_key: Option<Box<UniqueKeyValue>>,
    /// Whether it is the call of a key of a journal.
    pub(crate) has_key: bool,
    /// The key and the reference, as errors show them.
    pub(crate) names: Arc<str>,
}

/// The field of a request body that the server requires to be unique.
#[derive(Clone)]
pub(crate) struct UniqueKeyValue {
    pub(crate) field: &'static str,
    /// `None` if the body has no string in the field.
    pub(crate) value: Option<String>,
    /// The operation that looks up the record by this field.
    pub(crate) lookup: Option<&'static str>,
    /// The documented statuses of a rejected duplicate. If there are none, it may have any.
    pub(crate) duplicate_statuses: &'static [u16],
}

impl ErrorContext {
    /// An operation, before its request is written.
    pub(crate) fn new(api: &'static str, info: &'static OperationInfo) -> Self {
        let route = (info.method, Cow::Borrowed(info.path_template));
        Self {
            route: Some(route),
            retry: info.retry,
            ..Self::without_route(api, info.name)
        }
    }

    /// An operation without a known route, or no operation at all.
    pub(crate) fn without_route(api: &'static str, operation: &'static str) -> Self {
        Self {
            api,
            operation,
            route: None,
            retry: Retry::Never,
            unique_key: None,
            has_key: false,
            names: "".into(),
        }
    }

    /// Adds the key, or the reference.
    pub(crate) fn add_name(&mut self, what: &str, name: &str, redactor: &Redactor) {
        let (names, name) = (&self.names, redact::name(name, redactor));
        self.names = format!(", {what} {name}{names}").into();
    }

    /// The method and the path template; those of no operation are empty.
    pub(crate) fn route(&self) -> (Method, &str) {
        let route = self.route.as_ref();
        route.map_or((Method::Get, ""), |(method, template)| (*method, template))
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
        let route = self.route.as_ref();
        route.is_some_and(|(method, _)| *method == Method::Get)
    }

    /// Whether the server recognizes a duplicate: the unique field is not blank. How it treats
    /// blank ones is not documented.
    pub(crate) fn has_unique_key(&self) -> bool {
        let value = self
            .unique_key
            .as_ref()
            .and_then(|unique_key| unique_key.value.as_deref());
        value.is_some_and(|value| !value.trim().is_empty())
    }
}

impl ErrorContext {
    /// Whether a rejection is that of a duplicate: by its status, and by messages that name the unique key
    /// or cannot be read. Such a rejection says nothing about an earlier request.
    pub(crate) fn is_duplicate(&self, status: StatusCode, messages: &[String]) -> bool {
        let Some(key) = self.unique_key.as_ref().filter(|_| self.has_unique_key()) else {
            return false;
        };
        let is_possible = match key.duplicate_statuses {
            [] => matches!(status.as_u16(), 400 | 422),
            documented => documented.contains(&status.as_u16()),
        };
        let is_named = || messages.iter().any(|message| key.is_named_in(message));
        status == StatusCode::CONFLICT || is_possible && (messages.is_empty() || is_named())
    }
}

impl UniqueKeyValue {
    /// Whether a message has the name of the field, such as `reference_no` or `Reference no`, or its value.
    fn is_named_in(&self, message: &str) -> bool {
        let plain = |text: &str| text.to_lowercase().replace('_', " ");
        let message = plain(message);
        let is_end = |rest: Option<char>| !rest.is_some_and(char::is_alphanumeric);
        let is_in_message = |word: &str| {
            let word = plain(word);
            let mut places = message.match_indices(word.as_str());
            places.any(|(start, found)| {
                let after = message[start + found.len()..].chars().next();
                is_end(message[..start].chars().next_back()) && is_end(after)
            })
        };
        is_in_message(self.field) || self.value.as_deref().is_some_and(is_in_message)
    }

    /// The body that has this unique key. `None` if the server may not recognize a duplicate: the key
    /// is blank, and how the server treats blank ones is not documented, or the body has it twice.
    pub(crate) fn in_body<'a>(&'a self, body: &'a WrittenBody) -> Option<SentBody<'a>> {
        let value = self
            .value
            .as_deref()
            .filter(|value| !value.trim().is_empty())?;
        SentBody::new(body, self.field, value)
    }
}

impl fmt::Debug for UniqueKeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The value is the caller's data.
        f.write_str(self.field)
    }
}
