//! Payments and orders of the shop's carts.

// ANCHOR: shop
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use deadpool_postgres::Pool;
use payments_client::model::{NewPaymentRequest, Submission};
use payments_client::{CreateRequest, Error, NextStep, SubmitRequest};
use pos_v3_client::callback::{Handler, RecordChanged, StoreError, StoreFuture};
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{CreateIncomingOrder, Finder, GetIncomingOrder};
use serde::{Deserialize, Serialize};
use store_postgres::PostgresCallbacks;
use store_postgres::tokio_postgres::Transaction;
use store_postgres::tokio_postgres::types::ToSql;
use tokio::time::sleep;

use super::failure::Failure;
use super::pool::ShopPool;

/// The limit of one attempt. After a crash, a write is looked up when twice this time has passed.
pub(crate) const ATTEMPT: Duration = Duration::from_secs(5);

type Orders = PostgresCallbacks<GetIncomingOrder, ShopPool>;

pub(crate) const TABLE: &str = "CREATE TABLE IF NOT EXISTS carts (
    cart text PRIMARY KEY,
    paid text NOT NULL,
    order_id bigint,
    state text NOT NULL DEFAULT 'paid',
    created_at timestamptz NOT NULL DEFAULT now()
)";

#[derive(Clone)]
pub(crate) struct Shop {
    pub(crate) pool: Pool,
    pub(crate) payments: payments_client::Client,
    pub(crate) pos: pos_v3_client::Client,
    pub(crate) orders: Orders,
    pub(crate) callback_url: String,
}

/// A real shop takes amounts and items from its own cart, not from the browser.
#[derive(Deserialize, Serialize)]
pub(crate) struct PaidCart {
    submission: Submission,
    order: NewIncomingOrder,
}

/// If the response is lost, so is the `RequestUid`: no page can open that request, and nobody can pay
/// it. So the shop requests another payment, under another key.
pub(crate) async fn request_payment(
    State(shop): State<Shop>,
    Path(cart): Path<String>,
    Json(payment): Json<NewPaymentRequest>,
) -> Result<Json<String>, Failure> {
    for number in 1..=3 {
        let request = CreateRequest::new(payment.clone());
        let call = shop.payments.once(format!("{cart} payment {number}"));
        // Detached: the call goes on if the browser goes away.
        match call.send(request).detached().await {
            Ok(sent) => match sent.record_id() {
                Some(request_uid) => return Ok(Json(request_uid.to_owned())),
                // A person found out that it was created, and entered no id.
                None => continue,
            },
            Err(error) if error.next_step() == NextStep::Person => continue,
            Err(error) => return Err(error.into()),
        }
    }
    Err("three responses were lost".into())
}

/// The page's `onSuccess`. The cart is kept first, in one commit with the order that is expected.
pub(crate) async fn paid(
    State(shop): State<Shop>,
    Path(cart): Path<String>,
    Json(mut paid): Json<PaidCart>,
) -> Result<StatusCode, Failure> {
    paid.order.reference_no = cart.as_str().into();
    paid.order.status_callback = Some(shop.callback_url.as_str().into());
    let mut connection = shop.pool.get().await?;
    let transaction = connection.transaction().await?;
    let sql = "INSERT INTO carts (cart, paid) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let paid = serde_json::to_string(&paid)?;
    transaction.execute(sql, &[&cart, &paid]).await?;
    shop.orders.expect_in(&*transaction, &cart).await?;
    transaction.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

pub(crate) async fn show(
    State(shop): State<Shop>,
    Path(cart): Path<String>,
) -> Result<String, Failure> {
    let connection = shop.pool.get().await?;
    let sql = "SELECT state FROM carts WHERE cart = $1";
    let row = connection.query_opt(sql, &[&cart]).await?;
    Ok(row.map_or_else(|| "unknown".to_owned(), |row| row.get("state")))
}

impl Shop {
    /// Every instance does so, as often as it takes: what was sent under a key is not sent again.
    pub(crate) async fn finish_open_carts(self) {
        loop {
            if let Err(Failure(error)) = self.finish_all().await {
                eprintln!("carts: {error}");
            }
            sleep(Duration::from_secs(1)).await;
        }
    }

    async fn finish_all(&self) -> Result<(), Failure> {
        let connection = self.pool.get().await?;
        let open = "SELECT cart, paid FROM carts WHERE order_id IS NULL AND state = 'paid'";
        for row in connection.query(open, &[]).await? {
            let (cart, paid): (String, String) = (row.get("cart"), row.get("paid"));
            match self.finish(&cart, serde_json::from_str(&paid)?).await {
                Ok(Some(id)) => {
                    self.orders.confirm_in(&**connection, &cart, &id).await?;
                    let placed = "UPDATE carts SET order_id = $2 WHERE cart = $1";
                    connection.execute(placed, &[&cart, &id]).await?;
                }
                Ok(None) => eprintln!("cart {cart}: placed, without an id"),
                // Paid, and no order: for the staff.
                Err(error) if matches!(error.next_step(), NextStep::Correct | NextStep::Final) => {
                    eprintln!("cart {cart}: {error}");
                    let failed = "UPDATE carts SET state = 'failed' WHERE cart = $1";
                    connection.execute(failed, &[&cart]).await?;
                }
                // The next rounds go on, once the outcome is known or the cause is mended.
                Err(error) => eprintln!("cart {cart}: {error}"),
            }
        }
        Ok(())
    }

    /// First the payment, then the order. Returns the id of the order.
    async fn finish(&self, cart: &str, paid: PaidCart) -> Result<Option<i64>, Error> {
        let submit = SubmitRequest::new(paid.submission);
        self.payments.once(cart).send(submit).await?;
        let order = CreateIncomingOrder::new(paid.order);
        let sent = self.pos.once(cart).send(order).await?;
        if sent.needs_person() {
            eprintln!("cart {cart}: compare the order {:?}", sent.record_id());
        }
        Ok(sent.record_id().and_then(|id| id.parse().ok()))
    }

    /// Reads the orders that callbacks name, and at the start those whose callbacks may have been missed.
    pub(crate) async fn receive(self, handler: Handler<GetIncomingOrder>) {
        let recent = "SELECT order_id FROM carts \
             WHERE order_id IS NOT NULL AND created_at > now() - interval '3 days'";
        match self.pool.get().await {
            Ok(connection) => {
                for row in connection.query(recent, &[]).await.unwrap_or_default() {
                    handler.refetch(row.get("order_id")).await;
                }
            }
            Err(error) => eprintln!("callbacks: {error}"),
        }
        handler.run().await;
    }
}

/// A new state of an order, in the transaction that takes it out of the queue.
pub(crate) fn on_change<'a>(
    transaction: &'a Transaction<'a>,
    change: &'a RecordChanged<GetIncomingOrder>,
) -> StoreFuture<'a, ()> {
    Box::pin(async move {
        let sql = "UPDATE carts SET state = $2, order_id = $3 WHERE cart = $1";
        let state = change.state.to_string();
        let row: [&(dyn ToSql + Sync); 3] = [&change.reference, &state, &change.id];
        transaction.execute(sql, &row).await?;
        Ok(())
    })
}

/// Version 3 reads orders by id: after a lost response, a callback may have named it.
pub(crate) fn finder(orders: &Orders) -> impl Finder + use<> {
    let orders = orders.clone();
    move |reference: String| {
        let orders = orders.clone();
        async move {
            let id = orders.id(&reference).await?;
            Ok::<_, StoreError>(id.map(|id| id.to_string()))
        }
    }
}
// ANCHOR_END: shop
