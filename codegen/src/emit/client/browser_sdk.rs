//! The configuration of the browser SDK: what the page decides is a field, everything else is filled in.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::docs::{self, Docs};
use crate::emit::layout::{self, Piece};
use crate::emit::model::{constructor, sent};
use crate::emit::package;
use crate::emit::types::{Types, ident};
use crate::ir::{self, House, Presence, Resource, Type};
use crate::names;

/// The configuration of the browser SDK: what the page decides is a field, everything else is filled in.
pub(super) fn module(
    house: &House,
    at: usize,
    resource: &Resource,
    sdk: &ir::BrowserSdk,
) -> String {
    let set = &house.sets[at];
    let mut types = Types::in_client(house, at);
    for name in ["BrowserSdk", "Configuration", "Function", "ObjectWriter"] {
        types.imports.add("api_browser", name);
    }
    let marker = ident(&names::marker(&set.name));
    types.imports.add("crate", &marker.to_string());
    types.imports.add("crate", "Environment");
    let mut members = TokenStream::new();
    let mut writes = TokenStream::new();
    let mut rows = Vec::new();
    let own: Vec<&ir::Field> = sdk
        .configuration
        .iter()
        .filter(|field| sent(field))
        .collect();
    for field in &sdk.configuration {
        let (wire, rust) = (&field.wire, ident(&field.rust));
        writes.extend(match (&field.presence, &field.ty) {
            (Presence::Filled(value), _) if value == "environment" => {
                quote!(object.environment(#wire);)
            }
            (Presence::Filled(value), _) => quote!(object.client_value(#wire, #value);),
            (Presence::Constant(text), Type::List(_)) => quote!(object.strings(#wire, &[#text]);),
            (Presence::Constant(text), _) => quote!(object.string(#wire, #text);),
            (_, Type::Boolean) => quote!(object.boolean(#wire, self.#rust);),
            _ => quote!(object.string(#wire, &self.#rust);),
        });
        if sent(field) {
            let docs = docs::field(field, "crate::model", false).tokens();
            let ty = types.sent(field);
            members.extend(quote!(#docs pub #rust: #ty,));
            if field.presence != Presence::Required {
                rows.push(format!("{} {},", field.rust, types.setter(field)));
            }
        }
    }
    let mut nothing = TokenStream::new();
    for (wire, doc) in &sdk.callbacks {
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
        Docs::of("What the page tells the browser SDK; the rest comes from the environment.");
    docs.source(set, &sdk.source);
    docs.list("", sdk.notes.iter().map(String::as_str));
    docs.list(
        "Pages of the service:",
        sdk.pages
            .iter()
            .map(|(name, page)| format!("{name}: {}", docs::code(page)))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    );
    docs.doubts(&sdk.doubts);
    let docs = docs.tokens();
    let scripts = sdk.scripts.iter().map(|(name, address)| {
        let environment = ident(&names::type_of(name));
        let path = address
            .split_once('}')
            .map_or(address.as_str(), |(_, path)| path);
        quote!((Environment::#environment, #path))
    });
    let entry = |takes: bool| {
        let found = sdk
            .entry_points
            .iter()
            .find(|entry| entry.takes.is_some() == takes);
        found.map_or("", |entry| entry.path.as_str())
    };
    let (init, open) = (entry(false), entry(true));
    types.imports.add("api_wire", "setters");
    let constructor = constructor(&mut types, CONFIGURATION, &own, &expected, nothing);
    let mut all = std::mem::take(&mut types.imports).pieces();
    let name = ident(CONFIGURATION);
    all.push(Piece::Item(
        quote!(#docs #[derive(Clone, Debug, PartialEq)] pub struct #name { #members }),
    ));
    all.extend(constructor.map(Piece::Item));
    all.push(Piece::Table {
        name: "setters!",
        head: CONFIGURATION.to_owned(),
        rows,
    });
    all.push(Piece::Item(quote! {
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
    module.source(set, &resource.source);
    layout::file(package::FIRST_LINE, &module.lines(), all)
}

/// The type of the browser SDK's configuration.
pub(super) const CONFIGURATION: &str = "PageConfiguration";
