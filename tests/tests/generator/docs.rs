//! The docs of the generated crates.

use std::collections::BTreeSet;

use syn::{Attribute, Expr, GenericArgument, Item, ItemStruct, Lit, Meta, PathArguments, Type};

use crate::support::{described, generated};

/// The structs of the generated crates whose name ends so, with their path.
fn structs(kind: &str) -> Vec<(String, ItemStruct)> {
    let tree = generated(&described());
    let files = tree.0.iter().filter(|(path, _)| {
        let package = path.split('/').nth(1).unwrap_or_default();
        path.ends_with(".rs") && package.ends_with(kind)
    });
    files
        .flat_map(|(path, text)| {
            let items = syn::parse_file(text).unwrap().items.into_iter();
            items.filter_map(move |item| match item {
                Item::Struct(item) => Some((format!("{path}: {}", item.ident), item)),
                _ => None,
            })
        })
        .collect()
}

/// The lines of docs.
fn doc_lines(attributes: &[Attribute]) -> Vec<String> {
    let docs = attributes.iter().filter_map(|attribute| {
        let Meta::NameValue(meta) = &attribute.meta else {
            return None;
        };
        match &meta.value {
            Expr::Lit(value) if meta.path.is_ident("doc") => match &value.lit {
                Lit::Str(text) => Some(text.value().trim_start().to_owned()),
                _ => None,
            },
            _ => None,
        }
    });
    docs.collect()
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words that name a Rust type, in code and in prose.
fn type_words(ty: &Type) -> BTreeSet<String> {
    let prose = "a an and or of with without array base64 bit bits boolean count date decimal false \
                 flag float in integer iso 8601 json list map null object offset optional \
                 string text time timestamp true type whole yyyy mm dd";
    let mut all = BTreeSet::new();
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        let Type::Path(path) = ty else { continue };
        for segment in &path.path.segments {
            all.extend(words(&segment.ident.to_string()));
            if let PathArguments::AngleBracketed(arguments) = &segment.arguments {
                open.extend(arguments.args.iter().filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                }));
            }
        }
    }
    // A number in a string is more than the type shows.
    if !all.contains("string") {
        all.insert("number".to_owned());
    }
    all.extend(words(prose));
    all
}

#[test]
fn docs_of_fields_do_not_restate_the_type() {
    let mut fields = 0;
    let mut wrong = Vec::new();
    for (name, item) in structs("-model").into_iter().chain(structs("-client")) {
        for field in &item.fields {
            fields += 1;
            let docs = doc_lines(&field.attrs);
            let Some(summary) = docs.first() else {
                continue;
            };
            let clause = summary.split([',', '.', ';']).next().unwrap_or_default();
            if words(clause).is_subset(&type_words(&field.ty)) {
                let field = field.ident.as_ref().unwrap();
                wrong.push(format!("{name}.{field}: {summary}"));
            }
        }
    }
    assert!(fields > 1_000, "{fields} fields");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn docs_of_operations_have_all_parts() {
    let mut operations = 0;
    let mut wrong = Vec::new();
    for (name, item) in structs("-client") {
        let docs = doc_lines(&item.attrs);
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
        let is_request = |line: &String| {
            let mut methods = methods.iter();
            methods.any(|method| line.starts_with(&format!("`{method} /")))
        };
        if !docs.iter().any(is_request) {
            continue;
        }
        operations += 1;
        let has = |part: &str| docs.iter().any(|line| line.starts_with(part));
        let has_part_after = |heading: &str, part: &str| {
            let mut lines = docs.iter().skip_while(|line| *line != heading).skip(1);
            lines.any(|line| line.contains(part))
        };
        let parts = [
            (
                "what it does",
                !docs[0].is_empty() && !docs[0].starts_with(['-', '#']),
            ),
            (
                "credentials and response",
                docs.iter().any(|line| line.contains("returns")),
            ),
            (
                "retry rule",
                has("It is repeated after a failure") || has("It is sent once, and again only if"),
            ),
            (
                "example",
                has_part_after("# Example", "client.send(")
                    || has_part_after("# Example", "client.call().unique()"),
            ),
            // A value without an example would be a parameter of the example.
            (
                "example of each value",
                !docs.iter().any(|line| line.contains(", operation: ")),
            ),
        ];
        let missing = parts.into_iter().filter(|(_, is_there)| !is_there);
        wrong.extend(missing.map(|(part, _)| format!("{name} has no {part}")));
    }
    assert!(operations > 40, "{operations} operations");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn model_and_client_share_no_section() {
    let tree = generated(&described());
    let sections = |package: &str| -> BTreeSet<String> {
        let root = &tree.0[&format!("crates/{package}/src/lib.rs")];
        let readme = &tree.0[&format!("crates/{package}/README.md")];
        let headings = root
            .lines()
            .filter_map(|line| line.strip_prefix("//! #"))
            .chain(readme.lines().filter_map(|line| line.strip_prefix("## ")));
        headings
            .map(|heading| heading.trim_start_matches(['#', ' ']).to_owned())
            .collect()
    };
    for api in ["payments", "pos-v1", "pos-v2", "pos-v3"] {
        let client = sections(&format!("{api}-client"));
        let model = sections(&format!("{api}-model"));
        let shared: Vec<&String> = client.intersection(&model).collect();
        assert!(client.len() > 5, "{client:?}");
        assert!(shared.is_empty(), "{api}: {shared:?}");
    }
}
