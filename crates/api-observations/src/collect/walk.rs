//! Visits the values of one body.

use api_wire::{Cursor, Kind, ReadError};

use crate::collect::marks::Marks;
use crate::collect::node::{NodeId, Texts};
use crate::collect::number::{count_number, increment};
use crate::collect::text::count_text;
use crate::collect::tree::{Tree, UNNAMED};
use crate::collect::values::{Counted, VALUE_SIZE};
use crate::counts::{LENGTHS, NumberCounts, length_bucket};
use crate::keyed_hash::HashKey;

/// The maximum depth of places: deeper values are dropped.
const MAX_DEPTH: u32 = 16;

/// Visits the values of a body.
pub(crate) struct Walk<'t> {
    tree: &'t mut Tree,
    hash_key: HashKey,
    venue: u64,
}

impl<'t> Walk<'t> {
    /// Counts values that were seen at the venue with this bit.
    pub(crate) fn new(tree: &'t mut Tree, hash_key: HashKey, venue: u64) -> Self {
        Self {
            tree,
            hash_key,
            venue,
        }
    }

    /// Counts a body.
    pub(crate) fn body(&mut self, place: NodeId, text: &str) -> Result<(), ReadError> {
        self.value(Some(place), &mut Cursor::new(text), 0)
    }

    /// Counts the value at the cursor. Without a place, it is only read.
    fn value(
        &mut self,
        place: Option<NodeId>,
        cursor: &mut Cursor<'_>,
        depth: u32,
    ) -> Result<(), ReadError> {
        let Some((place, node)) = place.and_then(|id| Some((id, self.tree.get_mut(id)?))) else {
            if depth > MAX_DEPTH {
                self.tree.dropped = self.tree.dropped.saturating_add(1);
            }
            return cursor.skip_value().map(drop);
        };
        increment(&mut node.seen);
        node.venues |= self.venue;
        match cursor.kind()? {
            Kind::Null => {
                increment(&mut node.nulls);
                cursor.null()
            }
            Kind::Bool => {
                increment(&mut node.booleans);
                cursor.bool().map(drop)
            }
            Kind::Number => {
                increment(&mut node.numbers);
                let number = cursor.number()?;
                self.number(place, number);
                Ok(())
            }
            Kind::String => {
                increment(&mut node.strings);
                let text = cursor.string()?;
                self.text(place, &text);
                Ok(())
            }
            Kind::Array => {
                increment(&mut node.arrays);
                self.array(place, cursor, depth)
            }
            Kind::Object => {
                increment(&mut node.objects);
                self.object(place, cursor, depth)
            }
        }
    }

    fn number(&mut self, place: NodeId, text: &str) {
        let Some(node) = self.tree.get(place) else {
            return;
        };
        if node.marks.has(Marks::SECRET) {
            return;
        }
        if node.number.is_none() && !self.tree.spend(size_of::<NumberCounts<u32>>()) {
            self.tree.dropped = self.tree.dropped.saturating_add(1);
            return;
        }
        if let Some(node) = self.tree.get_mut(place) {
            count_number(node.number.get_or_insert_default(), text);
        }
    }

    fn text(&mut self, place: NodeId, text: &str) {
        let Some(node) = self.tree.get(place) else {
            return;
        };
        let marks = node.marks;
        if marks.has(Marks::SECRET) {
            return;
        }
        if node.text.is_none() && !self.tree.spend(size_of::<Texts>()) {
            self.tree.dropped = self.tree.dropped.saturating_add(1);
            return;
        }
        let Some(node) = self.tree.get_mut(place) else {
            return;
        };
        let texts = node.text.get_or_insert_default();
        let is_word = count_text(&mut texts.classes, text);
        if let Some(count) = texts.lengths.get_mut(length_bucket(text.len())) {
            increment(count);
        }
        if is_word && marks.may_name_values() {
            self.name(place, text);
        }
    }

    /// Counts a text that may be the value of a closed set.
    fn name(&mut self, place: NodeId, text: &str) {
        let hash = self.hash_key.hash(text.as_bytes());
        let Some(node) = self.tree.get_mut(place) else {
            return;
        };
        let values = node.values.get_or_insert_default();
        let (before, counted) = (values.len(), values.count(text, hash, self.venue));
        let is_open = match counted {
            Counted::Known => false,
            Counted::New => !self.tree.spend(VALUE_SIZE),
            Counted::TooMany => true,
        };
        if is_open {
            if let Some(node) = self.tree.get_mut(place) {
                node.marks = node.marks.with(Marks::OPEN);
                node.values = None;
                (0..before).for_each(|_| self.tree.release(VALUE_SIZE));
            }
        }
    }

    fn array(
        &mut self,
        place: NodeId,
        cursor: &mut Cursor<'_>,
        depth: u32,
    ) -> Result<(), ReadError> {
        cursor.enter()?;
        let (mut first, mut length, mut element) = (true, 0, None);
        while cursor.next_item(&mut first)? {
            if length == 0 && depth < MAX_DEPTH {
                element = self.tree.element(place);
            }
            length += 1;
            self.value(element, cursor, depth + 1)?;
        }
        let has_lengths = self
            .tree
            .get(place)
            .is_some_and(|node| node.array_lengths.is_some());
        if !has_lengths && !self.tree.spend(size_of::<[u32; LENGTHS]>()) {
            self.tree.dropped = self.tree.dropped.saturating_add(1);
            return Ok(());
        }
        if let Some(node) = self.tree.get_mut(place) {
            let lengths = node.array_lengths.get_or_insert_default();
            if let Some(count) = lengths.get_mut(length_bucket(length)) {
                increment(count);
            }
        }
        Ok(())
    }

    fn object(
        &mut self,
        place: NodeId,
        cursor: &mut Cursor<'_>,
        depth: u32,
    ) -> Result<(), ReadError> {
        let number = self.tree.get(place).map_or(0, |node| node.objects);
        let is_map = self
            .tree
            .get(place)
            .is_some_and(|node| node.marks.has(Marks::MAP));
        cursor.enter()?;
        let mut first = true;
        while cursor.next_member(&mut first)? {
            let key = cursor.string()?;
            cursor.expect_colon()?;
            let mut member = match depth < MAX_DEPTH {
                true => self.tree.member(place, &key),
                false => None,
            };
            if let Some(node) = member.and_then(|member| self.tree.get_mut(member)) {
                if !is_map && *node.name != *UNNAMED {
                    // The second value of a duplicate key is not counted.
                    match node.seen_in == number {
                        true => member = None,
                        false => node.seen_in = number,
                    }
                }
            }
            self.value(member, cursor, depth + 1)?;
        }
        Ok(())
    }
}
