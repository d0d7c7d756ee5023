//! Named constructors of operations.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::module::Module;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::ir;
use crate::ir::{Operation, Type};

impl Module<'_> {
    /// The functions that make a list where the caller says where it begins.
    pub(crate) fn constructors(&mut self, operation: &Operation, fields: &[ir::Field]) {
        let name = ident(&operation.rust);
        let mut functions = TokenStream::new();
        for start in &operation.constructors {
            let mut argument = TokenStream::new();
            let mut values = TokenStream::new();
            for field in fields {
                let rust = ident(&field.rust);
                let is_list = matches!(field.ty, Type::List(_));
                if start.filter.as_ref() != Some(&field.rust) {
                    values.extend(match is_list {
                        true => quote!(#rust: Vec::new(),),
                        false => quote!(#rust: None,),
                    });
                    continue;
                }
                let (ty, into) = self.types.setter_param(field);
                if is_list {
                    argument = quote!(#rust: #ty);
                    values.extend(quote!(#rust,));
                } else if into {
                    argument = quote!(#rust: impl Into<#ty>);
                    values.extend(quote!(#rust: Some(#rust.into()),));
                } else {
                    argument = quote!(#rust: #ty);
                    values.extend(quote!(#rust: Some(#rust),));
                }
            }
            let (docs, function) = (Docs::of(&start.doc).tokens(), ident(&start.name));
            functions
                .extend(quote!(#docs pub fn #function(#argument) -> Self { Self { #values } }));
        }
        self.item(quote!(impl #name { #functions }));
    }
}
