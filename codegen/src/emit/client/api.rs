//! The API as a type, its environments, and what the client fills in.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::{Imports, ident};
use crate::emit::rust::render::Chunk;
use crate::emit::rust::{markdown, render};
use crate::file_tree::GENERATED_HEADER;
use crate::ir::Package;
use crate::names;

pub(super) fn names_of(package: &Package) -> Vec<String> {
    let mut list = vec![
        names::marker(&package.name),
        "Client".to_owned(),
        "Config".to_owned(),
        "Environment".to_owned(),
    ];
    if !package.client_values.is_empty() {
        list.push("ClientValues".to_owned());
    }
    list
}

/// The marker, the environments, what the client fills in, and the aliases that tie them together.
pub(super) fn module(package: &Package) -> String {
    let mut imports = Imports::default();
    imports.add("api_runtime", "Api");
    let marker = ident(&names::marker(&package.name));
    let name = &package.name;
    let title = Docs::of(&format!(
        "{}: the API as a type, which ties operations to clients.",
        package.title
    ))
    .tokens();
    let mut environments = TokenStream::new();
    for environment in &package.environments {
        let mut docs = Docs::of(&environment.doc);
        docs.markdown(&format!(
            "Documented base URL: {}.",
            markdown::code(&environment.base_url.to_string())
        ));
        let (docs, rust) = (docs.tokens(), ident(&names::type_of(&environment.name)));
        environments.extend(quote!(#docs #rust,));
    }
    let values = if package.client_values.is_empty() {
        quote!(())
    } else {
        quote!(ClientValues)
    };
    let envelope = package.envelope.as_ref().map(|envelope| {
        imports.add("api_runtime", "EnvelopeShape");
        let (success, payload, message) = (&envelope.success, &envelope.payload, &envelope.message);
        Chunk::Item(quote! {
            /// The keys of the response envelope.
            pub(crate) const ENVELOPE: EnvelopeShape = EnvelopeShape {
                success: #success,
                payload: #payload,
                message: #message,
            };
        })
    });
    let has_envelope = envelope.is_some().then(|| {
        quote!(
            const ENVELOPE: Option<EnvelopeShape> = Some(ENVELOPE);
        )
    });
    let error_keys = error_keys(package);
    let error_keys = (!error_keys.is_empty()).then(|| {
        quote!(
            const ERROR_KEYS: &'static [&'static str] = &[#(#error_keys),*];
        )
    });
    let mut chunks = vec![
        Chunk::Item(quote!(#title #[derive(Clone, Copy, Debug)] pub struct #marker;)),
        Chunk::Item(quote! {
            impl Api for #marker {
                const NAME: &'static str = #name;
                #has_envelope
                #error_keys
                type Environment = Environment;
                type ClientValues = #values;
            }
        }),
        Chunk::Item(quote! {
            /// The environments of the service.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum Environment { #environments }
        }),
    ];
    chunks.extend(envelope);
    if package
        .environments
        .iter()
        .any(|environment| environment.sdk_name.is_some())
    {
        let arms = package.environments.iter().filter_map(|environment| {
            let (rust, word) = (
                ident(&names::type_of(&environment.name)),
                environment.sdk_name.as_ref()?,
            );
            Some(quote!(Self::#rust => #word,))
        });
        chunks.push(Chunk::Item(quote! {
            impl Environment {
                /// The name of the environment in the browser SDK.
                pub fn sdk_name(self) -> &'static str { match self { #(#arms)* } }
            }
        }));
    }
    if !package.client_values.is_empty() {
        chunks.extend(settings(package));
    }
    let first = ident(&credentials_of(package));
    imports.add("crate", &first.to_string());
    chunks.push(Chunk::Item(quote! {
        /// A client of this API. The default credentials are those that most operations accept.
        pub type Client<C = #first> = api_runtime::Client<#marker, C>;
    }));
    chunks.push(Chunk::Item(quote! {
        /// The base URL and credentials of one environment of this API.
        pub type Config<C = #first> = api_runtime::Config<#marker, C>;
    }));
    let mut all = imports.chunks();
    all.extend(chunks);
    render::file(
        GENERATED_HEADER,
        &["The API and its environments.".to_owned()],
        all,
    )
}

/// The client whose calls wait. Its operations are the same, so an alias is all there is.
pub(super) fn blocking(package: &Package) -> String {
    let marker = ident(&names::marker(&package.name));
    let credentials = ident(&credentials_of(package));
    let mut imports = Imports::default();
    imports.add("crate", &marker.to_string());
    imports.add("crate", &credentials.to_string());
    let mut chunks = imports.chunks();
    chunks.push(Chunk::Item(quote! {
        /// Blocking client of this API. The default credentials are those that most operations accept.
        pub type Client<C = #credentials> = api_runtime::blocking::Client<#marker, C>;
    }));
    render::file(
        GENERATED_HEADER,
        &["The blocking client.".to_owned()],
        chunks,
    )
}

/// The credentials that most operations take.
fn credentials_of(package: &Package) -> String {
    let first = package.auth.first().map(|auth| names::type_of(&auth.name));
    first.unwrap_or_default()
}

fn settings(package: &Package) -> Vec<Chunk> {
    let mut fields = TokenStream::new();
    let mut arms = TokenStream::new();
    let mut arguments = TokenStream::new();
    let mut values = TokenStream::new();
    for value in &package.client_values {
        let (docs, rust, name) = (
            Docs::of(&value.doc).tokens(),
            ident(&value.name),
            &value.name,
        );
        fields.extend(quote!(#docs pub #rust: String,));
        arms.extend(quote!(#name => Some(&self.#rust),));
        match &value.default {
            Some(default) => values.extend(quote!(#rust: #default.to_owned(),)),
            None => {
                arguments.extend(quote!(#rust: impl Into<String>,));
                values.extend(quote!(#rust: #rust.into(),));
            }
        }
    }
    vec![
        Chunk::Item(quote! {
            /// Values that the client adds to requests, so that no call can forget or confuse them.
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct ClientValues { #fields }
        }),
        Chunk::Item(quote! {
            impl ClientValues {
                /// The values, with the documented defaults.
                pub fn new(#arguments) -> Self { Self { #values } }
            }
        }),
        Chunk::Item(quote! {
            impl api_runtime::ClientValues for ClientValues {
                fn get(&self, name: &str) -> Option<&str> { match name { #arms _ => None, } }
            }
        }),
    ]
}

/// The error bodies that are named after their key, without the keys that the runtime knows.
///
/// Other keys of an example, such as a status, do not report an error.
fn error_keys(package: &Package) -> Vec<&str> {
    let bodies = package.error_bodies.iter();
    bodies
        .filter(|body| body.example.get(&body.name).is_some())
        .map(|body| body.name.as_str())
        .filter(|name| !["errors", "error", "message"].contains(name))
        .collect()
}
