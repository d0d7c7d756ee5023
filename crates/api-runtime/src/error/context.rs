//! The context of an error: the call that it is about.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::body::sent_body::{BodyShape, SentBody};
use crate::info::method::Method;
use crate::info::operation_info::{OperationInfo, Retry};

/// The call that an error is about.
#[derive(Clone, Debug)]
pub(crate) struct ErrorContext {
    pub(crate) api: &'static str,
    pub(crate) operation: &'static str,
    pub(crate) route: Option<(Method, Cow<'static, str>)>,
    pub(crate) retry: Retry,
    pub(crate) unique_key: Option<Box<UniqueKeyValue>>,
}

/// The field of a request body that the server requires to be unique.
#[derive(Clone)]
pub(crate) struct UniqueKeyValue {
    pub(crate) field: &'static str,
    /// `None` if the body has no string in the field.
    pub(crate) value: Option<String>,
    /// The operation that looks up the record by this field.
    pub(crate) lookup: Option<&'static str>,
    pub(crate) body_shape: Arc<BodyShape>,
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
        }
    }

    /// The method and the path template; those of no operation are empty.
    pub(crate) fn route(&self) -> (Method, &str) {
        let route = self.route.as_ref();
        route.map_or((Method::Get, ""), |(method, template)| (*method, template))
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

impl UniqueKeyValue {
    /// The body that has this unique key. `None` if the server may not recognize a duplicate: the key
    /// is blank, and how the server treats blank ones is not documented, or the body has it twice.
    pub(crate) fn in_body<'a>(&'a self, body: &'a [u8]) -> Option<SentBody<'a>> {
        let value = self
            .value
            .as_deref()
            .filter(|value| !value.trim().is_empty())?;
        SentBody::new(body, &self.body_shape, self.field, value)
    }
}

impl fmt::Debug for UniqueKeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The value is the caller's data.
        f.write_str(self.field)
    }
}
