//! What the shop sells, and its prices: those of the venue's menu.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use pos_v3_client::api_wire::Id;
use pos_v3_client::model::{MenuFeed, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{Decimal, Reply};
use serde::Deserialize;

/// A product that a browser names: the id of a price.
#[derive(Deserialize)]
pub(crate) struct Line {
    product: String,
    quantity: i64,
}

/// The price in cents, the item and the id of each product.
type Products = HashMap<String, (i64, String, Id)>;

/// `None`: nobody has read it yet.
#[derive(Default)]
pub(crate) struct Menu(RwLock<Option<Products>>);

impl Menu {
    /// Takes what the feed has in stock for everybody, and nothing else.
    pub(crate) fn replace(&self, feed: &MenuFeed) {
        let mut products = HashMap::new();
        let items = feed.menu_groups.iter().flat_map(|group| &group.menu_items);
        for item in items.filter(|item| item.is_medical_only != Some(true)) {
            for price in &item.prices {
                let stock = price.quantity_on_hand.as_deref().unwrap_or("0");
                let is_there = stock
                    .parse()
                    .is_ok_and(|stock: Decimal| stock > Decimal::ZERO);
                if let (true, Some(id), Some(cents), Some(item)) =
                    (is_there, &price.id, price.price_cents, &item.id)
                {
                    products.insert(id.to_string(), (cents, item.clone(), id.clone()));
                }
            }
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(products);
    }

    /// The sum in cents, and the items of the order.
    pub(crate) fn price(&self, lines: &[Line]) -> Result<(i64, Vec<NewOrderItem>), Reply> {
        let products = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let after = Duration::from_secs(5);
        let products = products.as_ref().ok_or(Reply::Busy { after })?;
        let (mut sum, mut items) = (0_i64, Vec::new());
        for Line { product, quantity } in lines {
            let product = products.get(product);
            let product = product.filter(|_| (1..=100).contains(quantity));
            let (cents, item, id) = product.ok_or(Reply::Invalid)?;
            let of_line = cents.checked_mul(*quantity);
            let total = of_line.and_then(|of_line| sum.checked_add(of_line));
            sum = total.ok_or(Reply::Invalid)?;
            items.push(NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: item.clone(),
                product_id: id.clone(),
                quantity: *quantity,
            }));
        }
        match sum > 0 {
            true => Ok((sum, items)),
            false => Err(Reply::Invalid),
        }
    }
}
