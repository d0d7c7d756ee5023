//! How a client confirms callbacks.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::imports::{ident, tokens};
use crate::emit::rust::module::Module;
use crate::ir::{Default, Field, Form, Operation, Response};

impl Module<'_> {
    /// Implements `Refetch`, if the operation confirms a callback. Its fields are checked in `check`.
    pub(super) fn callback_confirmation(&mut self, operation: &Operation) {
        let spec = self.types.spec;
        let Some(confirmation) = &operation.confirms_callback else {
            return;
        };
        let (Some(callback_record), Some(record)) = (
            spec.record(&confirmation.callback_record),
            spec.confirmed_record(confirmation, operation),
        ) else {
            return;
        };
        let fields = (
            callback_record.field(&confirmation.by),
            callback_record.field(&confirmation.reference),
            record.field(&confirmation.by),
            record.field(&confirmation.reference),
            record.field(&confirmation.state),
            callback_record.field(&confirmation.hint),
        );
        let (
            Some(callback_id_field),
            Some(callback_reference_field),
            Some(id),
            Some(reference),
            Some(state),
            Some(hint),
        ) = fields
        else {
            return;
        };
        let name = ident(&operation.rust);
        let (root, by) = (&confirmation.root, &confirmation.by);
        self.types.imports.add("api_callbacks", "Refetch");
        self.types.wire_name("form");
        let callback_type = self.types.named_type(&confirmation.callback_record);
        self.types.wire_name("Fields");
        let (id_type, state_type, hint_type) = (
            self.types.rust_type(&id.ty),
            tokens(&self.types.field_type(state, Form::Plain)),
            tokens(&self.types.field_type(hint, Form::Plain)),
        );
        let output = match &operation.response {
            Response::Wrapped(..) => quote!(&output.value),
            _ => quote!(output),
        };
        let record_path = self.record_path(operation, confirmation.record.as_deref());
        let callback_id = as_ref(&quote!(callback), callback_id_field);
        let callback_hint = as_ref(&quote!(callback), hint);
        let callback_reference = as_deref(&quote!(callback), callback_reference_field);
        let default_state = default_state(&record_path, state);
        let updated_at = confirmation.updated_at.as_ref();
        let updated_at = updated_at.and_then(|wire| record.field(wire)).map(|field| {
            let (timestamp, rust) = (self.types.wire_name("Timestamp"), ident(&field.rust));
            quote! {
                fn updated_at(output: &Self::Output) -> Option<#timestamp> { #record_path.#rust }
            }
        });
        let (id, reference, state) = (
            as_ref(&record_path, id),
            as_deref(&record_path, reference),
            as_ref(&record_path, state),
        );
        self.item(quote! {
            impl Refetch for #name {
                type Callback = #callback_type;
                type Id = #id_type;
                type State = #state_type;
                type Hint = #hint_type;

                fn parse_callback(form: &[u8]) -> Result<Self::Callback, form::FormError> { form::read_about(form, #root, #by) }

                fn callback_id(callback: &Self::Callback) -> Option<&Self::Id> { #callback_id }

                fn callback_reference(callback: &Self::Callback) -> Option<&str> { #callback_reference }

                fn callback_hint(callback: &Self::Callback) -> Option<&Self::Hint> { #callback_hint }

                fn for_id(id: Self::Id) -> Self { Self::new(id) }

                fn record(output: &Self::Output) -> &dyn Fields { #output }

                fn id(output: &Self::Output) -> Option<&Self::Id> { #id }

                fn reference(output: &Self::Output) -> Option<&str> { #reference }

                fn state(output: &Self::Output) -> Option<&Self::State> { #state }

                #default_state

                #updated_at
            }
        });
    }
}

/// A field that is read, by reference.
fn as_ref(record_path: &TokenStream, field: &Field) -> TokenStream {
    let rust = ident(&field.rust);
    quote!(#record_path.#rust.as_ref())
}

/// The documented default of the state, unless the record has a value of another type in its place.
fn default_state(record_path: &TokenStream, state: &Field) -> Option<TokenStream> {
    let method = ident(&format!("{}_or_default", state.rust.trim_end_matches('_')));
    let default = match state.default.as_ref()? {
        Default::Text(_) => quote!(#record_path.#method().map(str::to_owned)),
        _ => quote!(#record_path.#method()),
    };
    Some(quote! {
        fn default_state(output: &Self::Output) -> Option<Self::State> {
            #default.ok()
        }
    })
}

fn as_deref(record_path: &TokenStream, field: &Field) -> TokenStream {
    let rust = ident(&field.rust);
    quote!(#record_path.#rust.as_deref())
}
