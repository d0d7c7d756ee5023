//! JSON text of a tree.

use test_support::json::Tree;

/// The tree as JSON text.
pub fn write(tree: &Tree) -> String {
    match tree {
        Tree::Null => "null".to_owned(),
        Tree::Bool(value) => value.to_string(),
        Tree::Number(text) => text.clone(),
        Tree::Text(text) => quoted(text),
        Tree::List(items) => format!("[{}]", joined(items.iter().map(write))),
        Tree::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| format!("{}:{}", quoted(key), write(value)));
            format!("{{{}}}", joined(members))
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string has a JSON form")
}
