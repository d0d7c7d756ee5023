//! Client crates: the API's marker, its credentials and environments, and its operations as values.

use proc_macro2::TokenStream;
use quote::quote;

use super::docs::{self, Docs};
use super::layout::{self, Piece};
use super::model::{constructor, sent};
use super::types::{Imports, Types, ident};
use super::{manifest, package, readme};
use crate::files::FileTree;
use crate::ir::{
    self, House, Named, NamedKind, Operation, Presence, Repeat, ReplyOf, Resource, Scheme, Set,
    Type,
};
use crate::names;

/// The client crate of an API.
pub(crate) fn crate_of(house: &House, at: usize, tree: &mut FileTree) {
    let set = &house.sets[at];
    let package = set.client_package();
    let root = format!("crates/{package}");
    let mut modules = vec!["api".to_owned(), "credentials".to_owned()];
    let mut exports = vec![
        ("api".to_owned(), api_names(set)),
        (
            "credentials".to_owned(),
            set.auth
                .iter()
                .map(|auth| names::type_of(&auth.name))
                .collect(),
        ),
    ];
    tree.add(format!("{root}/src/api.rs"), api(set));
    tree.add(format!("{root}/src/credentials.rs"), credentials(set));
    for resource in &set.resources {
        if let Some(sdk) = &resource.browser_sdk {
            modules.push(resource.name.clone());
            exports.push((resource.name.clone(), vec![CONFIGURATION.to_owned()]));
            tree.add(
                format!("{root}/src/{}.rs", resource.name),
                browser_sdk(house, at, resource, sdk),
            );
            tree.add(
                format!("{root}/typescript/index.d.ts"),
                super::typescript::typings(house, at, sdk),
            );
        }
        if resource.operations.is_empty() {
            continue;
        }
        tree.add(
            format!("{root}/src/{}.rs", resource.name),
            module(house, at, resource),
        );
        modules.push(resource.name.clone());
        let mut own: Vec<String> = resource
            .operations
            .iter()
            .map(|operation| operation.rust.clone())
            .collect();
        own.extend(
            resource
                .operations
                .iter()
                .filter(|operation| operation.routes.len() > 1)
                .map(route_type),
        );
        exports.push((resource.name.clone(), own));
    }
    let mut pieces = vec![Piece::Modules(modules)];
    for (path, names) in exports {
        pieces.push(Piece::Use {
            public: true,
            path,
            names,
        });
    }
    let mut runtime = vec![
        "Accepted",
        "Answer",
        "Error",
        "ErrorKind",
        "Outcome",
        "Raw",
        "Secret",
        "Page",
        "Wrapped",
        "api_wire",
        "http",
    ];
    if set
        .resources
        .iter()
        .any(|resource| resource.browser_sdk.is_some())
    {
        runtime.push("browser");
    }
    pieces.push(Piece::Use {
        public: true,
        path: "api_runtime".to_owned(),
        names: runtime.into_iter().map(str::to_owned).collect(),
    });
    pieces.push(Piece::Use {
        public: true,
        path: "api_wire".to_owned(),
        names: vec!["jiff".to_owned(), "rust_decimal".to_owned()],
    });
    pieces.push(Piece::Use {
        public: true,
        path: "".to_owned(),
        names: vec![format!(
            "{} as model",
            names::crate_ident(&set.model_package())
        )],
    });
    pieces.push(Piece::Text(package::README_TEST.to_owned()));
    let docs = package::client_docs(set);
    tree.add(
        format!("{root}/src/lib.rs"),
        layout::file(package::FIRST_LINE, &docs.lines(), pieces),
    );
    tree.add(format!("{root}/Cargo.toml"), manifest::client(house, at));
    tree.add(format!("{root}/README.md"), readme::client(house, at));
}

/// The named types of a reply.
pub(crate) fn reply_types(reply: &ReplyOf) -> Vec<Named> {
    match reply {
        ReplyOf::Record(named) | ReplyOf::Wrapped(_, named) => vec![named.clone()],
        ReplyOf::Payload(ty) => ty.named().cloned().into_iter().collect(),
        ReplyOf::Page(page) => std::iter::once(page.of.clone())
            .chain(page.facts.clone())
            .collect(),
        ReplyOf::Unknown | ReplyOf::Accepted => Vec::new(),
    }
}

fn api_names(set: &Set) -> Vec<String> {
    let mut list = vec![
        names::marker(&set.name),
        "Client".to_owned(),
        "Environment".to_owned(),
        "Place".to_owned(),
    ];
    if !set.client_values.is_empty() {
        list.push("Settings".to_owned());
    }
    list
}

/// The marker, the environments, what the client fills in, and the aliases that tie them together.
fn api(set: &Set) -> String {
    let mut imports = Imports::default();
    imports.add("api_runtime", "Api");
    let marker = ident(&names::marker(&set.name));
    let name = &set.name;
    let title = Docs::of(&format!(
        "{}, as a type: what its operations and clients have in common.",
        set.title
    ))
    .tokens();
    let mut places = TokenStream::new();
    for environment in &set.environments {
        let mut docs = Docs::of(&environment.doc);
        docs.markdown(&format!(
            "Base address in the documents: {}.",
            docs::code(&environment.base_url)
        ));
        let (docs, rust) = (docs.tokens(), ident(&names::type_of(&environment.name)));
        places.extend(quote!(#docs #rust,));
    }
    let values = if set.client_values.is_empty() {
        quote!(())
    } else {
        quote!(Settings)
    };
    let envelope = set.envelope.as_ref().map(|envelope| {
        imports.add("api_runtime", "EnvelopeShape");
        let (success, payload, message) = (&envelope.success, &envelope.payload, &envelope.message);
        Piece::Item(quote! {
            /// The keys of the envelope that any reply may be.
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
    let mut pieces = vec![
        Piece::Item(quote!(#title #[derive(Clone, Copy, Debug)] pub struct #marker;)),
        Piece::Item(quote! {
            impl Api for #marker {
                const NAME: &'static str = #name;
                #has_envelope
                type Place = Place;
                type Values = #values;
            }
        }),
        Piece::Item(quote! {
            /// The environments of the service.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum Place { #places }
        }),
    ];
    pieces.extend(envelope);
    if set
        .environments
        .iter()
        .any(|environment| environment.word.is_some())
    {
        let arms = set.environments.iter().filter_map(|environment| {
            let (rust, word) = (
                ident(&names::type_of(&environment.name)),
                environment.word.as_ref()?,
            );
            Some(quote!(Self::#rust => #word,))
        });
        pieces.push(Piece::Item(quote! {
            impl Place {
                /// What the browser SDK calls the environment.
                pub fn word(self) -> &'static str { match self { #(#arms)* } }
            }
        }));
    }
    if !set.client_values.is_empty() {
        imports.add("api_runtime", "Values");
        pieces.extend(settings(set));
    }
    let first = ident(&names::type_of(
        &set.auth
            .first()
            .map_or(String::new(), |auth| auth.name.clone()),
    ));
    imports.add("crate", &first.to_string());
    pieces.push(Piece::Item(quote! {
        /// A client of this API, with the credentials that most of its operations take unless others are named.
        pub type Client<C = #first> = api_runtime::Client<#marker, C>;
    }));
    pieces.push(Piece::Item(quote! {
        /// The base address of one environment, with all that belongs to it.
        pub type Environment<C = #first> = api_runtime::Environment<#marker, C>;
    }));
    let mut all = imports.pieces();
    all.extend(pieces);
    layout::file(
        package::FIRST_LINE,
        &["The API and its environments.".to_owned()],
        all,
    )
}

fn settings(set: &Set) -> Vec<Piece> {
    let mut fields = TokenStream::new();
    let mut arms = TokenStream::new();
    let mut arguments = TokenStream::new();
    let mut values = TokenStream::new();
    for value in &set.client_values {
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
        Piece::Item(quote! {
            /// What the client fills into requests by itself, so that no call can forget or confuse it.
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct Settings { #fields }
        }),
        Piece::Item(quote! {
            impl Settings {
                /// Settings with the documented defaults where there are any.
                pub fn new(#arguments) -> Self { Self { #values } }
            }
        }),
        Piece::Item(quote! {
            impl Values for Settings {
                fn get(&self, name: &str) -> Option<&str> { match name { #arms _ => None, } }
            }
        }),
    ]
}

fn credentials(set: &Set) -> String {
    let mut imports = Imports::default();
    for name in ["Authorization", "Credentials", "Secret"] {
        imports.add("api_runtime", name);
    }
    let mut pieces = Vec::new();
    for auth in &set.auth {
        let name = ident(&names::type_of(&auth.name));
        let (parts, mut calls, how) = match &auth.scheme {
            Scheme::Basic {
                user,
                password: Some(password),
            } => {
                let (first, second) = (ident(user), ident(password));
                let how =
                    format!("HTTP Basic: `{user}` is the user name, `{password}` the password.");
                (
                    vec![user, password],
                    quote!(authorization.basic(&self.#first, Some(&self.#second));),
                    how,
                )
            }
            Scheme::Basic {
                user,
                password: None,
            } => {
                let first = ident(user);
                let how =
                    format!("HTTP Basic: `{user}` is the user name, and the password is empty.");
                (
                    vec![user],
                    quote!(authorization.basic(&self.#first, None);),
                    how,
                )
            }
            Scheme::Bearer(token) => {
                let part = ident(token);
                let how = format!("Bearer, with `{token}`.");
                (vec![token], quote!(authorization.bearer(&self.#part);), how)
            }
        };
        let mut docs = Docs::of(&auth.doc);
        docs.markdown(&how);
        if let (Some(path), Some(part)) = (&auth.path, parts.last()) {
            docs.markdown(&format!(
                "The same credential fills `{{{path}}}` of paths that have it."
            ));
            let part = ident(part);
            calls.extend(quote!(authorization.path(#path, &self.#part);));
        }
        let docs = docs.tokens();
        let mut fields = TokenStream::new();
        let mut arguments = TokenStream::new();
        let mut values = TokenStream::new();
        for part in &parts {
            let doc = format!(" The {}, hidden in `Debug`.", part.replace('_', " "));
            let part = ident(part);
            fields.extend(quote!(#[doc = #doc] pub #part: Secret,));
            arguments.extend(quote!(#part: impl Into<Secret>,));
            values.extend(quote!(#part: #part.into(),));
        }
        pieces.push(Piece::Item(
            quote!(#docs #[derive(Clone, Debug, PartialEq)] pub struct #name { #fields }),
        ));
        pieces.push(Piece::Item(quote! {
            impl #name {
                /// Credentials of these parts.
                pub fn new(#arguments) -> Self { Self { #values } }
            }
        }));
        pieces.push(Piece::Item(quote! {
            impl Credentials for #name {
                fn authorize(&self, authorization: &mut Authorization) { #calls }
            }
        }));
    }
    let mut all = imports.pieces();
    all.extend(pieces);
    layout::file(
        package::FIRST_LINE,
        &["The ways to authenticate.".to_owned()],
        all,
    )
}

fn route_type(operation: &Operation) -> String {
    format!("{}Route", operation.rust)
}

fn module(house: &House, at: usize, resource: &Resource) -> String {
    let set = &house.sets[at];
    let mut file = Module {
        types: Types::in_client(house, at),
        set: at,
        pieces: Vec::new(),
    };
    for operation in &resource.operations {
        file.operation(operation);
    }
    let Module { types, pieces, .. } = file;
    let mut all = types.imports.pieces();
    all.extend(pieces);
    let mut docs = Docs::of(&resource.doc);
    docs.source(set, &resource.source);
    layout::file(package::FIRST_LINE, &docs.lines(), all)
}

struct Module<'a> {
    types: Types<'a>,
    set: usize,
    pieces: Vec<Piece>,
}

impl Module<'_> {
    fn runtime(&mut self, name: &str) -> proc_macro2::Ident {
        self.types.imports.add("api_runtime", name);
        ident(name)
    }

    fn item(&mut self, tokens: TokenStream) {
        self.pieces.push(Piece::Item(tokens));
    }

    fn operation(&mut self, operation: &Operation) {
        let house = self.types.house;
        let set = &house.sets[self.set];
        let fields = fields(operation);
        let expected: Vec<&ir::Field> = fields
            .iter()
            .filter(|field| field.presence == Presence::Expected)
            .collect();
        self.structure(set, operation, &fields, &expected);
        let all: Vec<&ir::Field> = fields.iter().collect();
        let route = (operation.routes.len() > 1).then(|| ident(&route_type(operation)));
        let route = route
            .map(|route| quote!(route: #route::default(),))
            .unwrap_or_default();
        if let Some(constructor) =
            constructor(&mut self.types, &operation.rust, &all, &expected, route)
        {
            self.item(constructor);
        }
        self.setters(operation, &fields);
        if operation.routes.len() > 1 {
            self.routes(operation);
        }
        self.implementation(set, operation);
        let accepts = self.runtime("Accepts");
        for auth in &operation.auth {
            let name = names::type_of(&set.auth[*auth].name);
            self.types.imports.add("crate", &name);
            let (rust, name) = (ident(&operation.rust), ident(&name));
            self.item(quote!(impl #accepts<#name> for #rust {}));
        }
        self.listing(operation);
    }

    fn structure(
        &mut self,
        set: &Set,
        operation: &Operation,
        fields: &[ir::Field],
        expected: &[&ir::Field],
    ) {
        let name = ident(&operation.rust);
        let docs = operation_docs(set, operation).tokens();
        let mut members = TokenStream::new();
        for field in fields {
            let docs = docs::field(field, "crate::model", false).tokens();
            let (rust, ty) = (ident(&field.rust), self.types.sent(field));
            members.extend(quote!(#docs pub #rust: #ty,));
        }
        if operation.routes.len() > 1 {
            let route = ident(&route_type(operation));
            members.extend(quote!(/** Which of its paths it takes. */ pub route: #route,));
        }
        let hidden = fields.iter().any(|field| field.personal || field.secret);
        let mut derives = vec!["Clone"];
        if !hidden {
            derives.push("Debug");
        }
        if expected.is_empty() {
            derives.push("Default");
        }
        derives.push("PartialEq");
        let derives = derives.into_iter().map(ident);
        let members = if members.is_empty() {
            quote!(;)
        } else {
            quote!({ #members })
        };
        self.item(quote! { #docs #[derive(#(#derives),*)] pub struct #name #members });
        if hidden {
            self.debug(operation, fields);
        }
    }

    /// `Debug` without what is personal.
    fn debug(&mut self, operation: &Operation, fields: &[ir::Field]) {
        self.types.imports.add("std", "fmt");
        let (name, text) = (ident(&operation.rust), &operation.rust);
        let mut calls = TokenStream::new();
        for field in fields {
            let (rust, key) = (ident(&field.rust), &field.rust);
            calls.extend(if field.personal || field.secret {
                quote!(.field(#key, &format_args!("<hidden>")))
            } else {
                quote!(.field(#key, &self.#rust))
            });
        }
        if operation.routes.len() > 1 {
            calls.extend(quote!(.field("route", &self.route)));
        }
        self.item(quote! {
            impl fmt::Debug for #name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(#text) #calls .finish()
                }
            }
        });
    }

    fn setters(&mut self, operation: &Operation, fields: &[ir::Field]) {
        let mut rows = Vec::new();
        for field in fields {
            if field.presence != Presence::Expected {
                rows.push(format!("{} {},", field.rust, self.types.setter(field)));
            }
        }
        if operation.routes.len() > 1 {
            rows.push(format!("route = {},", route_type(operation)));
        }
        if !rows.is_empty() {
            self.types.imports.add("api_wire", "setters");
            self.pieces.push(Piece::Table {
                name: "setters!",
                head: operation.rust.clone(),
                rows,
            });
        }
    }

    fn routes(&mut self, operation: &Operation) {
        let name = ident(&route_type(operation));
        let doc = format!(" The paths of [`{}`].", operation.rust);
        let mut variants = TokenStream::new();
        let mut arms = TokenStream::new();
        for (at, route) in operation.routes.iter().enumerate() {
            let default = (at == 0).then(|| quote!(#[default]));
            let (rust, path) = (ident(&route.rust), &route.path);
            let doc = format!(" `{path}`");
            variants.extend(quote!(#[doc = #doc] #default #rust,));
            arms.extend(quote!(Self::#rust => #path,));
        }
        self.item(quote! {
            #[doc = #doc]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub enum #name { #variants }
        });
        self.item(quote! {
            impl #name {
                /// The path's template.
                pub fn path_template(self) -> &'static str { match self { #arms } }
            }
        });
    }

    fn implementation(&mut self, set: &Set, operation: &Operation) {
        for name in [
            "About",
            "Method",
            "Operation",
            "ReadError",
            "Repeat",
            "Reply",
            "Request",
        ] {
            self.types.imports.add("api_runtime", name);
        }
        let marker = names::marker(&set.name);
        self.types.imports.add("crate", &marker);
        let (rust, marker) = (ident(&operation.rust), ident(&marker));
        let (output, read) = self.output(operation);
        let (name, path) = (&operation.name, &operation.routes[0].path);
        let method = ident(&names::type_of(&operation.method.to_lowercase()));
        let repeat = match &operation.repeat {
            Repeat::Safe => quote!(Repeat::Safe),
            Repeat::Never(_) => quote!(Repeat::Never),
            Repeat::Allowed(_) => quote!(Repeat::Idempotent),
            Repeat::Guarded(field, _) => quote!(Repeat::Guarded(#field)),
        };
        let not_found = operation
            .statuses
            .iter()
            .any(|status| status.not_found && status.code < 300)
            .then(|| quote!(.empty_is_not_found()));
        let write = self.write(operation);
        let request = if write.is_empty() {
            ident("_request")
        } else {
            ident("request")
        };
        self.item(quote! {
            impl Operation for #rust {
                type Api = #marker;
                type Output = #output;
                const ABOUT: About = About::new(#name, Method::#method, #path).repeat(#repeat) #not_found;

                fn write(&self, #request: &mut Request) { #write }

                fn read(reply: &Reply) -> Result<Self::Output, ReadError> { #read }
            }
        });
    }

    fn write(&mut self, operation: &Operation) -> TokenStream {
        let mut calls = TokenStream::new();
        if operation.routes.len() > 1 {
            calls.extend(quote!(request.route(self.route.path_template());));
        }
        for field in &operation.path {
            let (rust, wire) = (ident(&field.rust), &field.wire);
            calls.extend(quote!(request.path(#wire, &self.#rust);));
        }
        for (path, value) in &operation.fills {
            calls.extend(quote!(request.fill_path(#path, #value);));
        }
        for field in &operation.query {
            let (rust, wire) = (ident(&field.rust), &field.wire);
            calls.extend(match field.max {
                Some(max) if field.ty == Type::Count => {
                    let max = proc_macro2::Literal::u64_unsuffixed(max);
                    quote!(request.query_up_to(#wire, &self.#rust, #max);)
                }
                _ => quote!(request.query(#wire, &self.#rust);),
            });
        }
        if let Some(body) = &operation.body {
            let rust = ident(&body_name(body));
            calls.extend(match (&body.key, &body.body) {
                (Some(key), Some(_)) => quote!(request.body_under(#key, &self.#rust);),
                (None, Some(_)) => quote!(request.body(&self.#rust);),
                (_, None) => quote! {
                    if let Some(body) = &self.#rust { request.json_body(body); }
                },
            });
            let filled = body
                .body
                .as_ref()
                .and_then(|named| self.types.house.body(named));
            for field in filled.map_or(&[][..], |body| &body.fields) {
                if let Presence::Filled(value) = &field.presence {
                    let wire = &field.wire;
                    calls.extend(quote!(request.fill(#wire, #value);));
                }
            }
        }
        calls
    }

    fn output(&mut self, operation: &Operation) -> (TokenStream, TokenStream) {
        match &operation.reply {
            ReplyOf::Record(named) => (self.types.named(named), quote!(reply.record())),
            ReplyOf::Wrapped(key, named) => {
                let (wrapped, record) = (self.runtime("Wrapped"), self.types.named(named));
                (quote!(#wrapped<#record>), quote!(reply.wrapped(#key)))
            }
            ReplyOf::Unknown | ReplyOf::Accepted => {
                let accepted = self.runtime("Accepted");
                (quote!(#accepted), quote!(Ok(reply.accepted())))
            }
            ReplyOf::Payload(ty) => {
                self.types.imports.add("crate::api", "ENVELOPE");
                (
                    self.types.plain(ty, false),
                    quote!(reply.envelope(&ENVELOPE)),
                )
            }
            ReplyOf::Page(page) => {
                let (ty, shape) = (self.runtime("Page"), self.runtime("PageShape"));
                let of = self.types.named(&page.of);
                let facts = page.facts.as_ref().map(|facts| self.types.named(facts));
                let some = |text: &Option<String>| match text {
                    Some(text) => quote!(Some(#text)),
                    None => quote!(None),
                };
                let (key, wrapped_in) = (some(&page.key), some(&page.wrapped_in));
                let output = match facts {
                    Some(facts) => quote!(#ty<#of, #facts>),
                    None => quote!(#ty<#of>),
                };
                let shape = quote!(#shape { key: #key, wrapped_in: #wrapped_in });
                (output, quote!(let shape = #shape; reply.page(&shape)))
            }
        }
    }

    fn listing(&mut self, operation: &Operation) {
        let ReplyOf::Page(page) = &operation.reply else {
            return;
        };
        let listing = self.runtime("Listing");
        let (rust, item) = (ident(&operation.rust), self.types.named(&page.of));
        self.item(quote! {
            impl #listing for #rust {
                type Item = #item;

                fn page(&self) -> Option<u32> { self.page }

                fn set_page(&mut self, page: u32) { self.page = Some(page); }
            }
        });
    }
}

/// The fields of an operation's struct: path, query, body.
fn fields(operation: &Operation) -> Vec<ir::Field> {
    let mut list: Vec<ir::Field> = operation.path.clone();
    list.extend(operation.query.iter().cloned());
    if let Some(body) = &operation.body {
        let (ty, presence) = match &body.body {
            Some(named) => (Type::Named(named.clone()), Presence::Expected),
            None => (Type::Json, Presence::Optional),
        };
        let doc = match &body.key {
            Some(key) => format!("The body, under the key `{key}`."),
            None => "The body.".to_owned(),
        };
        let wire = body.key.as_deref().unwrap_or_default();
        list.push(ir::Field {
            presence,
            doc: Some(doc),
            ..ir::Field::plain(wire, body_name(body), ty, &operation.place)
        });
    }
    list.sort_by_key(|field| field.presence != Presence::Expected);
    list
}

fn body_name(body: &ir::BodyOf) -> String {
    match (&body.key, &body.body) {
        (Some(key), Some(_)) => names::field(key).unwrap_or_else(|_| "body".to_owned()),
        _ => "body".to_owned(),
    }
}

fn operation_docs(set: &Set, operation: &Operation) -> Docs {
    let mut docs = Docs::of(&operation.doc);
    let paths: Vec<String> = operation
        .routes
        .iter()
        .map(|route| format!("`{} {}`", operation.method, route.path))
        .collect();
    docs.markdown(&format!("{}.", paths.join(" or ")));
    docs.source(set, &operation.source);
    if let ReplyOf::Page(page) = &operation.reply
        && page.key.is_none()
    {
        docs.markdown(
            "The documents do not show the key of the list: the only array of the reply is taken.",
        );
    }
    match &operation.reply {
        ReplyOf::Unknown => {
            docs.markdown("The documents do not show the reply: it is returned as it came.");
        }
        ReplyOf::Accepted => {
            docs.markdown(
                "The documents do not show the reply: that it is accepted means its status only.",
            );
        }
        _ => {}
    }
    match &operation.repeat {
        Repeat::Safe => {}
        Repeat::Never(why) => {
            docs.prose(&format!("Never sent twice. {why}"));
        }
        Repeat::Allowed(why) => {
            docs.prose(&format!("May be sent twice. {why}"));
        }
        Repeat::Guarded(field, why) => {
            docs.prose(&format!(
                "A second arrival is recognised by `{field}`. {why}"
            ));
        }
    }
    docs.list("", operation.notes.iter().map(String::as_str));
    docs.heading("Statuses");
    let statuses: Vec<String> = operation
        .statuses
        .iter()
        .map(|status| status_text(set, status))
        .collect();
    docs.list("", statuses.iter().map(String::as_str));
    docs.doubts(&operation.doubts);
    docs
}

fn status_text(set: &Set, status: &ir::Status) -> String {
    let body = match &status.body {
        ir::StatusBody::Resource => String::new(),
        ir::StatusBody::None => "; no body".to_owned(),
        ir::StatusBody::Unknown => "; its body is not shown".to_owned(),
        ir::StatusBody::Error(name) => set
            .error_bodies
            .iter()
            .find(|body| body.name == *name)
            .map_or(String::new(), |body| {
                format!("; its body is {}", docs::code(&body.example.to_string()))
            }),
    };
    format!("{}: {}{body}", status.code, status.meaning)
}

/// The configuration of the browser SDK: what the page decides is a field, everything else is filled in.
fn browser_sdk(house: &House, at: usize, resource: &Resource, sdk: &ir::BrowserSdk) -> String {
    let set = &house.sets[at];
    let mut types = Types::in_client(house, at);
    for name in ["BrowserSdk", "Configuration", "Function", "Object"] {
        types.imports.add("api_runtime::browser", name);
    }
    let marker = ident(&names::marker(&set.name));
    types.imports.add("crate", &marker.to_string());
    types.imports.add("crate", "Place");
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
            (Presence::Filled(value), _) => quote!(object.value(#wire, #value);),
            (Presence::Constant(text), Type::List(_)) => quote!(object.words(#wire, &[#text]);),
            (Presence::Constant(text), _) => quote!(object.text(#wire, #text);),
            (_, Type::Boolean) => quote!(object.flag(#wire, self.#rust);),
            _ => quote!(object.text(#wire, &self.#rust);),
        });
        if sent(field) {
            let docs = docs::field(field, "crate::model", false).tokens();
            let ty = types.sent(field);
            members.extend(quote!(#docs pub #rust: #ty,));
            if field.presence != Presence::Expected {
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
        .filter(|field| field.presence == Presence::Expected)
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
        let place = ident(&names::type_of(name));
        let path = address
            .split_once('}')
            .map_or(address.as_str(), |(_, path)| path);
        quote!((Place::#place, #path))
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
                word: Place::word,
                init: #init,
                open: #open,
            };

            fn write(&self, object: &mut Object<'_>) { #writes }
        }
    }));
    let mut module = Docs::of(&resource.doc);
    module.source(set, &resource.source);
    layout::file(package::FIRST_LINE, &module.lines(), all)
}

/// The type of the browser SDK's configuration.
const CONFIGURATION: &str = "PageConfiguration";

/// Whether a named type is text on the wire, so that an example can show one.
pub(crate) fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Text { .. } | Type::Time | Type::IntegerOrText)
        || matches!(
            ty,
            Type::Named(Named {
                kind: NamedKind::Id | NamedKind::Enum { .. },
                ..
            })
        )
}
