//! The orders of a venue, indexed for tests that create many thousands.

use std::collections::HashMap;

use super::order::Order;

/// Orders, the oldest first.
#[derive(Default)]
pub(crate) struct Orders {
    /// In ascending order of their ids.
    list: Vec<Order>,
    index_by_reference: HashMap<String, usize>,
}

impl Orders {
    /// The orders of a data file.
    pub(crate) fn from_list(list: Vec<Order>) -> Self {
        let mut orders = Self::default();
        list.into_iter().for_each(|order| orders.push(order));
        orders
    }

    /// Adds an order, whose id is greater than all others.
    pub(crate) fn push(&mut self, order: Order) {
        self.index_by_reference
            .insert(order.reference_no.clone(), self.list.len());
        self.list.push(order);
    }

    pub(crate) fn all(&self) -> &[Order] {
        &self.list
    }

    pub(crate) fn by_id(&self, id: i64) -> Option<&Order> {
        let index = self.list.binary_search_by_key(&id, |order| order.id).ok()?;
        self.list.get(index)
    }

    pub(crate) fn by_id_mut(&mut self, id: i64) -> Option<&mut Order> {
        let index = self.list.binary_search_by_key(&id, |order| order.id).ok()?;
        self.list.get_mut(index)
    }

    pub(crate) fn by_reference(&self, reference: &str) -> Option<&Order> {
        self.list.get(*self.index_by_reference.get(reference)?)
    }
}
