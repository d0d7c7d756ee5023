//! What recovery may do with the writes of an API.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::imports::{Imports, ident};
use crate::emit::rust::render;
use crate::emit::rust::render::Chunk;
use crate::file_tree::header;
use crate::ir::{Operation, Package, Resource};
use crate::names;

/// The module `journal`: the crate `api-journal`, and the tables of the writes.
pub(super) fn module(package: &Package) -> String {
    let mut imports = Imports::default();
    let marker = names::marker(&package.name);
    let mut tables = Vec::new();
    for (scheme, auth) in package.auth.iter().enumerate() {
        let mut rows = TokenStream::new();
        for resource in &package.resources {
            let writes = resource.operations.iter();
            let writes =
                writes.filter(|operation| operation.is_write() && operation.auth.contains(&scheme));
            for operation in writes {
                let (name, constructor) = (
                    ident(&operation.rust),
                    constructor(resource, operation, scheme),
                );
                imports.add("crate", &operation.rust);
                rows.extend(quote!(Recovery::#constructor::<#name>(),));
            }
        }
        if rows.is_empty() {
            continue;
        }
        let credentials = names::type_of(&auth.name);
        imports.add("crate", &credentials);
        let (marker, credentials) = (ident(&marker), ident(&credentials));
        tables.push(Chunk::Item(quote! {
            impl Recoverable<#credentials> for #marker {
                const OPERATIONS: &'static [Recovery<Self, #credentials>] = &[#rows];
            }
        }));
    }
    imports.add("crate", &marker);
    let mut all = vec![Chunk::Text("pub use api_journal::*;\n".to_owned())];
    all.extend(imports.chunks());
    all.extend(tables);
    let docs = [
        "A journal of writes: the intent of a write is durable before its first byte is sent, and its",
        "outcome after. See [`JournalClient`].",
    ];
    render::file(&header([&*package.dir]), &docs.map(str::to_owned), all)
}

/// The constructor of what the description allows.
fn constructor(resource: &Resource, operation: &Operation, scheme: usize) -> proc_macro2::Ident {
    let find_by = operation.find_by.as_ref();
    let lookup = find_by.and_then(|find_by| {
        let lookup = resource.operation(&find_by.operation)?;
        // The same client has to send both.
        lookup.auth.contains(&scheme).then_some(find_by)
    });
    ident(match lookup.map(|find_by| &find_by.parameter) {
        Some(Some(_)) => "with_lookup",
        Some(None) => "with_unique_key",
        None => "new",
    })
}
