//! What an operation writes. Everything that cannot be sent is collected and told together.

pub(crate) mod body;
pub(crate) mod encode;
pub(crate) mod method;
pub(crate) mod path;
pub(crate) mod query;
pub(crate) mod user_agent;
pub(crate) mod value;

use std::borrow::Cow;
use std::fmt;

use api_wire::{Fields, Json, ToWire};
use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use http::{HeaderValue, Uri};

use crate::auth::Authorization;
use crate::client::options::RequestOptions;
use crate::config::Base;
use crate::error::UniqueKeyValue;
use crate::error::invalid_field::{FieldLocation, InvalidField};
use crate::request::body::Body;
use crate::request::query::Query;
use crate::request::value::Spelling;
use crate::{ClientValues, Method, OperationInfo, Retry};

/// A request that is being written.
///
/// Values are checked as they come. Nothing fails at once: what is wrong is told when the request is sent,
/// all together, and then nothing is sent. Its `Debug` shows the path template and no value.
pub struct Request {
    method: Method,
    template: Cow<'static, str>,
    path: Vec<(String, String)>,
    path_fills: Vec<(&'static str, &'static str)>,
    query: Query,
    body: Body,
    invalid_fields: Vec<InvalidField>,
}

impl Request {
    pub(crate) fn new(info: &OperationInfo) -> Self {
        Self {
            method: info.method,
            template: Cow::Borrowed(info.path_template),
            path: Vec::new(),
            path_fills: Vec::new(),
            query: Query::default(),
            body: Body::default(),
            invalid_fields: Vec::new(),
        }
    }

    /// Takes another path than the operation's first one.
    pub fn route(&mut self, path_template: impl Into<Cow<'static, str>>) {
        self.template = path_template.into();
    }

    pub(crate) fn method(&mut self, method: Method) {
        self.method = method;
    }

    /// Fills a variable of the path. The value is percent-encoded and stays one segment.
    ///
    /// An empty value, `.`, `..`, their encoded forms and control characters are refused.
    pub fn path(&mut self, name: &str, value: &dyn ToWire) {
        match value::spell(value) {
            Spelling::One(text) => self.path.push((name.to_owned(), text)),
            Spelling::Absent => self.refuse(FieldLocation::Path, name, "has no value"),
            Spelling::Several(_) | Spelling::None => {
                self.refuse(FieldLocation::Path, name, "is not a single value")
            }
        }
    }

    /// Fills a variable of the path with one of the client's values.
    pub fn path_from_client(&mut self, name: &'static str, value_name: &'static str) {
        self.path_fills.push((name, value_name));
    }

    /// Adds a parameter to the query, if it has a value. A list adds the parameter once for each element.
    pub fn query(&mut self, name: &str, value: &dyn ToWire) {
        match value::spell(value) {
            Spelling::Absent => {}
            Spelling::One(text) => self.query.add(name, &text),
            Spelling::Several(texts) => texts.iter().for_each(|text| self.query.add(name, text)),
            Spelling::None => self.refuse(
                FieldLocation::Query,
                name,
                "is neither a single value nor a list of them",
            ),
        }
    }

    /// Adds a parameter that counts: which page, or how many records. It is refused below 1, where no document gives
    /// it a meaning, and above its documented maximum.
    pub fn query_count(&mut self, name: &str, value: &dyn ToWire, maximum: Option<u64>) {
        let most = maximum.unwrap_or(u64::MAX);
        if let Spelling::One(text) = value::spell(value)
            && !text
                .parse()
                .is_ok_and(|number| (1..=most).contains(&number))
        {
            let up_to = maximum.map_or(String::new(), |most| format!(" to {most}"));
            self.refuse(
                FieldLocation::Query,
                name,
                format!("is not a number from 1{up_to}"),
            );
            return;
        }
        self.query(name, value);
    }

    /// Sends these fields as the body.
    pub fn body(&mut self, fields: &dyn Fields) {
        self.body.set(api_wire::to_string(fields));
        self.check_body("", fields);
    }

    /// Sends these fields as the body, under one key: `{"customer": {…}}`.
    pub fn body_wrapped(&mut self, key: &'static str, fields: &dyn Fields) {
        self.body.set_under(key, &api_wire::to_string(fields));
        self.check_body(key, fields);
    }

    /// Sends JSON as it is, where the API's documents do not show the body.
    pub fn json_body(&mut self, json: &Json) {
        self.body.set(json.as_str().to_owned());
    }

    /// Puts one of the client's values under a key of the body.
    pub fn body_from_client(&mut self, key: &'static str, value_name: &'static str) {
        self.body.from_client(key, value_name);
    }

    fn check_body(&mut self, under: &str, fields: &dyn Fields) {
        let prefix = if under.is_empty() {
            String::new()
        } else {
            format!("/{under}")
        };
        for problem in api_wire::validate(fields) {
            self.refuse(
                FieldLocation::Body,
                &format!("{prefix}{}", problem.pointer),
                problem.allowed,
            );
        }
    }

    pub(crate) fn refuse(&mut self, part: FieldLocation, name: &str, reason: impl Into<String>) {
        self.invalid_fields
            .push(InvalidField::new(part, name, reason));
    }

    pub(crate) fn has_variable(&self, name: &str) -> bool {
        path::has_variable(&self.template, name)
    }

    /// The method and the path template, for errors.
    pub(crate) fn route_taken(&self) -> (Method, Cow<'static, str>) {
        (self.method, self.template.clone())
    }

    /// What a second arrival would be refused by.
    pub(crate) fn unique_key(&self, retry: Retry) -> Option<UniqueKeyValue> {
        match retry {
            Retry::UniqueKey(field) => Some(UniqueKeyValue {
                field,
                value: self.body.field(field),
            }),
            Retry::Never | Retry::Safe | Retry::Idempotent => None,
        }
    }

    /// Puts everything together, or tells all that is wrong.
    pub(crate) fn finish(
        mut self,
        base: &Base,
        values: &dyn ClientValues,
        authorization: &Authorization,
        user_agent: &HeaderValue,
        options: Option<&RequestOptions>,
    ) -> Result<http::Request<Bytes>, Vec<InvalidField>> {
        let mut invalid_fields = authorization.invalid_fields().to_vec();
        invalid_fields.append(&mut self.invalid_fields);
        if let Some(options) = options {
            invalid_fields.extend_from_slice(&options.invalid_fields);
            for (name, _) in options
                .query
                .iter()
                .filter(|(name, _)| self.query.has(name))
            {
                let reason = "is set by the operation";
                invalid_fields.push(InvalidField::new(FieldLocation::Query, name, reason));
            }
            for (name, value) in &options.query {
                self.query.add(name, value);
            }
        }
        let path = path::fill(
            &self.template,
            |name| {
                let own = self
                    .path
                    .iter()
                    .find(|(known, _)| known == name)
                    .map(|(_, value)| value.as_str());
                let filled = || {
                    let (_, value_name) =
                        self.path_fills.iter().find(|(known, _)| *known == name)?;
                    values.get(value_name)
                };
                own.or_else(|| authorization.path_value(name))
                    .or_else(filled)
            },
            &mut invalid_fields,
        );
        let body = self.body.finish(values, &mut invalid_fields);
        if !invalid_fields.is_empty() {
            return Err(invalid_fields);
        }

        let address = self.query.after(base.join(&path));
        let Ok(uri) = Uri::try_from(address) else {
            return Err(vec![InvalidField::new(
                FieldLocation::Query,
                "",
                "makes an address that is too long to be sent",
            )]);
        };
        let mut request = http::Request::new(Bytes::new());
        *request.method_mut() = self.method.into();
        *request.uri_mut() = uri;
        let headers = request.headers_mut();
        if let Some(options) = options {
            headers.clone_from(&options.headers);
        }
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(USER_AGENT, user_agent.clone());
        if let Some(value) = authorization.header() {
            headers.insert(AUTHORIZATION, value.clone());
        }
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
            .field("path_template", &self.template)
            .field("invalid_fields", &self.invalid_fields)
            .finish_non_exhaustive()
    }
}
