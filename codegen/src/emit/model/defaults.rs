//! Methods of documented defaults.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::model::module::Module;
use crate::emit::rust::imports::ident;
use crate::emit::rust::{deprecation, markdown};
use crate::ir;
use crate::ir::{Mark, NamedKind, Record, Type};

impl Module<'_> {
    /// The documented defaults, a method each: absent stays distinguishable from present.
    pub(crate) fn defaults(&mut self, record: &Record) {
        let mut methods = TokenStream::new();
        for field in &record.fields {
            let Some(default) = &field.default else {
                continue;
            };
            let doc = format!(
                " {}, or its documented default if it is absent.",
                markdown::code(&field.wire)
            );
            let method = ident(&format!("{}_or_default", field.rust.trim_end_matches('_')));
            let rust = ident(&field.rust);
            let deprecated = deprecation::attribute(field.deprecated.as_ref());
            let plain = self.types.rust_type(&field.ty, field.has(Mark::Secret));
            methods.extend(match default {
                ir::Default::Text(text) => quote! {
                    #[doc = #doc]
                        #deprecated
                    pub fn #method(&self) -> &str { self.#rust.as_deref().unwrap_or(#text) }
                },
                ir::Default::Integer(number) => {
                    let number = proc_macro2::Literal::i64_unsuffixed(*number);
                    quote! {
                        #[doc = #doc]
                        #deprecated
                        pub fn #method(&self) -> #plain { self.#rust.unwrap_or(#number) }
                    }
                }
                ir::Default::Boolean(flag) => quote! {
                    #[doc = #doc]
                        #deprecated
                    pub fn #method(&self) -> bool { self.#rust.unwrap_or(#flag) }
                },
                ir::Default::Decimal(text) => {
                    let value = decimal(text);
                    quote! {
                        #[doc = #doc]
                        #deprecated
                        pub fn #method(&self) -> #plain { self.#rust.unwrap_or(#value) }
                    }
                }
                ir::Default::Variant(_, variant) => {
                    let Type::Named(named) = &field.ty else {
                        continue;
                    };
                    let (name, variant) = (ident(&named.name), ident(variant));
                    let value = match named.kind {
                        NamedKind::Enum {
                            case_insensitive: true,
                        } => quote!(#name::#variant.into()),
                        _ => quote!(#name::#variant),
                    };
                    quote! {
                        #[doc = #doc]
                        #deprecated
                        pub fn #method(&self) -> #plain { self.#rust.clone().unwrap_or(#value) }
                    }
                }
            });
        }
        if !methods.is_empty() {
            let name = ident(&record.name);
            self.item(quote!(impl #name { #methods }));
        }
    }
}

/// A decimal as an expression that cannot fail.
fn decimal(text: &str) -> TokenStream {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let scale = text
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len() as u32);
    let number: i64 = digits.parse().unwrap_or(0);
    let number = if text.starts_with('-') {
        -number
    } else {
        number
    };
    let (number, scale) = (
        proc_macro2::Literal::i64_unsuffixed(number),
        proc_macro2::Literal::u32_unsuffixed(scale),
    );
    quote!(Decimal::new(#number, #scale))
}
