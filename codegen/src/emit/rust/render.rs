//! Generated Rust as text. rustfmt decides about white space, except for empty lines and the rows of
//! the tables that `api-wire` reads.

use proc_macro2::TokenStream;
use syn::{Attribute, ImplItem, Item, parse_quote};

/// A part of a file. Empty lines separate the parts.
#[derive(Debug)]
pub(crate) enum Chunk {
    /// An item.
    Item(TokenStream),
    /// A group of imports or re-exports: by path, the names.
    Uses {
        public: bool,
        names_by_path: Vec<(String, Vec<String>)>,
    },
    /// Modules that are private to the crate.
    Modules(Vec<String>),
    /// A table: a macro, the name it is about, and its rows, each with its docs.
    Table {
        name: &'static str,
        head: String,
        rows: Vec<String>,
    },
    /// Text that is laid out already.
    Text(String),
}

/// A file: its header, its inner docs, its parts.
pub(crate) fn file(header: &str, docs: &[String], chunks: Vec<Chunk>) -> String {
    let mut out = format!("// {header}\n");
    let parts = [doc_text("//!", docs)]
        .into_iter()
        .chain(chunks.into_iter().map(print));
    for part in parts.filter(|part| !part.is_empty()) {
        out.push('\n');
        out.push_str(&part);
    }
    out
}

/// Doc lines with their marker, as text.
pub(crate) fn doc_text(marker: &str, lines: &[String]) -> String {
    let mut out = String::new();
    for line in lines {
        out.push_str(marker);
        if !line.is_empty() {
            out.push(' ');
            out.push_str(line);
        }
        out.push('\n');
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

/// Puts an empty line between methods, and between fields or variants if one of them has docs.
fn separate_members(item: &mut Item) {
    match item {
        Item::Struct(item) => separate(item.fields.iter_mut().map(|field| &mut field.attrs)),
        Item::Enum(item) => separate(item.variants.iter_mut().map(|variant| &mut variant.attrs)),
        Item::Impl(item) => item.items.iter_mut().skip(1).for_each(|item| {
            if let ImplItem::Fn(method) = item {
                put_empty_line(&mut method.attrs);
            }
        }),
        _ => {}
    }
}

fn separate<'a>(members: impl Iterator<Item = &'a mut Vec<Attribute>>) {
    let members: Vec<_> = members.collect();
    if members.iter().any(|attributes| !attributes.is_empty()) {
        members.into_iter().skip(1).for_each(put_empty_line);
    }
}

fn put_empty_line(attributes: &mut Vec<Attribute>) {
    let text = EMPTY_LINE.trim_start_matches('/');
    attributes.insert(0, parse_quote!(#[doc = #text]));
}
