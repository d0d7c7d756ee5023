//! The request that an operation writes, with validation.

pub(crate) mod body;
pub(crate) mod headers;
pub(crate) mod options;
pub(crate) mod param_value;
pub(crate) mod parts;
pub(crate) mod path;
pub(crate) mod query;
pub(crate) mod sent_values;
pub(crate) mod user_agent;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use api_wire::{Fields, Json, ToWire, WireValue};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, HeaderValue, Uri};

use crate::auth::Authorization;
use crate::base_url::Base;
use crate::body::fields::for_each_value;
use crate::body::json::{for_each_scalar, string, values};
use crate::body::sent_body::BodyShape;
use crate::error::UniqueKeyValue;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::head::validate;
use crate::info::client_values::ClientValues;
use crate::info::method::Method;
use crate::info::operation_info::{Echo, OperationInfo, Retry};
use crate::redact::redactor::Redactor;
use crate::request::body::Body;
use crate::request::options::CallOptions;
use crate::request::parts::RequestParts;
use crate::request::query::Query;
use crate::request::sent_values::{SentValue, SentValues};

/// A request builder, to which an operation writes its path values, query, headers and body.
///
/// All values are validated, and all invalid fields are reported together when the request is sent;
/// then nothing is sent. `Debug` shows the path template and no values.
#[derive(Clone)]
pub struct Request {
    method: Method,
    path_template: Cow<'static, str>,
    path: Vec<(String, String)>,
    /// Pairs of the variable and the name of the client value.
    path_client_values: Vec<(&'static str, &'static str)>,
    /// Pairs of the header and the name of the client value.
    header_client_values: Vec<(&'static str, &'static str)>,
    is_without_credentials: bool,
    query: Query,
    headers: HeaderMap,
    body: Body,
    /// Where the secrets of the body are, for a journal.
    secret_fields: Vec<String>,
    unique_key_field: Option<&'static str>,
    lookup: Option<&'static str>,
    duplicate_statuses: &'static [u16],
    unique_key: Option<String>,
    /// Of a body with a unique key.
    body_shape: Arc<BodyShape>,
    /// The values to keep, to compare the response with them.
    echoes: [&'static [Echo]; 2],
    sent_values: SentValues,
    /// Secrets and personal data, which errors do not show.
    sensitive_values: Redactor,
    invalid_fields: Vec<InvalidField>,
}

impl Request {
    pub(crate) fn new(info: &OperationInfo) -> Self {
        Self {
            method: info.method,
            path_template: Cow::Borrowed(info.path_template),
            path: Vec::new(),
            path_client_values: Vec::new(),
            header_client_values: Vec::new(),
            is_without_credentials: false,
            query: Query::default(),
            headers: HeaderMap::new(),
            body: Body::default(),
            secret_fields: Vec::new(),
            unique_key_field: match info.retry {
                Retry::UniqueKey(field) => Some(field),
                Retry::Never | Retry::Safe | Retry::Idempotent => None,
            },
            lookup: info.lookup,
            duplicate_statuses: info.duplicate_statuses,
            unique_key: None,
            body_shape: Arc::default(),
            echoes: [info.echoes, info.distinct],
            sent_values: SentValues::default(),
            sensitive_values: Redactor::default(),
            invalid_fields: Vec::new(),
        }
    }

    /// Replaces the path template, for an operation with several paths.
    pub fn route(&mut self, path_template: impl Into<Cow<'static, str>>) {
        self.path_template = path_template.into();
    }

    pub(crate) fn method(&mut self, method: Method) {
        self.method = method;
    }

    /// Sets a path variable. The value is percent-encoded, so that it stays within one segment.
    ///
    /// An empty value, `.`, `..`, their encoded forms and control characters are invalid.
    pub fn path(&mut self, name: &str, value: &dyn ToWire) {
        match param_value::text(value) {
            Ok(Some(text)) => {
                self.expect_echo(name, || SentValue::new(value));
                self.path.push((name.to_owned(), text));
            }
            Ok(None) => self.add_invalid_field(FieldLocation::Path, name, "missing value"),
            Err(reason) => self.add_invalid_field(FieldLocation::Path, name, reason),
        }
    }

    /// Sets a path variable to a client value.
    pub fn path_from_client(&mut self, name: &'static str, value_name: &'static str) {
        self.path_client_values.push((name, value_name));
    }

    /// Sends no credentials: the operation is documented without any.
    pub fn without_credentials(&mut self) {
        self.is_without_credentials = true;
    }

    /// Adds a query parameter, if it has a value. A list adds the parameter once per element.
    pub fn query(&mut self, name: &str, value: &dyn ToWire) {
        match param_value::text(value) {
            Ok(text) => text.iter().for_each(|text| self.query.add(name, text)),
            Err(reason) => self.add_invalid_field(FieldLocation::Query, name, reason),
        }
    }

    /// Adds a query parameter that is a count, such as the page number or the page size.
    ///
    /// A value below 1 or above the documented maximum is invalid.
    pub fn query_count(&mut self, name: &str, value: &dyn ToWire, maximum: Option<u64>) {
        if let Ok(Some(text)) = param_value::text(value) {
            if let Err(reason) = validate::count(&text, maximum) {
                self.add_invalid_field(FieldLocation::Query, name, reason);
                return;
            }
        }
        self.query(name, value);
    }

    /// Sets the body to an object of these fields.
    pub fn body(&mut self, fields: &dyn Fields) {
        self.body.set(api_wire::to_string(fields));
        self.inspect_body(None, fields);
    }

    /// Sets the body to an object of these fields under one key: `{"customer": {…}}`.
    pub fn body_wrapped(&mut self, key: &'static str, fields: &dyn Fields) {
        self.body.set_wrapped(key, &api_wire::to_string(fields));
        self.inspect_body(Some(key), fields);
    }

    /// Sets the body to this JSON text, for operations whose body is not documented. Errors do not
    /// show its values, even if the server echoes them.
    pub fn json_body(&mut self, json: &Json) {
        self.body.set(json.as_str().to_owned());
        let json = json.as_str();
        let unique_key = self.unique_key_field.map(|name| values(json, name));
        self.unique_key = unique_key.and_then(|values| string(values.first()?));
        // Which of its fields are personal data is unknown.
        for_each_scalar("", json, &mut |name, text| {
            if Some(name) != self.unique_key_field {
                self.sensitive_values.add_personal(text);
            }
        });
    }

    /// What the operation wrote, without credentials and without what the client adds.
    pub(crate) fn into_parts(mut self) -> RequestParts {
        // The items of a list have the same pointers.
        self.secret_fields.sort_unstable();
        self.secret_fields.dedup();
        RequestParts {
            query: self.query.as_str().to_owned(),
            headers: headers::texts(&self.headers),
            body: self.body.json_text().map(str::to_owned),
            path: self.path,
            secret_fields: self.secret_fields,
        }
    }

    /// Rejects a text of more characters than the documented maximum: that of a path, query or header
    /// value, or of an item of a list.
    pub fn max_length(
        &mut self,
        location: FieldLocation,
        name: &str,
        value: &dyn ToWire,
        max: usize,
    ) {
        let text = param_value::text(value).ok().flatten();
        let is_invalid = text.is_some_and(|text| text.chars().count() > max);
        if is_invalid {
            self.add_invalid_field(
                location,
                name,
                format!("must have at most {max} characters"),
            );
        }
    }

    /// Hides a path, query or header value in errors, even if the server echoes it. The secrets and personal
    /// data of a body are always hidden.
    pub fn hide(&mut self, value: &dyn ToWire) {
        if let Ok(Some(text)) = param_value::text(value) {
            self.sensitive_values.add(&text);
        }
    }

    /// Adds a client value to the body.
    pub fn body_from_client(&mut self, key: &'static str, value_name: &'static str) {
        self.body.add_client_value(key, value_name);
    }

    /// Finds the unique key among the fields of the body, and validates them.
    fn inspect_body(&mut self, wrapper: Option<&'static str>, fields: &dyn Fields) {
        if let Some(name) = self.unique_key_field {
            self.unique_key = body::string_field(fields, name);
            self.body_shape = Arc::new(BodyShape::new(wrapper, fields));
        }
        for echo in self.echoes.into_iter().flatten() {
            let name = echo.request_field;
            self.expect_echo(name, || body::sent_field(fields, name));
        }
        for_each_value(wrapper, fields, &mut |value| {
            if value.is_secret {
                self.secret_fields.push(value.pointer.to_owned());
            }
            let mut hide = |text: &str| match value.is_secret {
                true => self.sensitive_values.add_url(text),
                false => self.sensitive_values.add_personal(text),
            };
            match value.wire {
                _ if !value.is_sensitive => {}
                WireValue::Secret(text) => hide(text),
                WireValue::String(text) | WireValue::Number(text) => hide(text),
                WireValue::Integer(integer) => hide(&integer.to_string()),
                WireValue::Json(json) => for_each_scalar("", json, &mut |_, text| hide(text)),
                _ => {}
            }
        });
        for error in api_wire::validate(fields) {
            let pointer = match wrapper {
                Some(key) => format!("/{key}{}", error.pointer),
                None => error.pointer,
            };
            self.add_invalid_field(FieldLocation::Body, &pointer, error.allowed);
        }
    }

    /// Keeps a value that the response repeats. A path variable precedes a body field of the same
    /// name.
    fn expect_echo(&mut self, name: &str, value: impl FnOnce() -> Option<SentValue>) {
        let mut echoes = self.echoes.into_iter().flatten();
        if let Some(echo) = echoes.find(|echo| echo.request_field == name) {
            self.sent_values.add(echo.request_field, value);
        }
    }

    /// The values that the response repeats.
    pub(crate) fn take_sent_values(&mut self) -> SentValues {
        std::mem::take(&mut self.sent_values)
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

    /// Whether credentials are sent.
    pub(crate) fn is_with_credentials(&self) -> bool {
        !self.is_without_credentials
    }

    pub(crate) fn has_variable(&self, name: &str) -> bool {
        path::has_variable(&self.path_template, name)
    }

    /// The method and path template, for errors.
    pub(crate) fn route_taken(&self) -> (Method, Cow<'static, str>) {
        (self.method, self.path_template.clone())
    }

    /// The values that errors do not show.
    pub(crate) fn take_sensitive_values(&mut self) -> Option<Redactor> {
        Some(std::mem::take(&mut self.sensitive_values)).filter(|values| !values.is_empty())
    }

    /// The unique key of the body, for operations that have one.
    pub(crate) fn unique_key(&self) -> Option<UniqueKeyValue> {
        self.unique_key_field.map(|field| UniqueKeyValue {
            field,
            value: self.unique_key.clone(),
            lookup: self.lookup,
            duplicate_statuses: self.duplicate_statuses,
            body_shape: Arc::clone(&self.body_shape),
        })
    }

    /// Builds the HTTP request.
    ///
    /// # Errors
    ///
    /// All invalid fields of the request, the credentials and the options.
    pub(crate) fn finish(
        mut self,
        base: &Base,
        values: &dyn ClientValues,
        authorization: &Authorization,
        user_agent: &HeaderValue,
        options: Option<&CallOptions>,
    ) -> Result<http::Request<Bytes>, Vec<InvalidField>> {
        for (name, value_name) in std::mem::take(&mut self.header_client_values) {
            self.header(name, &values.get(value_name).map(str::to_owned));
        }
        let none = (Authorization::default(), CallOptions::default());
        let options = options.unwrap_or(&none.1);
        let authorization = match self.is_without_credentials {
            true => &none.0,
            false => authorization,
        };
        let mut invalid_fields = authorization.invalid_fields().to_vec();
        invalid_fields.append(&mut self.invalid_fields);
        let of_credentials = authorization.headers();
        let by_credentials = "must not be set: the credentials set it";
        let by_operation = "must not be set: the operation sets it";
        invalid_fields.extend(headers::of_both(
            &self.headers,
            of_credentials,
            by_credentials,
        ));
        invalid_fields.extend_from_slice(&options.invalid_fields);
        invalid_fields.extend(headers::of_both(
            &self.headers,
            &options.headers,
            by_operation,
        ));
        let is_set = |(name, _): &&(String, String)| self.query.contains(name);
        for (name, _) in options.query.iter().filter(is_set) {
            invalid_fields.push(InvalidField::new(FieldLocation::Query, name, by_operation));
        }
        invalid_fields.extend(headers::of_both(
            of_credentials,
            &options.headers,
            by_credentials,
        ));
        for (name, value) in &options.query {
            self.query.add(name, value);
        }
        let own_value = |name: &str| {
            let value = self.path.iter().find(|(variable, _)| variable == name);
            value.map(|(_, value)| value.as_str())
        };
        let client_value = |name: &str| {
            let mut names = self.path_client_values.iter();
            let (_, value_name) = names.find(|(variable, _)| *variable == name)?;
            values.get(value_name)
        };
        let value = |name: &str| {
            own_value(name)
                .or_else(|| authorization.path_value(name))
                .or_else(|| client_value(name))
                .or_else(|| authorization.placeholder())
        };
        let path = path::fill(&self.path_template, value, &mut invalid_fields);
        let body = self.body.finish(values, &mut invalid_fields);
        if !invalid_fields.is_empty() {
            return Err(invalid_fields);
        }

        let url = base.join(&path) + self.query.as_str();
        let Ok(uri) = Uri::try_from(url) else {
            let reason = "the URL is too long";
            return Err(vec![InvalidField::new(FieldLocation::Query, "", reason)]);
        };
        let mut request = http::Request::new(Bytes::new());
        *request.method_mut() = self.method.into();
        *request.uri_mut() = uri;
        let headers = request.headers_mut();
        headers.clone_from(&options.headers);
        headers.extend(self.headers);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(USER_AGENT, user_agent.clone());
        headers.extend(of_credentials.clone());
        if let Some(text) = body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = Bytes::from(text);
        }
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
