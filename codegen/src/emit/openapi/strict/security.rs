//! Auth schemes.

use crate::emit::openapi::json::Object;
use crate::emit::openapi::security::scheme_object;
use crate::emit::openapi::strict::Strict;
use crate::emit::rust::markdown::end_sentence;
use crate::ir::{Auth, Scheme};

/// The auth schemes, by key.
pub(super) fn security_schemes(strict: &Strict<'_>) -> Object {
    let mut object = Object::default();
    let auth = strict.document.package.auth.iter();
    for (auth, key) in auth.zip(&strict.document.schemes) {
        object.put(key, security_scheme(auth));
    }
    object
}

fn security_scheme(auth: &Auth) -> Object {
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
        Scheme::ApiKey { credential, .. } => format!("The key is `{credential}`."),
    };
    let doc = end_sentence(&auth.doc);
    scheme_object(&auth.scheme).with("description", format!("{doc} {credentials}"))
}
