//! The configuration of the browser SDK: what the page decides is a field, everything else is filled in.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::constructor::Constructor;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::ident;
use crate::emit::rust::subject::Subject;
use crate::emit::rust::types::Types;
use crate::emit::rust::{field_docs, render};
use crate::file_tree::header;
use crate::ir::{BrowserSdk, ConstructorForm, Presence, Resource, Scalar, Spec, Type};
use crate::markdown;
use crate::{ir, names};

/// The configuration of the browser SDK: what the page decides is a field, everything else is filled in.
pub(super) fn module(spec: &Spec, index: usize, resource: &Resource, sdk: &BrowserSdk) -> String {
    let package = &spec.packages[index];
    let mut types = Types::in_client(spec, index);
    let names = ["BrowserSdk", "Configuration", "ObjectWriter"].into_iter();
    let handlers = (!sdk.event_handlers.is_empty()).then_some("Function");
    for name in names.chain(handlers) {
        types.imports.add("api_browser", name);
    }
    let marker = ident(&names::type_of(&package.name));
    types.imports.add("crate", &marker.to_string());
    types.imports.add("crate", "Environment");
    types.imports.add("api_wire", "Setters");
    let mut members = Members::default();
    for field in &sdk.configuration {
        members.configuration_field(&mut types, field);
    }
    for (wire, doc) in &sdk.event_handlers {
        members.event_handler(wire, doc, sdk.error_handler.as_ref() == Some(wire));
    }
    let Members {
        fields,
        writes,
        unset,
    } = members;
    let own = sdk.configuration.iter();
    let own: Vec<&ir::Field> = own.filter(|field| field.is_set_by_caller()).collect();
    let constructor = Constructor {
        name: BrowserSdk::CONFIGURATION,
        form: sdk.constructor_form(),
        fields: &own,
        more: unset,
        noun: "configuration",
        requires_by_choice: false,
    };
    let constructor = constructor.items(&mut types);
    let name = ident(BrowserSdk::CONFIGURATION);
    // What `new()` without arguments creates is the default.
    let default = (sdk.constructor_form() == ConstructorForm::Unset).then(|| quote!(Default,));
    let docs = configuration_docs(sdk).tokens();
    let mut chunks = vec![Chunk::Item(quote! {
        #docs
        #[derive(Clone, Debug, #default PartialEq, Setters)]
        #[non_exhaustive]
        pub struct #name { #fields }
    })];
    chunks.extend(constructor.into_iter().map(Chunk::Item));
    let browser_sdk = browser_sdk_value(package, sdk);
    let object = ident(if writes.is_empty() {
        "_object"
    } else {
        "object"
    });
    chunks.push(Chunk::Item(quote! {
        impl Configuration for #name {
            type Api = #marker;
            const SDK: BrowserSdk<#marker> = #browser_sdk;

            fn write(&self, #object: &mut ObjectWriter<'_>) { #writes }
        }
    }));
    render::file(&header([&*resource.span.file]), types.imports, chunks)
}

/// The members of the configuration.
#[derive(Default)]
struct Members {
    /// The fields of the struct.
    fields: TokenStream,
    /// The statements that write them.
    writes: TokenStream,
    /// The initial values of event handlers.
    unset: TokenStream,
}

impl Members {
    fn configuration_field(&mut self, types: &mut Types<'_>, field: &ir::Field) {
        self.writes.extend(write_statement(field));
        if !field.is_set_by_caller() {
            return;
        }
        let mut docs = field_docs::sent_field(BrowserSdk::CONFIGURATION, field);
        if field.wire != field.rust {
            docs.markdown(&format!(
                "Configuration key {}.",
                markdown::code(&field.wire)
            ));
        }
        let docs = docs.with_links("crate::model").tokens();
        let (name, ty) = (ident(&field.rust), types.sent_type(field));
        self.fields.extend(quote!(#docs pub #name: #ty,));
    }

    fn event_handler(&mut self, wire: &str, doc: &str, is_for_errors: bool) {
        let rust = event_handler(wire);
        let name = ident(&rust);
        let mut docs = Docs::of(doc);
        if is_for_errors {
            docs.markdown(
                "The snippet calls it, too, if the script is missing or does not have the functions of the SDK.",
            );
        }
        let docs = docs.tokens();
        let writer = ident(if is_for_errors {
            "error_handler"
        } else {
            "function"
        });
        self.fields
            .extend(quote!(#docs pub #name: Option<Function>,));
        self.writes
            .extend(quote!(object.#writer(#wire, self.#name.as_ref());));
        self.unset.extend(quote!(#name: None,));
    }
}

/// The name in Rust of an event handler.
pub(crate) fn event_handler(wire: &str) -> String {
    names::field(wire).unwrap_or_else(|_| "callback".to_owned())
}

fn write_statement(field: &ir::Field) -> TokenStream {
    let (wire, rust) = (&field.wire, ident(&field.rust));
    match (&field.presence, &field.ty) {
        (Presence::Environment, _) => quote!(object.environment(#wire);),
        (Presence::FromClient(value), _) => quote!(object.client_value(#wire, #value);),
        (Presence::Constant(text), Type::List(_)) => quote!(object.strings(#wire, &[#text]);),
        (Presence::Constant(text), _) => quote!(object.string(#wire, #text);),
        (Presence::Required, Type::Scalar(Scalar::Boolean)) => {
            quote!(object.boolean(#wire, Some(self.#rust));)
        }
        (_, Type::Scalar(Scalar::Boolean)) => quote!(object.boolean(#wire, self.#rust);),
        (Presence::Required, _) => quote!(object.string(#wire, &self.#rust);),
        _ => quote!(if let Some(text) = &self.#rust { object.string(#wire, text); }),
    }
}

fn configuration_docs(sdk: &BrowserSdk) -> Docs {
    let mut docs = Docs::default();
    docs.markdown("The page's part of the SDK configuration; the rest comes from the client's [`Config`](crate::Config).");
    docs.behavior(
        Subject::item(BrowserSdk::CONFIGURATION),
        &sdk.notes,
        &sdk.open_questions,
    );
    let tester_pages = sdk.tester_pages.iter();
    let tester_pages: Vec<String> = tester_pages
        .map(|(name, page)| format!("{name}: {}", markdown::code(page)))
        .collect();
    docs.list("Tester pages:", tester_pages.iter().map(String::as_str));
    docs.not_documented(&sdk.open_questions);
    docs
}

/// The constant that describes the script and its entry points.
fn browser_sdk_value(package: &ir::Package, sdk: &BrowserSdk) -> TokenStream {
    let scripts = sdk.scripts.iter().map(|(name, address)| {
        let environment = ident(&names::type_of(name));
        let path = address.path_below_base();
        quote!((Environment::#environment, #path))
    });
    let entry_point = |has_argument: bool| {
        let mut entry_points = sdk.entry_points.iter();
        let found = entry_points.find(|entry| entry.argument.is_some() == has_argument);
        found.map_or("", |entry| entry.path.as_str())
    };
    let (init, open) = (entry_point(false), entry_point(true));
    let mut environments = package.environments.iter();
    // Without names, no key of the configuration is the environment.
    let environment_name = match environments.any(|environment| environment.sdk_name.is_some()) {
        true => quote!(Environment::sdk_name),
        false => quote!(|_| ""),
    };
    quote! {
        BrowserSdk {
            scripts: &[#(#scripts),*],
            environment_name: #environment_name,
            init: #init,
            open: #open,
        }
    }
}
