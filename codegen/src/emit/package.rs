//! What belongs to a whole crate: the docs of its root, the crate of the OpenAPI documents, the schemas of the language.

use super::docs::Docs;
use super::layout;
use super::{manifest, openapi};
use crate::files::FileTree;
use crate::ir::{House, Set};

/// The first line of every generated file, in a comment or in the first entry of a JSON object.
pub(crate) const FIRST_LINE: &str = crate::files::MARK;

/// Has the example of a crate's README run with the tests.
pub(crate) const README_TEST: &str = "\
// The README's example runs with the tests.
#[cfg(doctest)]
#[doc = include_str!(\"../README.md\")]
struct ReadMe;
";

/// The docs of a model crate's root.
pub(crate) fn model_docs(set: &Set) -> Docs {
    let mut docs = Docs::of(&format!("{}: what is read and what is sent.", set.title));
    docs.prose(&set.doc);
    facts(set, &mut docs);
    docs
}

/// The docs of a client crate's root. The README holds the example, which is compiled by way of these docs.
pub(crate) fn client_docs(set: &Set) -> Docs {
    let mut docs = Docs::of(&format!(
        "{}: its operations as values, and the client that sends them.",
        set.title
    ));
    docs.prose(&set.doc);
    facts(set, &mut docs);
    docs
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
        super::readme::description(&apis),
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
