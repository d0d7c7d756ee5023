//! The description that uses every key, and places in it.

use codegen::Sources;
use serde_json::Value;

use crate::escapes::texts::PROSE;
use crate::support::fixture;

/// The description that uses every key, as values; written as JSON, which is YAML, so that any text
/// is possible anywhere.
pub(crate) fn full_description() -> Vec<(String, Value)> {
    fixture("whole")
        .0
        .iter()
        .map(|(path, text)| (path.clone(), serde_yaml::from_str(text).unwrap()))
        .collect()
}

pub(crate) fn sources(files: &[(String, Value)]) -> Sources {
    Sources::new(
        files
            .iter()
            .map(|(path, value)| (path.clone(), value.to_string())),
    )
}

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Key(String),
    At(usize),
}

/// The paths of all texts, and of all keys of maps.
pub(crate) fn positions(
    value: &Value,
    path: &mut Vec<Step>,
    texts: &mut Vec<Vec<Step>>,
    keys: &mut Vec<Vec<Step>>,
) {
    match value {
        Value::String(_) => texts.push(path.clone()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::At(index));
                positions(item, path, texts, keys);
                path.pop();
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                path.push(Step::Key(key.clone()));
                keys.push(path.clone());
                positions(value, path, texts, keys);
                path.pop();
            }
        }
        _ => {}
    }
}

pub(crate) fn at_mut<'a>(value: &'a mut Value, steps: &[Step]) -> &'a mut Value {
    steps.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::At(index) => &mut value[*index],
    })
}

pub(crate) fn is_prose(steps: &[Step]) -> bool {
    let keys: Vec<&str> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::At(_) => None,
        })
        .collect();
    // A note, the meaning of a value, and when a function of the page is called.
    let is_prose_entry = matches!(keys[..], ["notes", _] | ["enums", _, "values", _])
        || matches!(keys[..], ["browser_sdk", "event_handlers", _]);
    let last = keys.last().copied().unwrap_or_default();
    // `source: { … }` may be a field; here no field is called like a key of the language.
    is_prose_entry || PROSE.contains(&last)
}

pub(crate) fn rename(value: &mut Value, steps: &[Step], name: &str) {
    let (last, before) = steps.split_last().unwrap();
    let Step::Key(key) = last else { return };
    let map = at_mut(value, before).as_object_mut().unwrap();
    let renamed: serde_json::Map<String, Value> = std::mem::take(map)
        .into_iter()
        .map(|(known, value)| match known == *key {
            true => (name.to_owned(), value),
            false => (known, value),
        })
        .collect();
    *map = renamed;
}
