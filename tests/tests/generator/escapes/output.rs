//! The output: whether it parses, its structure without prose, its docs.

use codegen::FileTree;
use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;

use crate::escapes::markdown::{markdown, plain_links};

/// Every file is valid in its language.
pub(crate) fn parses(tree: &FileTree, change: &str) {
    for (path, text) in &tree.0 {
        assert!(
            !path.contains("..")
                && !path.starts_with('/')
                && path.chars().all(|c| c.is_ascii_graphic()),
            "{change}: a file at {path:?}"
        );
        match path.rsplit('.').next() {
            Some("rs") => {
                if let Err(error) = syn::parse_file(text) {
                    panic!("{change}: {path} is not Rust: {error}\n{text}");
                }
            }
            Some("toml") => {
                if let Err(error) = text.parse::<toml::Table>() {
                    panic!("{change}: {path} is not TOML: {error}\n{text}");
                }
            }
            Some("json") => {
                if let Err(error) = serde_json::from_str::<Value>(text) {
                    panic!("{change}: {path} is not JSON: {error}\n{text}");
                }
            }
            _ => {}
        }
    }
}

/// The files that differ in more than literals and prose, each with its first difference.
pub(crate) fn differences<'a>(
    plain: &'a FileTree,
    tree: &'a FileTree,
) -> impl Iterator<Item = String> + use<'a> {
    let paths = |tree: &FileTree| tree.0.keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(plain), paths(tree));
    tree.0.iter().filter_map(|(path, text)| {
        let (before, after) = (structure(path, &plain.0[path]), structure(path, text));
        let line = (0..before.len().max(after.len()))
            .find(|line| before.get(*line) != after.get(*line))?;
        Some(format!(
            "{path}: {:?} becomes {:?}",
            before.get(line),
            after.get(line)
        ))
    })
}

/// The structure of a file, without literals and prose.
pub(crate) fn structure(path: &str, text: &str) -> Vec<String> {
    match path.rsplit('.').next() {
        Some("rs") => {
            let blocks = doc_blocks(text);
            let docs = blocks
                .iter()
                .flat_map(|block| markdown(block, &plain_links).parts);
            std::iter::once(code(text)).chain(docs).collect()
        }
        Some("md") => markdown(text, &|_| true).parts,
        Some("toml") => {
            let table = text.parse::<toml::Table>().unwrap();
            vec![shape(&serde_json::to_value(table).unwrap()).to_string()]
        }
        Some("json") => vec![shape(&serde_json::from_str(text).unwrap()).to_string()],
        _ => panic!("{path} is of no known kind"),
    }
}

/// The code of a file without its literals and docs.
pub(crate) fn code(text: &str) -> String {
    fn strip(tokens: TokenStream) -> String {
        let mut out = String::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Literal(_) => out.push_str("… "),
                TokenTree::Group(group) => {
                    out.push_str(&format!("{:?}(", group.delimiter()));
                    out.push_str(&strip(group.stream()));
                    out.push_str(") ");
                }
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    // `#[doc = …]` and `#![doc = …]`.
                    let mut rest = tokens.clone();
                    let mut next = rest.next();
                    if matches!(&next, Some(TokenTree::Punct(punct)) if punct.as_char() == '!') {
                        next = rest.next();
                    }
                    match next {
                        Some(TokenTree::Group(group))
                            if group.stream().to_string().starts_with("doc =") =>
                        {
                            tokens = rest;
                        }
                        _ => out.push('#'),
                    }
                }
                other => {
                    out.push_str(&other.to_string());
                    out.push(' ');
                }
            }
        }
        out
    }
    strip(text.parse().unwrap())
}

/// The docs of a file, each block of lines by itself, as rustdoc reads them.
pub(crate) fn doc_blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut before = "";
    for line in text.lines() {
        let line = line.trim_start();
        let marker = ["///", "//!"]
            .into_iter()
            .find(|marker| line.starts_with(marker))
            .unwrap_or("");
        if !marker.is_empty() {
            let rest = &line[marker.len()..];
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match blocks.last_mut() {
                Some(block) if marker == before => block.push_str(&format!("\n{rest}")),
                _ => blocks.push(rest.to_owned()),
            }
        }
        before = marker;
    }
    blocks
}

/// The keys of a document and the kinds of its values.
pub(crate) fn shape(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), shape(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(shape).collect::<Vec<_>>().into(),
        Value::String(_) => "…".into(),
        other => other.clone(),
    }
}
