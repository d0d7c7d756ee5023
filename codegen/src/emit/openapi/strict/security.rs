//! Auth schemes.

use crate::emit::openapi::json::Object;
use crate::emit::openapi::security::scheme_object;
use crate::emit::openapi::strict::Strict;
use crate::emit::rust::markdown::end_sentence;
use crate::ir::{Auth, Package, Scheme};

/// The auth schemes, by key.
pub(super) fn security_schemes(strict: &Strict<'_>) -> Object {
    let mut object = Object::default();
    let package = strict.document.package;
    let auth = package.auth.iter();
    for (auth, key) in auth.zip(&strict.document.schemes) {
        object.put(key, security_scheme(package, auth));
    }
    object
}

fn security_scheme(package: &Package, auth: &Auth) -> Object {
    let credentials = match &auth.scheme {
        Scheme::Basic {
            user,
            password: Some(password),
        } => format!("The user name is `{user}`, the password `{password}`."),
        Scheme::Basic {
            user,
            password: None,
        } => format!("The user name is `{user}`, the password is empty."),
        Scheme::Bearer(token) => format!("The token is `{token}`."),
        Scheme::OAuth2 {
            client_id,
            client_secret,
            ..
        } => format!("The client id is `{client_id}`, the client secret `{client_secret}`."),
        Scheme::ApiKey { credential, .. } => format!("The key is `{credential}`."),
    };
    let doc = end_sentence(&auth.doc);
    scheme_object(package, &auth.scheme).with("description", format!("{doc} {credentials}"))
}
