//! How a client reads back what a guarded operation makes.

use quote::quote;

use super::operations::Module;
use crate::emit::docs::Docs;
use crate::emit::types::ident;
use crate::ir::{Operation, Repeat, ReplyOf, Resource};

impl Module<'_> {
    /// The implementations of `UniqueKey` and `FindByUniqueKey`. What they name was checked when it was lowered.
    pub(super) fn guarded(&mut self, resource: &Resource, operation: &Operation) {
        let house = self.types.house;
        let (Repeat::Guarded(guard, _), Some(read_by)) = (&operation.repeat, &operation.read_by)
        else {
            return;
        };
        let Some(reading) = read_by.reading(resource) else {
            return;
        };
        let record = read_by.read(house, reading);
        let field = record.and_then(|one| one.field(guard));
        let Some(field) = field else {
            return;
        };
        let mut way = match &reading.reply {
            ReplyOf::Wrapped(..) => quote!(output.value),
            _ => quote!(output),
        };
        let reply = reading.replied(house);
        if let Some(wrapper) = read_by.record.as_ref().and_then(|wire| reply?.field(wire)) {
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

/// How to send it so that it goes out once more.
pub(super) fn docs(operation: &Operation, docs: &mut Docs) {
    let Some(read_by) = &operation.read_by else {
        return;
    };
    let (method, end) = match &read_by.parameter {
        Some(_) => ("create_once", "."),
        None => (
            "create_once_with",
            ", from the operation that the caller names.",
        ),
    };
    docs.markdown(&format!(
        "[`{method}`](api_runtime::Client::{method}) retries it once if the outcome is unknown, and reads the record \
         that was created{end}"
    ));
}
