//! The parts of a request that have client values.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::module::Module;
use crate::ir::{Operation, Place};

impl Module<'_> {
    /// The parts of the request that have client values.
    pub(super) fn client_values(&mut self, operation: &Operation) -> Option<TokenStream> {
        let beside = operation.bindings.iter().filter_map(|binding| {
            let value = binding.field.presence.client_value()?;
            let place = match binding.place {
                Place::Header => quote!(header),
                Place::Path | Place::Query => quote!(path),
            };
            Some((place, &binding.field.wire, value))
        });
        let named = operation.body.iter().filter_map(|body| body.body.as_ref());
        let members = named.flat_map(|named| self.types.spec.fields(named));
        let members = members.filter_map(|field| {
            let value = field.presence.client_value()?;
            Some((quote!(body), &field.wire, value))
        });
        let parts: Vec<_> = beside.chain(members).collect();
        if parts.is_empty() {
            return None;
        }
        let client_value = self.runtime("ClientValue");
        let parts = parts
            .iter()
            .map(|(place, name, value)| quote!(#client_value::#place(#name, #value)));
        Some(quote!(.client_values(&[#(#parts),*])))
    }
}
