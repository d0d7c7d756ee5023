//! Orders at the venue.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pos_v1_client::CreateIncomingOrder;
use pos_v1_client::journal::Intent;
use pos_v1_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use serde::{Deserialize, Serialize};
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::{OptionalExtension, Transaction, params};

use super::app::App;
use super::failure::Failure;

#[derive(Deserialize)]
pub(crate) struct Cart {
    /// The service's own reference, which it never uses for another order. After a rejection, which
    /// proves that the venue has no order with it, the corrected order keeps it.
    reference: String,
    items: Vec<CartItem>,
}

#[derive(Deserialize)]
struct CartItem {
    menu_item: String,
    price: i64,
    quantity: i64,
}

/// A row of the table.
#[derive(Serialize)]
pub(crate) struct Order {
    reference: String,
    /// Known from the response, from a look-up after a crash, or from a callback.
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
    let items = cart.items.into_iter();
    let items = items.map(|item| {
        NewOrderItem::new(NewOrderItemRequired {
            product_parent_id: item.menu_item,
            product_id: item.price.into(),
            quantity: item.quantity,
        })
    });
    let mut order = NewIncomingOrder::new(&cart.reference, items.collect());
    order.status_callback = Some(app.callback_url.as_str().into());
    let operation = CreateIncomingOrder::new(order);

    // The row and the intent are one commit, before the first byte.
    let intent = app.pos.once(&cart.reference).prepare(&operation)?;
    insert(&app, &cart.reference, &intent).await?;
    let sent = app.pos.once(&cart.reference).send(operation).await?;
    if !sent.differences.is_empty() {
        return Err(Failure::Differs(sent.differences));
    }
    // Even of an earlier call, which may have crashed before it recorded the id here.
    let id = sent.record_id().and_then(|id| id.parse().ok());
    set_id(&app, &cart.reference, id).await?;
    find(&app.store, cart.reference)
        .await?
        .ok_or(Failure::NotFound)
}

pub(crate) async fn show(
    State(app): State<App>,
    Path(reference): Path<String>,
) -> Result<Json<Order>, Failure> {
    let order = find(&app.store, reference).await?;
    order.map(Json).ok_or(Failure::NotFound)
}

/// The order is expected before it is created, as a callback may precede the response.
async fn insert(app: &App, reference: &str, intent: &Intent) -> Result<(), Failure> {
    let (app, reference, intent) = (app.clone(), reference.to_owned(), intent.clone());
    let store = app.store.clone();
    let insert = move |transaction: &Transaction<'_>| {
        let sql = "INSERT INTO orders (reference) VALUES (?1) ON CONFLICT DO NOTHING";
        transaction.execute(sql, [&reference])?;
        app.orders.expect_in(transaction, &reference)?;
        let _ = app.store.begin_in(transaction, &intent)?;
        Ok(())
    };
    store.transaction(insert).await
}

async fn set_id(app: &App, reference: &str, id: Option<i64>) -> Result<(), Failure> {
    let Some(id) = id else {
        return Ok(());
    };
    app.orders.confirm(reference, &id).await?;
    let reference = reference.to_owned();
    let update = move |transaction: &Transaction<'_>| {
        let sql = "UPDATE orders SET id = ?1 WHERE reference = ?2 AND id IS NULL";
        transaction.execute(sql, params![id, reference])?;
        Ok(())
    };
    app.store.transaction(update).await
}

async fn find(store: &SqliteStore, reference: String) -> Result<Option<Order>, Failure> {
    let select = move |transaction: &Transaction<'_>| {
        let sql = "SELECT reference, id, state FROM orders WHERE reference = ?1";
        let order = transaction.query_row(sql, [reference], |row| {
            Ok(Order {
                reference: row.get(0)?,
                id: row.get(1)?,
                state: row.get(2)?,
            })
        });
        Ok(order.optional()?)
    };
    store.transaction(select).await
}
