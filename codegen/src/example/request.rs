//! The request of a sample, before it is written in a language.

use crate::example::literal::{Style, variable, variables};
use crate::example::tree::{Example, Examples, Extent};
use crate::ir::{
    Auth, Field, Operation, Package, Place, Presence, Resource, Response, Route, Scheme, Spec,
};

/// The variable of the base URL.
const BASE_URL: &str = "BASE_URL";

/// A part of a URL, or the value of a header.
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

/// The body, and the key that wraps it.
#[derive(Clone, Debug)]
pub(super) struct SampleBody<'s> {
    key: Option<&'s str>,
    value: Example<'s>,
}

impl SampleBody<'_> {
    /// The literal of the body.
    pub(super) fn literal(&self, style: &Style, depth: usize) -> String {
        match self.key {
            Some(key) => style.object(std::iter::once((key, &self.value)), depth),
            None => style.literal(&self.value, depth),
        }
    }
}

/// The request of a sample.
#[derive(Clone, Debug)]
pub(crate) struct SampleRequest<'s> {
    pub(super) method: String,
    pub(super) url: Vec<Part>,
    pub(super) authorization: Option<Authorization>,
    /// The required headers.
    pub(super) headers: Vec<(&'s str, Part)>,
    pub(super) body: Option<SampleBody<'s>>,
    /// Whether the response is JSON as far as it is documented.
    pub(super) returns_json: bool,
}

impl<'s> SampleRequest<'s> {
    /// The request of an operation by one of its paths.
    pub(crate) fn new(
        spec: &'s Spec,
        package: &'s Package,
        (resource, operation, route): (&'s Resource, &'s Operation, &'s Route),
    ) -> Self {
        let mut examples = Examples::new(spec, package, Extent::Call);
        let auth = package.accepted_by(operation).next();
        let body = operation.body.as_ref().and_then(|body| {
            let value = match &body.body {
                Some(named) => examples.named(named, "body")?,
                None => Example::Json,
            };
            let key = body.key.as_deref();
            Some(SampleBody { key, value })
        });
        let mut url = vec![Part::Variable(BASE_URL.to_owned())];
        let template = route.template.to_string();
        for (index, text) in template.split(['{', '}']).enumerate() {
            url.push(match index % 2 {
                0 => Part::Literal(text.to_owned()),
                _ => path_value(&examples, (resource, operation), auth, text),
            });
        }
        let mut separator = '?';
        for field in operation.parameters_in(Place::Query).filter(is_required) {
            let name = encoded(&field.wire);
            url.push(Part::Literal(format!("{separator}{name}=")));
            url.push(match part(&mut examples, field) {
                Part::Literal(text) => Part::Literal(encoded(&text)),
                variable => variable,
            });
            separator = '&';
        }
        let headers = operation.values_in(Place::Header);
        let headers = headers.filter(|field| is_required(field) || !field.is_set_by_caller());
        let headers = headers.map(|field| (field.wire.as_str(), part(&mut examples, field)));
        Self {
            method: operation.method.to_ascii_uppercase(),
            headers: headers.collect(),
            url,
            authorization: auth.map(authorization),
            body,
            returns_json: !matches!(operation.response, Response::StatusOnly | Response::Unknown),
        }
    }

    /// The names of all variables, in the order of their use.
    pub(super) fn variables(&self) -> Vec<String> {
        let mut names = Vec::new();
        let headers = self.headers.iter().map(|(_, value)| value);
        let in_url = self.url.iter();
        for part in in_url {
            names.extend(part.variable());
        }
        match &self.authorization {
            Some(Authorization::Basic { user, password }) => {
                names.push(user.clone());
                names.extend(password.clone());
            }
            Some(Authorization::Bearer(name) | Authorization::Header { value: name, .. }) => {
                names.push(name.clone());
            }
            None => {}
        }
        names.extend(headers.filter_map(Part::variable));
        if let Some(body) = &self.body {
            variables(&body.value, &mut names);
        }
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }
}

impl Part {
    fn variable(&self) -> Option<String> {
        match self {
            Self::Variable(name) => Some(name.clone()),
            Self::Literal(_) => None,
        }
    }
}

/// The call in Rust has these parameters as well.
fn is_required(field: &&Field) -> bool {
    field.presence == Presence::Required
}

/// The value of a parameter.
fn part<'s>(examples: &mut Examples<'s>, field: &'s Field) -> Part {
    match examples.field(field) {
        Some(Example::Placeholder(name)) => Part::Variable(variable(name)),
        Some(Example::Text(text) | Example::Formatted(_, text)) => Part::Literal(text),
        Some(Example::Decimal(digits)) => Part::Literal(digits),
        Some(Example::Integer(number)) => Part::Literal(number.to_string()),
        Some(Example::Boolean(value)) => Part::Literal(value.to_string()),
        _ => Part::Literal(String::new()),
    }
}

/// The value of a path parameter: that of the client, a credential, or the id of a record.
fn path_value<'s>(
    examples: &Examples<'s>,
    (resource, operation): (&Resource, &'s Operation),
    auth: Option<&Auth>,
    name: &str,
) -> Part {
    if let Some(value) = operation.client_value_of(name) {
        return match examples.client_value(value) {
            Example::Text(default) => Part::Literal(encoded(&default)),
            _ => Part::Variable(variable(value)),
        };
    }
    let mut path = operation.parameters_in(Place::Path);
    if path.any(|field| field.wire == name) {
        return Part::Variable(match name.starts_with(&resource.name) {
            true => variable(name),
            false => variable(&format!("{}_{name}", resource.name)),
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
