//! What a response must have before it is believed, and the name of a write in journals.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::rust::module::Module;
use crate::ir::{Echo, Operation, ResponseField};

impl Module<'_> {
    pub(super) fn proof(&mut self, operation: &Operation) -> TokenStream {
        let statuses = operation.statuses.iter();
        let statuses = statuses.map(|status| Literal::u16_unsuffixed(status.code));
        let statuses: Vec<_> = statuses.collect();
        let mut calls = quote!();
        if !statuses.is_empty() {
            calls.extend(quote!(.statuses(&[#(#statuses),*])));
        }
        if let Some(journal_id) = &operation.journal_id {
            calls.extend(quote!(.journal_id(#journal_id)));
        }
        if !operation.echoes.is_empty() {
            let echoes = self.echoes(&operation.echoes);
            calls.extend(quote!(.echoes(&[#echoes])));
        }
        if !operation.distinct.is_empty() {
            let distinct = self.echoes(&operation.distinct);
            calls.extend(quote!(.distinct(&[#distinct])));
        }
        if !operation.essential.is_empty() {
            let pointers = pointers(&operation.essential);
            calls.extend(quote!(.essential(&[#pointers])));
        }
        if !operation.reconcile_by.is_empty() {
            let names = &operation.reconcile_by;
            calls.extend(quote!(.reconcile_by(&[#(#names),*])));
        }
        calls
    }

    fn echoes(&mut self, echoes: &[Echo]) -> TokenStream {
        let path = self.runtime("Echo");
        let echoes = echoes.iter().map(|echo| {
            let (request, response) = (&echo.request, echo.response.pointer());
            let string = echo.string.iter().map(ResponseField::pointer);
            quote!(#path::new(#request, #response) #(.string(#string))*)
        });
        quote!(#(#echoes),*)
    }
}

fn pointers(fields: &[ResponseField]) -> TokenStream {
    let pointers = fields.iter().map(ResponseField::pointer);
    quote!(#(#pointers),*)
}
