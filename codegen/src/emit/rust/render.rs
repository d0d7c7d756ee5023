//! Generated Rust as text. rustfmt decides about white space, except for empty lines and what is inside
//! of macros.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use syn::{Attribute, ImplItem, Item, parse_quote};

use crate::emit::rust::chunk::{Chunk, Struct};
use crate::emit::rust::imports::Imports;

/// A file: its header, where the syntax of its macros is documented, its imports, its parts.
pub(crate) fn file(
    header: &str,
    imports: Imports,
    chunks: impl IntoIterator<Item = Chunk>,
) -> String {
    let chunks: Vec<Chunk> = imports.chunks().into_iter().chain(chunks).collect();
    let names = chunks.iter().filter_map(|chunk| match chunk {
        Chunk::Struct(Struct { name, .. }) if !name.is_empty() => Some(*name),
        _ => None,
    });
    let names: BTreeSet<&str> = names.collect();
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("`api_wire::{name}`"))
        .collect();
    let mut out = format!("// {header}\n");
    if !names.is_empty() {
        out.push_str(&format!("// Field syntax: {}.\n", names.join(", ")));
    }
    let parts = chunks.into_iter().map(print);
    for part in parts.filter(|part| !part.is_empty()) {
        out.push('\n');
        out.push_str(&part);
    }
    out
}

fn print(chunk: Chunk) -> String {
    match chunk {
        Chunk::Item(tokens) => item(tokens),
        Chunk::Uses {
            public,
            names_by_path,
        } => names_by_path
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(path, names)| use_declaration(public, path, names))
            .collect(),
        Chunk::Modules(names) => names.iter().map(|name| format!("mod {name};\n")).collect(),
        Chunk::Table { name, head, rows } => {
            let mut out = format!("{name} {{\n    {head} {{\n");
            for line in rows.iter().flat_map(|row| row.lines()) {
                out.push_str(&format!("        {line}\n"));
            }
            out.push_str("    }\n}\n");
            out
        }
        Chunk::Struct(declared) => declared.print(),
        Chunk::Text(text) => text,
    }
}

/// `use` of names of a path, or of crates if the path is empty.
fn use_declaration(public: bool, path: &str, names: &[String]) -> String {
    let keyword = if public { "pub use" } else { "use" };
    match (path, names) {
        ("", crates) => crates
            .iter()
            .map(|name| format!("{keyword} {name};\n"))
            .collect(),
        (_, [name]) => format!("{keyword} {path}::{name};\n"),
        _ => format!("{keyword} {path}::{{{}}};\n", names.join(", ")),
    }
}

/// Items. Tokens that do not parse are a defect of an emitter, printed for the compiler to report.
fn item(tokens: TokenStream) -> String {
    match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(mut file) => {
            file.items.iter_mut().for_each(separate_members);
            prettyplease::unparse(&file)
                .lines()
                .map(|line| match line.trim() {
                    EMPTY_LINE => "\n".to_owned(),
                    _ => format!("{line}\n"),
                })
                .collect()
        }
        Err(_) => tokens.to_string(),
    }
}

/// A line that is printed empty: tokens have no empty lines.
const EMPTY_LINE: &str = "///@@empty-line";

/// Puts an empty line between methods.
fn separate_members(item: &mut Item) {
    if let Item::Impl(item) = item {
        for item in item.items.iter_mut().skip(1) {
            if let ImplItem::Fn(method) = item {
                put_empty_line(&mut method.attrs);
            }
        }
    }
}

fn put_empty_line(attributes: &mut Vec<Attribute>) {
    let text = EMPTY_LINE.trim_start_matches('/');
    attributes.insert(0, parse_quote!(#[doc = #text]));
}
