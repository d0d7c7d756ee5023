//! The reference of the language, `spec/README.md`: its tables of keys and marks are printed from the generator, and its
//! first API is generated.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use codegen::Sources;
use serde_json::Value;

use crate::support::{between, generated, report, root, shown};

const PAGE: &str = "spec/README.md";

/// The tables of keys, and the definition that each begins with.
const TABLES: [&str; 9] = [
    "ApiFile",
    "ResourceFile",
    "Field",
    "Record",
    "Body",
    "Enum",
    "Operation",
    "Callback",
    "BrowserSdk",
];

/// Keys with one meaning in so many definitions are shown once.
const SEVERAL: usize = 3;

/// The definitions of both JSON Schemas.
struct Language {
    definitions: BTreeMap<String, Value>,
    /// Keys and meanings of several definitions.
    common: BTreeSet<(String, String)>,
    /// The definitions that some table shows.
    shown: BTreeSet<String>,
}

impl Language {
    fn new() -> Self {
        let mut definitions = BTreeMap::new();
        for (name, mut schema) in [
            ("ApiFile", codegen::schema_of_api()),
            ("ResourceFile", codegen::schema_of_resource()),
        ] {
            let inner = schema["definitions"].take();
            definitions.extend(serde_json::from_value::<BTreeMap<_, _>>(inner).unwrap());
            definitions.insert(name.to_owned(), schema);
        }
        let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
        for definition in definitions.values() {
            for (key, schema) in members(definition) {
                *counts.entry((key.clone(), meaning(schema))).or_default() += 1;
            }
        }
        let common = counts.into_iter().filter(|(_, count)| *count >= SEVERAL);
        Self {
            common: common.map(|(key, _)| key).collect(),
            definitions,
            shown: BTreeSet::from(["BaseApi".to_owned()]),
        }
    }

    fn table(&mut self, name: &str) -> String {
        let mut rows = "| key | meaning |\n|---|---|\n".to_owned();
        let definition = self.definitions[name].clone();
        self.shown.insert(name.to_owned());
        self.rows(&definition, "", &mut rows);
        rows
    }

    /// The keys of several definitions.
    fn common(&mut self) -> String {
        let mut rows = "| key | meaning |\n|---|---|\n".to_owned();
        let keys = std::mem::take(&mut self.common);
        for (key, meaning) in &keys {
            rows += &row(key, false, meaning);
            if key == "conflicts" {
                let conflict = self.definitions["Conflict"].clone();
                self.shown.insert("Conflict".to_owned());
                self.rows(&conflict, "conflicts.", &mut rows);
            }
        }
        self.common = keys;
        rows
    }

    /// A row for each key of a schema, and of those in it that have no table of their own.
    fn rows(&mut self, schema: &Value, path: &str, rows: &mut String) {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap();
            // The keys of `BaseApi` are those of an API.
            if TABLES.contains(&name) || name == "BaseApi" {
                return;
            }
            self.shown.insert(name.to_owned());
            let definition = self.definitions[name].clone();
            return self.rows(&definition, path, rows);
        }
        for form in ["allOf", "anyOf"] {
            for schema in schema[form].as_array().into_iter().flatten() {
                self.rows(schema, path, rows);
            }
        }
        if schema["items"].is_object() {
            self.rows(&schema["items"], path, rows);
        }
        let entries = &schema["additionalProperties"];
        if entries.is_object() {
            self.rows(entries, &format!("{path}*."), rows);
        }
        let required = schema["required"].as_array();
        let required = Vec::from_iter(required.into_iter().flatten().filter_map(Value::as_str));
        let optional = members(schema).map(|(key, _)| key.as_str());
        let optional = optional.filter(|key| !required.contains(key));
        for key in required.iter().copied().chain(optional) {
            let schema = &schema["properties"][key];
            let meaning = meaning(schema);
            if self.common.contains(&(key.to_owned(), meaning.clone())) {
                continue;
            }
            *rows += &row(&format!("{path}{key}"), required.contains(&key), &meaning);
            self.rows(schema, &format!("{path}{key}."), rows);
        }
    }
}

fn members(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

fn meaning(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.replace('\n', " ")
}

fn row(key: &str, is_required: bool, meaning: &str) -> String {
    let required = if is_required { " (required)" } else { "" };
    format!("| `{key}`{required} | {meaning} |\n")
}

#[test]
fn the_tables_of_keys_are_those_of_the_schemas() {
    let mut language = Language::new();
    shown(PAGE, "keys of several", &language.common());
    for name in TABLES {
        shown(PAGE, &format!("keys of {name}"), &language.table(name));
    }
    let all: BTreeSet<String> = language.definitions.keys().cloned().collect();
    let missing: Vec<&String> = all.difference(&language.shown).collect();
    assert_eq!(missing, Vec::<&String>::new(), "in no table");
}

#[test]
fn the_table_of_marks_is_that_of_the_generator() {
    shown(PAGE, "marks", &codegen::reference_of_marks());
}

/// The files of the first API.
fn first_api() -> Sources {
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let files = page.split("<!-- file ").skip(1).map(|rest| {
        let (path, rest) = rest.split_once(" -->\n```yaml\n").unwrap();
        let (text, _) = rest.split_once("```\n").unwrap();
        (path.to_owned(), text.to_owned())
    });
    let files: Vec<_> = files.collect();
    assert_eq!(files.len(), 2);
    Sources::new(files)
}

#[test]
fn the_first_api_is_generated_as_shown() {
    let tree = generated(&first_api());
    let model = &tree.0["crates/shop-model/src/order.rs"];
    let order = between(model, "/// An order.\n", "\n///");
    shown(
        PAGE,
        "struct Order",
        &format!("```rust\n{}\n```\n", order.trim_end()),
    );
    let mut wrong = first_api();
    let file = wrong.0.get_mut("shop/order.yaml").unwrap();
    *file = file.replace("unit(cents)", "unit(cent)");
    shown(
        PAGE,
        "diagnostic",
        &format!("```text\n{}\n```\n", report(&wrong).trim_end()),
    );
}
