//! How an operation writes its request.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir::{Binding, Mark, Operation, Place, Presence, Scalar, Type};

impl Module<'_> {
    pub(crate) fn write(&mut self, operation: &Operation) -> TokenStream {
        let mut calls = TokenStream::new();
        if operation.routes.len() > 1 {
            calls.extend(quote!(request.route(self.route.path_template());));
        }
        if operation.auth.is_empty() {
            calls.extend(quote!(request.without_credentials();));
        }
        // The fields of a body are marked themselves.
        for field in operation.parameters() {
            if field.has(Mark::Pii) || field.has(Mark::Secret) {
                let rust = ident(&field.rust);
                calls.extend(quote!(request.hide(&self.#rust);));
            }
        }
        for binding in &operation.bindings {
            calls.extend(self.write_value(binding));
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
            let named = body.body.iter();
            for field in named.flat_map(|named| self.types.spec.fields(named)) {
                if let Some(value) = field.presence.client_value() {
                    let wire = &field.wire;
                    calls.extend(quote!(request.body_from_client(#wire, #value);));
                }
            }
        }
        calls
    }

    /// Writes a value of path, query or headers.
    fn write_value(&mut self, Binding { place, field }: &Binding) -> TokenStream {
        let (rust, wire) = (ident(&field.rust), &field.wire);
        if let Presence::FromClient(value) = &field.presence {
            return match place {
                Place::Header => quote!(request.header_from_client(#wire, #value);),
                Place::Path | Place::Query => quote!(request.path_from_client(#wire, #value);),
            };
        }
        let is_count = field.ty == Type::Scalar(Scalar::Count);
        let max = field.max.map(Literal::u64_unsuffixed);
        let location = match place {
            Place::Path => ident("Path"),
            Place::Query => ident("Query"),
            Place::Header => ident("Header"),
        };
        let checked = max.as_ref().filter(|_| !is_count).map(|max| {
            let locations = self.runtime("FieldLocation");
            quote!(request.max_length(#locations::#location, #wire, &self.#rust, #max);)
        });
        let written = match (place, max) {
            (Place::Path, _) => quote!(request.path(#wire, &self.#rust);),
            (Place::Header, _) => quote!(request.header(#wire, &self.#rust);),
            (Place::Query, max) if is_count => {
                let max = max.map_or_else(|| quote!(None), |max| quote!(Some(#max)));
                quote!(request.query_count(#wire, &self.#rust, #max);)
            }
            (Place::Query, _) => quote!(request.query(#wire, &self.#rust);),
        };
        quote!(#checked #written)
    }
}
