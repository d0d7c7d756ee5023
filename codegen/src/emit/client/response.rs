//! What an operation returns.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::module::Module;
use crate::ir::{Operation, ReplyOf};

impl Module<'_> {
    pub(crate) fn output(&mut self, operation: &Operation) -> (TokenStream, TokenStream) {
        match &operation.reply {
            ReplyOf::Record(named) => (self.types.named(named), quote!(response.record())),
            ReplyOf::Wrapped(key, named) => {
                let (wrapped, record) = (self.runtime("Wrapped"), self.types.named(named));
                (quote!(#wrapped<#record>), quote!(response.wrapped(#key)))
            }
            ReplyOf::Unknown | ReplyOf::Accepted => {
                let raw = self.runtime("RawResponse");
                (quote!(#raw), quote!(Ok(response.raw())))
            }
            ReplyOf::Payload(ty) => {
                self.types.imports.add("crate::api", "ENVELOPE");
                (
                    self.types.plain(ty, false),
                    quote!(response.envelope(&ENVELOPE)),
                )
            }
            ReplyOf::Page(page) => {
                let (ty, shape) = (self.runtime("Page"), self.runtime("PageShape"));
                let of = self.types.named(&page.of);
                let facts = page.facts.as_ref().map(|facts| self.types.named(facts));
                let some = |text: &Option<String>| match text {
                    Some(text) => quote!(Some(#text)),
                    None => quote!(None),
                };
                let (key, wrapped_in) = (some(&page.key), some(&page.wrapped_in));
                let output = match facts {
                    Some(facts) => quote!(#ty<#of, #facts>),
                    None => quote!(#ty<#of>),
                };
                let shape = quote!(#shape { key: #key, wrapped_in: #wrapped_in });
                (output, quote!(let shape = #shape; response.page(&shape)))
            }
        }
    }
}
