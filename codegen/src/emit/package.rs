//! What belongs to a whole crate: the docs of its root, the crate of the OpenAPI documents, the schemas of the language.

use crate::emit::docs::Docs;
use crate::emit::{layout, manifest, openapi};
use crate::file_tree::FileTree;
use crate::ir::{House, Set};

/// The first line of every generated file, in a comment or in the first entry of a JSON object.
pub(crate) const FIRST_LINE: &str = crate::file_tree::MARK;

/// The root of a crate: its README, which has an example that runs with the tests, then the facts of the set.
pub(crate) fn root(set: &Set, pieces: Vec<layout::Piece>) -> String {
    let mut docs = Docs::default();
    facts(set, &mut docs);
    let mut lines = docs.lines();
    if !lines.is_empty() {
        // Apart from the end of the README.
        lines.insert(0, String::new());
    }
    let text = layout::file(FIRST_LINE, &lines, pieces);
    let readme = "#![doc = include_str!(\"../README.md\")]\n";
    match text.split_once("\n\n") {
        Some((first, rest)) if lines.is_empty() => {
            format!("{first}\n\n{readme}\n{}", rest.trim_start_matches('\n'))
        }
        Some((first, rest)) => format!("{first}\n\n{readme}{rest}"),
        None => text,
    }
}

fn facts(set: &Set, docs: &mut Docs) {
    for (heading, facts) in &set.facts {
        docs.heading(heading);
        docs.list("", facts.iter().map(String::as_str));
    }
    if !set.doubts.unknowns.is_empty() || !set.doubts.conflicts.is_empty() {
        docs.heading("What the documents leave open");
        docs.doubts(&set.doubts);
    }
}

/// The crate that holds the OpenAPI documents of all APIs.
pub(crate) fn description(house: &House, tree: &mut FileTree) {
    let root = "crates/api-description";
    let apis: Vec<(usize, &Set)> = house
        .sets
        .iter()
        .enumerate()
        .filter(|(_, set)| set.is_api)
        .collect();
    let mut constants = String::new();
    let mut rows = String::new();
    for (at, set) in &apis {
        tree.add(
            format!("{root}/openapi/{}.json", set.name),
            openapi::document(house, *at),
        );
        let constant = set.name.to_uppercase().replace('-', "_");
        let doc = layout::doc_text(
            "///",
            &Docs::of(&format!("{}, as an OpenAPI 3.1 document.", set.title)).lines(),
        );
        constants.push_str(&format!(
            "\n{doc}pub const {constant}: &str = include_str!(\"../openapi/{}.json\");\n",
            set.name
        ));
        rows.push_str(&format!("    (\"{}\", {constant}),\n", set.name));
    }
    let text = format!(
        "// {FIRST_LINE}\n\n//! The APIs as OpenAPI 3.1 documents, made from the same description as the clients.\n{constants}\n\
         /// All documents, by the name of the API.\npub const ALL: &[(&str, &str)] = &[\n{rows}];\n"
    );
    tree.add(format!("{root}/src/lib.rs"), text);
    tree.add(format!("{root}/Cargo.toml"), manifest::description());
    tree.add(
        format!("{root}/README.md"),
        crate::emit::readme::description(&apis),
    );
}

/// The JSON Schemas of the language, for editors.
pub(crate) fn schemas(tree: &mut FileTree) {
    for (name, mut schema) in [
        ("api", crate::language::schema_of_api()),
        ("resource", crate::language::schema_of_resource()),
    ] {
        schema["$comment"] = FIRST_LINE.into();
        // The comment comes first, whatever order the map would keep.
        schema.sort_all_objects();
        tree.add(format!("spec/schema/{name}.json"), format!("{schema:#}\n"));
    }
}
