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
                " {}, or its documented default if it is absent. An error if it cannot be read.",
                markdown::code(&field.wire)
            );
            let method = ident(&format!("{}_or_default", field.rust.trim_end_matches('_')));
            let (rust, wire) = (ident(&field.rust), &field.wire);
            let deprecated = deprecation::attribute(field.deprecated.as_ref());
            let plain = self.types.rust_type(&field.ty, field.has(Mark::Secret));
            let (plain, value, default) = match default {
                ir::Default::Text(text) => (quote!(&str), quote!(as_deref()), quote!(#text)),
                ir::Default::Integer(number) => {
                    let number = proc_macro2::Literal::i64_unsuffixed(*number);
                    (plain, TokenStream::new(), quote!(#number))
                }
                ir::Default::Boolean(flag) => (plain, TokenStream::new(), quote!(#flag)),
                ir::Default::Decimal(text) => (plain, TokenStream::new(), decimal(text)),
                ir::Default::Variant(_, variant) => {
                    let Type::Named(named) = &field.ty else {
                        continue;
                    };
                    let (name, variant) = (ident(&named.name), ident(variant));
                    let default = match named.kind {
                        NamedKind::Enum {
                            case_insensitive: true,
                        } => quote!(#name::#variant.into()),
                        _ => quote!(#name::#variant),
                    };
                    (plain, quote!(clone()), default)
                }
            };
            let value = match value.is_empty() {
                true => quote!(self.#rust),
                false => quote!(self.#rust.#value),
            };
            self.types.imports.add("api_wire", "ReadError");
            methods.extend(quote! {
                #[doc = #doc]
                #deprecated
                pub fn #method(&self) -> Result<#plain, ReadError> {
                    self.extra.or_default(#wire, #value, #default)
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
