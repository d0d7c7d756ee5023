//! Payments and orders of the shop's carts.

// ANCHOR: shop
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use deadpool_postgres::Pool;
use payments_client::model::{NewPaymentRequest, Submission, SubmissionRequired};
use payments_client::{CreateRequest, Date, Error, NextStep, SubmitRequest};
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

/// The limits of an attempt and of a call. After a crash, a write is looked up after twice the first.
pub(crate) const ATTEMPT: Duration = Duration::from_secs(5);
pub(crate) const CALL: Duration = Duration::from_secs(15);

type Orders = PostgresCallbacks<GetIncomingOrder, ShopPool>;

/// A cart may have several payments. The first one that is reported as paid is submitted.
pub(crate) const TABLES: &str = "CREATE TABLE IF NOT EXISTS payments (
    cart text,
    number integer,
    checkout text NOT NULL,
    request_uid text,
    is_paid boolean NOT NULL DEFAULT false,
    PRIMARY KEY (cart, number)
);
CREATE TABLE IF NOT EXISTS carts (
    cart text PRIMARY KEY,
    number integer NOT NULL,
    order_id bigint,
    state text NOT NULL DEFAULT 'paid',
    due_at timestamptz NOT NULL DEFAULT now(),
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

/// A real shop takes this from its own cart, not from the browser.
#[derive(Deserialize, Serialize)]
pub(crate) struct Checkout {
    payment: NewPaymentRequest,
    description: String,
    pay_date: Date,
    order: NewIncomingOrder,
}

/// Returns the `RequestUid` of a payment. 409 asks for the next number, unless the cart is paid: it has
/// changed, or the response with the `RequestUid` was lost, so that no page can open that request.
pub(crate) async fn request_payment(
    State(shop): State<Shop>,
    Path((cart, number)): Path<(String, i32)>,
    Json(checkout): Json<Checkout>,
) -> Result<Result<String, StatusCode>, Failure> {
    let text = serde_json::to_string(&checkout)?;
    let connection = shop.pool.get().await?;
    let sql = "INSERT INTO payments SELECT $1, $2, $3 \
         WHERE NOT EXISTS (SELECT FROM carts WHERE cart = $1) ON CONFLICT DO NOTHING";
    connection.execute(sql, &[&cart, &number, &text]).await?;
    let sql = "SELECT FROM payments WHERE cart = $1 AND number = $2 AND checkout = $3";
    let kept = connection.query_opt(sql, &[&cart, &number, &text]).await?;
    if kept.is_none() {
        return Ok(Err(StatusCode::CONFLICT));
    }
    // The journal takes one from the same pool.
    drop(connection);
    let request = CreateRequest::new(checkout.payment);
    let call = shop.payments.once(format!("{cart} payment {number}"));
    // Detached: the call goes on if the browser goes away.
    let request_uid = match call.send(request).detached().await {
        Ok(sent) => sent.record_id().map(str::to_owned),
        Err(error) if error.next_step() == NextStep::Person => None,
        Err(error) => return Err(error.into()),
    };
    // Stored before the page opens it.
    let connection = shop.pool.get().await?;
    let sql = "UPDATE payments SET request_uid = $3 WHERE cart = $1 AND number = $2";
    connection
        .execute(sql, &[&cart, &number, &request_uid])
        .await?;
    Ok(request_uid.ok_or(StatusCode::CONFLICT))
}

/// The page's `onSuccess`. The cart is kept in one commit with the order that is expected.
pub(crate) async fn paid(
    State(shop): State<Shop>,
    Path((cart, number)): Path<(String, i32)>,
) -> Result<StatusCode, Failure> {
    let mut connection = shop.pool.get().await?;
    let transaction = connection.transaction().await?;
    let sql = "UPDATE payments SET is_paid = true \
         WHERE cart = $1 AND number = $2 AND request_uid IS NOT NULL";
    if transaction.execute(sql, &[&cart, &number]).await? == 0 {
        return Ok(StatusCode::NOT_FOUND);
    }
    let sql = "INSERT INTO carts (cart, number) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    transaction.execute(sql, &[&cart, &number]).await?;
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
    Ok(row.map_or_else(|| "unpaid".to_owned(), |row| row.get("state")))
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
        // Until then, the other instances leave them alone.
        let take = "UPDATE carts SET due_at = now() + interval '20 seconds' FROM payments \
             WHERE payments.cart = carts.cart AND payments.number = carts.number \
             AND order_id IS NULL AND state = 'paid' AND due_at <= now() \
             RETURNING carts.cart, request_uid, checkout";
        for row in connection.query(take, &[]).await? {
            let (cart, uid): (String, String) = (row.get("cart"), row.get("request_uid"));
            let checkout = serde_json::from_str(row.get("checkout"))?;
            match self.finish(&cart, uid, checkout).await {
                Ok(Some(id)) => {
                    self.orders.confirm_in(&**connection, &cart, &id).await?;
                    let placed = "UPDATE carts SET order_id = $2 WHERE cart = $1";
                    connection.execute(placed, &[&cart, &id]).await?;
                }
                Ok(None) => eprintln!("cart {cart}: placed, without an id"),
                Err(error) => {
                    eprintln!("cart {cart}: {error}");
                    let (state, after) = match error.next_step() {
                        NextStep::Again { after } => ("paid", after.as_secs_f64()),
                        NextStep::Correct | NextStep::Final => ("failed", 0.0),
                        // The next call sends the order again, unless a callback names its id.
                        NextStep::Wait => ("paid", 300.0),
                        // It waits for a person or a token.
                        _ => continue,
                    };
                    let sql = "UPDATE carts SET state = $2, due_at = now() + $3 * interval '1 second' \
                         WHERE cart = $1 AND state = 'paid'";
                    connection.execute(sql, &[&cart, &state, &after]).await?;
                }
            }
        }
        Ok(())
    }

    /// First the payment, then the order. Returns the id of the order.
    async fn finish(
        &self,
        cart: &str,
        uid: String,
        checkout: Checkout,
    ) -> Result<Option<i64>, Error> {
        let submission = Submission::new(SubmissionRequired {
            request_uid: uid.into(),
            order_number: cart.to_owned(),
            order_description: checkout.description,
            amount: checkout.payment.amount,
            pay_date: checkout.pay_date,
        });
        let submit = SubmitRequest::new(submission);
        self.payments.once(cart).send(submit).detached().await?;
        let mut order = checkout.order.status_callback(self.callback_url.as_str());
        order.reference_no = cart.to_owned();
        let order = CreateIncomingOrder::new(order);
        let sent = self.pos.once(cart).send(order).detached().await?;
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
        handler
            .run_with(|read| eprintln!("callbacks: {read}"))
            .await;
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
