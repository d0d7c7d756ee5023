//! The totals of pages, unless their keys are the names of the fields of `Page`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ir::{Package, PaginationStyle, Response};

/// The schema by which the totals of a page are read.
pub(super) enum TotalsSchema {
    /// That of `Page`.
    OfPage,
    /// One without totals.
    Empty,
    /// One that the client declares.
    Declared,
}

pub(super) fn schema_of(style: &PaginationStyle) -> TotalsSchema {
    let totals = style.totals();
    if totals.iter().all(|(name, key)| *key == Some(name)) {
        return TotalsSchema::OfPage;
    }
    match totals.iter().any(|(_, key)| key.is_some()) {
        true => TotalsSchema::Declared,
        false => TotalsSchema::Empty,
    }
}

/// The declaration of the schema, if an operation reads it.
pub(super) fn declaration(package: &Package) -> Option<TokenStream> {
    let style = package.pagination.as_ref()?;
    let mut operations = package.operations();
    operations.find(|operation| matches!(operation.response, Response::Page(_)))?;
    if !matches!(schema_of(style), TotalsSchema::Declared) {
        return None;
    }
    let fields = style.totals().map(|(name, key)| {
        let key = key.into_iter();
        quote!(api_wire::Field::new(#name, &[#(#key),*]))
    });
    Some(quote! {
        /// The keys of a page's totals.
        pub(crate) static TOTALS: api_wire::Schema = api_wire::Schema::new("Totals", &[#(#fields),*]);
    })
}
