//! The API as a type, its environments, and what the client fills in.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::client::exports;
use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::docs::Docs;
use crate::emit::rust::imports::{Imports, ident};
use crate::emit::rust::render;
use crate::file_tree::header;
use crate::ir::{ConstructorForm, Envelope, Package};
use crate::markdown;
use crate::names;

pub(super) fn names_of(package: &Package) -> Vec<String> {
    let mut list = vec![
        names::type_of(&package.name),
        "Client".to_owned(),
        "ClientBuilder".to_owned(),
        "Config".to_owned(),
        "Environment".to_owned(),
    ];
    if !package.client_values.is_empty() {
        list.push(CLIENT_VALUES.to_owned());
        list.extend(package.client_values_form().required_struct(CLIENT_VALUES));
    }
    list
}

/// The marker, the environments, what the client fills in, and the aliases that tie them together.
pub(super) fn module(package: &Package) -> String {
    let mut imports = Imports::default();
    imports.add(exports::path_of("Api"), "Api");
    let marker = ident(&names::type_of(&package.name));
    let name = &package.name;
    let title = Docs::of(&format!(
        "{}: the API as a type, which ties operations to clients.",
        package.title
    ))
    .tokens();
    let instruction = package.base_path.as_ref().map_or(String::new(), |path| {
        format!(" Pass a base URL that ends with {}.", markdown::code(path))
    });
    let mut environments = TokenStream::new();
    let mut are_open = true;
    for environment in &package.environments {
        let mut docs = Docs::of(&environment.doc);
        let base_url = environment.base_url.to_string();
        // A placeholder is no URL.
        if !base_url.starts_with('{') {
            are_open = false;
            docs.markdown(&format!("Base URL: {}.", markdown::code(&base_url)));
        }
        let (docs, rust) = (docs.tokens(), ident(&names::type_of(&environment.name)));
        environments.extend(quote!(#docs #rust,));
    }
    let about = match are_open {
        true => " The environments of the service. The provider gives you the URL of each.",
        false => " The environments of the service.",
    };
    let values = if package.client_values.is_empty() {
        quote!(())
    } else {
        quote!(ClientValues)
    };
    let envelope = package.envelope.as_ref();
    let has_envelope = envelope.map(|_| {
        imports.add(exports::path_of("EnvelopeShape"), "EnvelopeShape");
        quote!(
            const ENVELOPE: Option<EnvelopeShape> = Some(ENVELOPE);
        )
    });
    let error_keys = package.error_keys();
    let error_keys = (!error_keys.is_empty()).then(|| {
        quote!(
            const ERROR_KEYS: &'static [&'static str] = &[#(#error_keys),*];
        )
    });
    let unique = package
        .operations()
        .filter(|operation| operation.find_by.is_some());
    let unique: Vec<_> = unique.map(|operation| &*operation.rust).collect();
    let unique = (!unique.is_empty()).then(|| {
        imports.add(exports::path_of("Write"), "Write");
        imports.add(exports::path_of("WriteInfo"), "WriteInfo");
        let writes = unique.iter().map(|name| {
            imports.add("crate", name);
            let name = ident(name);
            quote!(#name::WRITE)
        });
        let writes: Vec<_> = writes.collect();
        quote!(
            const UNIQUE: &'static [WriteInfo] = &[#(#writes),*];
        )
    });
    let base_path = package.base_path.iter();
    let base_path = base_path.map(|path| quote!(const BASE_PATH: &'static str = #path;));
    let mut chunks = vec![
        Chunk::Item(quote!(#title #[derive(Clone, Copy, Debug)] pub struct #marker;)),
        Chunk::Item(quote! {
            impl Api for #marker {
                const NAME: &'static str = #name;
                #has_envelope
                #error_keys
                #unique
                #(#base_path)*
                type Environment = Environment;
                type ClientValues = #values;
            }
        }),
        Chunk::Item(quote! {
            #[doc = #about]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum Environment { #environments }
        }),
        environment_names(package, &mut imports),
    ];
    chunks.extend(envelope.map(envelope_shape));
    chunks.extend(sdk_names(package));
    if !package.client_values.is_empty() {
        chunks.extend(settings(package, &mut imports));
    }
    let first = ident(&credentials_of(package));
    imports.add("crate", &first.to_string());
    chunks.push(Chunk::Item(quote! {
        /// A client of this API. The default credentials are those that most operations accept.
        pub type Client<C = #first> = api_runtime::Client<#marker, C>;
    }));
    chunks.push(Chunk::Item(quote! {
        /// Builds a client of this API with other settings than the defaults.
        pub type ClientBuilder<C = #first> = api_runtime::ClientBuilder<#marker, C>;
    }));
    let config = Docs::of(&format!(
        "The base URL and credentials of one environment of this API.{instruction}"
    ))
    .tokens();
    chunks.push(Chunk::Item(quote! {
        #config
        pub type Config<C = #first> = api_runtime::Config<#marker, C>;
    }));
    render::file(&header([&*package.span.file]), imports, chunks)
}

/// The names by which environments are parsed and serialized: those of the description.
fn environment_names(package: &Package, imports: &mut Imports) -> Chunk {
    imports.add("api_wire", "closed_enum");
    let rows = package.environments.iter().map(|environment| {
        let (rust, name) = (ident(&names::type_of(&environment.name)), &environment.name);
        quote!(#rust: #name)
    });
    Chunk::Item(quote!(closed_enum!(Environment { #(#rows,)* });))
}

fn envelope_shape(envelope: &Envelope) -> Chunk {
    let (success, payload, message) = (&envelope.success, &envelope.payload, &envelope.message);
    Chunk::Item(quote! {
        /// The keys of the response envelope.
        pub(crate) const ENVELOPE: EnvelopeShape = EnvelopeShape {
            success: #success,
            payload: #payload,
            message: #message,
        };
    })
}

/// The names of the environments in the browser SDK, if they have some.
fn sdk_names(package: &Package) -> Option<Chunk> {
    let mut environments = package.environments.iter();
    environments.find(|environment| environment.sdk_name.is_some())?;
    let arms = package.environments.iter().filter_map(|environment| {
        let rust = ident(&names::type_of(&environment.name));
        let word = environment.sdk_name.as_ref()?;
        Some(quote!(Self::#rust => #word,))
    });
    Some(Chunk::Item(quote! {
        impl Environment {
            /// The name of the environment in the browser SDK.
            pub fn sdk_name(self) -> &'static str { match self { #(#arms)* } }
        }
    }))
}

/// The credentials that most operations take.
fn credentials_of(package: &Package) -> String {
    let first = package.auth.first().map(|auth| names::type_of(&auth.name));
    first.unwrap_or_default()
}

/// The values that the client adds to requests.
pub(crate) const CLIENT_VALUES: &str = "ClientValues";

fn settings(package: &Package, imports: &mut Imports) -> Vec<Chunk> {
    let form = package.client_values_form();
    let is_named = form == ConstructorForm::RequiredStruct;
    let mut members = TokenStream::new();
    let mut fields = TokenStream::new();
    let mut arms = TokenStream::new();
    let mut arguments = TokenStream::new();
    let mut values = TokenStream::new();
    for value in &package.client_values {
        let (rust, name) = (ident(&value.name), &value.name);
        let docs = Docs::of(&value.doc).tokens();
        let Some(default) = &value.default else {
            fields.extend(quote!(#docs pub #rust: String,));
            arms.extend(quote!(#name => Some(&self.#rust),));
            if is_named {
                members.extend(quote!(pub #rust: String,));
                values.extend(quote!(#rust: required.#rust,));
            } else {
                arguments.extend(quote!(#rust: impl Into<String>,));
                values.extend(quote!(#rust: #rust.into(),));
            }
            continue;
        };
        fields.extend(quote!(#docs pub #rust: Option<String>,));
        arms.extend(quote!(#name => Some(self.#rust.as_deref().unwrap_or(#default)),));
        values.extend(quote!(#rust: None,));
    }
    imports.add("api_wire", "Setters");
    let mut chunks = vec![Chunk::Item(quote! {
        /// Values that the client adds to the requests that need them.
        #[derive(Clone, Debug, PartialEq, Eq, Setters)]
        #[non_exhaustive]
        pub struct ClientValues { #fields }
    })];
    if let Some(required) = form.required_struct(CLIENT_VALUES) {
        let required = ident(&required);
        arguments = quote!(required: #required);
        chunks.push(Chunk::Item(quote! {
            /// The values of [`ClientValues`] without a documented default.
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct #required { #members }
        }));
    }
    let defaults = package.client_values.iter();
    let defaults = defaults.filter_map(|value| Some((&value.name, value.default.as_ref()?)));
    let defaults = defaults.map(|(name, default)| {
        let (name, default) = (markdown::code(name), markdown::code(default));
        format!(" {name} is {default} unless set.")
    });
    let doc = format!(" Creates the values.{}", defaults.collect::<String>());
    chunks.push(Chunk::Item(quote! {
        impl ClientValues {
            #[doc = #doc]
            pub fn new(#arguments) -> Self { Self { #values } }
        }
    }));
    chunks.push(Chunk::Item(quote! {
        impl api_runtime::__generated::ClientValues for ClientValues {
            fn get(&self, name: &str) -> Option<&str> { match name { #arms _ => None, } }
        }
    }));
    chunks
}
