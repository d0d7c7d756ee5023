//! The configuration of the browser SDK: what the page decides is a field, everything else is filled in.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::constructor::{constructor, is_set_by_caller};
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::render::Chunk;
use crate::emit::rust::types::Types;
use crate::emit::rust::{field_docs, markdown, render};
use crate::file_tree::GENERATED_HEADER;
use crate::ir::{Presence, Resource, Spec, Type};
use crate::{ir, names};

/// The configuration of the browser SDK: what the page decides is a field, everything else is filled in.
pub(super) fn module(
    spec: &Spec,
    index: usize,
    resource: &Resource,
    sdk: &ir::BrowserSdk,
) -> String {
    let package = &spec.packages[index];
    let mut types = Types::in_client(spec, index);
    for name in ["BrowserSdk", "Configuration", "Function", "ObjectWriter"] {
        types.imports.add("api_browser", name);
    }
    let marker = ident(&names::marker(&package.name));
    types.imports.add("crate", &marker.to_string());
    types.imports.add("crate", "Environment");
    let mut members = TokenStream::new();
    let mut writes = TokenStream::new();
    let mut rows = Vec::new();
    let own: Vec<&ir::Field> = sdk
        .configuration
        .iter()
        .filter(|field| is_set_by_caller(field))
        .collect();
    for field in &sdk.configuration {
        let (wire, rust) = (&field.wire, ident(&field.rust));
        writes.extend(match (&field.presence, &field.ty) {
            (Presence::FromClient(value), _) if value == "environment" => {
                quote!(object.environment(#wire);)
            }
            (Presence::FromClient(value), _) => quote!(object.client_value(#wire, #value);),
            (Presence::Constant(text), Type::List(_)) => quote!(object.strings(#wire, &[#text]);),
            (Presence::Constant(text), _) => quote!(object.string(#wire, #text);),
            (_, Type::Boolean) => quote!(object.boolean(#wire, self.#rust);),
            _ => quote!(object.string(#wire, &self.#rust);),
        });
        if is_set_by_caller(field) {
            let docs = field_docs::field(field, "crate::model", false).tokens();
            let ty = types.body_field_type(field);
            members.extend(quote!(#docs pub #rust: #ty,));
            if field.presence != Presence::Required {
                rows.push(format!("{} {},", field.rust, types.setter(field)));
            }
        }
    }
    let mut nothing = TokenStream::new();
    for (wire, doc) in &sdk.event_handlers {
        let rust = names::field(wire).unwrap_or_else(|_| "callback".to_owned());
        let name = ident(&rust);
        let docs = Docs::of(doc).tokens();
        members.extend(quote!(#docs pub #name: Option<Function>,));
        writes.extend(quote!(object.function(#wire, self.#name.as_ref());));
        nothing.extend(quote!(#name: None,));
        rows.push(format!("{rust} = Function,"));
    }
    let expected: Vec<&ir::Field> = own
        .iter()
        .copied()
        .filter(|field| field.presence == Presence::Required)
        .collect();
    let mut docs =
        Docs::of("The page's part of the SDK configuration; the rest is set from the environment.");
    docs.source(package, &sdk.source);
    docs.list("", sdk.notes.iter().map(String::as_str));
    docs.list(
        "Tester pages:",
        sdk.tester_pages
            .iter()
            .map(|(name, page)| format!("{name}: {}", markdown::code(page)))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    );
    docs.open_questions(&sdk.open_questions);
    let docs = docs.tokens();
    let scripts = sdk.scripts.iter().map(|(name, address)| {
        let environment = ident(&names::type_of(name));
        let path = address.path_below_base();
        quote!((Environment::#environment, #path))
    });
    let entry = |takes: bool| {
        let found = sdk
            .entry_points
            .iter()
            .find(|entry| entry.argument.is_some() == takes);
        found.map_or("", |entry| entry.path.as_str())
    };
    let (init, open) = (entry(false), entry(true));
    types.imports.add("api_wire", "setters");
    let constructor = constructor(&mut types, CONFIGURATION, &own, &expected, nothing);
    let mut all = std::mem::take(&mut types.imports).chunks();
    let name = ident(CONFIGURATION);
    all.push(Chunk::Item(
        quote!(#docs #[derive(Clone, Debug, PartialEq)] pub struct #name { #members }),
    ));
    all.extend(constructor.map(Chunk::Item));
    all.push(Chunk::Table {
        name: "setters!",
        head: CONFIGURATION.to_owned(),
        rows,
    });
    all.push(Chunk::Item(quote! {
        impl Configuration for #name {
            type Api = #marker;
            const SDK: BrowserSdk<#marker> = BrowserSdk {
                scripts: &[#(#scripts),*],
                environment_name: Environment::sdk_name,
                init: #init,
                open: #open,
            };

            fn write(&self, object: &mut ObjectWriter<'_>) { #writes }
        }
    }));
    let mut module = Docs::of(&resource.doc);
    module.source(package, &resource.source);
    render::file(GENERATED_HEADER, &module.lines(), all)
}

/// The type of the browser SDK's configuration.
pub(super) const CONFIGURATION: &str = "PageConfiguration";
