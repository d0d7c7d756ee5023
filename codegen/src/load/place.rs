//! Keys and values of a file with their spans, for programs that edit its text.

use std::ops::Range;

use crate::diagnostics::DiagnosticSink;
use crate::load::tree::{Kind, Node};
use crate::load::yaml;

/// A value of a file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The keys on the way to it; `[]` for the elements of a list.
    pub(crate) path: Vec<String>,
    /// Its key; `None` for an element of a list.
    pub(crate) key: Option<Range<usize>>,
    /// The value, quotes included. Of a map or a list only the start is exact.
    pub(crate) value: Range<usize>,
    /// Whether it is neither a map nor a list.
    pub(crate) is_scalar: bool,
}

/// All values of a file; none if it is invalid.
pub(crate) fn places(file: &str, text: &str) -> Vec<Place> {
    let mut diagnostics = DiagnosticSink::default();
    let mut places = Vec::new();
    if let Some(node) = yaml::parse(&file.into(), text, &mut diagnostics) {
        collect(&node, &mut Vec::new(), &mut places);
    }
    places
}

fn collect(node: &Node, path: &mut Vec<String>, places: &mut Vec<Place>) {
    let entries: Vec<(String, Option<Range<usize>>, &Node)> = match &node.kind {
        Kind::Map(entries) => {
            let entry = entries.iter();
            let entry = entry.map(|e| (e.key.clone(), Some(e.span.range.clone()), &e.value));
            entry.collect()
        }
        Kind::List(items) => {
            let items = items.iter();
            items.map(|item| ("[]".to_owned(), None, item)).collect()
        }
        _ => return,
    };
    for (name, key, value) in entries {
        path.push(name);
        places.push(Place {
            path: path.clone(),
            key,
            value: value.span.range.clone(),
            is_scalar: !matches!(value.kind, Kind::Map(_) | Kind::List(_)),
        });
        collect(value, path, places);
        path.pop();
    }
}
