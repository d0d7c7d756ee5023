//! The original order of a list: its items and the unreadable ones between them.

use std::collections::BTreeMap;

use crate::record::leftover::Element;

/// An entry of the original list.
pub(crate) enum Entry<'e, 'a> {
    /// The item with this index, and the unreadable elements in it.
    Item(usize, &'e [&'a Element]),
    /// An unreadable item.
    Leftover(&'a Element),
}

/// Calls `f` for `count` items and the unreadable ones in their original order.
///
/// `level` is the number of lists and maps around this list. If the list has become shorter, the
/// remaining unreadable items follow its end.
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
            // No items are left: the unreadable ones follow without gaps.
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

/// The elements of a map, by their keys.
pub(crate) struct ByKey<'a> {
    level: usize,
    keys: BTreeMap<&'a str, Vec<&'a Element>>,
}

impl<'a> ByKey<'a> {
    pub(crate) fn new(level: usize, elements: &[&'a Element]) -> Self {
        let mut keys: BTreeMap<&str, Vec<&Element>> = BTreeMap::new();
        for element in elements {
            if let Some(key) = element.key(level) {
                keys.entry(key).or_default().push(element);
            }
        }
        ByKey { level, keys }
    }

    /// Those within the value of an entry.
    pub(crate) fn parts(&self, key: &str) -> Vec<&'a Element> {
        let elements = self.keys.get(key).into_iter().flatten().copied();
        elements
            .filter(|element| !element.is_leaf(self.level))
            .collect()
    }

    /// Those in place of a value.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = (&'a str, &'a Element)> {
        let elements = self.keys.iter();
        let elements = elements.flat_map(|(key, all)| all.iter().map(|element| (*key, *element)));
        elements.filter(|(_, element)| element.is_leaf(self.level))
    }
}
