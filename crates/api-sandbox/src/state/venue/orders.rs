//! The orders of a venue, found by number and by reference without a look at each: a test may make many thousands.

use std::collections::HashMap;

use super::order::Order;

/// Orders, the oldest first.
#[derive(Default)]
pub(crate) struct Orders {
    /// Their numbers ascend.
    list: Vec<Order>,
    places: HashMap<String, usize>,
}

impl Orders {
    /// The orders that a data file kept.
    pub(crate) fn of(list: Vec<Order>) -> Self {
        let mut orders = Self::default();
        list.into_iter().for_each(|order| orders.push(order));
        orders
    }

    /// Adds an order, whose number is above all others.
    pub(crate) fn push(&mut self, order: Order) {
        self.places
            .insert(order.reference_no.clone(), self.list.len());
        self.list.push(order);
    }

    pub(crate) fn all(&self) -> &[Order] {
        &self.list
    }

    pub(crate) fn with_id(&self, id: i64) -> Option<&Order> {
        let place = self.list.binary_search_by_key(&id, |order| order.id).ok()?;
        self.list.get(place)
    }

    pub(crate) fn with_id_mut(&mut self, id: i64) -> Option<&mut Order> {
        let place = self.list.binary_search_by_key(&id, |order| order.id).ok()?;
        self.list.get_mut(place)
    }

    pub(crate) fn with_reference(&self, reference: &str) -> Option<&Order> {
        self.list.get(*self.places.get(reference)?)
    }
}
