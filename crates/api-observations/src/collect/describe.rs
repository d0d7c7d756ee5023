//! What a decoded response shows about its places: records, maps, secrets and personal data.

use api_wire::{Field, Fields, Schema, WireList, WireValue};

use crate::collect::marks::Marks;
use crate::collect::node::NodeId;
use crate::collect::tree::{Tree, field_marks};

/// The maximum number of elements of a list that are visited: the others are alike.
const MAX_ELEMENTS: usize = 32;

/// The maximum depth of nested records that are visited.
const MAX_DEPTH: u32 = 16;

impl Tree {
    /// Visits a value that was decoded from the place.
    pub(crate) fn describe(&mut self, place: NodeId, value: WireValue<'_>) {
        self.describe_value(place, value, MAX_DEPTH);
    }

    fn describe_value(&mut self, place: NodeId, value: WireValue<'_>, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match value {
            WireValue::Record(fields) => self.describe_record(place, fields, depth),
            WireValue::List(items) if items.count() > 0 => {
                if let Some(element) = self.element(place) {
                    let marks = self.get(place).map_or(Marks::NONE, |list| list.marks);
                    self.mark(element, marks.of_elements());
                    for index in 0..items.count().min(MAX_ELEMENTS) {
                        self.describe_value(element, items.item(index), depth);
                    }
                }
            }
            WireValue::Map(entries) => {
                self.mark(place, Marks::MAP);
                if let Some(element) = self.element(place) {
                    entries.for_each(&mut |_, value| self.describe_value(element, value, depth));
                }
            }
            WireValue::Secret(_) => self.mark(place, Marks::SECRET),
            _ => {}
        }
    }

    fn describe_record(&mut self, place: NodeId, fields: &dyn Fields, depth: u32) {
        let schema = fields.schema();
        self.mark(place, Marks::RECORD);
        if self.get(place).is_some_and(|node| node.schema.is_none()) {
            self.set_schema(place, schema);
        }
        fields.with_fields(&mut |values, _| {
            for (field, value) in schema.fields().iter().zip(values) {
                if value.is_omitted() {
                    continue;
                }
                // A map of scalars is not composite, so that the value itself decides.
                let value = value.to_wire();
                if is_described(&value) {
                    self.describe_field(place, field, value, depth);
                }
            }
        });
    }

    /// Sets the schema of a place, whose members may have been counted before.
    fn set_schema(&mut self, place: NodeId, schema: &'static Schema) {
        let members: Vec<NodeId> = self.children(place).map(|(id, _)| id).collect();
        if let Some(node) = self.get_mut(place) {
            node.schema = Some(schema);
        }
        for member in members {
            if let Some(node) = self.get_mut(member) {
                if let Some(marks) = field_marks(schema, &node.name) {
                    node.marks = node.marks.with(marks);
                }
            }
        }
    }

    fn describe_field(&mut self, place: NodeId, field: &Field, value: WireValue<'_>, depth: u32) {
        // Under which of its names the value was read is not known, and rarely more than one is.
        let names = field.wire_names();
        let used = names.iter().find(|name| self.find(place, name).is_some());
        let name = used.copied().unwrap_or(field.wire_name());
        if let Some(child) = self.member(place, name) {
            self.describe_value(child, value, depth);
        }
    }

    /// Visits the items of a page: each in its wrapper, if there is one.
    pub(crate) fn describe_items(
        &mut self,
        list: NodeId,
        wrapper: Option<&'static str>,
        items: &dyn WireList,
    ) {
        self.mark(list, Marks::KNOWN);
        let Some(mut element) = self.element(list) else {
            return;
        };
        if let Some(wrapper) = wrapper {
            self.mark(element, Marks::RECORD);
            let Some(wrapped) = self.member(element, wrapper) else {
                return;
            };
            element = wrapped;
        }
        self.mark(element, Marks::KNOWN);
        for index in 0..items.count().min(MAX_ELEMENTS) {
            self.describe_value(element, items.item(index), MAX_DEPTH);
        }
    }

    pub(crate) fn mark(&mut self, place: NodeId, mark: Marks) {
        if let Some(node) = self.get_mut(place) {
            node.marks = node.marks.with(mark);
        }
    }
}

/// Whether a value shows more about its place than the schema does.
fn is_described(value: &WireValue<'_>) -> bool {
    matches!(
        value,
        WireValue::Record(_) | WireValue::List(_) | WireValue::Map(_) | WireValue::Secret(_)
    )
}
