//! The counts so far, as a run of a file.

use std::collections::BTreeSet;

use crate::collect::collector::{Collector, today};
use crate::collect::marks::Marks;
use crate::collect::names::{MIN_SIGHTINGS, MIN_VENUES};
use crate::collect::node::{Node, NodeId};
use crate::collect::tree::{ELEMENT, UNNAMED};
use crate::counts::LENGTHS;
use crate::key::Key;
use crate::run::Run;
use crate::shape::Shape;

impl Collector {
    /// What was counted so far.
    pub fn run(&self) -> Run {
        let mut run = Run {
            since: self.since.clone(),
            until: today(),
            venue_key: format!("{:08x}", self.venue_key.hash(b"venue key") >> 32),
            venues: self.venues.iter().copied().collect(),
            responses: self.responses,
            skipped: self.skipped,
            dropped: self.tree.dropped,
            ..Run::new(self.run_id.clone())
        };
        let bodies = self.bodies.iter().flat_map(|(api, operations)| {
            let operations = operations.iter();
            operations.flat_map(move |(operation, statuses)| {
                let statuses = statuses.iter();
                statuses.map(move |(status, body)| (api, operation, status, body))
            })
        });
        for (api, operation, status, body) in bodies {
            let key = Key {
                api: api.clone(),
                operation: operation.clone(),
                status: *status,
                pointer: String::new(),
            };
            self.write(*body, Marks::NONE, &key, &mut run);
        }
        run
    }

    /// Adds a place and those in it.
    fn write(&self, place: NodeId, inherited: Marks, key: &Key, run: &mut Run) {
        let Some(node) = self.tree.get(place) else {
            return;
        };
        if node.seen == 0 {
            return;
        }
        // A place may have been counted before the record around it was described.
        let marks = node.marks.with(inherited);
        let (shape, venues) = run.shapes.entry(key.clone()).or_default();
        shape.add(&shape_of(node, marks));
        venues.extend(self.venues_of(node));
        for (child, child_node) in self.tree.children(place) {
            let name = match is_shown(node, child_node) {
                true => &*child_node.name,
                false => UNNAMED,
            };
            let pointer = format!(
                "{}/{}",
                key.pointer,
                name.replace('~', "~0").replace('/', "~1")
            );
            let key = Key {
                pointer,
                ..key.clone()
            };
            self.write(child, marks.of_members(), &key, run);
        }
    }

    fn venues_of(&self, node: &Node) -> BTreeSet<u64> {
        let bits = (0..).zip(&self.venues);
        let seen_at = bits.filter(|(bit, _)| node.venues >> bit & 1 == 1);
        seen_at.map(|(_, venue)| *venue).collect()
    }
}

/// Whether the key of a child is shown: one of a record, or one that was seen often enough at
/// several venues.
fn is_shown(node: &Node, child: &Node) -> bool {
    node.marks.has(Marks::RECORD)
        || [ELEMENT, UNNAMED].contains(&&*child.name)
        || (child.seen >= MIN_SIGHTINGS && child.venues.count_ones() >= MIN_VENUES)
}

fn shape_of(node: &Node, marks: Marks) -> Shape {
    let mut shape = Shape {
        seen: node.seen.into(),
        nulls: node.nulls.into(),
        booleans: node.booleans.into(),
        numbers: node.numbers.into(),
        strings: node.strings.into(),
        arrays: node.arrays.into(),
        objects: node.objects.into(),
        ..Shape::default()
    };
    if let Some(number) = node.number.as_ref().filter(|_| !marks.has(Marks::SECRET)) {
        shape.number = (&**number).into();
    }
    if let Some(text) = node.text.as_ref().filter(|_| !marks.has(Marks::SECRET)) {
        shape.text = (&text.classes).into();
        shape.text_lengths = wide(&text.lengths);
    }
    if let Some(lengths) = &node.array_lengths {
        shape.array_lengths = wide(lengths);
    }
    if let Some(values) = node.values.as_ref().filter(|_| marks.may_name_values()) {
        shape.values = values
            .named()
            .map(|(name, count)| (name.to_owned(), count.into()))
            .collect();
        shape.other_values = values.unnamed();
    }
    shape
}

fn wide(lengths: &[u32; LENGTHS]) -> [u64; LENGTHS] {
    lengths.map(u64::from)
}
