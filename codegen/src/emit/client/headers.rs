//! The documented headers of a response.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::module::Module;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::{deprecation, field_docs};
use crate::ir::{Field, Mark, Operation, Type};

impl Module<'_> {
    /// The struct of the headers, and how they are read.
    pub(crate) fn response_headers(&mut self, operation: &Operation) {
        let headers = &operation.response_headers;
        if headers.is_empty() {
            return;
        }
        let (rust, name) = (ident(&operation.rust), ident(&operation.headers_type()));
        let mut members = TokenStream::new();
        let mut values = TokenStream::new();
        for field in headers {
            let docs = field_docs::parameter(field, "Header").tokens();
            let deprecated = deprecation::attribute(field.deprecated.as_ref());
            let (member, ty) = (
                ident(&field.rust),
                self.types.record_field_type(field, false),
            );
            members.extend(quote!(#docs #deprecated pub #member: #ty,));
            let read = self.read_header(field);
            values.extend(quote!(#member: #read,));
        }
        let is_hidden = headers.iter().any(is_sensitive);
        let debug = (!is_hidden).then(|| quote!(Debug,));
        let docs = Docs::of(&format!(
            "The documented headers of the response to `{rust}`."
        ));
        let docs = docs.tokens();
        self.item(quote! {
            #docs
            #[derive(Clone, #debug PartialEq)]
            #[non_exhaustive]
            pub struct #name { #members }
        });
        if is_hidden {
            self.debug_headers(&operation.headers_type(), headers);
        }
        let (documented, reader) = (
            self.runtime("DocumentedHeaders"),
            self.runtime("HeaderReader"),
        );
        self.item(quote! {
            impl #documented for #rust {
                type Headers = #name;

                fn read_headers(headers: &mut #reader<'_>) -> #name { #name { #values } }
            }
        });
    }

    fn read_header(&mut self, field: &Field) -> TokenStream {
        let (header, wire) = (self.runtime("ResponseHeader"), &field.wire);
        let required = field.has(Mark::DocumentedRequired);
        let required = required.then(|| quote!(.documented_required()));
        let sensitive = is_sensitive(field).then(|| quote!(.sensitive()));
        let header = quote!(#header::new(#wire) #required #sensitive);
        match field.ty {
            Type::DateTime => quote!(headers.read_timestamp(#header)),
            _ => quote!(headers.read(#header)),
        }
    }

    /// `Debug` without secrets and personal data.
    fn debug_headers(&mut self, name: &str, headers: &[Field]) {
        self.types.imports.add("std", "fmt");
        let mut calls = TokenStream::new();
        for field in headers {
            let (rust, key) = (ident(&field.rust), &field.rust);
            calls.extend(match is_sensitive(field) {
                true => quote!(.field(#key, &format_args!("[hidden]"))),
                false => quote!(.field(#key, &self.#rust)),
            });
        }
        let rust = ident(name);
        self.item(quote! {
            impl fmt::Debug for #rust {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(#name) #calls .finish()
                }
            }
        });
    }
}

fn is_sensitive(field: &Field) -> bool {
    field.has(Mark::Pii) || field.has(Mark::Secret)
}
