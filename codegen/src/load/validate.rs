//! Validates a file against the JSON Schema of the language, and suggests the nearest key for a misspelled one.
//! Editors validate against the same schema, so they accept what the generator accepts.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::diagnostics::DiagnosticSink;
use crate::language::{
    ApiFile, Mark, Read, ResourceFile, Spanned, limit, limit_of_map, schema_of_api,
    schema_of_resource,
};
use crate::node::{Entry, Kind, Node};
use crate::suggest::{did_you_mean, nearest};

/// Reads an `api.yaml`.
pub(crate) fn read_api(
    node: &mut Node,
    diagnostics: &mut DiagnosticSink,
) -> Option<Spanned<ApiFile>> {
    static SCHEMA: LazyLock<Value> = LazyLock::new(schema_of_api);
    read(&SCHEMA, node, diagnostics)
}

/// Reads a resource file.
pub(crate) fn read_resource(
    node: &mut Node,
    diagnostics: &mut DiagnosticSink,
) -> Option<Spanned<ResourceFile>> {
    static SCHEMA: LazyLock<Value> = LazyLock::new(schema_of_resource);
    read(&SCHEMA, node, diagnostics)
}

/// Reads a file. If its only errors are empty lists, and misspelled or unknown keys, which are
/// repaired in `node`, its other errors are reported in the same run.
fn read<T: Read>(
    schema: &Value,
    node: &mut Node,
    diagnostics: &mut DiagnosticSink,
) -> Option<Spanned<T>> {
    let mut found = DiagnosticSink::default();
    let mut check = Check {
        root: schema,
        diagnostics: &mut found,
        fixable: HashMap::new(),
        empty_lists: 0,
        is_cut: false,
    };
    check.node(node, schema, "the file");
    let (fixable, empty_lists, is_cut) = (check.fixable, check.empty_lists, check.is_cut);
    let known = found.len();
    diagnostics.extend(found);
    // What an unread file declares follows from its repaired keys, too.
    node.repair(&fixable);
    if is_cut || known != fixable.len() + empty_lists || node.is_invalid() {
        return None;
    }
    let value = Spanned::read(node, &node.span);
    // Repaired keys may not fit; their error is reported already. The schema is derived from the same types, so else there is
    // a gap between the two.
    if value.is_none() && known == 0 {
        let message = "cannot read the file, although its JSON Schema accepts it";
        diagnostics.error(&node.span, message, "in this file", None);
    }
    value
}

struct Check<'a> {
    root: &'a Value,
    diagnostics: &'a mut DiagnosticSink,
    /// Unknown keys by their offset, each with the missing key that it is a misspelling of.
    fixable: HashMap<usize, Option<String>>,
    /// The number of empty lists, which can be read all the same.
    empty_lists: usize,
    /// Whether entries of another section are removed.
    is_cut: bool,
}

impl<'a> Check<'a> {
    fn resolve(&self, schema: &'a Value) -> &'a Value {
        let mut schema = schema;
        loop {
            if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
                let definitions = self.root.get("definitions");
                let name = path.trim_start_matches("#/definitions/");
                schema = definitions
                    .and_then(|definitions| definitions.get(name))
                    .unwrap_or(&Value::Null);
            } else if let Some([only]) = schema
                .get("allOf")
                .and_then(Value::as_array)
                .map(Vec::as_slice)
            {
                schema = only;
            } else {
                return schema;
            }
        }
    }

    /// The alternatives of a schema, resolved, without those for nothing.
    fn alternatives(&self, schema: &'a Value) -> Vec<&'a Value> {
        let schema = self.resolve(schema);
        match schema.get("anyOf").and_then(Value::as_array) {
            Some(list) => list
                .iter()
                .flat_map(|schema| self.alternatives(schema))
                .collect(),
            None => vec![schema],
        }
    }

    fn node(&mut self, node: &Node, schema: &'a Value, subject: &str) {
        let alternatives = self.alternatives(schema);
        let Some(fitting) = alternatives.iter().find(|schema| takes(schema, node)) else {
            return self.report_wrong_type(node, &alternatives, subject);
        };
        match &node.kind {
            Kind::Map(_) => self.map(node, fitting, subject),
            Kind::List(items) => {
                if items.is_empty() {
                    self.empty_lists += 1;
                    // That its elements are missing is the same error.
                    self.diagnostics.root_cause(
                        &node.span,
                        format!("empty list for {subject}"),
                        "empty",
                        "add an element, or remove the key",
                    );
                }
                if let Some(schema) = fitting.get("items") {
                    for item in items {
                        self.node(item, schema, &format!("an element of {subject}"));
                    }
                }
            }
            Kind::Text(text, _)
                if text.trim().is_empty()
                    && alternatives.len() == 1
                    && !matches!(subject, "`default`" | "`type`") =>
            {
                self.diagnostics.error(
                    &node.span,
                    format!("empty string for {subject}"),
                    "empty",
                    "add a value, or remove the key",
                );
            }
            Kind::Integer(number) => self.integer(node, *number as f64, fitting, subject),
            Kind::Text(..) | Kind::Null | Kind::Bool(_) | Kind::Invalid => {}
        }
    }

    /// The section whose key is missing above an entry of another one: it alone requires a key that the entry has.
    fn other_section(&self, entry: &Entry, schema: &Value) -> Option<&'a str> {
        let sections = self.root.get("properties")?.as_object()?.iter();
        let sections = sections.filter_map(|(name, section)| {
            let entries = self.resolve(section).get("additionalProperties")?;
            Some((name.as_str(), entries))
        });
        let is_key = |schema, key: &str| {
            let mut maps = self.alternatives(schema).into_iter();
            maps.any(|map| {
                map.get("properties")
                    .is_some_and(|all| all.get(key).is_some())
            })
        };
        let requires = |schema, key: &str| {
            let mut maps = self.alternatives(schema).into_iter();
            maps.any(|map| {
                let required = map.get("required").and_then(Value::as_array);
                required.is_some_and(|all| all.iter().any(|name| name == key))
            })
        };
        let mut own = sections.clone();
        let (_, own) = own.find(|(_, entries)| std::ptr::eq(*entries, schema))?;
        let mut keys = entry.value.entries().iter().map(|entry| &entry.key);
        keys.find_map(|key| {
            let mut others = sections.clone();
            let (name, _) = others.find(|(_, entries)| requires(entries, key))?;
            (!is_key(own, key)).then_some(name)
        })
    }

    fn report_missing_section(&mut self, entry: &Entry, section: &str) {
        self.diagnostics.error(
            &entry.span,
            format!("missing `{section}:` above `{}`", entry.key),
            format!("has a key of the `{section}`"),
            format!("write `{section}:` above it, or move it there"),
        );
    }

    fn report_wrong_type(&mut self, node: &Node, alternatives: &[&Value], subject: &str) {
        let expected: Vec<&str> = alternatives
            .iter()
            .filter_map(|schema| name_of(schema))
            .collect();
        let help = match (&node.kind, expected.contains(&"a string")) {
            (Kind::Null | Kind::Bool(_) | Kind::Integer(_), true) if is_field(alternatives) => {
                Some("write its type, as in `string`".to_owned())
            }
            (Kind::Bool(_) | Kind::Integer(_), true) => {
                Some("quote it to make it a string".to_owned())
            }
            (Kind::Null, _) => Some("add a value, or remove the key".to_owned()),
            (Kind::List(items), true) if is_field(alternatives) => {
                let item = match items.first().map(|item| &item.kind) {
                    Some(Kind::Text(item, _)) => item,
                    _ => "string",
                };
                Some(format!("write a list as `list({item})`"))
            }
            (Kind::List(_), true) => Some("write one string".to_owned()),
            (Kind::Text(text, _), false) if expected.contains(&"a list") => {
                Some(format!("write `[{text}]`"))
            }
            (Kind::Integer(number), false) if expected.contains(&"a list") => {
                Some(format!("write `[{number}]`"))
            }
            (Kind::Text(text, _), false) => {
                map_with_key(alternatives, text).or_else(|| limit(text).map(str::to_owned))
            }
            (Kind::List(items), false) => match items.first().map(|item| &item.kind) {
                Some(Kind::Text(text, _)) => map_with_key(alternatives, text),
                _ => None,
            },
            _ => None,
        };
        self.diagnostics.error(
            &node.span,
            format!(
                "expected {} for {subject}, found {}",
                expected.join(" or "),
                node.kind_name()
            ),
            format!("expected {}", expected.join(" or ")),
            help,
        );
    }

    fn integer(&mut self, node: &Node, number: f64, schema: &Value, subject: &str) {
        let bound = |word| schema.get(word).and_then(Value::as_f64);
        let label = match (bound("minimum"), bound("maximum")) {
            (Some(minimum), _) if number < minimum => format!("expected at least {minimum}"),
            (_, Some(maximum)) if number > maximum => format!("expected at most {maximum}"),
            _ => return,
        };
        self.diagnostics.error(
            &node.span,
            format!("number out of range for {subject}"),
            label,
            None,
        );
    }

    fn map(&mut self, node: &Node, schema: &'a Value, subject: &str) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let property = |key: &str| properties.and_then(|properties| properties.get(key));
        let names = || {
            let names = properties.into_iter().flat_map(Map::keys);
            names.map(String::as_str)
        };
        let others = schema.get("additionalProperties");
        // A misspelled key is one error, not also a missing key.
        let mut meant = Vec::new();
        // What cannot be described needs another description, not only the missing keys.
        let mut has_limit = false;
        for (index, entry) in node.entries().iter().enumerate() {
            if let Some(schema) = property(&entry.key) {
                self.node(&entry.value, schema, &format!("`{}`", entry.key));
            } else if let Some(schema @ Value::Object(_)) = others {
                if let Some(section) = self.other_section(entry, schema) {
                    self.report_missing_section(entry, section);
                    // What follows belongs to it, too.
                    self.is_cut = true;
                    let offset = |entry: &Entry| (entry.span.range.start, None);
                    self.fixable
                        .extend(node.entries()[index..].iter().map(offset));
                    break;
                }
                self.node(&entry.value, schema, &format!("`{}`", entry.key));
            } else if others == Some(&Value::Bool(false)) {
                let of_map = limit_of_map(|key| property(key).is_some(), &entry.key);
                has_limit |= of_map.is_some();
                let near = nearest(&entry.key, names())
                    .or_else(|| matches!(&*entry.key, "description" | "summary").then_some("doc"))
                    .filter(|near| property(near).is_some())
                    .filter(|near| node.get(near).is_none() && !meant.contains(near))
                    .filter(|_| of_map.is_none());
                self.fixable
                    .insert(entry.span.range.start, near.map(str::to_owned));
                meant.extend(near);
                let is_mark = property("type").is_some() && Mark::of_word(&entry.key).is_some();
                let help = match (near, limit(&entry.key)) {
                    _ if is_mark => Some("write it as a mark, in `type`".to_owned()),
                    _ if of_map.is_some() => of_map.map(str::to_owned),
                    (None, Some(limit)) => {
                        has_limit = true;
                        Some(limit.to_owned())
                    }
                    (Some(near), _) => Some(format!("did you mean `{near}`?")),
                    (None, None) => did_you_mean(&entry.key, names()),
                };
                self.diagnostics.error(
                    &entry.span,
                    format!("unknown key `{}` in {subject}", entry.key),
                    "unknown key",
                    help,
                );
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for key in required.into_iter().flatten().filter_map(Value::as_str) {
            if node.get(key).is_none() && !meant.contains(&key) && !has_limit {
                let start = node.span.range.start;
                let span = crate::source::Span {
                    file: node.span.file.clone(),
                    range: start..start,
                };
                let meaning = property(key)
                    .and_then(|schema| schema.get("description")?.as_str())
                    .unwrap_or("");
                self.diagnostics.error(
                    &span,
                    format!("missing `{key}` in {subject}"),
                    "in this map",
                    format!("add `{key}: …` ({meaning})"),
                );
            }
        }
    }
}

/// Whether one of the alternatives is the long form of a field.
fn is_field(alternatives: &[&Value]) -> bool {
    let mut alternatives = alternatives.iter();
    alternatives.any(|schema| schema.pointer("/properties/type").is_some())
}

/// The map that is meant by one of its keys.
fn map_with_key(alternatives: &[&Value], key: &str) -> Option<String> {
    let mut alternatives = alternatives.iter();
    let has_key = alternatives.any(|schema| {
        let property = schema.get("properties").and_then(|all| all.get(key));
        property.is_some()
            || schema
                .get("additionalProperties")
                .is_some_and(Value::is_object)
    });
    has_key.then(|| format!("write a map, as in `{{ {key}: … }}`"))
}

fn takes(schema: &Value, node: &Node) -> bool {
    let kind = match &node.kind {
        Kind::Null => "null",
        Kind::Bool(_) => "boolean",
        Kind::Integer(_) => "integer",
        Kind::Text(..) => "string",
        Kind::List(_) => "array",
        Kind::Map(_) => "object",
        Kind::Invalid => return true,
    };
    match schema.get("type") {
        Some(Value::String(name)) => name == kind,
        Some(Value::Array(names)) => names.iter().any(|name| name == kind),
        _ => false,
    }
}

fn name_of(schema: &Value) -> Option<&'static str> {
    let kind = match schema.get("type")? {
        Value::Array(names) => names.first()?.as_str()?,
        name => name.as_str()?,
    };
    match kind {
        "string" => Some("a string"),
        "array" => Some("a list"),
        "object" => Some("a map"),
        "integer" => Some("a number"),
        "boolean" => Some("a boolean"),
        _ => None,
    }
}
