//! The auth schemes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::exports;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::{Imports, ident};
use crate::emit::rust::render;
use crate::emit::rust::render::Chunk;
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
        let (parts, mut calls, how) = match &auth.scheme {
            Scheme::Basic {
                user,
                password: Some(password),
            } => {
                let (first, second) = (ident(user), ident(password));
                let how = format!("HTTP Basic: `{user}` as user name, `{password}` as password.");
                (
                    vec![user, password],
                    quote!(authorization.basic((#user, &self.#first), Some((#password, &self.#second)));),
                    how,
                )
            }
            Scheme::Basic {
                user,
                password: None,
            } => {
                let first = ident(user);
                let how = format!("HTTP Basic: `{user}` as user name, with an empty password.");
                (
                    vec![user],
                    quote!(authorization.basic((#user, &self.#first), None);),
                    how,
                )
            }
            Scheme::Bearer(token) => {
                let part = ident(token);
                let how = format!("Bearer token: `{token}`.");
                (
                    vec![token],
                    quote!(authorization.bearer(#token, &self.#part);),
                    how,
                )
            }
            Scheme::ApiKey { header, credential } => {
                let part = ident(credential);
                let how = format!("API key: `{credential}` in the header `{header}`.");
                (
                    vec![credential],
                    quote!(authorization.api_key(#header, (#credential, &self.#part));),
                    how,
                )
            }
        };
        let mut docs = Docs::of(&auth.doc);
        docs.markdown(&how);
        if let (Some(path), Some(part)) = (&auth.path, parts.last()) {
            docs.markdown(&format!("Also sent as `{{{path}}}` in paths that have it."));
            let field = ident(part);
            calls.extend(quote!(authorization.path(#path, (#part, &self.#field));));
        }
        let docs = docs.with_rust_names(package);
        chunks.extend(credentials(&auth.name, &docs, &parts, &calls));
    }
    render::file(&header([&*package.span.file]), imports, chunks)
}

/// The struct of an auth scheme: its secrets, its constructor, and the `calls` that authorize a request.
fn credentials(name: &str, docs: &Docs, parts: &[&String], calls: &TokenStream) -> [Chunk; 3] {
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
