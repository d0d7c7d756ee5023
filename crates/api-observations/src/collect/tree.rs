//! The places of all responses, in bounded memory.

use api_wire::{Field, Schema};

use crate::collect::marks::Marks;
use crate::collect::names::is_field_name;
use crate::collect::node::{NO_NODE, Node, NodeId};

/// Nodes are allocated in chunks of this many, so that growing copies nothing.
const CHUNK: usize = 32;

/// What an allocation takes besides its bytes.
const ALLOCATION_OVERHEAD: usize = 16;

/// The maximum number of children of an object that are not in its schema. Further keys are `?`.
const MAX_UNKNOWN_CHILDREN: u16 = 64;

/// The element of an array or map.
pub(crate) const ELEMENT: &str = "*";

/// A key that cannot be shown.
pub(crate) const UNNAMED: &str = "?";

/// The places of all responses.
pub(crate) struct Tree {
    chunks: Vec<Vec<Node>>,
    free_bytes: usize,
    /// The number of values without a place for lack of memory.
    pub(crate) dropped: u64,
}

impl Tree {
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self {
            chunks: Vec::new(),
            free_bytes: max_bytes,
            dropped: 0,
        }
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Node> {
        let index = usize::try_from(id).ok()?;
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        let index = usize::try_from(id).ok()?;
        self.chunks.get_mut(index / CHUNK)?.get_mut(index % CHUNK)
    }

    /// Withdraws memory; `false` if not so much is left.
    pub(crate) fn spend(&mut self, bytes: usize) -> bool {
        match self.free_bytes.checked_sub(bytes + ALLOCATION_OVERHEAD) {
            Some(free_bytes) => {
                self.free_bytes = free_bytes;
                true
            }
            None => false,
        }
    }

    /// Deposits memory that was withdrawn.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.free_bytes += bytes + ALLOCATION_OVERHEAD;
    }

    /// Adds a node without a parent.
    pub(crate) fn push(&mut self, name: &str, marks: Marks) -> Option<NodeId> {
        if self.chunks.last().is_none_or(|chunk| chunk.len() == CHUNK) {
            let chunk = CHUNK * size_of::<Node>() + size_of::<Vec<Node>>() * 2;
            if !self.spend(chunk) {
                return None;
            }
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        if !self.spend(name.len()) {
            return None;
        }
        let before = self.chunks.len().checked_sub(1)?.checked_mul(CHUNK)?;
        let chunk = self.chunks.last_mut()?;
        let id = NodeId::try_from(before + chunk.len()).ok()?;
        chunk.push(Node::new(name, marks));
        Some(id)
    }

    /// The child with this name, if there is one. Children are usually seen in the same order.
    pub(crate) fn find(&mut self, parent: NodeId, name: &str) -> Option<NodeId> {
        let node = self.get(parent)?;
        let (first, hint) = (node.first_child, node.hint);
        let expected = self.get(hint).map_or(first, |last| last.next_sibling);
        let mut id = expected;
        let mut has_wrapped = false;
        loop {
            match self.get(id) {
                Some(child) if *child.name == *name => {
                    self.get_mut(parent)?.hint = id;
                    return Some(id);
                }
                Some(child) => id = child.next_sibling,
                None if has_wrapped => return None,
                None => {
                    has_wrapped = true;
                    id = first;
                }
            }
            if has_wrapped && id == expected {
                return None;
            }
        }
    }

    /// The child with this name, which is added if there is none.
    pub(crate) fn child(&mut self, parent: NodeId, name: &str, marks: Marks) -> Option<NodeId> {
        if let Some(child) = self.find(parent, name) {
            return Some(child);
        }
        let Some(child) = self.push(name, marks) else {
            self.dropped = self.dropped.saturating_add(1);
            return None;
        };
        let last = self.get(parent)?.last_child;
        match self.get_mut(last) {
            Some(last) => last.next_sibling = child,
            None => self.get_mut(parent)?.first_child = child,
        }
        let parent = self.get_mut(parent)?;
        parent.last_child = child;
        parent.hint = child;
        Some(child)
    }

    /// The place of the elements of an array.
    pub(crate) fn element(&mut self, parent: NodeId) -> Option<NodeId> {
        let marks = self.get(parent)?.marks.of_elements();
        self.child(parent, ELEMENT, marks)
    }

    /// The place of a member of an object.
    pub(crate) fn member(&mut self, parent: NodeId, key: &str) -> Option<NodeId> {
        let node = self.get(parent)?;
        if node.marks.has(Marks::MAP) {
            return self.element(parent);
        }
        if let Some(child) = self.find(parent, key) {
            return Some(child);
        }
        let node = self.get_mut(parent)?;
        let inherited = node.marks.of_members();
        if let Some(marks) = node.schema.and_then(|schema| field_marks(schema, key)) {
            return self.child(parent, key, inherited.with(marks));
        }
        if !is_field_name(key) || node.unknown_children >= MAX_UNKNOWN_CHILDREN {
            return self.child(parent, UNNAMED, inherited);
        }
        node.unknown_children += 1;
        self.child(parent, key, inherited)
    }

    /// The children of a node.
    pub(crate) fn children(&self, parent: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        let first = self.get(parent).map_or(NO_NODE, |node| node.first_child);
        let mut next = first;
        std::iter::from_fn(move || {
            let id = next;
            let node = self.get(id)?;
            next = node.next_sibling;
            Some((id, node))
        })
    }
}

/// The marks of a field, if the schema has one with this name.
pub(crate) fn field_marks(schema: &Schema, key: &str) -> Option<Marks> {
    let is_field = |field: &&Field| field.wire_names().contains(&key);
    let field = schema.fields().iter().find(is_field)?;
    let marks = Marks::KNOWN;
    Some(if field.is_secret() {
        marks.with(Marks::SECRET)
    } else if field.is_sensitive() {
        marks.with(Marks::PERSONAL)
    } else {
        marks
    })
}
