//! Mutants of a spec: each with one change of its YAML.

use codegen::Sources;
use serde_yaml::Value;

use crate::edit::{Action, Edit};
use crate::{notation, specs};

/// Maps whose keys are names that the spec chooses.
const NAMED: [&str; 25] = [
    "fields",
    "in_list_example",
    "in_message_example",
    "values",
    "enums",
    "ids",
    "records",
    "bodies",
    "operations",
    "callbacks",
    "query",
    "path",
    "filters",
    "environments",
    "auth",
    "client_values",
    "error_bodies",
    "constructors",
    "variants",
    "configuration",
    "event_handlers",
    "entry_points",
    "echoes",
    "from_client",
    "request_body",
];

/// Maps of fields in the field notation.
const FIELDS: [&str; 6] = [
    "fields",
    "in_list_example",
    "in_message_example",
    "query",
    "path",
    "configuration",
];

/// A change of one file.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    file: String,
    change: Change,
}

#[derive(Clone, Debug)]
enum Change {
    Edit(Edit),
    /// A name is another one, wherever it is.
    RenameAll(String),
    RemoveFile,
    /// Files with their texts.
    Add(Vec<(String, String)>),
}

impl Mutant {
    pub(crate) fn addition(file: &str, files: Vec<(String, String)>) -> Self {
        let (file, change) = (file.to_owned(), Change::Add(files));
        Self { file, change }
    }

    /// What is changed, for messages.
    pub(crate) fn describe(&self) -> String {
        let file = &self.file;
        match &self.change {
            Change::Edit(edit) => format!("{file}: {edit}"),
            Change::RenameAll(name) => format!("{file}: {name} renamed everywhere"),
            Change::RemoveFile => format!("{file} removed"),
            Change::Add(_) => format!("{file} added"),
        }
    }

    /// The changed spec.
    pub(crate) fn apply(&self, spec: &Sources) -> Sources {
        let mut spec = spec.clone();
        match &self.change {
            Change::Edit(edit) => {
                let tree: Value = serde_yaml::from_str(&spec.0[&self.file]).unwrap();
                let text = serde_yaml::to_string(&edit.apply(&tree)).unwrap();
                spec.0.insert(self.file.clone(), text);
            }
            Change::RenameAll(name) => {
                for text in spec.0.values_mut() {
                    *text = rename(text, name, &format!("{name}Too"));
                }
            }
            Change::RemoveFile => drop(spec.0.remove(&self.file)),
            Change::Add(files) => spec.0.extend(files.iter().cloned()),
        }
        spec
    }
}

fn mutants(spec: &Sources) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (file, text) in &spec.0 {
        let tree: Value = serde_yaml::from_str(text).unwrap();
        let mut walk = Walk::default();
        walk.node(&tree, &mut Vec::new(), &mut Vec::new());
        let edits = walk.edits.into_iter().map(Change::Edit);
        let names = walk.types.into_iter().map(Change::RenameAll);
        let changes = edits.chain(names).chain([Change::RemoveFile]);
        mutants.extend(changes.map(|change| Mutant {
            file: file.clone(),
            change,
        }));
    }
    mutants
}

/// Replaces a whole word.
fn rename(text: &str, old: &str, new: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(old) {
        let (before, after) = (&rest[..start], &rest[start + old.len()..]);
        out.push_str(before);
        let inside = before.ends_with(is_word) || after.starts_with(is_word);
        out.push_str(if inside { old } else { new });
        rest = after;
    }
    out + rest
}

#[derive(Default)]
struct Walk {
    edits: Vec<Edit>,
    types: Vec<String>,
}

impl Walk {
    fn node(&mut self, node: &Value, place: &mut Vec<usize>, keys: &mut Vec<String>) {
        match node {
            Value::Mapping(entries) => {
                let parent = keys.last().cloned().unwrap_or_default();
                let count = entries.len();
                for (position, (key, value)) in entries.iter().enumerate() {
                    let key = key_text(key);
                    place.push(position);
                    keys.push(key.clone());
                    self.add(place, keys, Action::Remove);
                    if NAMED.contains(&parent.as_str()) {
                        self.add(place, keys, Action::Rename(format!("{key}_too")));
                        if ["records", "bodies", "enums", "ids"].contains(&parent.as_str()) {
                            self.types.push(key.clone());
                        }
                    }
                    if position + 1 < count {
                        self.add(place, keys, Action::Swap);
                    }
                    if key == "retry" {
                        for rule in ["{ never: It does. }", "{ idempotent: It does not. }"] {
                            let rule = serde_yaml::from_str(rule).unwrap();
                            self.add(place, keys, Action::Replace(rule));
                        }
                    }
                    self.node(value, place, keys);
                    place.pop();
                    keys.pop();
                }
                for (key, value) in additions(&parent) {
                    let value: Value = serde_yaml::from_str(value).unwrap();
                    self.add(
                        place,
                        keys,
                        Action::Insert((*key).to_owned(), value.clone()),
                    );
                    self.add(place, keys, Action::InsertFirst((*key).to_owned(), value));
                }
            }
            Value::Sequence(elements) => {
                for (position, value) in elements.iter().enumerate() {
                    place.push(position);
                    keys.push(position.to_string());
                    self.add(place, keys, Action::Remove);
                    if position + 1 < elements.len() {
                        self.add(place, keys, Action::Swap);
                    }
                    self.node(value, place, keys);
                    place.pop();
                    keys.pop();
                }
                let list = keys.last().map_or("", String::as_str);
                for value in elements_of(list) {
                    let value: Value = serde_yaml::from_str(value).unwrap();
                    self.add(place, keys, Action::Push(value));
                }
            }
            scalar => {
                for value in scalars(keys, scalar) {
                    self.add(place, keys, Action::Replace(value));
                }
            }
        }
    }

    fn add(&mut self, place: &[usize], keys: &[String], action: Action) {
        self.edits.push(Edit {
            path: keys.join("."),
            place: place.to_vec(),
            action,
        });
    }
}

fn key_text(key: &Value) -> String {
    match key {
        Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap().trim().to_owned(),
    }
}

/// Entries that a map with this key can have.
fn additions(key: &str) -> &'static [(&'static str, &'static str)] {
    match key {
        "fields" => &[
            ("added", "string"),
            ("added", "integer required"),
            ("added", "string required"),
        ],
        "query" => &[("added", "string"), ("added", "integer required")],
        "configuration" => &[("added", "boolean"), ("added", "string required")],
        "values" => &[("added", "~")],
        "environments" => &[(
            "added",
            "{ doc: Another., base_url: \"{added_base_url}\", sdk_name: ADD }",
        )],
        "client_values" => &[
            ("added", "{ doc: Another. }"),
            ("added", "{ doc: Another., default: \"1\" }"),
        ],
        "auth" => &[("added", "{ doc: Another., bearer: added_token }")],
        "event_handlers" => &[("onAdded", "Something happened.")],
        "entry_points" => &[("Added.open", "{ doc: Opens it., argument: configuration }")],
        "variants" => &[("added", "/added/{id}")],
        "constructors" => &[("added", "{ doc: Another. }")],
        _ => &[],
    }
}

fn elements_of(key: &str) -> &'static [&'static str] {
    match key {
        "statuses" => &["204", "401", "422"],
        "auth" => &["reader", "shop_token", "app", "partner"],
        "notes" => &["Another note."],
        "scopes" => &["orders:write"],
        "duplicate_statuses" => &["409"],
        "essential" => &["item.name", "order.name"],
        "reconcile_by" => &["id", "note"],
        _ => &[],
    }
}

/// Other values of a scalar.
fn scalars(keys: &[String], scalar: &Value) -> Vec<Value> {
    let key = keys.last().map_or("", String::as_str);
    let parent = keys
        .len()
        .checked_sub(2)
        .map_or("", |index| keys[index].as_str());
    let grandparent = keys
        .len()
        .checked_sub(3)
        .map_or("", |index| keys[index].as_str());
    let text = match scalar {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            return vec![Value::from(number + 1), Value::from(number - 1)];
        }
        Value::Bool(value) => return vec![Value::from(!value)],
        Value::String(text) => text.as_str(),
        _ => return Vec::new(),
    };
    let is_notation =
        FIELDS.contains(&parent) || grandparent == "filters" || key == "type" && keys.len() > 2;
    let texts = match key {
        _ if is_notation => notation::variants(text),
        "http" => paths(text.split_once(' ').unwrap()),
        "argument" | "response" | "request_body" | "item" | "record" | "payload" => {
            let others = [
                "Order",
                "Item",
                "OrderCopy",
                "NewItem",
                "OrderUid",
                "unknown",
                "status_only",
                "string",
            ];
            let others = others.iter().filter(|other| **other != text);
            others.map(|other| (*other).to_owned()).collect()
        }
        "never" | "idempotent" | "doc" | "why" | "source" | "title" => {
            vec![format!("{text} More.")]
        }
        "example" if text.starts_with('{') => vec![r#"{"errors": ["other"]}"#.to_owned()],
        "version" => vec!["public_key".to_owned()],
        "base_path" => vec![format!("{text}/more")],
        _ => vec![format!("{text}_too"), format!("{text}X")],
    };
    texts.into_iter().map(Value::from).collect()
}

fn paths((method, path): (&str, &str)) -> Vec<String> {
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
    let others = methods.iter().filter(|other| **other != method);
    let mut paths: Vec<String> = others.map(|other| format!("{other} {path}")).collect();
    paths.push(format!("{method} {path}/more"));
    paths.push(format!("{method} /more{path}"));
    paths
}

/// All mutants of the small spec, in an order that is random and the same in each run.
pub(crate) fn all_mutants(spec: &Sources) -> Vec<Mutant> {
    let mut all = mutants_of(spec);
    all.extend(specs::additions().map(|(folder, files)| Mutant::addition(folder, files)));
    fastrand::Rng::with_seed(1).shuffle(&mut all);
    all
}

/// All mutants of a spec in such an order, the refused ones included.
pub(crate) fn mutants_of(spec: &Sources) -> Vec<Mutant> {
    let mut all = mutants(spec);
    fastrand::Rng::with_seed(2).shuffle(&mut all);
    all
}
