//! Auth schemes, and those that an operation accepts.

use crate::language::{Auth, Entry, Spanned};
use crate::lower::context::Context;
use crate::lower::declared_names::check_words;
use crate::lower::operation_lowering::OperationLowering;
use crate::suggest::did_you_mean;
use crate::{ir, names};

pub(crate) fn auth_schemes(context: &mut Context<'_>, index: usize) -> Vec<ir::Auth> {
    let auth = &context.files[index].api.auth;
    check_words(context, auth);
    let mut list = Vec::new();
    for entry in auth.iter() {
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
    match (&entry.value.basic, &entry.value.bearer) {
        (Some(basic), None) => ir::Scheme::Basic {
            user: basic.user.to_string(),
            password: basic.password.as_ref().map(ToString::to_string),
        },
        (None, Some(bearer)) => ir::Scheme::Bearer(bearer.to_string()),
        _ => {
            let name = entry.name();
            context.diagnostics.error(
                entry.span(),
                format!("expected one of `basic` and `bearer` in auth scheme `{name}`"),
                "neither, or both",
                "write one of the two, as in `bearer: api_token`".to_owned(),
            );
            ir::Scheme::Bearer(name.to_owned())
        }
    }
}

/// Checks that the names of the credentials are valid and differ.
fn check_credentials(context: &mut Context<'_>, decl: &Auth) {
    let (user, password, token) = match (&decl.basic, &decl.bearer) {
        (Some(basic), None) => (Some(&basic.user), basic.password.as_ref(), None),
        (None, bearer) => (None, None, bearer.as_ref()),
        (Some(_), Some(_)) => return,
    };
    for credential in [user, password, token].into_iter().flatten() {
        check_credential(context, credential);
    }
    if let (Some(user), Some(password)) = (user, password)
        && user.value == password.value
    {
        context.diagnostics.error(
            &password.span,
            format!("duplicate credential `{user}`"),
            "same as `user`",
            "omit `password` if it is empty".to_owned(),
        );
    }
}

fn check_credential(context: &mut Context<'_>, name: &Spanned<String>) {
    if let Err(wrong) = names::check_word(name) {
        context.diagnostics.error(
            &name.span,
            wrong,
            "invalid credential name",
            "choose a name like `venue_token`".to_owned(),
        );
    }
}

impl OperationLowering<'_, '_> {
    /// The auth schemes that the operation accepts, by index.
    pub(crate) fn accepted_schemes(&mut self) -> Vec<usize> {
        let (decl, known) = (self.decl(), &self.package.auth);
        if decl.auth.is_empty() {
            return (0..known.len().min(1)).collect();
        }
        let mut list = Vec::new();
        for name in &decl.auth {
            match known.iter().position(|known| known.name == **name) {
                Some(index) if list.contains(&index) => self.error(
                    &name.span,
                    format!("duplicate auth scheme `{name}`"),
                    "same as `user`",
                    "remove one".to_owned(),
                ),
                Some(index) => list.push(index),
                None => self.error(
                    &name.span,
                    format!("unknown auth scheme `{name}`"),
                    "not in `auth` of `api.yaml`",
                    did_you_mean(name, known.iter().map(|known| known.name.as_str())),
                ),
            }
        }
        list
    }
}
