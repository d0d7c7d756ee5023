//! Operations as values, a module for each resource.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::docs::Docs;
use crate::emit::layout::Piece;
use crate::emit::model::constructor;
use crate::emit::types::{Types, ident};
use crate::emit::{docs, layout, package};
use crate::ir::{House, Operation, Presence, Repeat, ReplyOf, Resource, Set, Type};
use crate::{ir, names};

pub(super) fn route_type(operation: &Operation) -> String {
    format!("{}Route", operation.rust)
}

pub(super) fn module(house: &House, at: usize, resource: &Resource) -> String {
    let set = &house.sets[at];
    let mut file = Module {
        types: Types::in_client(house, at),
        set: at,
        pieces: Vec::new(),
    };
    for operation in &resource.operations {
        file.operation(operation);
        file.guarded(resource, operation);
    }
    let Module { types, pieces, .. } = file;
    let mut all = types.imports.pieces();
    all.extend(pieces);
    let mut docs = Docs::of(&resource.doc);
    docs.source(set, &resource.source);
    layout::file(package::FIRST_LINE, &docs.lines(), all)
}

pub(crate) struct Module<'a> {
    pub(super) types: Types<'a>,
    set: usize,
    pieces: Vec<Piece>,
}

impl Module<'_> {
    pub(super) fn runtime(&mut self, name: &str) -> proc_macro2::Ident {
        self.types.imports.add("api_runtime", name);
        ident(name)
    }

    pub(super) fn item(&mut self, tokens: TokenStream) {
        self.pieces.push(Piece::Item(tokens));
    }

    fn operation(&mut self, operation: &Operation) {
        let house = self.types.house;
        let set = &house.sets[self.set];
        let fields = fields(operation);
        let expected: Vec<&ir::Field> = fields
            .iter()
            .filter(|field| field.presence == Presence::Required)
            .collect();
        self.structure(set, operation, &fields, &expected);
        let all: Vec<&ir::Field> = fields.iter().collect();
        let route = (operation.routes.len() > 1).then(|| ident(&route_type(operation)));
        let route = route
            .map(|route| quote!(route: #route::default(),))
            .unwrap_or_default();
        if !operation.starts.is_empty() {
            self.starts(operation, &fields);
        } else if let Some(constructor) =
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
        self.read_back(operation);
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
        let hidden = fields.iter().any(|field| field.pii || field.secret);
        let mut derives = vec!["Clone"];
        if !hidden {
            derives.push("Debug");
        }
        if expected.is_empty() && operation.starts.is_empty() {
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
            calls.extend(if field.pii || field.secret {
                quote!(.field(#key, &format_args!("[hidden]")))
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

    /// The functions that make a list where the caller says where it begins.
    fn starts(&mut self, operation: &Operation, fields: &[ir::Field]) {
        let name = ident(&operation.rust);
        let mut functions = TokenStream::new();
        for start in &operation.starts {
            let mut argument = TokenStream::new();
            let mut values = TokenStream::new();
            for field in fields {
                let rust = ident(&field.rust);
                if start.filter.as_ref() != Some(&field.rust) {
                    values.extend(quote!(#rust: None,));
                    continue;
                }
                let (ty, into) = self.types.taken(field);
                if into {
                    argument = quote!(#rust: impl Into<#ty>);
                    values.extend(quote!(#rust: Some(#rust.into()),));
                } else {
                    argument = quote!(#rust: #ty);
                    values.extend(quote!(#rust: Some(#rust),));
                }
            }
            let (docs, function) = (Docs::of(&start.doc).tokens(), ident(&start.name));
            functions
                .extend(quote!(#docs pub fn #function(#argument) -> Self { Self { #values } }));
        }
        self.item(quote!(impl #name { #functions }));
    }

    fn setters(&mut self, operation: &Operation, fields: &[ir::Field]) {
        let mut rows = Vec::new();
        for field in fields {
            let starts = operation
                .starts
                .iter()
                .any(|start| start.filter.as_ref() == Some(&field.rust));
            if field.presence != Presence::Required && !starts {
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
                    quote!(request.query_count(#wire, &self.#rust, Some(#max));)
                }
                None if field.ty == Type::Count => {
                    quote!(request.query_count(#wire, &self.#rust, None);)
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

    pub(super) fn output(&mut self, operation: &Operation) -> (TokenStream, TokenStream) {
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
        self.changes(operation, page);
    }

    /// By what the list tells what has changed.
    fn changes(&mut self, operation: &Operation, page: &ir::PageOf) {
        let Some(changes) = &page.changes else {
            return;
        };
        let record = self.types.house.record(&page.of);
        let field = |name: &str| record.and_then(|record| record.field(name));
        if let (Some(filter), Some(id), Some(by), Some(per_page)) = (
            operation.filter_after(changes),
            field(&changes.id),
            field(&changes.by),
            page.per_page,
        ) {
            self.types.imports.add("api_runtime", "changes");
            self.pieces.push(Piece::Table {
                name: "changes!",
                head: operation.rust.clone(),
                rows: vec![
                    format!("after: {},", filter.rust),
                    format!("id: {},", id.rust),
                    format!("changed_at: {},", by.rust),
                    format!("per_page: {per_page},"),
                ],
            });
        }
    }
}

/// The fields of an operation's struct: path, query, body.
fn fields(operation: &Operation) -> Vec<ir::Field> {
    let mut list: Vec<ir::Field> = operation.path.clone();
    list.extend(operation.query.iter().cloned());
    if let Some(body) = &operation.body {
        let (ty, presence) = match &body.body {
            Some(named) => (Type::Named(named.clone()), Presence::Required),
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
    list.sort_by_key(|field| field.presence != Presence::Required);
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
            crate::emit::client::guarded::docs(operation, &mut docs);
        }
    }
    if let Some(back) = &operation.reads_back {
        docs.markdown(&format!(
            "It reads back what the callback `{}` tells of.",
            back.callback
        ));
    }
    docs.list("", operation.notes.iter().map(String::as_str));
    if let ReplyOf::Page(page) = &operation.reply
        && let Some(changes) = &page.changes
    {
        docs.heading("Changes");
        docs.markdown(&format!(
            "`client.changes` reads the records whose `{}` is later than in the run before; they are to be kept by \
             their `{}`.",
            changes.by, changes.id
        ));
        if let Some(misses) = &changes.misses {
            docs.prose(&format!("It misses: {misses}"));
        }
    }
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
