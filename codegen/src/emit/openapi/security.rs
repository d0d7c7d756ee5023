//! Auth schemes.

use std::collections::HashSet;

use crate::emit::openapi::components::{plain, unique};
use crate::emit::openapi::document::Document;
use crate::emit::rust::markdown::end_sentence;
use crate::ir::{Auth, Package, Scheme};
use crate::json::{Object, Value};

/// The keys of the auth schemes, in their order.
pub(super) fn scheme_keys(package: &Package) -> Vec<String> {
    let mut taken = HashSet::new();
    let auth = package.auth.iter();
    auth.map(|auth| unique(&plain(&auth.name), &mut taken))
        .collect()
}

/// The auth schemes, by key.
pub(super) fn security_schemes(document: &Document<'_>) -> Object {
    let mut object = Object::default();
    let auth = document.package.auth.iter();
    for (auth, key) in auth.zip(&document.schemes) {
        object.put(key, security_scheme(auth));
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
