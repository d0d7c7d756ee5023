//! Where the good items of a list stand between the ones that are kept raw.

use std::collections::BTreeMap;

use crate::record::leftover::Element;

/// What stands at one position of a list as it came.
pub(crate) enum Entry<'e, 'a> {
    /// The item of this number, and what is kept of its parts.
    Item(usize, &'e [&'a Element]),
    /// An item that could not be read.
    Leftover(&'a Element),
}

/// Goes through a list of `count` good items and the kept ones, in the order in which they came.
///
/// `level` tells how many lists and maps this list is in. If the list has become shorter since,
/// the kept ones follow its end.
pub(crate) fn interleave<'a>(
    count: usize,
    level: usize,
    mut elements: &[&'a Element],
    f: &mut dyn FnMut(usize, Entry<'_, 'a>),
) {
    let mut good = 0;
    let mut position = 0;
    while good < count || !elements.is_empty() {
        let run = elements
            .iter()
            .take_while(|element| element.index(level) <= Some(position))
            .count();
        let (here, after) = elements.split_at_checked(run).unwrap_or((elements, &[]));
        let (leaves, parts): (Vec<&Element>, Vec<&Element>) = if here.is_empty() {
            (Vec::new(), Vec::new())
        } else {
            here.iter().partition(|element| element.is_leaf(level))
        };
        if let [first, rest @ ..] = &leaves[..] {
            f(position, Entry::Leftover(first));
            for element in rest {
                position += 1;
                f(position, Entry::Leftover(element));
            }
        } else if good < count {
            f(position, Entry::Item(good, &parts));
            good += 1;
        } else if here.is_empty() {
            // Nothing good is left: the rest closes up.
            for element in after.iter().filter(|element| element.is_leaf(level)) {
                f(position, Entry::Leftover(element));
                position += 1;
            }
            return;
        }
        position += 1;
        elements = after;
    }
}

/// What is kept of a map, by key: parts of good entries, and whole entries.
pub(crate) fn by_key<'a>(
    level: usize,
    elements: &[&'a Element],
) -> BTreeMap<&'a str, Vec<&'a Element>> {
    let mut keys: BTreeMap<&str, Vec<&Element>> = BTreeMap::new();
    for element in elements {
        if let Some(key) = element.key(level) {
            keys.entry(key).or_default().push(element);
        }
    }
    keys
}
