//! The keys and marks of the language: the fixture uses each, and each has an effect.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use codegen::{FileTree, Sources};
use serde_json::Value;

use crate::escapes::description::{Step, at_mut, full_description, sources};
use crate::support::{fixture, generated};

/// Where the fixture first uses a key: the file and the path in it.
type Places = BTreeMap<String, (usize, Vec<Step>)>;

/// The keys that the fixture uses, by their definition.
fn used() -> Places {
    let mut used = Places::new();
    for (index, (path, value)) in full_description().iter().enumerate() {
        let schema = match path.ends_with("api.yaml") {
            true => codegen::schema_of_api(),
            false => codegen::schema_of_resource(),
        };
        use_keys(&schema, &schema, value, (index, &mut Vec::new()), &mut used);
    }
    used
}

#[test]
fn fixture_uses_every_key_of_the_language() {
    let mut all = BTreeSet::new();
    for schema in [codegen::schema_of_api(), codegen::schema_of_resource()] {
        let definitions = schema["definitions"].as_object().unwrap();
        for (name, definition) in definitions {
            for key in definition["properties"].as_object().into_iter().flatten() {
                all.insert(format!("{name}.{}", key.0));
            }
        }
    }
    let used = used();
    let missing: Vec<_> = all.iter().filter(|key| !used.contains_key(*key)).collect();
    assert!(
        missing.is_empty(),
        "not used in the fixture `whole`: {missing:?}"
    );
}

/// Whether a changed spec is invalid, or gives other files.
fn has_effect(whole: &FileTree, changed: &Sources) -> bool {
    codegen::generate(changed).map_or(true, |tree| tree.0 != whole.0)
}

/// Keys of operations without an effect here: `source` is for the readers of the spec, `was` for the pages between versions, and
/// the fixture has `auth` first where it says what holds anyway.
const IDLE: [&str; 3] = ["Operation.auth", "Operation.source", "Operation.was"];

/// A key that is declared, and that nothing reads, would be a line of the spec that says nothing.
#[test]
fn every_key_of_an_operation_has_an_effect() {
    let whole = generated(&sources(&full_description()));
    let mut idle = Vec::new();
    for (name, (file, path)) in used() {
        let Some((Step::Key(key), before)) = path.split_last() else {
            continue;
        };
        if !name.starts_with("Operation.") {
            continue;
        }
        let mut files = full_description();
        let map = at_mut(&mut files[file].1, before).as_object_mut().unwrap();
        map.remove(key);
        idle.extend((!has_effect(&whole, &sources(&files))).then_some(name));
    }
    assert_eq!(idle, IDLE);
}

/// The words of the marks, `=` among them.
fn marks() -> Vec<String> {
    let table = codegen::reference_of_marks();
    let marks = table.lines().skip(2).map(|row| {
        let form = row.trim_start_matches("| `");
        form[..form.find(|c| !is_of_word(c)).unwrap().max(1)].to_owned()
    });
    marks.collect()
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The first field with a mark: its file, and the place of the mark with the space before it.
fn field_with(mark: &str) -> Option<(String, Range<usize>)> {
    let before = format!(" {mark}");
    fixture("whole").0.into_iter().find_map(|(file, text)| {
        let (at, _) = text.match_indices(&before).find(|(at, _)| {
            let after = &text[at + before.len()..];
            // Not a key.
            mark == "=" || !after.starts_with(|c| is_of_word(c) || c == ':')
        })?;
        let rest = &text[at + 1..];
        let length = rest.find([' ', ',', '\n']).unwrap_or(rest.len());
        Some((file, at..at + 1 + length))
    })
}

/// What the fixture uses is compiled, and has rows in the table of levels.
#[test]
fn fixture_uses_every_mark_and_every_mark_has_an_effect() {
    let whole = generated(&fixture("whole"));
    let (mut missing, mut idle) = (Vec::new(), Vec::new());
    for mark in marks() {
        let Some((file, place)) = field_with(&mark) else {
            missing.push(mark);
            continue;
        };
        let mut changed = fixture("whole");
        let text = changed.0.get_mut(&file).unwrap();
        text.replace_range(place, "");
        // Names in earlier versions are for the pages between versions.
        idle.extend((mark != "was" && !has_effect(&whole, &changed)).then_some(mark));
    }
    let none = Vec::<String>::new();
    assert_eq!(missing, none, "not used in the fixture `whole`");
    assert_eq!(idle, none);
}

/// Collects the keys that a value uses, by their definition.
fn use_keys(
    root: &Value,
    schema: &Value,
    value: &Value,
    (file, path): (usize, &mut Vec<Step>),
    used: &mut Places,
) {
    if let Some(target) = schema["$ref"].as_str() {
        let name = target.rsplit('/').next().unwrap();
        let definition = &root["definitions"][name];
        for (key, _) in value.as_object().into_iter().flatten() {
            if definition["properties"].get(key).is_some() {
                let mut path = path.clone();
                path.push(Step::Key(key.clone()));
                let places = used.entry(format!("{name}.{key}"));
                places.or_insert((file, path));
            }
        }
        return use_keys(root, definition, value, (file, path), used);
    }
    for word in ["anyOf", "oneOf", "allOf"] {
        for alternative in schema[word].as_array().into_iter().flatten() {
            use_keys(root, alternative, value, (file, path), used);
        }
    }
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let of_key = &schema["properties"][key.as_str()];
                let schema = match of_key {
                    Value::Null => &schema["additionalProperties"],
                    of_key => of_key,
                };
                path.push(Step::Key(key.clone()));
                use_keys(root, schema, value, (file, path), used);
                path.pop();
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::At(index));
                use_keys(root, &schema["items"], item, (file, path), used);
                path.pop();
            }
        }
        _ => {}
    }
}
