//! The differences of two trees.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::ir::{SET, SPAN};

/// A difference. A member that only one side has is one; its parts are none.
#[derive(Debug)]
pub(crate) struct Difference<'t> {
    /// The keys on the way to it.
    pub(crate) path: Vec<Step>,
    pub(crate) old: Option<Node<'t>>,
    pub(crate) new: Option<Node<'t>>,
}

/// A key of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) key: String,
    /// That of the old side, which differs after a change of name.
    pub(crate) old_key: String,
    /// Whether it is the name of a member of a set.
    pub(crate) is_member: bool,
}

/// A value, and the nearest place on the way to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'t> {
    pub(crate) value: &'t Value,
    pub(crate) span: &'t str,
}

/// The differences, in the order of their paths.
pub(crate) fn differences<'t>(old: &'t Value, new: &'t Value) -> Vec<Difference<'t>> {
    let mut walk = Walk::default();
    walk.both(
        Node {
            value: old,
            span: "",
        }
        .inside(),
        Node {
            value: new,
            span: "",
        }
        .inside(),
    );
    walk.found.sort_by(|one, other| one.path.cmp(&other.path));
    walk.found
}

#[derive(Default)]
struct Walk<'t> {
    found: Vec<Difference<'t>>,
    path: Vec<Step>,
}

impl<'t> Node<'t> {
    /// With its own place, if it has one.
    fn inside(self) -> Self {
        let own = self.value.get(SPAN).and_then(Value::as_str);
        Self {
            span: own.unwrap_or(self.span),
            ..self
        }
    }

    fn part(self, value: &'t Value) -> Self {
        Self { value, ..self }.inside()
    }
}

impl<'t> Walk<'t> {
    fn add(&mut self, old: Option<Node<'t>>, new: Option<Node<'t>>) {
        let path = self.path.clone();
        self.found.push(Difference { path, old, new });
    }

    fn enter(&mut self, old_key: &str, key: &str, is_member: bool, walk: impl FnOnce(&mut Self)) {
        self.path.push(Step {
            key: key.to_owned(),
            old_key: old_key.to_owned(),
            is_member,
        });
        walk(self);
        self.path.pop();
    }

    fn both(&mut self, old: Node<'t>, new: Node<'t>) {
        match (old.value, new.value) {
            (Value::Object(before), Value::Object(after)) if same_variant(before, after) => {
                self.members((old, before), (new, after));
            }
            (before, after) if is_same(before, after) => {}
            _ => self.add(Some(old), Some(new)),
        }
    }

    fn members(
        &mut self,
        (old, before): (Node<'t>, &'t Map<String, Value>),
        (new, after): (Node<'t>, &'t Map<String, Value>),
    ) {
        let is_part = |(key, value): &(&String, &Value)| is_compared(key) && !is_absent(value);
        let mut renamed = BTreeSet::new();
        for (key, value) in before.iter().filter(is_part) {
            let same = after
                .get_key_value(key)
                .filter(|(_, value)| !is_absent(value));
            let found = same.or_else(|| successor(key, value, before, after));
            let (name, other) = match found {
                Some((name, other)) => (name, Some(new.part(other))),
                None => (key, None),
            };
            renamed.insert(name);
            self.enter(key, name, is_set(before), |walk| match other {
                Some(other) => walk.both(old.part(value), other),
                None => walk.one(Some(old.part(value)), None),
            });
        }
        for (key, value) in after.iter().filter(is_part) {
            if !renamed.contains(key) {
                self.enter(key, key, is_set(after), |walk| {
                    walk.one(None, Some(new.part(value)))
                });
            }
        }
    }

    /// What only one side has. A set that the other side lacks is its members.
    fn one(&mut self, old: Option<Node<'t>>, new: Option<Node<'t>>) {
        let Some(node) = old.or(new) else {
            return;
        };
        match node.value {
            Value::Object(members) if is_set(members) => {
                for (key, value) in members.iter().filter(|(key, _)| is_compared(key)) {
                    let part = |side: Option<Node<'t>>| side.map(|side| side.part(value));
                    self.enter(key, key, true, |walk| walk.add(part(old), part(new)));
                }
            }
            _ => self.add(old, new),
        }
    }
}

/// The member that was this one: it says so, or it is the same item in Rust, the same write in journals, or a call of the same
/// method and path.
fn successor<'t>(
    name: &str,
    member: &Value,
    before: &Map<String, Value>,
    after: &'t Map<String, Value>,
) -> Option<(&'t String, &'t Value)> {
    let says = |other: &Value| {
        let was = other.get("was").and_then(Value::as_object);
        was.is_some_and(|names| names.contains_key(name))
    };
    let is_same = |other: &Value| {
        let has_same = |name: &str| {
            let text = member.get(name).and_then(Value::as_str);
            text.is_some() && text == other.get(name).and_then(Value::as_str)
        };
        let is_same_call = || has_same("method") && templates(member) == templates(other);
        has_same("rust") || has_same("journal_id") || is_same_call()
    };
    let mut members = after.iter();
    let stated = members.find(|(_, other)| says(other));
    // Names of structs are keys, too, and no members of a set.
    if !is_set(after) {
        return None;
    }
    let mut new = after.iter().filter(|(key, _)| !before.contains_key(*key));
    stated.or_else(|| new.find(|(_, other)| is_same(other)))
}

/// The path templates of an operation.
fn templates(operation: &Value) -> Vec<&Value> {
    let routes = operation.get("routes").and_then(Value::as_object);
    let routes = routes.into_iter().flat_map(Map::values);
    routes.filter_map(|route| route.get("template")).collect()
}

/// A variant of an enum with data is a map of its name; those of different names have no parts in common.
fn same_variant(old: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    let variant = |map: &Map<String, Value>| {
        let only = map.keys().next().filter(|_| map.len() == 1).cloned();
        only.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    match (variant(old), variant(new)) {
        (Some(old), Some(new)) => old == new,
        _ => true,
    }
}

fn is_compared(key: &str) -> bool {
    key != SPAN && key != SET
}

fn is_set(members: &Map<String, Value>) -> bool {
    members.contains_key(SET)
}

/// Whether values are the same but for their places.
fn is_same(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let parts = |map| Map::iter(map).filter(|(key, _)| *key != SPAN);
            parts(old).count() == parts(new).count()
                && parts(old)
                    .all(|(key, part)| new.get(key).is_some_and(|other| is_same(part, other)))
        }
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(one, other)| is_same(one, other))
        }
        _ => old == new,
    }
}

fn is_absent(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.keys().all(|key| key == SET),
        _ => false,
    }
}
