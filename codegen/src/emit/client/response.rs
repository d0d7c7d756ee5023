//! What an operation returns.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir::{Operation, Response};

impl Module<'_> {
    pub(crate) fn output(&mut self, operation: &Operation) -> (TokenStream, TokenStream) {
        match &operation.response {
            Response::Record(named) => (self.types.named_type(named), quote!(response.record())),
            Response::Wrapped(key, named) => {
                let (wrapped, record) = (self.runtime("Wrapped"), self.types.named_type(named));
                (quote!(#wrapped<#record>), quote!(response.wrapped(#key)))
            }
            Response::Unknown | Response::StatusOnly => {
                let raw = self.runtime("RawResponse");
                (quote!(#raw), quote!(response.undocumented()))
            }
            Response::Payload(ty) => {
                self.types.imports.add("crate::api", "ENVELOPE");
                (
                    self.types.rust_type(ty),
                    quote!(response.envelope(&ENVELOPE)),
                )
            }
            Response::Page(page) => {
                let (ty, shape) = (self.runtime("Page"), self.runtime("PageShape"));
                let of = self.types.named_type(&page.item);
                let facts = page
                    .metadata
                    .as_ref()
                    .map(|facts| self.types.named_type(facts));
                let some = |text: &Option<String>| match text {
                    Some(text) => quote!(Some(#text)),
                    None => quote!(None),
                };
                let (key, wrapped_in) = (some(&page.items_key), some(&page.item_wrapper));
                let output = match facts {
                    Some(facts) => quote!(#ty<#of, #facts>),
                    None => quote!(#ty<#of>),
                };
                let shape = quote!(#shape { key: #key, wrapped_in: #wrapped_in });
                (output, quote!(let shape = #shape; response.page(&shape)))
            }
        }
    }

    /// The path of a record in `output`, below the wrapper and the field `wire` of the response.
    pub(super) fn record_path(&self, operation: &Operation, wire: Option<&str>) -> TokenStream {
        let output = match &operation.response {
            Response::Wrapped(..) => quote!(output.value),
            _ => quote!(output),
        };
        let response = self.types.spec.response_record(operation);
        match wire.and_then(|wire| response?.field(wire)) {
            Some(field) => {
                let field = ident(&field.rust);
                quote!(#output.#field)
            }
            None => output,
        }
    }
}
