//! How a client reads back what a guarded operation makes.

use quote::quote;

use crate::emit::client::module::Module;
use crate::emit::rust::imports::ident;
use crate::ir::{Operation, Resource, Response, Retry};

impl Module<'_> {
    /// The implementations of `UniqueKey` and `FindByUniqueKey`. What they name was checked when it was lowered.
    pub(super) fn guarded(&mut self, resource: &Resource, operation: &Operation) {
        let spec = self.types.spec;
        let (Retry::UniqueKey(guard, _), Some(read_by)) = (&operation.retry, &operation.find_by)
        else {
            return;
        };
        let Some(reading) = resource.operation(&read_by.operation) else {
            return;
        };
        let record = spec.found_record(read_by, reading);
        let field = record.and_then(|one| one.field(guard));
        let Some(field) = field else {
            return;
        };
        let mut way = match &reading.response {
            Response::Wrapped(..) => quote!(output.value),
            _ => quote!(output),
        };
        let response = spec.response_record(reading);
        if let Some(wrapper) = read_by
            .record
            .as_ref()
            .and_then(|wire| response?.field(wire))
        {
            let wrapper = ident(&wrapper.rust);
            way = quote!(#way.#wrapper);
        }
        let (output, _) = self.output(reading);
        let guarded = self.runtime("UniqueKey");
        let (name, reads) = (ident(&operation.rust), ident(&reading.rust));
        let field = ident(&field.rust);
        self.item(quote! {
            impl #guarded for #name {
                type Lookup = #reads;

                fn unique_key(output: &#output) -> Option<&str> { #way.#field.as_deref() }
            }
        });
        if read_by.parameter.is_some() {
            let by_value = self.runtime("FindByUniqueKey");
            self.item(quote! {
                impl #by_value for #name {
                    fn lookup(unique_key: String) -> Self::Lookup { #reads::new(unique_key) }
                }
            });
        }
    }
}
