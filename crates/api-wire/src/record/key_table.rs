//! The wire names of a schema: found by hash, and expected in the order of earlier objects.

use std::iter;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::record::field::Field;

/// The number of the start of an object, which is not a key.
pub(crate) const START: u16 = 0;

/// A wire name of a field.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) text: &'static str,
    /// The index of the field.
    pub(crate) field: usize,
    /// Whether it is not the first wire name of the field.
    pub(crate) is_alias: bool,
    /// Whether the field has no other wire names.
    pub(crate) is_only_name: bool,
    /// Whether JSON has the text as it is, and no key before it has the same.
    pub(crate) is_predictable: bool,
    /// The number of the key that followed it last.
    next: AtomicU16,
}

impl Key {
    fn new(text: &'static str, field: usize, is_alias: bool, next: u16) -> Self {
        Key {
            text,
            field,
            is_alias,
            is_only_name: false,
            is_predictable: is_unescaped(text),
            next: AtomicU16::new(next),
        }
    }
}

/// Whether JSON has a text as it is, without escapes.
fn is_unescaped(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
}

/// The wire names of a schema.
///
/// A service sends the keys of its objects in a stable order, but rarely in that of the documents.
/// So the table remembers for each key which one followed. Threads share it and may overwrite what
/// others have learned, which changes no result: a predicted key is compared like any other.
#[derive(Debug)]
pub(crate) struct KeyTable {
    /// The start of an object, the first wire names in the order of the fields, the aliases.
    keys: Box<[Key]>,
    /// Numbers of keys by hash, with linear probing. Empty slots are [`START`]: at least three of
    /// four.
    slots: Box<[u16]>,
}

impl KeyTable {
    pub(crate) fn new(fields: &'static [Field]) -> Self {
        // Until another order is learned, that of the fields is predicted.
        let number = |field: usize| match u16::try_from(field + 1) {
            Ok(number) if field < fields.len() => number,
            _ => START,
        };
        let mut keys = vec![Key {
            is_predictable: false,
            ..Key::new("", 0, false, number(0))
        }];
        for is_alias in [false, true] {
            for (index, field) in fields.iter().enumerate() {
                let names = field.wire_names().iter().enumerate();
                let names = names.filter(|(position, _)| is_alias == (*position > 0));
                keys.extend(names.map(|(_, name)| Key {
                    is_only_name: field.wire_names().len() == 1,
                    ..Key::new(name, index, is_alias, number(index + 1))
                }));
            }
        }
        let slots = iter::repeat_n(START, (4 * keys.len()).next_power_of_two());
        let mut table = KeyTable {
            slots: slots.collect(),
            keys: keys.into(),
        };
        (START + 1..)
            .take(table.keys.len() - 1)
            .for_each(|number| table.insert(number));
        table
    }

    fn insert(&mut self, number: u16) {
        let Some(slot) = self.key(number).map(|key| self.slot(key.text)) else {
            return;
        };
        match self.slots.get_mut(slot) {
            Some(empty) if *empty == START => *empty = number,
            _ => {
                if let Some(key) = self.keys.get_mut(usize::from(number)) {
                    key.is_predictable = false;
                }
            }
        }
    }

    /// The key with this number.
    #[inline]
    pub(crate) fn key(&self, number: u16) -> Option<&Key> {
        self.keys.get(usize::from(number))
    }

    /// The number of the key that probably follows this one.
    #[inline]
    pub(crate) fn next(&self, number: u16) -> u16 {
        self.key(number)
            .map_or(START, |key| key.next.load(Ordering::Relaxed))
    }

    /// Remembers which key followed.
    pub(crate) fn learn(&self, number: u16, next: u16) {
        if let Some(key) = self.key(number) {
            key.next.store(next, Ordering::Relaxed);
        }
    }

    /// The number of the key with this text.
    pub(crate) fn find(&self, text: &str) -> Option<u16> {
        let number = *self.slots.get(self.slot(text))?;
        (number != START).then_some(number)
    }

    /// The slot of this text, or the empty one in which it would be.
    fn slot(&self, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(text.as_bytes()) & mask;
        let is_other =
            |number: &_| *number != START && self.key(*number).is_some_and(|key| key.text != text);
        while self.slots.get(slot).is_some_and(is_other) {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// A hash of the length, the first and the last bytes of a key.
fn hash(key: &[u8]) -> usize {
    let (head, tail) = match (key.first_chunk(), key.last_chunk()) {
        (Some(head), Some(tail)) => (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
        _ => {
            let short = key
                .iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte));
            (short, 0)
        }
    };
    let mixed =
        (head ^ tail.rotate_left(29) ^ key.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize
}
