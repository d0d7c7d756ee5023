//! Headers of requests.

use std::collections::HashSet;

use crate::ir;
use crate::ir::{Scalar, Scheme, Type};
use crate::language::{Entries, FieldOrType, limit};
use crate::lower::context::OperationLowering;
use crate::lower::field;
use crate::lower::field_context::FieldContext;

impl OperationLowering<'_, '_> {
    /// The headers of the request.
    pub(crate) fn headers(&mut self) -> Vec<ir::Field> {
        let decl = &self.entry.value.headers;
        for entry in decl {
            let name = entry.name();
            if let Err((message, label)) = check_request(name) {
                let help = match &*name.to_ascii_lowercase() {
                    "authorization" => "credentials are described in `auth` of `api.yaml`",
                    cookie @ "cookie" => limit(cookie).unwrap_or_default(),
                    _ => "remove it",
                };
                self.context.error(entry.span(), message, label, help);
            } else if self.is_credential(name) {
                self.context.error(
                    entry.span(),
                    format!("reserved header `{name}`"),
                    "set by the credentials",
                    "remove it",
                );
            }
        }
        self.check_duplicates(decl);
        let scope = FieldContext::Parameter.in_package(self.scope.package);
        let headers = field::list(self.context, scope, decl);
        for header in &headers {
            let is_date = ["if-modified-since", "if-unmodified-since"]
                .contains(&&*header.wire.to_ascii_lowercase());
            if is_date && header.ty != Type::Scalar(Scalar::Text) {
                self.context.error(
                    &header.span,
                    format!("expected `string` as type of header `{}`", header.wire),
                    "the form of its dates is that of HTTP",
                    "write `string`; dates of HTTP are not formatted",
                );
            }
        }
        headers
    }

    /// Whether credentials of the API are sent in this header.
    fn is_credential(&self, name: &str) -> bool {
        let mut schemes = self.package.auth.iter();
        schemes.any(|auth| match &auth.scheme {
            Scheme::ApiKey { header, .. } => header.eq_ignore_ascii_case(name),
            Scheme::Basic { .. } | Scheme::Bearer(_) => false,
        })
    }

    /// Reports names that differ only in case.
    fn check_duplicates(&mut self, decl: &Entries<FieldOrType>) {
        let mut known = HashSet::new();
        for entry in decl {
            if !known.insert(entry.name().to_ascii_lowercase()) {
                self.context.error(
                    entry.span(),
                    format!("the header `{}` is defined multiple times", entry.name()),
                    "redefined here",
                    "remove one of them; names of headers ignore case",
                );
            }
        }
    }
}

type Invalid = (String, &'static str);

/// Checks that a credential can be sent in this header.
pub(crate) fn check_credential(name: &str) -> Result<(), Invalid> {
    check_form(name)?;
    let is_conditional = name.to_ascii_lowercase().starts_with("if-");
    reject(
        name,
        is_conditional || is_set_by_client(name),
        "set by the client or the connection",
    )
}

/// Checks that an operation can set this header.
pub(crate) fn check_request(name: &str) -> Result<(), Invalid> {
    check_form(name)?;
    reject(
        name,
        is_set_by_client(name),
        "set by the client or the connection",
    )
}

/// A header name of HTTP: one or more characters of a token.
fn check_form(name: &str) -> Result<(), Invalid> {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    match !name.is_empty() && name.bytes().all(is_token) {
        true => Ok(()),
        false => {
            let name = name.escape_debug();
            Err((format!("invalid header name `{name}`"), "not a header name"))
        }
    }
}

fn reject(name: &str, is_reserved: bool, label: &'static str) -> Result<(), Invalid> {
    match is_reserved {
        true => Err((format!("reserved header `{name}`"), label)),
        false => Ok(()),
    }
}

/// Headers that the client or the connection sets.
const SET_BY_CLIENT: [&str; 16] = [
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "cookie",
    "date",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Families of such headers.
const FAMILIES: [&str; 3] = ["content-", "proxy-", "sec-"];

fn is_set_by_client(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SET_BY_CLIENT.contains(&&*name) || FAMILIES.iter().any(|family| name.starts_with(family))
}
