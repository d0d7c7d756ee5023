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
            Response::Wrapped(_, named) => {
                let (wrapped, record) = (self.runtime("Wrapped"), self.types.named_type(named));
                (
                    quote!(#wrapped<#record>),
                    quote!(response.wrapped(Self::INFO.response_key)),
                )
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
                let ty = self.runtime("Page");
                let of = self.types.named_type(&page.item);
                let facts = page
                    .metadata
                    .as_ref()
                    .map(|facts| self.types.named_type(facts));
                let output = match facts {
                    Some(facts) => quote!(#ty<#of, #facts>),
                    None => quote!(#ty<#of>),
                };
                (output, quote!(response.page(&Self::INFO.page_shape())))
            }
        }
    }

    /// The keys of the record or list in the response, and of the items.
    pub(super) fn response_keys(operation: &Operation) -> TokenStream {
        let (key, item) = match &operation.response {
            Response::Wrapped(key, _) => (Some(key), None),
            Response::Page(page) => (page.items_key.as_ref(), page.item_wrapper.as_ref()),
            _ => (None, None),
        };
        let (key, item) = (key.into_iter(), item.into_iter());
        quote!(#(.response_key(#key))* #(.item_key(#item))*)
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
