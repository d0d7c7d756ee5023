//! That an operation writes, and how a client finds the record that one with a unique key created.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::imports::ident;
use crate::emit::rust::module::Module;
use crate::ir::{Operation, Place, Resource, Response, Retry, Scalar, Type};

impl Module<'_> {
    /// Implements `Write`, and `UniqueKey`.
    pub(super) fn write_info(&mut self, resource: &Resource, operation: &Operation) {
        if !operation.is_write() {
            return;
        }
        let unique = self.unique_key(resource, operation);
        let (record, constructor) = match unique {
            Some(record) => (record, ident("unique")),
            None => (self.output(operation).0, ident("new")),
        };
        let (write, info) = (self.runtime("Write"), self.runtime("WriteInfo"));
        let name = ident(&operation.rust);
        self.item(quote! {
            impl #write for #name {
                type Record = #record;
                const WRITE: #info = #info::#constructor::<Self>();
            }
        });
    }

    /// Implements `UniqueKey`. Its fields are checked in `check`. Returns the type of the record.
    fn unique_key(&mut self, resource: &Resource, operation: &Operation) -> Option<TokenStream> {
        let spec = self.types.spec;
        let (Retry::UniqueKey { field: key, .. }, Some(find_by)) =
            (&operation.retry, &operation.find_by)
        else {
            return None;
        };
        let lookup = resource.operation(&find_by.operation)?;
        let record = spec.found_record(find_by, lookup);
        let field = record.and_then(|record| record.field(key))?;
        let mut path = match &lookup.response {
            Response::Wrapped(key, _) => vec![key],
            _ => Vec::new(),
        };
        path.extend(&find_by.record);
        let renamed = find_by
            .renamed
            .iter()
            .map(|(body_field, found)| quote!((#body_field, #found)));
        let renamed = (!find_by.renamed.is_empty()).then(|| quote!(renamed: &[#(#renamed),*],));
        let paths = find_by.not_compared.iter().map(|(path, _)| path);
        let not_compared =
            (!find_by.not_compared.is_empty()).then(|| quote!(not_compared: &[#(#paths),*],));
        let by_id = find_by.parameter.is_none().then(|| quote!(is_by_id: true,));
        let callback_url = find_by.callback_url.as_ref();
        let callback_url = callback_url.map(|field| quote!(callback_url: Some(#field),));
        // Else it is the only parameter without which the record cannot be read: see `check`.
        let id = lookup.parameters_in(Place::Path).next();
        let id = id.map(|parameter| &parameter.ty);
        let key = match id {
            Some(Type::Scalar(Scalar::Text | Scalar::IntegerOrText)) | None => quote!(key),
            Some(_) => quote!(key.parse().ok()?),
        };
        let record_path = self.record_path(lookup, find_by.record.as_deref());
        let (output, _) = self.output(lookup);
        let unique_key = self.runtime("UniqueKey");
        let found_record = self.runtime("FoundRecord");
        let (name, lookup_type) = (ident(&operation.rust), ident(&lookup.rust));
        let field = ident(&field.rust);
        self.item(quote! {
            impl #unique_key for #name {
                type Lookup = #lookup_type;
                const FOUND: #found_record = #found_record {
                    #renamed
                    #not_compared
                    #by_id
                    #callback_url
                    ..#found_record::new(&[#(#path),*])
                };

                fn lookup(key: String) -> Option<Self::Lookup> { Some(#lookup_type::new(#key)) }

                fn unique_key(output: &#output) -> Option<&str> { #record_path.#field.as_deref() }
            }
        });
        Some(quote!(#output))
    }
}
