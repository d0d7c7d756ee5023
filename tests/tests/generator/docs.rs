//! The docs of the generated crates.

use syn::{Attribute, Expr, Item, ItemStruct, Lit, Meta};

use crate::support::generated_of_described;

/// The structs of the clients, with their path.
fn structs() -> Vec<(String, ItemStruct)> {
    let tree = generated_of_described();
    let files = tree.0.iter().filter(|(path, _)| {
        let package = path.split('/').nth(1).unwrap_or_default();
        path.ends_with(".rs") && package.ends_with("-client")
    });
    files
        .flat_map(|(path, text)| {
            let items = syn::parse_file(&unwrapped(text)).unwrap().items.into_iter();
            items.filter_map(move |item| match item {
                Item::Struct(item) => Some((format!("{path}: {}", item.ident), item)),
                _ => None,
            })
        })
        .collect()
}

/// The text with the structs of macros as plain ones, without what stands after a type.
fn unwrapped(text: &str) -> String {
    let mut is_inside = false;
    let mut unwrapped = String::new();
    for line in text.lines() {
        match line {
            "record! {" | "body! {" | "setters! {" => is_inside = true,
            "}" if is_inside => is_inside = false,
            _ if is_inside && line.ends_with(',') && line.trim_start().starts_with("pub ") => {
                let line = line.trim_end_matches(',');
                let ends = [" => ", " = ", " ["].map(|end| line.find(end).unwrap_or(line.len()));
                let end = ends.into_iter().min().unwrap();
                unwrapped += &format!("{},\n", &line[..end]);
            }
            _ => unwrapped += &format!("{line}\n"),
        }
    }
    unwrapped
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

#[test]
fn docs_of_operations_have_all_parts() {
    let mut operations = 0;
    let mut wrong = Vec::new();
    for (name, item) in structs() {
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
            ("retry rule", has("The client retries this call")),
            (
                "example",
                has_part_after("# Example", "client.send(")
                    || has_part_after("# Example", "client.once("),
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
