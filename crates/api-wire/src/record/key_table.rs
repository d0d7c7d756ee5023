//! The wire names of a schema: found by hash, and expected in the order of earlier objects.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::json::scan;
use crate::record::field::Field;

/// The number of the start of an object.
const START: u16 = 0;

/// A wire name of a field, or the start of an object.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) text: &'static str,
    /// `,"text":`; `None` if JSON escapes the text, or a key before it has the same one.
    member: Option<Box<str>>,
    /// The index of the field.
    pub(crate) field: usize,
    /// Whether it is not the first wire name of the field.
    pub(crate) is_alias: bool,
    /// Whether the field has no other wire names.
    pub(crate) is_only_name: bool,
    number: u16,
    /// The number of the key that followed it last.
    next: AtomicU16,
}

impl Key {
    /// A key, after which another one is predicted until the order is learned.
    fn new(text: &'static str, field: usize, is_alias: bool, next: u16) -> Self {
        Key {
            number: START,
            text,
            member: is_unescaped(text).then(|| format!(",\"{text}\":").into()),
            field,
            is_alias,
            is_only_name: false,
            next: AtomicU16::new(next),
        }
    }

    /// The start of a member with this key in compact JSON, with the comma before it.
    #[inline]
    pub(crate) fn after_comma(&self) -> Option<&[u8]> {
        self.member.as_deref().map(str::as_bytes)
    }

    /// The same without the comma.
    #[inline]
    pub(crate) fn at_start(&self) -> Option<&[u8]> {
        self.after_comma()?.get(1..)
    }

    /// Whether this is its text.
    #[inline]
    fn has_text(&self, text: &str) -> bool {
        self.text.len() == text.len() && scan::is_same(self.text.as_bytes(), text.as_bytes())
    }

    /// Remembers which key followed.
    pub(crate) fn learn(&self, next: &Key) {
        self.next.store(next.number, Ordering::Relaxed);
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
    start: Key,
    /// By number less 1: the first wire names in the order of the fields, then the aliases.
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
        let mut keys = Vec::new();
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
        let mut table = KeyTable {
            start: Key {
                member: None,
                ..Key::new("", 0, false, number(0))
            },
            slots: vec![START; 4 * keys.len().next_power_of_two()].into(),
            keys: Box::default(),
        };
        for (key, number) in keys.iter_mut().zip(START + 1..) {
            key.number = number;
        }
        table.keys = keys.into();
        for index in 0..table.keys.len() {
            table.insert(index);
        }
        table
    }

    /// Makes a key findable, unless one before it has the same text.
    fn insert(&mut self, index: usize) {
        let Some(slot) = self.keys.get(index).map(|key| self.slot(key.text)) else {
            return;
        };
        let (Some(slot), Some(key)) = (self.slots.get_mut(slot), self.keys.get_mut(index)) else {
            return;
        };
        match *slot {
            START => *slot = key.number,
            _ => key.member = None,
        }
    }

    /// The start of an object.
    pub(crate) fn start(&self) -> &Key {
        &self.start
    }

    /// The key that probably follows.
    #[inline]
    pub(crate) fn after(&self, key: &Key) -> &Key {
        self.key(key.next.load(Ordering::Relaxed))
            .unwrap_or(&self.start)
    }

    /// The key with this text.
    pub(crate) fn find(&self, text: &str) -> Option<&Key> {
        self.key(*self.slots.get(self.slot(text))?)
    }

    /// The key with this number; `None` for the start.
    #[inline]
    fn key(&self, number: u16) -> Option<&Key> {
        self.keys.get(usize::from(number).wrapping_sub(1))
    }

    /// The slot of this text, or the empty one in which it would be.
    fn slot(&self, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(text.as_bytes()) & mask;
        let is_other = |number: &_| {
            *number != START && self.key(*number).is_some_and(|key| !key.has_text(text))
        };
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
