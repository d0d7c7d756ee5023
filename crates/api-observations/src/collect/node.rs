//! The counts of one place, small enough for thousands of them.

use api_wire::Schema;

use crate::collect::marks::Marks;
use crate::collect::values::Values;
use crate::counts::{LENGTHS, NumberCounts, TextCounts};

/// The number of a node in its tree.
pub(crate) type NodeId = u32;

/// No node.
pub(crate) const NO_NODE: NodeId = NodeId::MAX;

/// A place of the body of a response, with what was counted there.
pub(crate) struct Node {
    pub(crate) name: Box<str>,
    pub(crate) seen: u32,
    pub(crate) nulls: u32,
    pub(crate) booleans: u32,
    pub(crate) numbers: u32,
    pub(crate) strings: u32,
    pub(crate) arrays: u32,
    pub(crate) objects: u32,
    /// The number of the object around it in which it was seen last: a duplicate is not counted.
    pub(crate) seen_in: u32,
    /// A bit for each venue.
    pub(crate) venues: u64,
    pub(crate) first_child: NodeId,
    pub(crate) last_child: NodeId,
    pub(crate) next_sibling: NodeId,
    /// The child that was found last: the next one usually follows it.
    pub(crate) hint: NodeId,
    /// The number of children that are not in the schema.
    pub(crate) unknown_children: u16,
    pub(crate) marks: Marks,
    pub(crate) schema: Option<&'static Schema>,
    pub(crate) number: Option<Box<NumberCounts<u32>>>,
    pub(crate) text: Option<Box<Texts>>,
    pub(crate) array_lengths: Option<Box<[u32; LENGTHS]>>,
    pub(crate) values: Option<Box<Values>>,
}

/// The counts of texts.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) classes: TextCounts<u32>,
    pub(crate) lengths: [u32; LENGTHS],
}

impl Node {
    pub(crate) fn new(name: &str, marks: Marks) -> Self {
        Self {
            name: name.into(),
            seen: 0,
            nulls: 0,
            booleans: 0,
            numbers: 0,
            strings: 0,
            arrays: 0,
            objects: 0,
            seen_in: 0,
            venues: 0,
            first_child: NO_NODE,
            last_child: NO_NODE,
            next_sibling: NO_NODE,
            hint: NO_NODE,
            unknown_children: 0,
            marks,
            schema: None,
            number: None,
            text: None,
            array_lengths: None,
            values: None,
        }
    }
}
