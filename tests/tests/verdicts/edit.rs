//! One change of a YAML tree.

use std::fmt;

use serde_yaml::{Mapping, Value};

/// Where a node is: positions in mappings and sequences, from the root.
pub(crate) type Place = Vec<usize>;

/// A change of one node.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Remove,
    Rename(String),
    Replace(Value),
    /// With the next entry.
    Swap,
    /// Into this mapping, at the end.
    Insert(String, Value),
    /// Into this mapping, at the start.
    InsertFirst(String, Value),
    Push(Value),
}

#[derive(Clone, Debug)]
pub(crate) struct Edit {
    /// The keys on the way, for messages.
    pub(crate) path: String,
    pub(crate) place: Place,
    pub(crate) action: Action,
}

impl Edit {
    /// The tree after the change.
    pub(crate) fn apply(&self, tree: &Value) -> Value {
        let mut tree = tree.clone();
        match &self.action {
            Action::Replace(value) => *node(&mut tree, &self.place) = value.clone(),
            Action::Insert(key, value) => {
                let entries = node(&mut tree, &self.place).as_mapping_mut().unwrap();
                entries.insert(Value::from(key.as_str()), value.clone());
            }
            Action::InsertFirst(key, value) => {
                let entries = node(&mut tree, &self.place).as_mapping_mut().unwrap();
                let old = std::mem::take(entries);
                entries.insert(Value::from(key.as_str()), value.clone());
                entries.extend(old);
            }
            Action::Push(value) => {
                let elements = node(&mut tree, &self.place).as_sequence_mut().unwrap();
                elements.push(value.clone());
            }
            Action::Remove | Action::Rename(_) | Action::Swap => {
                let (last, parent) = self.place.split_last().unwrap();
                match node(&mut tree, parent) {
                    Value::Mapping(entries) => self.change_entries(entries, *last),
                    Value::Sequence(elements) => match &self.action {
                        Action::Swap => elements.swap(*last, *last + 1),
                        _ => drop(elements.remove(*last)),
                    },
                    other => panic!("no entries in {other:?}"),
                }
            }
        }
        tree
    }

    fn change_entries(&self, entries: &mut Mapping, position: usize) {
        let mut list: Vec<(Value, Value)> = std::mem::take(entries).into_iter().collect();
        match &self.action {
            Action::Rename(name) => list[position].0 = Value::from(name.as_str()),
            Action::Swap => list.swap(position, position + 1),
            _ => drop(list.remove(position)),
        }
        entries.extend(list);
    }
}

fn node<'t>(tree: &'t mut Value, place: &[usize]) -> &'t mut Value {
    place.iter().fold(tree, |node, position| match node {
        Value::Mapping(entries) => entries.values_mut().nth(*position).unwrap(),
        Value::Sequence(elements) => &mut elements[*position],
        other => panic!("no entries in {other:?}"),
    })
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match &self.action {
            Action::Remove => write!(f, "{path}: removed"),
            Action::Rename(name) => write!(f, "{path}: renamed to {name}"),
            Action::Replace(value) => write!(f, "{path}: {}", text(value)),
            Action::Swap => write!(f, "{path}: swapped with the next one"),
            Action::Insert(key, value) | Action::InsertFirst(key, value) => {
                write!(f, "{path}: new {key}: {}", text(value))
            }
            Action::Push(value) => write!(f, "{path}: new element {}", text(value)),
        }
    }
}

fn text(value: &Value) -> String {
    let text = serde_yaml::to_string(value).unwrap();
    text.trim().replace('\n', " ")
}
