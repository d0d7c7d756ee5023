//! Orders at the venue.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem};
use pos_v3_client::{CreateIncomingOrder, Created, GetIncomingOrder};
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

    // The order of an earlier request is found by the id that its callback had.
    let orders = app.orders.clone();
    let find = async move |reference: String| orders.id(&reference).map(GetIncomingOrder::new);
    let created = app
        .pos
        .create_once_with(CreateIncomingOrder::new(order), find);
    let order = match created.await? {
        Created::Confirmed(response) => response.incoming_order,
        Created::Recovered(found) => found.incoming_order,
        Created::Changed { differences, .. } | Created::Differs { differences, .. } => {
            return Err(Failure::Differs(differences));
        }
    };
    if let Some(id) = order.id {
        app.orders.confirm(&cart.reference, id)?;
    }
    let state = order.aasm_state_or_default().to_string();
    Ok(Order {
        id: order.id,
        state,
    })
}

/// Reads an order again, whose id is known from its creation or from a callback.
pub(crate) async fn show(
    State(app): State<App>,
    Path(reference): Path<String>,
) -> Result<Json<Order>, Failure> {
    let Some(id) = app.orders.id(&reference) else {
        return Ok(Json(Order {
            id: None,
            state: "unknown".to_owned(),
        }));
    };
    let order = app
        .pos
        .send(GetIncomingOrder::new(id))
        .await?
        .incoming_order;
    let state = order.aasm_state_or_default().to_string();
    Ok(Json(Order {
        id: order.id,
        state,
    }))
}
