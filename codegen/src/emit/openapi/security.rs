//! Auth schemes.

use crate::emit::openapi::document::Document;
use crate::ir::{Auth, Scheme};
use crate::json::{Object, Value};
use crate::markdown::end_sentence;

/// The auth schemes, by key.
pub(super) fn security_schemes(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    for auth in &document.package.auth {
        object.put(&auth.name, security_scheme(auth));
    }
    object
}

/// The scheme. A part of a header that has no name is empty, and its separator stays.
fn security_scheme(auth: &Auth) -> Object {
    let (sentence, parts) = match &auth.scheme {
        Scheme::Basic { user, password } => {
            let sentence = match password {
                Some(password) => {
                    format!("The user name is `{user}`, the password `{password}`.")
                }
                None => format!("The user name is `{user}`, the password is empty."),
            };
            (
                sentence,
                vec![("user", Some(user)), ("password", password.as_ref())],
            )
        }
        Scheme::Bearer(token) => (
            format!("The token is `{token}`."),
            vec![("token", Some(token))],
        ),
        Scheme::ApiKey { credential, .. } => (
            format!("The key is `{credential}`."),
            vec![("key", Some(credential))],
        ),
    };
    let parts = parts.into_iter().map(|(part, name)| {
        let mut object = Object::default().with("part", part);
        object.put_some("name", name);
        Value::row(object)
    });
    let doc = end_sentence(&auth.doc);
    scheme_object(&auth.scheme)
        .with("description", format!("{doc} {sentence}"))
        .with("x-credentials", parts.collect::<Vec<_>>())
}

/// The scheme in OpenAPI's terms.
fn scheme_object(scheme: &Scheme) -> Object {
    let http = |scheme: &str| {
        Object::default()
            .with("type", "http")
            .with("scheme", scheme)
    };
    match scheme {
        Scheme::Basic { .. } => http("basic"),
        Scheme::Bearer(_) => http("bearer"),
        Scheme::ApiKey { header, .. } => Object::default()
            .with("type", "apiKey")
            .with("in", "header")
            .with("name", header),
    }
}
