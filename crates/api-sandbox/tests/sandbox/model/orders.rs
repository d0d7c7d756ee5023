//! Orders of the model.

use api_sandbox::OrderStatus;
use api_sandbox::jiff::Timestamp;
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired, OrderItem};

use super::basket::{Costs, Item};
use super::runner::{CheckResult, Runner, check_eq, response_or_status};
use super::step::{Choice, Reference, Version};

/// An order of the model.
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

/// The fields of an order in both versions.
type OrderFields = (
    Option<i64>,
    Option<String>,
    String,
    Option<String>,
    [Option<Timestamp>; 3],
);

impl Order {
    fn fields(&self) -> OrderFields {
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

    fn check_items(&self, items: &[OrderItem]) -> CheckResult {
        let actual: Vec<_> = items
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
        let expected: Vec<_> = self
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
        check_eq("the items", actual, expected)
    }
}

/// The fields of a record, which has a type in each version.
macro_rules! fields {
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

impl Runner {
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

    /// Ids are unique and ascend, across all kinds of records and resets.
    pub(super) fn check_new_id(&mut self, id: Option<i64>) -> Result<i64, String> {
        let id = id.ok_or("missing id")?;
        if id <= self.latest_id {
            return Err(format!("id {id} after {}", self.latest_id));
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
    ) -> CheckResult {
        let reference = self.reference(reference);
        let body_items = items.iter().map(|(choice, quantity)| {
            let (price, product) = self.menu.chosen(*choice);
            NewOrderItem::new(NewOrderItemRequired {
                product_parent_id: product.to_string(),
                product_id: price.into(),
                quantity: *quantity,
            })
        });
        let mut body = NewIncomingOrder::new(reference.clone(), body_items.collect());
        body.order_type = delivery.then(|| "delivery".into());
        body.status_callback = callback.then(|| self.receiver.address().into());
        let response = match version {
            Version::V1 => {
                let call = pos_v1_client::CreateIncomingOrder::new(body);
                response_or_status(self.v1.send(call).await)?
            }
            Version::V3 => {
                let call = pos_v3_client::CreateIncomingOrder::new(body);
                response_or_status(self.v3.send(call).await)?
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
        let is_invalid = |(choice, _): &(Choice, i64)| matches!(choice, Choice::WrongParent(_));
        let is_duplicate = self.orders.iter().any(|order| order.reference == reference);
        let costs = self.menu.costs(&basket);
        let costs = costs.filter(|_| {
            !is_duplicate && !reference.trim().is_empty() && !items.iter().any(is_invalid)
        });
        match (response, costs) {
            (Err(status), None) => check_eq("the status", status, 422),
            (Err(status), Some(_)) => Err(format!("status {status} for a valid order")),
            (Ok(_), None) => Err("an invalid order was accepted".to_owned()),
            (Ok(response), Some(costs)) => {
                let order = Order {
                    id: self.check_new_id(response.incoming_order.id)?,
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
                check_eq(
                    "the order",
                    fields!(response.incoming_order),
                    order.fields(),
                )?;
                order.check_items(&response.order_items)?;
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
    ) -> CheckResult {
        let order = self.orders.get(which);
        let id = order.map_or(1, |order| order.id);
        let (actual, items, total) = match version {
            Version::V3 => {
                let call = pos_v3_client::GetIncomingOrder::new(id);
                match response_or_status(self.v3.send(call).await)? {
                    Err(status) => return check_missing(order, status),
                    Ok(response) => (fields!(response.incoming_order), response.order_items, None),
                }
            }
            Version::V1 => {
                let reference = order.map_or("NONE", |order| order.reference.as_str());
                let call = if by_reference {
                    pos_v1_client::GetIncomingOrder::new(reference)
                } else {
                    pos_v1_client::GetIncomingOrder::new(id)
                };
                match response_or_status(self.v1.send(call).await)? {
                    Err(status) => return check_missing(order, status),
                    Ok(response) => {
                        let total = response.incoming_order.total;
                        (
                            fields!(response.incoming_order),
                            response.order_items,
                            total,
                        )
                    }
                }
            }
        };
        let order = order.ok_or("found an unknown order")?;
        check_eq("the order", actual, order.fields())?;
        order.check_items(&items)?;
        if version == Version::V1 {
            check_eq("the total", total, Some(order.costs.total))?;
        }
        Ok(())
    }

    pub(super) fn change_status(&mut self, which: usize, status: OrderStatus) -> CheckResult {
        let control = self.sandbox().control();
        let id = self.orders.get(which).map_or(1, |order| order.id);
        let changed = control.set_order_status(id, status);
        let Some(order) = self.orders.get_mut(which) else {
            return check_eq(
                "whether an unknown order is an error",
                changed.is_err(),
                true,
            );
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

/// Checks the status of a failed read.
fn check_missing<T>(record: Option<&T>, status: u16) -> CheckResult {
    match record {
        Some(_) => Err(format!("status {status} for an existing record")),
        None => check_eq("the status", status, 404),
    }
}
