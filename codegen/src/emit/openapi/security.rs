//! Auth schemes.

use crate::emit::openapi::extensions;
use crate::emit::openapi::json::{Object, Value};
use crate::emit::openapi::names::{plain, unique};
use crate::ir::{Auth, Package, Scheme, TokenEndpoint};

/// The keys of the auth schemes, in their order.
pub(super) fn scheme_keys(package: &Package) -> Vec<String> {
    let mut taken = std::collections::HashSet::new();
    package
        .auth
        .iter()
        .map(|auth| unique(&plain(&auth.name), &mut taken))
        .collect()
}

/// The auth schemes, by key.
pub(super) fn security_schemes(package: &Package, keys: &[String]) -> Object {
    let mut object = Object::default();
    for (auth, key) in package.auth.iter().zip(keys) {
        object.put(key, security_scheme(package, auth));
    }
    object
}

fn security_scheme(package: &Package, auth: &Auth) -> Object {
    let credentials = match &auth.scheme {
        Scheme::Basic { user, password } => basic(user, password.as_deref()),
        Scheme::Bearer(token) => vec![credential("token", Some(token))],
        Scheme::OAuth2 {
            client_id,
            client_secret,
            ..
        } => vec![
            credential("client_id", Some(client_id)),
            credential("client_secret", Some(client_secret)),
        ],
        Scheme::ApiKey {
            credential: name, ..
        } => vec![credential("key", Some(name))],
    };
    let mut object = scheme_object(package, &auth.scheme);
    object.put("description", extensions::prose(&auth.doc));
    object.put("x-credentials", credentials);
    object.put_some("x-path", auth.path.as_ref());
    object
}

/// The scheme in OpenAPI's terms.
pub(super) fn scheme_object(package: &Package, scheme: &Scheme) -> Object {
    let http = |scheme: &str| {
        Object::default()
            .with("type", "http")
            .with("scheme", scheme)
    };
    match scheme {
        Scheme::Basic { .. } => http("basic"),
        Scheme::Bearer(_) => http("bearer"),
        Scheme::OAuth2 {
            endpoint, scopes, ..
        } => {
            let token_url = match endpoint {
                // After that of the server, of which each environment has one.
                TokenEndpoint::Path(path) => {
                    format!("{}{path}", package.base_path.as_deref().unwrap_or_default())
                }
                TokenEndpoint::Url { origin, path } => format!("{origin}{path}"),
            };
            let mut names = Object::default();
            for scope in scopes {
                names.put(scope, "");
            }
            let flow = Object::default()
                .with("tokenUrl", token_url)
                .with("scopes", names);
            Object::default()
                .with("type", "oauth2")
                .with("flows", Object::default().with("clientCredentials", flow))
        }
        Scheme::ApiKey { header, .. } => Object::default()
            .with("type", "apiKey")
            .with("in", "header")
            .with("name", header),
    }
}

fn basic(user: &str, password: Option<&str>) -> Vec<Value> {
    vec![
        credential("user", Some(user)),
        credential("password", password),
    ]
}

/// A part of a header. One without a name is empty, and its separator stays.
fn credential(part: &str, name: Option<&str>) -> Value {
    let object = Object::default().with("part", part);
    Value::row(match name {
        Some(name) => object.with("name", name),
        None => object.with("empty", true),
    })
}
