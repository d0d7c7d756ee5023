//! What a response must have before it is believed.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::module::Module;
use crate::ir::{Operation, ResponseField};

impl Module<'_> {
    pub(super) fn proof(&mut self, operation: &Operation) -> TokenStream {
        let mut calls = TokenStream::new();
        if !operation.echoes.is_empty() {
            let echo = self.runtime("Echo");
            let echoes = operation.echoes.iter().map(|one| {
                let (request, response) = (&one.request, pointers(&one.response));
                quote!(#echo::new(#request, &[#response]))
            });
            calls.extend(quote!(.echoes(&[#(#echoes),*])));
        }
        if !operation.essential.is_empty() {
            let pointers = pointers(&operation.essential);
            calls.extend(quote!(.essential(&[#pointers])));
        }
        calls
    }
}

fn pointers(fields: &[ResponseField]) -> TokenStream {
    let pointers = fields.iter().map(ResponseField::pointer);
    quote!(#(#pointers),*)
}
