//! The request of a sample, before it is written in a language.

use crate::emit::example::{ExampleValue, example_value};
use crate::emit::openapi::document::Document;
use crate::emit::openapi::paths::Call;
use crate::emit::openapi::samples::body::{self, Json};
use crate::emit::openapi::samples::variable::variable;
use crate::ir::{Auth, Field, Operation, Presence, Response, Scheme};

/// The variable of the base URL.
const BASE_URL: &str = "BASE_URL";

/// A part of a URL.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Literal(String),
    Variable(String),
}

/// The header that authorizes a request; its values are the names of variables.
#[derive(Clone, Debug)]
pub(super) enum Authorization {
    Basic {
        user: String,
        password: Option<String>,
    },
    Bearer(String),
    Header {
        name: String,
        value: String,
    },
}

/// The request of a sample.
#[derive(Clone, Debug)]
pub(super) struct SampleRequest {
    pub(super) method: String,
    pub(super) url: Vec<Part>,
    pub(super) authorization: Option<Authorization>,
    /// The required headers.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<Json>,
    /// Whether the response is JSON as far as it is documented.
    pub(super) returns_json: bool,
}

impl SampleRequest {
    pub(super) fn new(document: &Document<'_>, call: Call<'_>) -> Self {
        let operation = call.operation;
        let auth = operation.auth.first();
        let auth = auth.and_then(|index| document.package.auth.get(*index));
        let body = operation.body.as_ref().and_then(|body| {
            let json = match &body.body {
                Some(named) => body::body(document, named)?,
                // Undocumented.
                None => Json::Object(Vec::new()),
            };
            Some(match &body.key {
                Some(key) => Json::Object(vec![(key.clone(), json)]),
                None => json,
            })
        });
        Self {
            method: operation.method.to_ascii_uppercase(),
            url: url(document, call, auth),
            authorization: auth.map(authorization),
            headers: headers(operation),
            body,
            returns_json: !matches!(operation.response, Response::Accepted | Response::Unknown),
        }
    }

    /// The names of all variables, in the order of their use.
    pub(super) fn variables(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for part in &self.url {
            if let Part::Variable(name) = part {
                names.push(name);
            }
        }
        match &self.authorization {
            Some(Authorization::Basic { user, password }) => {
                names.push(user);
                names.extend(password.as_deref());
            }
            Some(Authorization::Bearer(name) | Authorization::Header { value: name, .. }) => {
                names.push(name);
            }
            None => {}
        }
        if let Some(body) = &self.body {
            body.variables(&mut names);
        }
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }
}

fn url(document: &Document<'_>, call: Call<'_>, auth: Option<&Auth>) -> Vec<Part> {
    let mut parts = vec![Part::Variable(BASE_URL.to_owned())];
    let template = call.route.template.to_string();
    for (index, text) in template.split(['{', '}']).enumerate() {
        match index % 2 {
            0 => parts.push(Part::Literal(text.to_owned())),
            _ => parts.push(path_value(document, call, auth, text)),
        }
    }
    let mut separator = '?';
    for field in required_query(call.operation) {
        let value = example_value(field).map_or_else(String::new, |value| encoded(&text(&value)));
        let name = encoded(&field.wire);
        parts.push(Part::Literal(format!("{separator}{name}={value}")));
        separator = '&';
    }
    parts
}

/// The parameters that the call in Rust has as well.
fn required_query(operation: &Operation) -> impl Iterator<Item = &Field> {
    let required = |field: &&Field| field.presence == Presence::Required;
    operation.query.iter().filter(required)
}

/// The headers that the call in Rust has as well.
fn headers(operation: &Operation) -> Vec<(String, String)> {
    let headers = operation.headers.iter();
    let required = headers.filter(|field| field.presence == Presence::Required);
    required
        .map(|field| {
            let value = example_value(field).map_or_else(String::new, |value| text(&value));
            (field.wire.clone(), value)
        })
        .collect()
}

/// The value of a path parameter: that of the client, a credential, or the id of a record.
fn path_value(document: &Document<'_>, call: Call<'_>, auth: Option<&Auth>, name: &str) -> Part {
    let operation = call.operation;
    let mut filled = operation.from_client.iter();
    if let Some((_, value)) = filled.find(|(path, _)| path == name) {
        let known = document.package.client_values.iter();
        let default = known
            .filter(|known| known.name == *value)
            .find_map(|known| known.default.as_ref());
        return match default {
            Some(default) => Part::Literal(encoded(default)),
            None => Part::Variable(variable(value)),
        };
    }
    if operation.path.iter().any(|field| field.wire == name) {
        let resource = &call.resource.name;
        return Part::Variable(match name.starts_with(resource) {
            true => variable(name),
            false => variable(&format!("{resource}_{name}")),
        });
    }
    let credential = auth.and_then(|auth| auth.scheme.credentials().last().copied());
    Part::Variable(variable(credential.unwrap_or(name)))
}

fn authorization(auth: &Auth) -> Authorization {
    match &auth.scheme {
        Scheme::Basic { user, password } => Authorization::Basic {
            user: variable(user),
            password: password.as_deref().map(variable),
        },
        Scheme::Bearer(token) => Authorization::Bearer(variable(token)),
        Scheme::ApiKey { header, credential } => Authorization::Header {
            name: header.clone(),
            value: variable(credential),
        },
    }
}

fn text(value: &ExampleValue) -> String {
    match body::json_text(value) {
        Json::Text(text) | Json::Literal(text) => text,
        _ => String::new(),
    }
}

/// A text in a URL.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
