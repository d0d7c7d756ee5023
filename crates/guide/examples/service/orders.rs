//! Orders at the venue.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem};
use pos_v1_client::{CreateIncomingOrder, Created, GetIncomingOrder};
use serde::{Deserialize, Serialize};

use super::app::App;
use super::failure::Failure;

#[derive(Deserialize)]
pub(crate) struct Cart {
    /// The service's own reference, which it never uses for another order.
    reference: String,
    items: Vec<CartItem>,
}

#[derive(Deserialize)]
struct CartItem {
    menu_item: String,
    price: i64,
    quantity: i64,
}

#[derive(Serialize)]
pub(crate) struct Order {
    id: Option<i64>,
    state: String,
}

impl Order {
    fn new(id: Option<i64>, state: impl ToString) -> Self {
        let state = state.to_string();
        Self { id, state }
    }
}

/// Detached: the order is placed and recorded even if the browser goes away.
pub(crate) async fn place(
    State(app): State<App>,
    Json(cart): Json<Cart>,
) -> Result<(StatusCode, Json<Order>), Failure> {
    let order = app.clone().pos.detach(create(app, cart)).await?;
    Ok((StatusCode::CREATED, Json(order)))
}

async fn create(app: App, cart: Cart) -> Result<Order, Failure> {
    // Expected before it is created, as a callback may precede the response.
    app.orders.expect(&cart.reference)?;
    let items = cart.items.into_iter();
    let items = items.map(|item| NewOrderItem::new(item.menu_item, item.price, item.quantity));
    let mut order = NewIncomingOrder::new(&cart.reference, items.collect());
    order.status_callback = Some(app.callback_url.as_str().into());

    let order = match app.pos.create_once(CreateIncomingOrder::new(order)).await? {
        Created::Confirmed(response) => {
            let created = response.incoming_order;
            Order::new(created.id, created.aasm_state_or_default())
        }
        // The buyer clicked again, or the response of an earlier request was lost.
        Created::Recovered(response) => {
            let found = response.incoming_order;
            Order::new(found.id, found.aasm_state_or_default())
        }
        Created::Changed { differences, .. } | Created::Differs { differences, .. } => {
            return Err(Failure::Differs(differences));
        }
    };
    if let Some(id) = order.id {
        app.orders.confirm(&cart.reference, id)?;
    }
    Ok(order)
}

pub(crate) async fn show(
    State(app): State<App>,
    Path(reference): Path<String>,
) -> Result<Json<Order>, Failure> {
    let response = app.pos.send(GetIncomingOrder::new(reference)).await?;
    let found = response.incoming_order;
    Ok(Json(Order::new(found.id, found.aasm_state_or_default())))
}
