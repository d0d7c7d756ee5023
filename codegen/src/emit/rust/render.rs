//! The only place that decides about white space in generated Rust: an empty line between items, none between imports,
//! one row a line in the tables that `api-wire` reads.

use proc_macro2::TokenStream;

/// A part of a file.
#[derive(Debug)]
pub(crate) enum Chunk {
    /// An item, printed by prettyplease.
    Item(TokenStream),
    /// Imports or re-exports: a path and its names.
    Use {
        public: bool,
        path: String,
        names: Vec<String>,
    },
    /// Modules that are private to the crate.
    Modules(Vec<String>),
    /// A table: a macro, the name it is about, and its rows.
    Table {
        name: &'static str,
        head: String,
        rows: Vec<String>,
    },
    /// Text that is laid out already.
    Text(String),
}

/// The widest line that imports are filled up to.
const WIDTH: usize = 100;

/// A file: its first line, its inner docs, its parts.
pub(crate) fn file(first: &str, docs: &[String], chunks: Vec<Chunk>) -> String {
    let mut out = format!("// {first}\n\n");
    for line in docs {
        push_doc(&mut out, "//!", line);
    }
    let mut before = None;
    for piece in chunks {
        let group = import_group(&piece);
        let text = print(piece);
        if text.is_empty() {
            continue;
        }
        if (group.is_none() || group != before) && !out.ends_with("\n\n") {
            out.push('\n');
        }
        before = group;
        out.push_str(&text);
    }
    out
}

/// The groups of imports: re-exports, the standard library, other crates, this crate.
fn import_group(piece: &Chunk) -> Option<u8> {
    match piece {
        Chunk::Use { public: true, .. } => Some(0),
        Chunk::Use { path, .. } if path.starts_with("std") => Some(1),
        Chunk::Use { path, .. } if path.starts_with("crate") => Some(3),
        Chunk::Use { .. } => Some(2),
        _ => None,
    }
}

/// Doc lines with their marker, as text.
pub(crate) fn doc_text(marker: &str, lines: &[String]) -> String {
    let mut out = String::new();
    for line in lines {
        push_doc(&mut out, marker, line);
    }
    out
}

fn push_doc(out: &mut String, marker: &str, line: &str) {
    out.push_str(marker);
    if !line.is_empty() {
        out.push(' ');
        out.push_str(line);
    }
    out.push('\n');
}

fn print(piece: Chunk) -> String {
    match piece {
        Chunk::Item(tokens) => item(tokens),
        Chunk::Use { names, .. } if names.is_empty() => String::new(),
        Chunk::Use {
            public,
            path,
            names,
        } => import(public, &path, names),
        Chunk::Modules(mut names) => {
            names.sort();
            names.iter().map(|name| format!("mod {name};\n")).collect()
        }
        Chunk::Table { name, head, rows } => {
            let mut out = format!("{name} {{\n    {head} {{\n");
            for row in rows {
                out.push_str(&format!("        {row}\n"));
            }
            out.push_str("    }\n}\n");
            out
        }
        Chunk::Text(text) => text,
    }
}

/// One item. Tokens that do not parse are a defect of an emitter, printed for the compiler to report.
fn item(tokens: TokenStream) -> String {
    match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(file) => blank_lines(&prettyplease::unparse(&file)),
        Err(_) => tokens.to_string(),
    }
}

/// Adds an empty line between the methods of an `impl`.
fn blank_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut inside = false;
    let mut after_item = false;
    for line in text.lines() {
        if line.starts_with("impl") && line.ends_with('{') {
            (inside, after_item) = (true, false);
        } else if line == "}" {
            inside = false;
        } else if inside {
            let starts = line.starts_with("    ///")
                || line.starts_with("    fn ")
                || line.starts_with("    pub fn ");
            let tight = out
                .trim_end()
                .lines()
                .last()
                .is_some_and(|last| last.trim_start().starts_with("///"));
            if starts && after_item && !tight {
                out.push('\n');
            }
            after_item = true;
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// An import, formatted like rustfmt.
fn import(public: bool, path: &str, mut names: Vec<String>) -> String {
    names.sort_by(|a, b| {
        (a.starts_with(|c: char| c.is_lowercase()), a)
            .cmp(&(b.starts_with(|c: char| c.is_lowercase()), b))
    });
    names.dedup();
    let keyword = if public { "pub use" } else { "use" };
    if path.is_empty() {
        return names
            .iter()
            .map(|name| format!("{keyword} {name};\n"))
            .collect();
    }
    if let [only] = names.as_slice() {
        return format!("{keyword} {path}::{only};\n");
    }
    let line = format!("{keyword} {path}::{{{}}};\n", names.join(", "));
    if line.trim_end().chars().count() <= WIDTH {
        return line;
    }
    let mut out = format!("{keyword} {path}::{{\n");
    let mut row = String::from("   ");
    for name in names {
        if row.len() + name.len() + 2 > WIDTH {
            out.push_str(&row);
            out.push('\n');
            row = String::from("   ");
        }
        row.push(' ');
        row.push_str(&name);
        row.push(',');
    }
    out.push_str(&row);
    out.push_str("\n};\n");
    out
}
