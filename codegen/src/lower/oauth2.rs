//! OAuth 2 client credentials.

use std::collections::HashSet;

use crate::ir;
use crate::language::{OAuth2, Spanned};
use crate::lower::context::Context;

/// The scheme of client credentials. Reports an invalid endpoint and invalid scopes.
pub(crate) fn oauth2(context: &mut Context<'_>, decl: &Spanned<OAuth2>) -> ir::Scheme {
    let endpoint = match (&decl.token_path, &decl.token_url) {
        (Some(path), None) => {
            if !is_path(path) {
                invalid_endpoint(context, path, "token path", "/oauth/token");
            }
            ir::TokenEndpoint::Path(path.to_string())
        }
        (None, Some(url)) => split(url).unwrap_or_else(|| {
            invalid_endpoint(
                context,
                url,
                "token URL",
                "https://auth.example/oauth/token",
            );
            ir::TokenEndpoint::Path(String::new())
        }),
        _ => {
            context.diagnostics.error(
                &decl.span,
                "expected one of `token_path` and `token_url`",
                "neither, or both",
                "write one of the two, as in `token_path: /oauth/token`".to_owned(),
            );
            ir::TokenEndpoint::Path(String::new())
        }
    };
    let mut known = HashSet::new();
    for scope in &decl.scopes {
        if !is_scope(scope) {
            context.diagnostics.error(
                &scope.span,
                format!("invalid scope `{}`", scope.value),
                "not visible ASCII characters without quotes, backticks and backslashes",
                "write one scope per element, as in `[orders:read, orders:write]`".to_owned(),
            );
        } else if !known.insert(scope.as_str()) {
            context.diagnostics.error(
                &scope.span,
                format!("duplicate scope `{}`", scope.value),
                "same as an earlier one",
                "remove one".to_owned(),
            );
        }
    }
    ir::Scheme::OAuth2 {
        client_id: decl.client_id.to_string(),
        client_secret: decl.client_secret.to_string(),
        endpoint,
        scopes: decl.scopes.iter().map(ToString::to_string).collect(),
    }
}

fn invalid_endpoint(context: &mut Context<'_>, text: &Spanned<String>, what: &str, example: &str) {
    context.diagnostics.error(
        &text.span,
        format!("invalid {what} `{}`", text.value),
        "with a user, a query, a fragment, a variable, or of another form",
        format!("write it in the form `{example}`"),
    );
}

/// The origin and the path of an https URL.
fn split(url: &str) -> Option<ir::TokenEndpoint> {
    let address = url.strip_prefix("https://")?;
    let (authority, path) = address.split_at(address.find('/')?);
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte);
    let is_valid = !authority.is_empty() && authority.bytes().all(is_host) && is_path(path);
    is_valid.then(|| ir::TokenEndpoint::Url {
        origin: format!("https://{authority}"),
        path: path.to_owned(),
    })
}

/// Whether a text is a path without variables, in which nothing needs an escape.
fn is_path(path: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:@".contains(&byte);
    let is_segment = |segment: &str| {
        !segment.is_empty() && segment != "." && segment != ".." && segment.bytes().all(is_plain)
    };
    path.strip_prefix('/')
        .is_some_and(|segments| segments.split('/').all(is_segment))
}

/// Whether a text is a scope token of OAuth 2 (RFC 6749, section 3.3).
fn is_scope(scope: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"\\`".contains(&byte);
    !scope.is_empty() && scope.bytes().all(is_plain)
}
