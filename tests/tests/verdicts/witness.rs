//! Witnesses: code that uses each public item of a generated module.

use std::fmt::Write as _;

use crate::crates::with_roots;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Fields, FnArg, ImplItem, Item, ReturnType, Signature, Type, UseTree, Visibility};

/// The witness of a module. `path` is the public path of its items.
pub(crate) fn witness(code: &str, path: &str, is_root: bool) -> String {
    let file = syn::parse_file(code).unwrap();
    let mut witness = Witness::default();
    for item in &file.items {
        match item {
            Item::Use(item) if is_root => witness.exports(item, path),
            Item::Use(item) => witness.import(item),
            _ => witness.item(item),
        }
    }
    let names = witness.names.join(", ");
    let imports = match names.is_empty() {
        true => String::new(),
        false => format!("use {path}::{{{names}}};\n"),
    };
    format!("{imports}{}", witness.text)
}

#[derive(Default)]
struct Witness {
    text: String,
    /// The public items of the module.
    names: Vec<String>,
    count: usize,
}

impl Witness {
    fn exports(&mut self, item: &syn::ItemUse, path: &str) {
        if !matches!(item.vis, Visibility::Public(_)) {
            return;
        }
        let mut names = Vec::new();
        exported(&item.tree, &mut names);
        // `testing` is of a feature.
        for name in names.iter().filter(|name| *name != "testing") {
            let _ = writeln!(self.text, "use {path}::{name} as _;");
        }
    }

    fn import(&mut self, item: &syn::ItemUse) {
        // What is private is not named by public items.
        let text = text(item);
        if !text.starts_with("use crate :: api") {
            let _ = writeln!(self.text, "{text}");
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Struct(item) if is_public(&item.vis) => {
                self.names.push(item.ident.to_string());
                self.derives(&item.attrs, &item.ident.to_string());
                self.structure(item);
            }
            Item::Enum(item) if is_public(&item.vis) => {
                self.names.push(item.ident.to_string());
                self.derives(&item.attrs, &item.ident.to_string());
                self.enumeration(item);
            }
            Item::Fn(item) if is_public(&item.vis) => {
                self.names.push(item.sig.ident.to_string());
                self.call(&item.sig, &item.sig.ident.to_string(), "");
            }
            Item::Type(item) if is_public(&item.vis) => self.alias(item),
            Item::Const(item) if is_public(&item.vis) => {
                self.names.push(item.ident.to_string());
                let (name, ty) = (&item.ident, text(&item.ty));
                self.function(&format!("() {{ let _: {ty} = {name}; }}"));
            }
            Item::Impl(item) => self.implementation(item),
            Item::Macro(item) => self.table(&item.mac),
            _ => {}
        }
    }

    fn function(&mut self, rest: &str) {
        self.count += 1;
        let _ = writeln!(self.text, "pub fn w{}{rest}", self.count);
    }

    fn assert(&mut self, name: &str, bounds: &str) {
        self.function(&format!(
            "() {{ fn is<T: {bounds}>() {{}} is::<{name}>(); }}"
        ));
    }

    fn derives(&mut self, attributes: &[syn::Attribute], name: &str) {
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("derive"))
        {
            let list = attribute.meta.require_list().unwrap().tokens.to_string();
            let bounds: Vec<String> = list
                .split(',')
                .map(|derive| match derive.trim() {
                    "Debug" => "::std::fmt::Debug".to_owned(),
                    "Hash" => "::std::hash::Hash".to_owned(),
                    other => other.to_owned(),
                })
                .collect();
            self.assert(name, &bounds.join(" + "));
        }
    }

    /// Each field is read; a literal has all fields, if one can be written.
    fn structure(&mut self, item: &syn::ItemStruct) {
        let name = &item.ident;
        let Fields::Named(fields) = &item.fields else {
            if matches!(item.fields, Fields::Unit) {
                self.function(&format!("() {{ let _ = {name}; }}"));
            }
            return;
        };
        let public: Vec<(String, String)> = fields
            .named
            .iter()
            .filter(|field| is_public(&field.vis))
            .map(|field| (text(&field.ident), text(&field.ty)))
            .collect();
        for (field, ty) in &public {
            self.function(&format!(
                "(v: &mut {name}) -> &mut {ty} {{ &mut v.{field} }}"
            ));
        }
        if public.len() == fields.named.len() && !is_non_exhaustive(&item.attrs) {
            let arguments: Vec<String> = public
                .iter()
                .map(|(field, ty)| format!("{field}: {ty}"))
                .collect();
            let members: Vec<&str> = public.iter().map(|(field, _)| field.as_str()).collect();
            self.function(&format!(
                "({}) -> {name} {{ {name} {{ {} }} }}",
                arguments.join(", "),
                members.join(", ")
            ));
        }
    }

    /// A match, and each variant as a value.
    fn enumeration(&mut self, item: &syn::ItemEnum) {
        let name = &item.ident;
        let mut arms = String::new();
        for variant in &item.variants {
            let ident = &variant.ident;
            match variant.fields {
                Fields::Unit => {
                    self.function(&format!("() -> {name} {{ {name}::{ident} }}"));
                    let _ = write!(arms, "{name}::{ident} => {{}} ");
                }
                _ => {
                    let _ = write!(arms, "{name}::{ident}(..) => {{}} ");
                }
            }
        }
        if is_non_exhaustive(&item.attrs) {
            arms.push_str("_ => {}");
        }
        self.function(&format!("(v: {name}) {{ match v {{ {arms} }} }}"));
    }

    /// With the defaults of its parameters.
    fn alias(&mut self, item: &syn::ItemType) {
        self.names.push(item.ident.to_string());
        let mut target = text(&item.ty);
        for parameter in item.generics.type_params() {
            let Some((_, default)) = &parameter.default else {
                return;
            };
            let old = format!(", {} >", parameter.ident);
            target = target.replace(&old, &format!(", {} >", text(default)));
        }
        let name = &item.ident;
        self.function(&format!("(v: {name}) -> {target} {{ v }}"));
    }

    fn implementation(&mut self, item: &syn::ItemImpl) {
        let name = text(&item.self_ty);
        let Some(implemented) = &item.trait_ else {
            for member in &item.items {
                if let ImplItem::Fn(function) = member
                    && is_public(&function.vis)
                {
                    let path = format!("{name}::{}", function.sig.ident);
                    self.call(&function.sig, &path, &name);
                }
            }
            return;
        };
        let types: Vec<String> = item
            .items
            .iter()
            .filter_map(|member| match member {
                ImplItem::Type(ty) => Some(format!("{} = {}", ty.ident, text(&ty.ty))),
                _ => None,
            })
            .collect();
        let path = text(&implemented.0);
        let types = types.join(", ");
        let bound = match path.strip_suffix('>') {
            _ if types.is_empty() => path,
            Some(path) => format!("{path}, {types}>"),
            None => format!("{path}<{types}>"),
        };
        self.assert(&name, &bound);
    }

    /// A call with arguments of the most general types.
    fn call(&mut self, signature: &Signature, path: &str, owner: &str) {
        let (mut generics, mut parameters, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
        for (index, input) in signature.inputs.iter().enumerate() {
            let ty = match input {
                FnArg::Receiver(receiver) => match text(receiver) {
                    borrowed if borrowed.starts_with('&') => borrowed.replace("self", "Self"),
                    _ => "Self".to_owned(),
                },
                FnArg::Typed(argument) => match &*argument.ty {
                    Type::ImplTrait(bound) => {
                        generics.push(format!("A{index}: {}", text(&bound.bounds)));
                        format!("A{index}")
                    }
                    ty => text(ty),
                },
            };
            parameters.push(format!("a{index}: {ty}"));
            arguments.push(format!("a{index}"));
        }
        let result = match &signature.output {
            ReturnType::Default => "()".to_owned(),
            ReturnType::Type(_, ty) => text(ty),
        };
        let (generics, parameters) = (generics.join(", "), parameters.join(", "));
        let text = format!(
            "<{generics}>({parameters}) -> {result} {{ {path}({}) }}",
            arguments.join(", ")
        );
        self.function(&with_roots(&text, |word| {
            (word == "Self").then(|| owner.to_owned())
        }));
    }

    /// A call of a macro of `api-wire` or `api-runtime`.
    fn table(&mut self, call: &syn::Macro) {
        let tokens: Vec<TokenTree> = call.tokens.clone().into_iter().collect();
        let rows = tokens.iter().rev().find_map(|tree| match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                Some(group.stream())
            }
            _ => None,
        });
        let position = tokens
            .iter()
            .position(|tree| matches!(tree, TokenTree::Group(_)));
        let name = match position.and_then(|position| tokens.get(position.checked_sub(1)?)) {
            Some(TokenTree::Ident(name)) => name.to_string(),
            _ => String::new(),
        };
        match text(&call.path).as_str() {
            "record" => {
                self.assert(&name, "::api_wire::Record + ::api_wire::FieldsMut");
                self.function(&format!("() -> {name} {{ {name}::with(|_| ()) }}"));
            }
            "body" => {
                self.assert(&name, "::api_wire::FieldsMut + ::std::fmt::Debug");
                self.setters(&name, rows.unwrap_or_default());
            }
            "setters" => self.setters(&name, rows.unwrap_or_default()),
            "open_enum" => {
                self.assert(
                    &name,
                    "for<'a> ::std::convert::From<&'a str> + ::api_wire::OpenEnum",
                );
            }
            "closed_enum" => self.assert(&name, "::std::str::FromStr + ::std::fmt::Display"),
            "syncable" => self.assert(&name, "::api_runtime::Syncable"),
            "text_id" => {
                let name = tokens.iter().rev().find_map(|tree| match tree {
                    TokenTree::Ident(name) => Some(name.to_string()),
                    _ => None,
                });
                let name = name.unwrap();
                self.assert(
                    &name,
                    "for<'a> ::std::convert::From<&'a str> + ::std::fmt::Display + Ord",
                );
                self.names.push(name);
            }
            "total_keys" => {}
            other => panic!("unknown macro `{other}`"),
        }
    }

    fn setters(&mut self, name: &str, rows: TokenStream) {
        for row in rows_of(rows) {
            let Some(TokenTree::Ident(field)) =
                row.iter().find(|tree| matches!(tree, TokenTree::Ident(_)))
            else {
                continue;
            };
            let Some(equals) = row.iter().position(|tree| is_punctuation(tree, '=')) else {
                continue;
            };
            let converts = row
                .get(equals + 1)
                .is_some_and(|tree| is_punctuation(tree, '>'));
            let ty: TokenStream = row[equals + 1 + usize::from(converts)..]
                .iter()
                .cloned()
                .collect();
            self.function(&match converts {
                true => format!("<A: Into<{ty}>>(v: {name}, a: A) -> {name} {{ v.{field}(a) }}"),
                false => format!("(v: {name}, a: {ty}) -> {name} {{ v.{field}(a) }}"),
            });
        }
    }
}

/// Rows of a table: generic types have commas, too.
fn rows_of(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut rows = vec![Vec::new()];
    let (mut depth, mut after_equals) = (0_usize, false);
    for tree in tokens {
        match &tree {
            tree if is_punctuation(tree, '<') => depth += 1,
            tree if is_punctuation(tree, '>') && !after_equals => depth -= 1,
            tree if is_punctuation(tree, ',') && depth == 0 => {
                rows.push(Vec::new());
                continue;
            }
            _ => {}
        }
        after_equals = is_punctuation(&tree, '=');
        if let Some(row) = rows.last_mut() {
            row.push(tree);
        }
    }
    rows
}

fn exported(tree: &UseTree, names: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => exported(&path.tree, names),
        UseTree::Name(name) => names.push(name.ident.to_string()),
        UseTree::Rename(name) => names.push(name.rename.to_string()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| exported(tree, names)),
        UseTree::Glob(_) => {}
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_non_exhaustive(attributes: &[syn::Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("non_exhaustive"))
}

fn is_punctuation(tree: &TokenTree, expected: char) -> bool {
    matches!(tree, TokenTree::Punct(punctuation) if punctuation.as_char() == expected)
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}
