//! The list of all types and operations, from which a test prints the facts that the compiled crates state.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::imports::{Imports, ident};
use crate::emit::rust::render;
use crate::file_tree::{FileTree, header_of};
use crate::ir::{Package, Record, Resource, Spec};
use crate::names;

const PATH: &str = "tests/tests/facts/list.rs";

const DOCS: &str = "//! The types and operations of each package, whose facts are printed.\n\nuse crate::facts::{Facts, operations, record, route};\n";

/// The list: a function for each package.
pub(crate) fn list(spec: &Spec, tree: &mut FileTree) {
    let packages = spec.packages.iter().enumerate();
    let names: Vec<_> = spec.packages.iter().map(function).collect();
    let mut chunks = vec![
        Chunk::Text(DOCS.to_owned()),
        Chunk::Item(quote! {
            /// The packages, in the order of their folders.
            pub(crate) fn packages() -> Vec<Facts> { vec![#(#names()),*] }
        }),
    ];
    chunks.extend(packages.map(|(index, package)| Chunk::Item(of_package(spec, index, package))));
    let text = render::file(&header_of("spec"), Imports::default(), chunks);
    tree.add(PATH, text);
}

fn function(package: &Package) -> proc_macro2::Ident {
    ident(&names::crate_ident(&package.name))
}

fn of_package(spec: &Spec, index: usize, package: &Package) -> TokenStream {
    let declares = package.declared().next().is_some();
    let model = declares.then(|| {
        let model = ident(&names::crate_ident(&package.model_package()));
        quote!(use #model as model;)
    });
    let client = package.is_api.then(|| {
        let client = ident(&names::crate_ident(&package.client_package()));
        quote!(use #client as client;)
    });
    let api = package.is_api.then(|| {
        let marker = ident(&names::type_of(&package.name));
        let environments = package.environments.iter();
        let environments =
            environments.map(|environment| ident(&names::type_of(&environment.name)));
        quote!(facts.api::<client::#marker>(&[#(client::Environment::#environments),*]);)
    });
    let resources = package.resources.iter();
    let resources = resources.map(|resource| of_resource(spec, index, resource));
    let (function, name) = (function(package), &package.name);
    quote! {
        fn #function() -> Facts {
            #model
            #client

            let mut facts = Facts::new(#name);
            #api
            #(#resources)*
            facts
        }
    }
}

fn of_resource(spec: &Spec, index: usize, resource: &Resource) -> TokenStream {
    let package = &spec.packages[index];
    let enums = resource.enums.iter().map(|declared| ident(&declared.name));
    let ids = resource.ids.iter().map(|declared| ident(&declared.name));
    let records = resource.records.iter().map(of_record);
    let bodies = resource.bodies.iter().map(|declared| ident(&declared.name));
    let credentials = package.auth.iter();
    let credentials = credentials.map(|auth| ident(&names::type_of(&auth.name)));
    let operations = resource.operations.iter();
    let operations: Vec<_> = operations.map(|operation| ident(&operation.rust)).collect();
    let operations = (!operations.is_empty()).then(
        || quote!(operations!(facts, (#(client::#credentials),*) #(, client::#operations)*);),
    );
    let routes = resource.operations.iter().flat_map(|operation| {
        let (name, choice) = (
            ident(&operation.rust),
            ident(&client::route_type(operation)),
        );
        let routes = operation.routes.iter().skip(1);
        let routes = routes.map(move |route| {
            let variant = ident(&route.rust);
            quote!(route!(facts, client::#name, client::#choice::#variant);)
        });
        routes.collect::<Vec<_>>()
    });
    let sdk = resource.browser_sdk.iter();
    let configuration = ident(client::CONFIGURATION);
    let sdk = sdk.map(|_| quote!(facts.browser_sdk::<client::#configuration>();));
    quote! {
        #(facts.open_enum::<model::#enums>();)*
        #(facts.text_id::<model::#ids>();)*
        #(#records)*
        #(record!(facts, model::#bodies);)*
        #operations
        #(#routes)*
        #(#sdk)*
    }
}

/// A record, with the methods of its defaults.
fn of_record(record: &Record) -> TokenStream {
    let name = ident(&record.name);
    let fields = record.fields.iter();
    let defaults = fields.filter(|field| field.default.is_some());
    let defaults = defaults.map(|field| ident(&field.default_method()));
    quote!(record!(facts, model::#name #(, #defaults)*);)
}
