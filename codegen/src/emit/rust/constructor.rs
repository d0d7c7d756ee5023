//! `new` of bodies, operations and the page configuration.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::imports::ident;
use crate::emit::rust::types::Types;
use crate::ir;
use crate::ir::{Presence, Type};

/// Whether the caller sets the field, and not the client.
pub(crate) fn is_set_by_caller(field: &ir::Field) -> bool {
    !matches!(
        field.presence,
        Presence::FromClient(_) | Presence::Environment | Presence::Constant(_)
    )
}

/// `new`, with what is expected by position: at most three. More are named, in a plain literal. `more` is what the
/// struct has beside its fields, `unset_doc` describes a value without any field.
pub(crate) fn constructor(
    types: &mut Types<'_>,
    name: &str,
    all: &[&ir::Field],
    expected: &[&ir::Field],
    more: TokenStream,
    unset_doc: &str,
) -> Option<TokenStream> {
    let name = ident(name);
    let unset_doc = format!(" {unset_doc}");
    if all.is_empty() && more.is_empty() {
        return Some(quote! {
            impl #name {
                /// Creates the request.
                pub fn new() -> Self { Self }
            }
        });
    }
    if expected.is_empty() {
        return Some(quote! {
            impl #name {
                #[doc = #unset_doc]
                pub fn new() -> Self { Self::default() }
            }
        });
    }
    if expected.len() > 3 {
        return None;
    }
    let mut arguments = TokenStream::new();
    let mut values = TokenStream::new();
    for field in all {
        let rust = ident(&field.rust);
        if field.presence == Presence::Required {
            let (ty, into) = types.setter_param(field);
            if into {
                arguments.extend(quote!(#rust: impl Into<#ty>,));
                values.extend(quote!(#rust: #rust.into(),));
            } else {
                arguments.extend(quote!(#rust: #ty,));
                values.extend(quote!(#rust,));
            }
        } else if matches!(field.ty, Type::List(_) | Type::Map(_))
            || field.presence == Presence::Nullable
        {
            values.extend(quote!(#rust: Default::default(),));
        } else {
            values.extend(quote!(#rust: None,));
        }
    }
    let has_more = expected.len() < all.len() || !more.is_empty();
    let doc = match has_more {
        true => " Creates the value from its required fields. The others are unset.",
        false => " Creates the value from its fields.",
    };
    Some(quote! {
        impl #name {
            #[doc = #doc]
            pub fn new(#arguments) -> Self { Self { #values #more } }
        }
    })
}
