//! Orders of the model.

use api_sandbox::OrderStatus;
use api_sandbox::jiff::Timestamp;
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, OrderItem};

use super::basket::{Costs, Item};
use super::runner::{Told, Walk, came, same};
use super::step::{Choice, Reference, Version};

/// An order as the model has it.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) id: i64,
    pub(super) reference: String,
    pub(super) status: OrderStatus,
    pub(super) callback: bool,
    pub(super) delivery: bool,
    pub(super) items: Vec<Item>,
    pub(super) costs: Costs,
    pub(super) created_at: Timestamp,
    pub(super) updated_at: Timestamp,
    pub(super) delivered_at: Option<Timestamp>,
}

/// What both versions show of an order.
type Shown = (
    Option<i64>,
    Option<String>,
    String,
    Option<String>,
    [Option<Timestamp>; 3],
);

impl Order {
    fn shown(&self) -> Shown {
        (
            Some(self.id),
            Some(self.reference.clone()),
            self.status.state().to_owned(),
            Some(if self.delivery { "delivery" } else { "pickup" }.to_owned()),
            [
                Some(self.created_at),
                Some(self.updated_at),
                self.delivered_at,
            ],
        )
    }

    fn check_items(&self, items: &[OrderItem]) -> Told {
        let shown: Vec<_> = items
            .iter()
            .map(|item| {
                (
                    item.sku_id,
                    item.quantity,
                    item.price,
                    item.discount,
                    item.tax,
                )
            })
            .collect();
        let due: Vec<_> = self
            .items
            .iter()
            .zip(&self.costs.items)
            .map(|(item, (price, discount, tax))| {
                let quantity = Some(item.quantity);
                (
                    Some(item.price),
                    quantity,
                    Some(*price),
                    Some(*discount),
                    Some(*tax),
                )
            })
            .collect();
        same("the items", shown, due)
    }
}

/// The fields of an order's record, which the versions have in two types.
macro_rules! shown {
    ($order:expr) => {{
        let order = &$order;
        (
            order.id,
            order.reference_no.clone(),
            order
                .aasm_state
                .as_ref()
                .map_or("", |state| state.as_str())
                .to_owned(),
            order
                .order_type
                .as_ref()
                .map(|kind| kind.as_str().to_owned()),
            [order.created_at, order.updated_at, order.delivered_at],
        )
    }};
}

impl Walk {
    fn reference(&self, reference: Reference) -> String {
        match reference {
            Reference::Own(number) => format!("REF-{number}"),
            Reference::OfQuote(which) => match self.quotes.get(which) {
                Some(quote) => quote.reference(),
                None => "Q-1".to_owned(),
            },
            Reference::Blank => " ".to_owned(),
        }
    }

    /// A number is given out once, whatever it is for: it is above all before, those before a reset included.
    pub(super) fn check_new_id(&mut self, id: Option<i64>) -> Result<i64, String> {
        let id = id.ok_or("no id came")?;
        if id <= self.latest_id {
            return Err(format!("{id} came after {}", self.latest_id));
        }
        self.latest_id = id;
        Ok(id)
    }

    pub(super) async fn create_order(
        &mut self,
        version: Version,
        reference: Reference,
        items: &[(Choice, i64)],
        callback: bool,
        delivery: bool,
    ) -> Told {
        let reference = self.reference(reference);
        let body_items = items.iter().map(|(choice, quantity)| {
            let (price, product) = self.menu.chosen(*choice);
            NewOrderItem::new(product.to_string(), price, *quantity)
        });
        let mut body = NewIncomingOrder::new(reference.clone(), body_items.collect());
        body.order_type = delivery.then(|| "delivery".into());
        body.status_callback = callback.then(|| self.receiver.address());
        let reply = match version {
            Version::V1 => {
                let call = pos_v1_client::CreateIncomingOrder::new(body);
                came(self.v1.send(call).await)?
            }
            Version::V3 => {
                let call = pos_v3_client::CreateIncomingOrder::new(body);
                came(self.v3.send(call).await)?
            }
        };
        let basket: Vec<Item> = items
            .iter()
            .map(|(choice, quantity)| Item {
                price: self.menu.chosen(*choice).0,
                quantity: *quantity,
                discount: 0,
                coupons: Vec::new(),
            })
            .collect();
        let wrong = |(choice, _): &(Choice, i64)| matches!(choice, Choice::WrongParent(_));
        let taken = self.orders.iter().any(|order| order.reference == reference);
        let costs = self.menu.costs(&basket);
        let costs =
            costs.filter(|_| !taken && !reference.trim().is_empty() && !items.iter().any(wrong));
        match (reply, costs) {
            (Err(status), None) => same("the status", status, 422),
            (Err(status), Some(_)) => Err(format!("{status} came for a good order")),
            (Ok(_), None) => Err("a bad order was taken".to_owned()),
            (Ok(reply), Some(costs)) => {
                let order = Order {
                    id: self.check_new_id(reply.incoming_order.id)?,
                    reference,
                    status: OrderStatus::Pending,
                    callback,
                    delivery,
                    items: basket,
                    costs,
                    created_at: self.now,
                    updated_at: self.now,
                    delivered_at: None,
                };
                same("the order", shown!(reply.incoming_order), order.shown())?;
                order.check_items(&reply.order_items)?;
                self.orders.push(order);
                Ok(())
            }
        }
    }

    pub(super) async fn read_order(
        &self,
        version: Version,
        which: usize,
        by_reference: bool,
    ) -> Told {
        let order = self.orders.get(which);
        let id = order.map_or(1, |order| order.id);
        let (shown, items, total) = match version {
            Version::V3 => {
                let call = pos_v3_client::GetIncomingOrder::new(id);
                match came(self.v3.send(call).await)? {
                    Err(status) => return missing(order, status),
                    Ok(reply) => (shown!(reply.incoming_order), reply.order_items, None),
                }
            }
            Version::V1 => {
                let reference = order.map_or("NONE", |order| order.reference.as_str());
                let call = if by_reference {
                    pos_v1_client::GetIncomingOrder::new(reference)
                } else {
                    pos_v1_client::GetIncomingOrder::new(id)
                };
                match came(self.v1.send(call).await)? {
                    Err(status) => return missing(order, status),
                    Ok(reply) => {
                        let total = reply.incoming_order.total;
                        (shown!(reply.incoming_order), reply.order_items, total)
                    }
                }
            }
        };
        let order = order.ok_or("an order came that there is not")?;
        same("the order", shown, order.shown())?;
        order.check_items(&items)?;
        if version == Version::V1 {
            same("the total", total, Some(order.costs.total))?;
        }
        Ok(())
    }

    pub(super) fn change_status(&mut self, which: usize, status: OrderStatus) -> Told {
        let control = self.sandbox().control();
        let id = self.orders.get(which).map_or(1, |order| order.id);
        let changed = control.set_order_status(id, status);
        let Some(order) = self.orders.get_mut(which) else {
            return same("whether a missing order is told", changed.is_err(), true);
        };
        changed.map_err(|error| error.to_string())?;
        if order.status != status {
            order.status = status;
            order.updated_at = self.now;
            if status == OrderStatus::Delivered {
                order.delivered_at = Some(self.now);
            }
            if order.callback {
                self.callbacks.push((order.id, status));
            }
        }
        Ok(())
    }
}

/// The status for what is not there.
fn missing<T>(there: Option<&T>, status: u16) -> Told {
    match there {
        Some(_) => Err(format!("{status} came for what is there")),
        None => same("the status", status, 404),
    }
}
