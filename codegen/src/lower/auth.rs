//! Auth schemes, and those that an operation accepts.

use crate::language::{Auth, Entry, NO_CREDENTIALS, Spanned};
use crate::lower::clashes::check_words;
use crate::lower::context::{Context, OperationLowering};
use crate::lower::headers;
use crate::suggest::did_you_mean;
use crate::{ir, names};

pub(crate) fn auth_schemes(context: &mut Context<'_>, index: usize) -> Vec<ir::Auth> {
    let auth = &context.files[index].facts.auth;
    check_words(context, auth);
    let mut list = Vec::new();
    for entry in auth.iter() {
        check_name(context, entry);
        let scheme = scheme(context, entry);
        check_credentials(context, &entry.value);
        list.push(ir::Auth {
            name: entry.name().to_owned(),
            doc: entry.value.doc.clone(),
            scheme,
            path: entry.value.path_parameter.clone(),
            span: entry.span().clone(),
        });
    }
    list
}

fn scheme(context: &mut Context<'_>, entry: &Entry<Auth>) -> ir::Scheme {
    let decl = &entry.value;
    match (&decl.basic, &decl.bearer, &decl.api_key) {
        (Some(basic), None, None) => ir::Scheme::Basic {
            user: basic.user.to_string(),
            password: basic.password.as_ref().map(ToString::to_string),
        },
        (None, Some(bearer), None) => ir::Scheme::Bearer(bearer.to_string()),
        (None, None, Some(api_key)) => {
            headers::check_name(context, &api_key.header, &[]);
            ir::Scheme::ApiKey {
                header: api_key.header.to_string(),
                credential: api_key.credential.to_string(),
            }
        }
        _ => {
            let name = entry.name();
            context.error(
                entry.span(),
                format!("expected one of `basic`, `bearer` and `api_key` in auth scheme `{name}`"),
                "none, or several",
                "write one of them, as in `bearer: api_token`",
            );
            ir::Scheme::Bearer(name.to_owned())
        }
    }
}

/// Checks that the names of the credentials are valid and differ.
fn check_credentials(context: &mut Context<'_>, decl: &Auth) {
    let user = decl.basic.as_ref().map(|basic| &basic.user);
    let password = decl.basic.as_ref().and_then(|it| it.password.as_ref());
    let key = decl.api_key.as_ref().map(|api_key| &api_key.credential);
    let token = decl.bearer.as_ref();
    for credential in [user, password, key, token].into_iter().flatten() {
        check_credential(context, credential);
    }
    if let (Some(user), Some(password)) = (user, password)
        && user.value == password.value
    {
        context.error(
            &password.span,
            format!("duplicate credential `{user}`"),
            "same as `user`",
            "omit `password` if it is empty",
        );
    }
}

/// Reports a scheme whose name says that there is none.
fn check_name(context: &mut Context<'_>, entry: &Entry<Auth>) {
    if entry.name() == NO_CREDENTIALS {
        context.diagnostics.root_cause(
            entry.span(),
            format!("reserved name `{NO_CREDENTIALS}` of an auth scheme"),
            "no auth scheme",
            format!(
                "write `auth: [{NO_CREDENTIALS}]` at an operation that is sent without credentials"
            ),
        );
    }
}

fn check_credential(context: &mut Context<'_>, name: &Spanned<String>) {
    if let Err(wrong) = names::check_word(name) {
        context.error(
            &name.span,
            wrong,
            "invalid credential name",
            "choose a name like `shop_token`",
        );
    }
}

impl OperationLowering<'_, '_> {
    /// The auth schemes that the operation accepts, by index; none if it is sent without credentials.
    pub(crate) fn accepted_schemes(&mut self) -> Vec<usize> {
        let (decl, known) = (self.decl(), &self.package.auth);
        if decl.auth.is_empty() {
            return (0..known.len().min(1)).collect();
        }
        if decl.is_without_credentials() {
            return Vec::new();
        }
        let mut list = Vec::new();
        for name in &decl.auth {
            match known.iter().position(|known| known.name == **name) {
                Some(index) if list.contains(&index) => self.context.error(
                    &name.span,
                    format!("duplicate auth scheme `{name}`"),
                    "listed already",
                    "remove one",
                ),
                Some(index) => list.push(index),
                None => self.context.error(
                    &name.span,
                    format!("unknown auth scheme `{name}`"),
                    "not in `auth` of `api.yaml`",
                    match name.as_str() {
                        NO_CREDENTIALS => Some(format!(
                            "`{NO_CREDENTIALS}` stands alone: an operation is sent with credentials, or without"
                        )),
                        _ => did_you_mean(name, known.iter().map(|known| known.name.as_str())),
                    },
                ),
            }
        }
        list
    }
}
