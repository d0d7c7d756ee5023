//! The auth schemes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::exports;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::{Imports, ident};
use crate::emit::rust::render;
use crate::file_tree::header;
use crate::ir::{Package, Scheme};
use crate::names;

pub(super) fn module(package: &Package) -> String {
    let mut imports = Imports::default();
    for name in ["Authorization", "Credentials", "Secret"] {
        imports.add(exports::path_of(name), name);
    }
    let mut chunks = Vec::new();
    for auth in &package.auth {
        let parts = auth.scheme.credentials();
        let part = |name: &str| {
            let field = ident(name);
            quote!((#name, &self.#field))
        };
        let (mut calls, how) = match &auth.scheme {
            Scheme::Basic { user, password } => {
                let (first, how) = (part(user), format!("HTTP Basic: `{user}` as user name"));
                match password.as_deref() {
                    Some(password) => {
                        let second = part(password);
                        (
                            quote!(authorization.basic(#first, Some(#second));),
                            format!("{how}, `{password}` as password."),
                        )
                    }
                    None => (
                        quote!(authorization.basic(#first, None);),
                        format!("{how}, with an empty password."),
                    ),
                }
            }
            Scheme::Bearer(token) => {
                let field = ident(token);
                (
                    quote!(authorization.bearer(#token, &self.#field);),
                    format!("Bearer token: `{token}`."),
                )
            }
            Scheme::ApiKey { header, credential } => {
                let key = part(credential);
                (
                    quote!(authorization.api_key(#header, #key);),
                    format!("API key: `{credential}` in the header `{header}`."),
                )
            }
        };
        let mut docs = Docs::of(&auth.doc);
        docs.markdown(&how);
        if let (Some(path), Some(last)) = (&auth.path, parts.last()) {
            docs.markdown(&format!("Also sent as `{{{path}}}` in paths that have it."));
            let last = part(last);
            calls.extend(quote!(authorization.path(#path, #last);));
        }
        let docs = docs.with_rust_names(package);
        chunks.extend(credentials(&auth.name, &docs, &parts, &calls));
    }
    render::file(&header([&*package.span.file]), imports, chunks)
}

/// The struct of an auth scheme: its secrets, its constructor, and the `calls` that authorize a request.
fn credentials(name: &str, docs: &Docs, parts: &[&str], calls: &TokenStream) -> [Chunk; 3] {
    let (name, docs) = (ident(&names::type_of(name)), docs.tokens());
    let mut fields = TokenStream::new();
    let mut arguments = TokenStream::new();
    let mut values = TokenStream::new();
    for part in parts {
        let doc = format!(" The {}, redacted in `Debug`.", part.replace('_', " "));
        let part = ident(part);
        fields.extend(quote!(#[doc = #doc] pub #part: Secret,));
        arguments.extend(quote!(#part: impl Into<Secret>,));
        values.extend(quote!(#part: #part.into(),));
    }
    let declaration = quote!(#docs #[derive(Clone, Debug, PartialEq)] pub struct #name { #fields });
    let constructor = quote! {
        impl #name {
            /// Creates the credentials.
            pub fn new(#arguments) -> Self { Self { #values } }
        }
    };
    let implementation = quote! {
        impl Credentials for #name {
            fn authorize(&self, authorization: &mut Authorization) { #calls }
        }
    };
    [declaration, constructor, implementation].map(Chunk::Item)
}
