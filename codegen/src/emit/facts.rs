//! The list of all types and operations, from which a test prints the facts that the compiled crates state.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::emit::client;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::imports::{Imports, ident};
use crate::emit::rust::render;
use crate::file_tree::{FileTree, header_of};
use crate::ir::{
    Auth, BrowserSdk, ConstructorForm, Field, Operation, Package, Presence, Record, Resource,
    Scalar, Spec, Type,
};
use crate::names;

const PATH: &str = "tests/tests/facts/list.rs";

const DOCS: &str = "//! The types and operations of each package, whose facts are printed.\n\nuse crate::facts::*;\n";

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

fn function(package: &Package) -> Ident {
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
        let credentials = package.auth.iter().map(credentials);
        let names = package.client_values.iter().map(|value| &value.name);
        let values = (!package.client_values.is_empty()).then(|| {
            let values = client_values(package);
            quote!(facts.client_values(&#values, &[#(#names),*]);)
        });
        quote! {
            facts.api::<client::#marker>(&[#(client::Environment::#environments),*]);
            #(facts.credentials(&#credentials);)*
            #values
        }
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
    let operations: Vec<_> = operations.map(of_operation).collect();
    let operations = (!operations.is_empty()).then(
        || quote!(operations!(facts, (#(client::#credentials),*) #(, client::#operations)*);),
    );
    let callbacks = resource.callbacks.iter();
    let callbacks = callbacks.map(|callback| &callback.record);
    let callbacks = callbacks.filter(|record| record.package == index);
    let callbacks = callbacks.map(|record| ident(&record.name));
    let sdk = resource.browser_sdk.iter();
    let sdk = sdk.map(|sdk| {
        let (page, values) = (page(sdk), client_values(package));
        quote!(facts.browser_sdk(&#page, #values);)
    });
    quote! {
        #(facts.open_enum::<model::#enums>();)*
        #(facts.text_id::<model::#ids>();)*
        #(#records)*
        #(record!(facts, model::#bodies);)*
        #(facts.callback::<model::#callbacks>(model::#callbacks::FORM_ROOT);)*
        #operations
        #(#sdk)*
    }
}

/// Credentials, each of which is its own name.
fn credentials(auth: &Auth) -> TokenStream {
    let (name, parts) = (
        ident(&names::type_of(&auth.name)),
        auth.scheme.credentials(),
    );
    quote!(client::#name::new(#(#parts),*))
}

/// An operation, with its parameters, and the choices of its path besides the first.
fn of_operation(operation: &Operation) -> TokenStream {
    let name = ident(&operation.rust);
    let fields = operation.fields();
    let fields = fields.iter().map(|field| ident(&field.rust));
    let choice = ident(&client::route_type(operation));
    let variants = operation.routes.iter().skip(1);
    let variants: Vec<_> = variants.map(|route| ident(&route.rust)).collect();
    let route = (!variants.is_empty()).then(|| quote!(route: [#(client::#choice::#variants),*]));
    let fields = fields.map(|field| quote!(#field)).chain(route);
    quote!(#name { #(#fields),* })
}

/// A record, with the methods of its defaults.
fn of_record(record: &Record) -> TokenStream {
    let name = ident(&record.name);
    let fields = record.fields.iter();
    let defaults = fields.filter(|field| field.default.is_some());
    let defaults = defaults.map(|field| ident(&field.default_method()));
    quote!(record!(facts, model::#name #(, #defaults)*);)
}

/// The values that a client adds to requests: each is its own name, unless it has a default.
fn client_values(package: &Package) -> TokenStream {
    if package.client_values.is_empty() {
        return quote!(());
    }
    let values = package.client_values.iter();
    let required = values.filter(|value| value.default.is_none());
    let required = required.map(|value| (ident(&value.name), text(&value.name)));
    let form = package.client_values_form();
    created(client::CLIENT_VALUES, form, required.collect())
}

/// A page with all that it can set: each text is its own name.
fn page(sdk: &BrowserSdk) -> TokenStream {
    let fields = sdk.configuration.iter();
    let (required, optional): (Vec<&Field>, Vec<&Field>) = fields
        .filter(|field| field.is_set_by_caller())
        .partition(|field| field.presence == Presence::Required);
    let value = |field: &Field| match field.ty {
        Type::Scalar(Scalar::Boolean) => quote!(true),
        _ => text(&field.wire),
    };
    let set = |field: &&Field| (ident(&field.rust), value(field));
    let mut page = created(
        BrowserSdk::CONFIGURATION,
        sdk.constructor_form(),
        required.iter().map(set).collect(),
    );
    for (name, value) in optional.iter().map(set) {
        page.extend(quote!(.#name(#value)));
    }
    for (wire, _) in &sdk.event_handlers {
        let name = ident(&client::event_handler(wire));
        page.extend(quote!(.#name(function(#wire))));
    }
    page
}

/// A value that is created from its required fields.
fn created(name: &str, form: ConstructorForm, required: Vec<(Ident, TokenStream)>) -> TokenStream {
    let ty = ident(name);
    let values = required.iter().map(|(_, value)| value);
    match form.required_struct(name) {
        None => quote!(client::#ty::new(#(#values),*)),
        Some(required_struct) => {
            let required_struct = ident(&required_struct);
            let names = required.iter().map(|(name, _)| name);
            quote!(client::#ty::new(client::#required_struct { #(#names: #values.into()),* }))
        }
    }
}

fn text(text: &str) -> TokenStream {
    quote!(#text)
}
