//! The JSON Schemas accept what the generator reads, and reject what it rejects.

use std::collections::BTreeSet;

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use fastrand::Rng;
use serde_json::Value;

use crate::support::{described, fixture};

/// A validator that knows nothing of the generator.
pub(crate) struct Validator(Schemas, SchemaIndex);

impl Validator {
    pub(crate) fn new(schema: Value) -> Self {
        const LOCATION: &str = "https://spec.invalid/schema";
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V7);
        compiler.add_resource(LOCATION, schema).unwrap();
        let mut schemas = Schemas::new();
        let index = compiler.compile(LOCATION, &mut schemas).unwrap();
        Self(schemas, index)
    }

    fn errors(&self, file: &Value) -> Option<String> {
        let result = self.0.validate(file, self.1);
        result.err().map(|error| format!("{error:#}"))
    }

    pub(crate) fn is_valid(&self, file: &Value) -> bool {
        self.0.validate(file, self.1).is_ok()
    }
}

/// A file as an editor reads it: YAML has keys that are numbers, JSON has not.
fn json_of(text: &str) -> Value {
    with_string_keys(serde_yaml::from_str(text).unwrap())
}

fn with_string_keys(value: serde_yaml::Value) -> Value {
    match value {
        serde_yaml::Value::Mapping(entries) => entries
            .into_iter()
            .map(|(key, value)| {
                let key = match key {
                    serde_yaml::Value::String(key) => key,
                    key => serde_json::to_string(&key).unwrap(),
                };
                (key, with_string_keys(value))
            })
            .collect(),
        serde_yaml::Value::Sequence(items) => items.into_iter().map(with_string_keys).collect(),
        scalar => serde_json::to_value(scalar).unwrap(),
    }
}

#[test]
fn schemas_accept_the_spec_and_the_fixture_of_the_whole_language() {
    let api = Validator::new(codegen::schema_of_api());
    let resource = Validator::new(codegen::schema_of_resource());
    for (path, text) in described().0.iter().chain(&fixture("whole").0) {
        let validator = match path.ends_with("api.yaml") {
            true => &api,
            false => &resource,
        };
        assert_eq!(validator.errors(&json_of(text)), None, "{path}");
    }
}

/// The schema without the pattern of notations: what does not match it is read, and reported when it is parsed.
fn without_pattern(mut schema: Value) -> Value {
    let notation = schema.pointer_mut("/definitions/Notation");
    let removed = notation.and_then(|notation| notation.as_object_mut()?.remove("pattern"));
    assert!(removed.is_some() || schema["title"] == "An `api.yaml` of the spec");
    schema
}

/// The keys of the language that a schema has.
fn keys_of(schema: &Value, keys: &mut BTreeSet<String>) {
    let definitions = schema["definitions"].as_object().unwrap();
    for map in definitions.values().chain([schema]) {
        let properties = map["properties"].as_object();
        keys.extend(properties.into_iter().flat_map(|map| map.keys().cloned()));
    }
}

/// The text with a changed line, which has this key.
fn with_a_changed_line(text: &str, line: usize, key: &str, rng: &mut Rng) -> String {
    const VALUES: [&str; 12] = [
        "",
        "~",
        "true",
        "-1",
        "0",
        "1",
        "70000",
        "99999999999",
        "[]",
        "[200, b]",
        "{}",
        "{ doc: a }",
    ];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let other = rng.usize(1..lines.len());
    let value = |line: &str, key: &str| {
        let (_, value) = line.split_once(&format!("{key}: ")).unwrap_or_default();
        let end = match value.chars().next() {
            Some('[') => value.find(']').map(|end| end + 1),
            _ => value.find([',', '}']),
        };
        value[..end.unwrap_or(value.len())].trim().to_owned()
    };
    let mut word = |line: &str| {
        let words = line.split([' ', ':', ',', '[', ']', '{', '}']);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        rng.choice(words).unwrap_or("").to_owned()
    };
    let (before, own, other_word) = (&lines[line], word(&lines[line]), word(&lines[other]));
    let foreign = VALUES[rng.usize(..VALUES.len())];
    let with = |from: &str, to: &str| match from {
        "" => before.clone(),
        from => before.replacen(from, to, 1),
    };
    let changed = match rng.u8(..10) {
        0 => String::new(),
        1 => format!("{before}\n{}", lines[other]),
        2 => lines[other].clone(),
        3 => format!("  {before}"),
        4 => with("  ", ""),
        5 => with(&own, &other_word),
        6 => with(&own, foreign),
        7 => with(key, &other_word),
        _ => with(&value(before, key), foreign),
    };
    lines[line] = changed;
    lines.join("\n") + "\n"
}

#[test]
fn a_validator_accepts_what_is_read_without_an_error_of_shape() {
    const FILES: usize = 500;
    let (api, resource) = (codegen::schema_of_api(), codegen::schema_of_resource());
    let mut keys = BTreeSet::new();
    keys_of(&api, &mut keys);
    keys_of(&resource, &mut keys);
    let api = Validator::new(without_pattern(api));
    let resource = Validator::new(without_pattern(resource));
    let described = described();
    // Rare keys are changed as often as frequent ones.
    let lines_with = |key: &String| {
        let files = described.0.iter();
        let lines = files.flat_map(|(path, text)| {
            let is_key = |line: &str| line.contains(&format!("{key}: "));
            let lines = text.lines().enumerate();
            lines.filter_map(move |(line, it)| is_key(it).then_some((path, text, line)))
        });
        (key.clone(), lines.collect::<Vec<_>>())
    };
    let lines = keys.iter().map(lines_with);
    let lines: Vec<_> = lines.filter(|(_, lines)| !lines.is_empty()).collect();
    let mut rng = Rng::with_seed(1);
    let (mut accepted, mut rejected) = (0, 0);
    while accepted + rejected < FILES {
        let (key, lines) = &lines[rng.usize(..lines.len())];
        let (path, text, line) = lines[rng.usize(..lines.len())];
        let changed = with_a_changed_line(text, line, key, &mut rng);
        let Some(read) = (changed != *text)
            .then(|| codegen::check_shape(path, &changed))
            .flatten()
        else {
            continue;
        };
        let validator = match path.ends_with("api.yaml") {
            true => &api,
            false => &resource,
        };
        let errors = read.err();
        let errors = errors.iter().flat_map(|errors| errors.iter());
        let errors: Vec<&str> = errors.map(codegen::Diagnostic::message).collect();
        // Editors accept these.
        let is_empty = |message: &&str| message.starts_with("empty ");
        let is_valid = errors.iter().all(is_empty);
        let json = json_of(&changed);
        assert_eq!(
            is_valid,
            validator.is_valid(&json),
            "{path}:{line}: {errors:?}, {:?}\n{changed}",
            validator.errors(&json)
        );
        match is_valid {
            true => accepted += 1,
            false => rejected += 1,
        }
    }
    assert!(
        accepted > 100 && rejected > 100,
        "{accepted} and {rejected}"
    );
}
