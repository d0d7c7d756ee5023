//! Generated Rust as text. rustfmt decides about white space, except for empty lines.

use proc_macro2::TokenStream;
use syn::{File, ImplItem, Item, ItemImpl};

use crate::emit::rust::chunk::Chunk;
use crate::emit::rust::imports::Imports;

/// A file: its header, its imports, its parts.
pub(crate) fn file(
    header: &str,
    imports: Imports,
    chunks: impl IntoIterator<Item = Chunk>,
) -> String {
    let chunks = imports.chunks().into_iter().chain(chunks);
    let mut out = format!("// {header}\n");
    let parts = chunks.map(print);
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

/// An item, or several.
fn item(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    let file: File = match syn::parse2(tokens) {
        Ok(file) => file,
        Err(error) => panic!("an emitter wrote what is no Rust: {error}: {text}"),
    };
    file.items.into_iter().map(print_item).collect()
}

fn print_item(item: Item) -> String {
    match item {
        Item::Impl(item) if item.items.len() > 1 => print_implementation(item),
        item => unparse(item),
    }
}

/// An `impl` with an empty line before each function but the first member. Tokens have no empty lines, so each
/// member is printed in an `impl` of its own.
fn print_implementation(mut item: ItemImpl) -> String {
    let members = std::mem::take(&mut item.items);
    let empty = unparse(Item::Impl(item.clone()));
    let head = empty.trim_end().trim_end_matches('}');
    let mut out = format!("{head}\n");
    for (index, member) in members.into_iter().enumerate() {
        if index > 0 && matches!(member, ImplItem::Fn(_)) {
            out.push('\n');
        }
        item.items = vec![member];
        let alone = unparse(Item::Impl(item.clone()));
        let member = alone.strip_prefix(head).unwrap_or(&alone);
        out.push_str(
            member
                .trim_start_matches('\n')
                .trim_end()
                .trim_end_matches('}'),
        );
    }
    out.push_str("}\n");
    out
}

fn unparse(item: Item) -> String {
    prettyplease::unparse(&File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items: vec![item],
    })
}
