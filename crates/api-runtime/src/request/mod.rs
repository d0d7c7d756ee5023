//! The request of an operation, with validation.

pub(crate) mod account;
pub(crate) mod body;
pub(crate) mod headers;
pub(crate) mod options;
pub(crate) mod parameters;
pub(crate) mod path;
pub(crate) mod query;
pub(crate) mod raw;
pub(crate) mod retry_policy;
pub(crate) mod user_agent;
pub(crate) mod uuid;

use std::borrow::Cow;
use std::fmt;

use api_journal::RequestDigest;
use api_wire::{Place, ReadError};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, HeaderValue, Uri};

use crate::auth::Authorization;
use crate::base_url::Base;
use crate::body::sent_body::SentBody;
use crate::body::written_body::{SentValue, WrittenBody};
use crate::error::ErrorContext;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::info::client_values::{CallValues, IDEMPOTENCY_KEY};
use crate::info::method::Method;
use crate::info::operation_info::OperationInfo;
use crate::redact::redactor::Redactor;
use crate::request::body::with_client_values;
use crate::request::options::CallOptions;
use crate::request::query::Query;

/// The path values, query, headers and body of an operation.
///
/// All values are validated, and all invalid fields are reported together when the request is sent;
/// then nothing is sent. `Debug` shows the path template and no values.
pub struct Request {
    pub(crate) info: &'static OperationInfo,
    pub(crate) method: Method,
    pub(crate) path_template: Cow<'static, str>,
    pub(crate) path: Vec<(String, SentValue)>,
    pub(crate) query: Query,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<WrittenBody>,
    /// The table of the parameters, if there is one.
    #[cfg(feature = "testing")]
    pub(crate) schema: Option<&'static api_wire::Schema>,
    /// Secrets and personal data, which errors do not show.
    sensitive_values: Redactor,
    invalid_fields: Vec<InvalidField>,
}

impl Request {
    pub(crate) fn new(info: &'static OperationInfo) -> Self {
        Self {
            info,
            method: info.method,
            path_template: Cow::Borrowed(info.path_template),
            path: Vec::new(),
            query: Query::default(),
            headers: HeaderMap::new(),
            body: None,
            #[cfg(feature = "testing")]
            schema: None,
            sensitive_values: Redactor::default(),
            invalid_fields: Vec::new(),
        }
    }

    /// The call that errors are about.
    pub(crate) fn context(&self, api: &'static str) -> ErrorContext {
        ErrorContext {
            method: self.method,
            path_template: self.path_template.clone(),
            unique_key: self.unique_key(),
            ..ErrorContext::new(api, self.info)
        }
    }

    /// What the operation has written besides the body, without credentials and what the client adds: path
    /// variables, headers, and the query, which has no name.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        let path = self.path.iter();
        let path = path.map(|(name, value)| (name.as_str(), value.text.as_str()));
        let headers = self.headers.iter();
        let headers =
            headers.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)));
        path.chain(headers).chain([("", self.query.as_str())])
    }

    /// The value of a path variable, or of a field of the body that is a string or a number, unless it is blank.
    pub(crate) fn value(&self, name: &str) -> Option<SentValue> {
        let value = match self.path_value(name) {
            Some(value) => SentValue {
                text: value.text.clone(),
                ..*value
            },
            None => self.body.as_ref()?.value(name)?,
        };
        Some(value).filter(|value| !value.text.trim().is_empty())
    }

    fn path_value(&self, name: &str) -> Option<&SentValue> {
        let value = self.path.iter().find(|(variable, _)| variable == name);
        value.map(|(_, value)| value)
    }

    /// The value of the unique key, if it is a string.
    fn unique_key(&self) -> Option<String> {
        let value = self.body.as_ref()?.value(self.info.unique_key_field()?)?;
        value.is_string.then_some(value.text)
    }

    /// The digest that a journal keeps. A secret is no part of the request's identity: a retry may have another
    /// one.
    ///
    /// # Errors
    ///
    /// If the body is nested too deep.
    pub(crate) fn digest(&self) -> Result<RequestDigest, ReadError> {
        let body = self.body.as_ref();
        let secrets = body.into_iter().flat_map(|body| &body.secrets);
        let secrets: Vec<_> = secrets.map(String::as_str).collect();
        let tree = body.map(WrittenBody::tree).transpose()?;
        let id = self.info.journal_id;
        Ok(RequestDigest::new(id, self.values(), tree, &secrets))
    }

    /// The body with its unique key. `None` if the server may not recognize a duplicate: the key is blank, and
    /// how the server treats blank ones is not documented, or the body has it twice.
    pub(crate) fn sent_body(&self) -> Option<SentBody<'_>> {
        let body = self.body.as_ref()?;
        Some(SentBody {
            body,
            record: body.record()?,
            unique_key_field: self.info.unique_key_field()?,
            unique_key: self.unique_key().filter(|key| !key.trim().is_empty())?,
        })
    }

    pub(crate) fn add_invalid_field(
        &mut self,
        location: FieldLocation,
        name: &str,
        reason: impl Into<String>,
    ) {
        self.invalid_fields
            .push(InvalidField::new(location, name, reason));
    }

    /// The part of the request that has the idempotency key.
    pub(crate) fn idempotency_key_name(&self) -> Option<&'static str> {
        let mut parts = self.info.client_values.iter();
        let part = parts.find(|part| part.value == IDEMPOTENCY_KEY)?;
        Some(part.name)
    }

    /// The values that errors do not show.
    pub(crate) fn take_sensitive_values(&mut self) -> Option<Redactor> {
        Some(std::mem::take(&mut self.sensitive_values)).filter(|values| !values.is_empty())
    }

    /// Builds the HTTP request.
    ///
    /// # Errors
    ///
    /// All invalid fields of the request, the credentials and the options.
    pub(crate) fn finish(
        &self,
        base: &Base,
        values: &CallValues<'_>,
        authorization: &Authorization,
        user_agent: &HeaderValue,
        options: &CallOptions,
    ) -> Result<http::Request<Bytes>, Vec<InvalidField>> {
        let none = Authorization::default();
        let authorization = match self.info.without_credentials {
            true => &none,
            false => authorization,
        };
        let mut invalid_fields = authorization.invalid_fields().to_vec();
        invalid_fields.extend_from_slice(&self.invalid_fields);
        let mut headers = self.headers.clone();
        let client_values = self.info.client_values.iter();
        for part in client_values.filter(|part| part.place == Place::Header) {
            match values.get(part.value) {
                Some(value) => {
                    invalid_fields.extend(headers::set(&mut headers, part.name, value).err());
                }
                None if part.value == IDEMPOTENCY_KEY => {
                    let reason = "missing: the operating system has no random numbers";
                    let (location, name) = (FieldLocation::Header, part.name);
                    invalid_fields.push(InvalidField::new(location, name, reason));
                }
                None => {}
            }
        }
        let of_credentials = authorization.headers();
        let by_credentials = "must not be set: the credentials set it";
        let by_operation = "must not be set: the operation sets it";
        invalid_fields.extend(headers::of_both(&headers, of_credentials, by_credentials));
        invalid_fields.extend_from_slice(&options.invalid_fields);
        invalid_fields.extend(headers::of_both(&headers, &options.headers, by_operation));
        let is_set = |(name, _): &&(String, String)| self.query.contains(name);
        for (name, _) in options.query.iter().filter(is_set) {
            invalid_fields.push(InvalidField::new(FieldLocation::Query, name, by_operation));
        }
        invalid_fields.extend(headers::of_both(
            of_credentials,
            &options.headers,
            by_credentials,
        ));
        let mut query = self.query.clone();
        for (name, value) in &options.query {
            query.add(name, value);
        }
        let own_value = |name: &str| self.path_value(name).map(|value| value.text.as_str());
        let client_value = |name: &str| {
            let mut parts = self.info.client_values.iter();
            let part = parts.find(|part| part.place == Place::Path && part.name == name)?;
            values.get(part.value)
        };
        let value = |name: &str| {
            own_value(name)
                .or_else(|| authorization.path_value(name))
                .or_else(|| client_value(name))
                .or_else(|| authorization.placeholder())
        };
        let path = path::fill(&self.path_template, value, &mut invalid_fields);
        let body = with_client_values(
            self.body.as_ref(),
            self.info.client_values,
            values,
            &mut invalid_fields,
        );
        if !invalid_fields.is_empty() {
            return Err(invalid_fields);
        }

        let url = base.join(&path) + query.as_str();
        let Ok(uri) = Uri::try_from(url) else {
            let reason = "the URL is too long";
            return Err(vec![InvalidField::new(FieldLocation::Query, "", reason)]);
        };
        let mut request = http::Request::new(Bytes::new());
        *request.method_mut() = self.method.into();
        *request.uri_mut() = uri;
        headers.extend(options.headers.clone());
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(USER_AGENT, user_agent.clone());
        for (name, value) in of_credentials {
            headers.insert(name, value.clone());
        }
        if let Some(text) = body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = text;
        }
        *request.headers_mut() = headers;
        Ok(request)
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("path_template", &self.path_template)
            .field("invalid_fields", &self.invalid_fields)
            .finish_non_exhaustive()
    }
}
