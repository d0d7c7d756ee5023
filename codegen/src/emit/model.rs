//! Model crates: records, bodies, enums and ids, a module for each resource.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::docs::Docs;
use crate::emit::layout::Piece;
use crate::emit::types::{Types, ident, literal};
use crate::emit::{docs, layout, manifest, package, readme, types};
use crate::file_tree::FileTree;
use crate::ir;
use crate::ir::{Body, House, Named, NamedKind, Presence, Record, Resource, Type};

/// The model crate of a set; a set that declares no types has none.
pub(crate) fn crate_of(house: &House, at: usize, tree: &mut FileTree) {
    let set = &house.sets[at];
    let package = set.model_package();
    let root = format!("crates/{package}");
    let mut modules = Vec::new();
    let mut own = Vec::new();
    for resource in &set.resources {
        let names = declared(resource);
        if names.is_empty() {
            continue;
        }
        tree.add(
            format!("{root}/src/{}.rs", resource.name),
            module(house, at, resource),
        );
        modules.push(resource.name.clone());
        own.push((resource.name.clone(), names));
    }
    let mut pieces = vec![Piece::Modules(modules)];
    for (module, names) in own {
        pieces.push(Piece::Use {
            public: true,
            path: module,
            names,
        });
    }
    for (used, names) in shared(house, at) {
        let path = crate::names::crate_ident(&house.sets[used].model_package());
        pieces.push(Piece::Use {
            public: true,
            path,
            names,
        });
    }
    // What fields are made of, so that a service can name it.
    let parts = ["Change", "Extra", "Id", "Json", "Secret", "Spelled"];
    pieces.push(Piece::Use {
        public: true,
        path: "api_wire".to_owned(),
        names: parts.map(str::to_owned).to_vec(),
    });
    pieces.push(Piece::Use {
        public: true,
        path: "".to_owned(),
        names: vec!["api_wire".to_owned()],
    });
    tree.add(format!("{root}/src/lib.rs"), package::root(set, pieces));
    tree.add(format!("{root}/Cargo.toml"), manifest::model(house, at));
    tree.add(format!("{root}/README.md"), readme::model(house, at));
}

fn declared(resource: &Resource) -> Vec<String> {
    let enums = resource.enums.iter().map(|one| &one.name);
    let ids = resource.ids.iter().map(|one| &one.name);
    let records = resource.records.iter().map(|one| &one.name);
    let bodies = resource.bodies.iter().map(|one| &one.name);
    enums
        .chain(ids)
        .chain(records)
        .chain(bodies)
        .cloned()
        .collect()
}

/// The shared types that a set speaks of, by the set that declares them: those that its own types and operations name,
/// and those that these hold in turn.
pub(crate) fn shared(house: &House, at: usize) -> std::collections::BTreeMap<usize, Vec<String>> {
    let set = &house.sets[at];
    let mut open: Vec<Named> = Vec::new();
    for resource in &set.resources {
        let records = resource.records.iter().flat_map(|record| &record.fields);
        let bodies = resource.bodies.iter().flat_map(|body| &body.fields);
        open.extend(
            records
                .chain(bodies)
                .filter_map(|field| field.ty.named().cloned()),
        );
        open.extend(
            resource
                .callbacks
                .iter()
                .map(|callback| callback.record.clone()),
        );
        for operation in &resource.operations {
            open.extend(
                operation
                    .path
                    .iter()
                    .chain(&operation.query)
                    .filter_map(|field| field.ty.named().cloned()),
            );
            open.extend(operation.body.iter().filter_map(|body| body.body.clone()));
            open.extend(crate::emit::client::reply_types(&operation.reply));
        }
    }
    // What the shared sets say to us, a service that uses this API has to read.
    if set.is_api {
        for used in &set.uses {
            let callbacks = house.sets[*used]
                .resources
                .iter()
                .flat_map(|resource| &resource.callbacks);
            open.extend(callbacks.map(|callback| callback.record.clone()));
        }
    }
    let mut found = std::collections::BTreeSet::new();
    while let Some(named) = open.pop() {
        if !found.insert(named.clone()) {
            continue;
        }
        let fields = match named.kind {
            NamedKind::Record => house.record(&named).map(|record| &record.fields),
            NamedKind::Body => house.body(&named).map(|body| &body.fields),
            _ => None,
        };
        open.extend(
            fields
                .into_iter()
                .flatten()
                .filter_map(|field| field.ty.named().cloned()),
        );
    }
    let mut by_set = std::collections::BTreeMap::<usize, Vec<String>>::new();
    for named in found {
        if named.set != at {
            by_set.entry(named.set).or_default().push(named.name);
        }
    }
    by_set
}

fn module(house: &House, at: usize, resource: &Resource) -> String {
    let set = &house.sets[at];
    let mut file = Module {
        types: Types::in_model(house),
        set: at,
        pieces: Vec::new(),
    };
    for one in &resource.enums {
        file.enumeration(one);
    }
    for one in &resource.ids {
        file.text_id(one);
    }
    for one in &resource.records {
        file.record(one);
    }
    for one in &resource.callbacks {
        file.callback(one);
    }
    for one in &resource.bodies {
        file.body(one);
    }
    let Module {
        mut types, pieces, ..
    } = file;
    types.imports.forget("crate", &declared(resource));
    let mut all = std::mem::take(&mut types.imports).pieces();
    all.extend(pieces);
    let mut docs = Docs::of(&resource.doc);
    docs.source(set, &resource.source).doubts(&resource.doubts);
    layout::file(package::FIRST_LINE, &docs.lines(), all)
}

struct Module<'a> {
    types: Types<'a>,
    set: usize,
    pieces: Vec<Piece>,
}

impl Module<'_> {
    fn docs(&self, doc: &str, source: &str, notes: &[String], doubts: &ir::Doubts) -> Docs {
        let mut docs = Docs::of(doc);
        docs.source(&self.types.house.sets[self.set], source);
        docs.list("", notes.iter().map(String::as_str));
        docs.doubts(doubts);
        docs
    }

    fn item(&mut self, tokens: TokenStream) {
        self.pieces.push(Piece::Item(tokens));
    }

    fn table(&mut self, name: &'static str, head: &str, rows: Vec<String>) {
        self.types
            .imports
            .add("api_wire", name.trim_end_matches('!'));
        self.pieces.push(Piece::Table {
            name,
            head: head.to_owned(),
            rows,
        });
    }

    fn enumeration(&mut self, one: &ir::Enum) {
        let unknown = self.types.wire("UnknownText");
        let docs = self
            .docs(&one.doc, &one.source, &one.notes, &one.doubts)
            .tokens();
        let name = ident(&one.name);
        let variants = one.values.iter().map(|value| {
            let mut docs = Docs::default();
            if let Some(doc) = &value.doc {
                docs.prose(doc);
            }
            docs.markdown(&format!("On the wire: {}.", docs::code(&value.text)));
            let (docs, rust) = (docs.tokens(), ident(&value.rust));
            quote!(#docs #rust,)
        });
        let variants: TokenStream = variants.collect();
        self.item(quote! {
            #docs
            #[derive(Clone, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum #name {
                #variants
                /// A text that the documents do not show.
                Unknown(#unknown),
            }
        });
        let rows = one
            .values
            .iter()
            .map(|value| format!("{}: {},", value.rust, literal(&value.text)))
            .collect();
        let head = if one.any_case {
            format!("any_case {}", one.name)
        } else {
            one.name.clone()
        };
        self.table("open_enum!", &head, rows);
    }

    fn text_id(&mut self, one: &ir::TextId) {
        self.types.imports.add("api_wire", "text_id");
        let docs = self.docs(&one.doc, &one.source, &[], &one.doubts);
        let text = layout::doc_text("    ///", &docs.lines());
        self.pieces.push(Piece::Text(format!(
            "text_id! {{\n{text}    pub struct {};\n}}\n",
            one.name
        )));
    }

    fn record(&mut self, one: &Record) {
        let docs = self
            .docs(&one.doc, &one.source, &one.notes, &one.doubts)
            .tokens();
        let extra = self.types.wire("Extra");
        let name = ident(&one.name);
        let mut fields = TokenStream::new();
        for field in &one.fields {
            let boxed = types::holds_itself(self.types.house, self.set, &one.name, field);
            let docs = docs::field(field, "crate", field.default.is_some()).tokens();
            let (rust, ty) = (ident(&field.rust), self.types.read(field, boxed));
            fields.extend(quote!(#docs pub #rust: #ty,));
        }
        self.item(quote! {
            #docs
            #[derive(Clone, Default, PartialEq)]
            pub struct #name {
                #fields
                /// What came beside these fields, or in a shape that they do not have.
                pub extra: #extra,
            }
        });
        let rows = one.fields.iter().map(read_row).collect();
        self.table("record!", &one.name, rows);
        self.defaults(one);
    }

    /// The documented defaults, a method each: absent stays distinguishable from present.
    fn defaults(&mut self, one: &Record) {
        let mut methods = TokenStream::new();
        for field in &one.fields {
            let Some(default) = &field.default else {
                continue;
            };
            let doc = format!(
                " {}, or its documented default when it is absent.",
                docs::code(&field.wire)
            );
            let method = ident(&format!("{}_or_default", field.rust.trim_end_matches('_')));
            let rust = ident(&field.rust);
            let plain = self.types.plain(&field.ty, field.secret);
            methods.extend(match default {
                ir::Default::Text(text) => quote! {
                    #[doc = #doc]
                    pub fn #method(&self) -> &str { self.#rust.as_deref().unwrap_or(#text) }
                },
                ir::Default::Integer(number) => {
                    let number = proc_macro2::Literal::i64_unsuffixed(*number);
                    quote! {
                        #[doc = #doc]
                        pub fn #method(&self) -> #plain { self.#rust.unwrap_or(#number) }
                    }
                }
                ir::Default::Boolean(flag) => quote! {
                    #[doc = #doc]
                    pub fn #method(&self) -> bool { self.#rust.unwrap_or(#flag) }
                },
                ir::Default::Decimal(text) => {
                    let value = decimal(text);
                    quote! {
                        #[doc = #doc]
                        pub fn #method(&self) -> #plain { self.#rust.unwrap_or(#value) }
                    }
                }
                ir::Default::Variant(_, variant) => {
                    let Type::Named(named) = &field.ty else {
                        continue;
                    };
                    let (name, variant) = (ident(&named.name), ident(variant));
                    let value = match named.kind {
                        NamedKind::Enum { any_case: true } => quote!(#name::#variant.into()),
                        _ => quote!(#name::#variant),
                    };
                    quote! {
                        #[doc = #doc]
                        pub fn #method(&self) -> #plain { self.#rust.clone().unwrap_or(#value) }
                    }
                }
            });
        }
        if !methods.is_empty() {
            let name = ident(&one.name);
            self.item(quote!(impl #name { #methods }));
        }
    }

    fn callback(&mut self, one: &ir::Callback) {
        if one.record.set != self.set {
            return;
        }
        self.types.imports.add("api_wire", "form");
        let mut docs = self.docs(&one.doc, &one.source, &one.notes, &one.doubts);
        docs.heading("Errors")
            .markdown("When the body is no form, is too large, or names a key twice. It comes from anybody: take it as a hint.");
        let docs = docs.tokens();
        let (name, root) = (ident(&one.record.name), &one.root);
        self.item(quote! {
            impl #name {
                #docs
                pub fn from_form(body: &[u8]) -> Result<Self, form::FormError> {
                    form::read(body, #root)
                }
            }
        });
    }

    fn body(&mut self, one: &Body) {
        let mut docs = self.docs(&one.doc, &one.source, &one.notes, &one.doubts);
        for field in &one.fields {
            if let Presence::Filled(value) = &field.presence {
                docs.markdown(&format!(
                    "The client fills in `{}` from its `{value}`.",
                    field.wire
                ));
            }
        }
        let docs = docs.tokens();
        let name = ident(&one.name);
        let own: Vec<&ir::Field> = one.fields.iter().filter(|field| sent(field)).collect();
        let expected: Vec<&ir::Field> = own
            .iter()
            .copied()
            .filter(|field| field.presence == Presence::Required)
            .collect();
        let mut fields = TokenStream::new();
        for field in &own {
            let docs = docs::field(field, "crate", false).tokens();
            let (rust, ty) = (ident(&field.rust), self.types.sent(field));
            fields.extend(quote!(#docs pub #rust: #ty,));
        }
        let derives = if expected.is_empty() {
            quote!(#[derive(Clone, Default, PartialEq)])
        } else {
            quote!(#[derive(Clone, PartialEq)])
        };
        self.item(quote! { #docs #derives pub struct #name { #fields } });
        let rows = own.iter().map(|field| self.sent_row(field)).collect();
        self.table("body!", &one.name, rows);
        if let Some(constructor) = constructor(
            &mut self.types,
            &one.name,
            &own,
            &expected,
            TokenStream::new(),
        ) {
            self.item(constructor);
        }
    }

    fn sent_row(&mut self, field: &ir::Field) -> String {
        let mut row = format!("{}: {}", field.rust, literal(&field.wire));
        if let Some(max) = field.max {
            row.push_str(&format!(" max {max}"));
        }
        for (mark, set) in [("personal", field.pii), ("secret", field.secret)] {
            if set {
                row.push_str(&format!(" {mark}"));
            }
        }
        if field.presence != Presence::Required {
            row.push_str(&format!(" {}", self.types.setter(field)));
        }
        row.push(',');
        row
    }
}

/// Whether the caller gives the field, and not the client.
pub(crate) fn sent(field: &ir::Field) -> bool {
    !matches!(field.presence, Presence::Filled(_) | Presence::Constant(_))
}

fn read_row(field: &ir::Field) -> String {
    let mut row = format!("{}: {}", field.rust, literal(&field.wire));
    for name in &field.aliases {
        row.push_str(&format!(" | {}", literal(name)));
    }
    let marks = [
        ("secret", field.secret),
        ("personal", field.pii),
        ("lenient", field.string_or_number),
        ("exact", field.strict),
        ("wrapper", field.envelope),
        ("month_first", field.also_us_date),
    ];
    for (mark, set) in marks {
        if set {
            row.push_str(&format!(" {mark}"));
        }
    }
    row.push(',');
    row
}

/// `new`, with what is expected by position: at most three. More are named, in a plain literal. `more` is what the
/// struct has beside its fields.
pub(crate) fn constructor(
    types: &mut Types<'_>,
    name: &str,
    all: &[&ir::Field],
    expected: &[&ir::Field],
    more: TokenStream,
) -> Option<TokenStream> {
    let name = ident(name);
    if all.is_empty() && more.is_empty() {
        return Some(quote! {
            impl #name {
                /// There is nothing to set.
                pub fn new() -> Self { Self }
            }
        });
    }
    if expected.is_empty() {
        return Some(quote! {
            impl #name {
                /// With nothing set.
                pub fn new() -> Self { Self::default() }
            }
        });
    }
    if expected.len() > 3 {
        return None;
    }
    let mut arguments = TokenStream::new();
    let mut values = TokenStream::new();
    for field in all {
        let rust = ident(&field.rust);
        if field.presence == Presence::Required {
            let (ty, into) = types.taken(field);
            if into {
                arguments.extend(quote!(#rust: impl Into<#ty>,));
                values.extend(quote!(#rust: #rust.into(),));
            } else {
                arguments.extend(quote!(#rust: #ty,));
                values.extend(quote!(#rust,));
            }
        } else if matches!(field.ty, Type::List(_) | Type::Map(_))
            || field.presence == Presence::Nullable
        {
            values.extend(quote!(#rust: Default::default(),));
        } else {
            values.extend(quote!(#rust: None,));
        }
    }
    Some(quote! {
        impl #name {
            /// With what is expected; everything else is left out until it is set.
            pub fn new(#arguments) -> Self { Self { #values #more } }
        }
    })
}

/// A decimal as an expression that cannot fail.
fn decimal(text: &str) -> TokenStream {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let scale = text
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len() as u32);
    let number: i64 = digits.parse().unwrap_or(0);
    let number = if text.starts_with('-') {
        -number
    } else {
        number
    };
    let (number, scale) = (
        proc_macro2::Literal::i64_unsuffixed(number),
        proc_macro2::Literal::u32_unsuffixed(scale),
    );
    quote!(Decimal::new(#number, #scale))
}
