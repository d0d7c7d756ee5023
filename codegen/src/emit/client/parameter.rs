//! The parameters of an operation.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::emit::rust::module::Module;
use crate::ir;
use crate::ir::{Field, Mark, Operation, Place, Scalar, Type};

/// What the attribute of a parameter says: its place, its name on the wire, marks, the default, the maximum.
pub(super) fn facts(operation: &Operation, field: &Field) -> TokenStream {
    let place = match operation.binding_of(field).map(|binding| binding.place) {
        Some(Place::Path) => quote!(path),
        Some(Place::Query) => quote!(query),
        Some(Place::Header) => quote!(header),
        None if field.wire.is_empty() => return quote!(body),
        None => quote!(wrapped_body),
    };
    let name = (field.wire != field.rust).then_some(&field.wire);
    let name = name.map(|name| quote!(, #name));
    let marks = [(Mark::Pii, quote!(, pii)), (Mark::Secret, quote!(, secret))].into_iter();
    let marks = marks.filter_map(|(mark, word)| field.has(mark).then_some(word));
    let count = (field.ty == Type::Scalar(Scalar::Count)).then(|| quote!(, count));
    let max = field.max.map(Literal::u64_unsuffixed);
    let max = max.map(|max| quote!(, max = #max));
    let default = field.default.as_ref().map(|default| match default {
        ir::Default::Integer(number) => Literal::i64_unsuffixed(*number).into_token_stream(),
        ir::Default::Boolean(flag) => quote!(#flag),
        ir::Default::Text(text) | ir::Default::Decimal(text) | ir::Default::Variant(text, _) => {
            quote!(#text)
        }
    });
    let default = default.map(|default| quote!(, default = #default));
    quote!(#place #name #(#marks)* #count #default #max)
}

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
