//! How an operation writes its request.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::client::module::Module;
use crate::emit::rust::imports::ident;
use crate::ir::{Mark, Operation, Scalar, Type};

impl Module<'_> {
    pub(crate) fn write(&mut self, operation: &Operation) -> TokenStream {
        let mut calls = TokenStream::new();
        if operation.routes.len() > 1 {
            calls.extend(quote!(request.route(self.route.path_template());));
        }
        for field in &operation.path {
            let (rust, wire) = (ident(&field.rust), &field.wire);
            calls.extend(quote!(request.path(#wire, &self.#rust);));
        }
        // The fields of a body are marked themselves.
        for field in operation.parameters() {
            if field.has(Mark::Pii) || field.has(Mark::Secret) {
                let rust = ident(&field.rust);
                calls.extend(quote!(request.hide(&self.#rust);));
            }
        }
        for (location, fields) in [
            ("Path", &operation.path),
            ("Query", &operation.query),
            ("Header", &operation.headers),
        ] {
            for field in fields
                .iter()
                .filter(|field| field.ty != Type::Scalar(Scalar::Count))
            {
                if let Some(max) = field.max {
                    let (rust, wire) = (ident(&field.rust), &field.wire);
                    let (locations, location) = (self.runtime("FieldLocation"), ident(location));
                    let max = Literal::u64_unsuffixed(max);
                    calls.extend(quote! {
                        request.max_length(#locations::#location, #wire, &self.#rust, #max);
                    });
                }
            }
        }
        for (path, value) in &operation.from_client {
            calls.extend(quote!(request.path_from_client(#path, #value);));
        }
        for field in &operation.query {
            let (rust, wire) = (ident(&field.rust), &field.wire);
            calls.extend(match field.max {
                _ if operation.counts_from_zero(field) => {
                    quote!(request.query(#wire, &self.#rust);)
                }
                Some(max) if field.ty == Type::Scalar(Scalar::Count) => {
                    let max = Literal::u64_unsuffixed(max);
                    quote!(request.query_count(#wire, &self.#rust, Some(#max));)
                }
                None if field.ty == Type::Scalar(Scalar::Count) => {
                    quote!(request.query_count(#wire, &self.#rust, None);)
                }
                _ => quote!(request.query(#wire, &self.#rust);),
            });
        }
        for field in &operation.headers {
            let (rust, wire) = (ident(&field.rust), &field.wire);
            calls.extend(quote!(request.header(#wire, &self.#rust);));
        }
        if let Some(body) = &operation.body {
            let rust = ident(&body.rust_name());
            calls.extend(match (&body.key, &body.body) {
                (Some(key), Some(_)) => quote!(request.body_wrapped(#key, &self.#rust);),
                (None, Some(_)) => quote!(request.body(&self.#rust);),
                (_, None) => quote! {
                    if let Some(body) = &self.#rust { request.json_body(body); }
                },
            });
            let filled = body
                .body
                .as_ref()
                .and_then(|named| self.types.spec.body(named));
            for field in filled.map_or(&[][..], |body| &body.fields) {
                if let Some(value) = field.presence.client_value() {
                    let wire = &field.wire;
                    calls.extend(quote!(request.body_from_client(#wire, #value);));
                }
            }
        }
        calls
    }
}
