//! How a client reads back what a callback tells of.

use proc_macro2::TokenStream;
use quote::quote;

use super::operations::Module;
use crate::emit::types::ident;
use crate::ir::{Field, Operation, ReplyOf};

impl Module<'_> {
    /// The implementation of `Refetch`, if the operation reads back. Its fields were checked when it was lowered.
    pub(super) fn read_back(&mut self, operation: &Operation) {
        let house = self.types.house;
        let Some(back) = &operation.reads_back else {
            return;
        };
        let (Some(hint), Some(record)) = (house.record(&back.hint), back.read(house, operation))
        else {
            return;
        };
        let fields = (
            hint.field(&back.by),
            hint.field(&back.reference),
            record.field(&back.by),
            record.field(&back.reference),
            record.field(&back.state),
        );
        let (Some(told_id), Some(told_reference), Some(id), Some(reference), Some(state)) = fields
        else {
            return;
        };
        let name = ident(&operation.rust);
        self.types.imports.add("api_callbacks", "Refetch");
        let read_back = ident("Refetch");
        self.types.wire("form");
        let told = self.types.named(&back.hint);
        let (id_type, state_type) = (
            self.types.plain(&id.ty, false),
            self.types.plain(&state.ty, state.secret),
        );
        let mut way = match &operation.reply {
            ReplyOf::Wrapped(..) => quote!(output.value),
            _ => quote!(output),
        };
        let reply = operation.replied(house);
        if let Some(wrapper) = back.record.as_ref().and_then(|wire| reply?.field(wire)) {
            let wrapper = ident(&wrapper.rust);
            way = quote!(#way.#wrapper);
        }
        let callback_id = seen(&quote!(callback), told_id);
        let callback_reference = text(&quote!(callback), told_reference);
        let (id, reference, state) = (seen(&way, id), text(&way, reference), seen(&way, state));
        self.item(quote! {
            impl #read_back for #name {
                type Callback = #told;
                type Id = #id_type;
                type State = #state_type;

                fn parse_callback(form: &[u8]) -> Result<Self::Callback, form::FormError> { #told::from_form(form) }

                fn callback_id(callback: &Self::Callback) -> Option<&Self::Id> { #callback_id }

                fn callback_reference(callback: &Self::Callback) -> Option<&str> { #callback_reference }

                fn for_id(id: Self::Id) -> Self { Self::new(id) }

                fn id(output: &Self::Output) -> Option<&Self::Id> { #id }

                fn reference(output: &Self::Output) -> Option<&str> { #reference }

                fn state(output: &Self::Output) -> Option<&Self::State> { #state }
            }
        });
    }
}

/// A field that is read, by reference.
fn seen(way: &TokenStream, field: &Field) -> TokenStream {
    let rust = ident(&field.rust);
    quote!(#way.#rust.as_ref())
}

fn text(way: &TokenStream, field: &Field) -> TokenStream {
    let rust = ident(&field.rust);
    quote!(#way.#rust.as_deref())
}
