//! Headers of requests.

use crate::ir;
use crate::language::Spanned;
use crate::lower::context::{Context, OperationLowering};
use crate::lower::field;
use crate::lower::field_context::FieldContext;

impl OperationLowering<'_, '_> {
    /// The headers of the request.
    pub(crate) fn headers(&mut self) -> Vec<ir::Field> {
        let decl = &self.entry.value.headers;
        for entry in decl {
            check_name(self.context, &entry.key, &self.package.auth);
        }
        let scope = FieldContext::Parameter.in_package(self.scope.package);
        field::list(self.context, scope, decl)
    }
}

/// Checks that an operation or an API key can be sent in this header. `auth` are the auth schemes of an operation's API.
pub(crate) fn check_name(context: &mut Context<'_>, name: &Spanned<String>, auth: &[ir::Auth]) {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_token) {
        let shown = name.escape_debug();
        context.error(
            &name.span,
            format!("invalid header name `{shown}`"),
            "not a header name",
            "choose a header of the API, as in `X-Api-Key`",
        );
    } else if is_reserved(name) || auth.iter().any(|auth| auth.scheme.is_in(name)) {
        context.error(
            &name.span,
            format!("reserved header `{name}`"),
            "set by the client or the connection",
            match name.eq_ignore_ascii_case("authorization") {
                true => "describe it in `auth` of `api.yaml`, as `bearer` or `basic`; another `Authorization` cannot be described",
                false => "remove it; credentials are described in `auth` of `api.yaml`",
            },
        );
    }
}

/// Headers that the client or the connection sets.
const RESERVED: [&str; 16] = [
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

fn is_reserved(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    RESERVED.contains(&&*name) || FAMILIES.iter().any(|family| name.starts_with(family))
}
