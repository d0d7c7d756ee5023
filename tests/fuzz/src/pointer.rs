//! JSON pointers into the input.

use test_support::json::Tree;

/// Characters of a key that a pointer shows; a longer key is replaced by its length.
const MAX_KEY_CHARS: usize = 100;

/// Whether the pointer leads to a value of the tree, under any of the values of a duplicate key.
///
/// Keys of a pointer are printable: invisible characters are escaped and long keys are replaced by
/// their length, and a key is compared in the same form.
pub fn resolves(pointer: &str, tree: &Tree) -> bool {
    let Some(segments) = pointer.strip_prefix('/') else {
        return pointer.is_empty();
    };
    let mut values = vec![tree];
    for segment in segments.split('/') {
        values = values
            .into_iter()
            .flat_map(|tree| step(tree, segment))
            .collect();
    }
    !values.is_empty()
}

fn step<'a>(tree: &'a Tree, segment: &str) -> Vec<&'a Tree> {
    match tree {
        Tree::List(items) => {
            let index = segment.parse::<usize>().ok();
            index
                .and_then(|index| items.get(index))
                .into_iter()
                .collect()
        }
        Tree::Object(members) => members
            .iter()
            .filter(|(key, _)| shown(key) == segment)
            .map(|(_, value)| value)
            .collect(),
        _ => Vec::new(),
    }
}

/// A key as a pointer shows it.
pub fn shown(key: &str) -> String {
    let count = key.chars().count();
    if count > MAX_KEY_CHARS {
        return format!("[{count} characters]");
    }
    key.chars()
        .map(|c| match c {
            '~' => "~0".to_owned(),
            '/' => "~1".to_owned(),
            c if printed_as_escape(c) => c.escape_unicode().to_string(),
            c => c.to_string(),
        })
        .collect()
}

fn printed_as_escape(c: char) -> bool {
    !matches!(c, '"' | '\'' | '\\') && c.escape_debug().len() > 1
}
