//! Payments and orders of the shop's carts.

// ANCHOR: shop
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use deadpool_postgres::Pool;
use payments_client::model::{NewPaymentRequest, Refund, Submission, SubmissionRequired};
use payments_client::{CreateRequest, Date, Error, ErrorKind, RefundRequest, Reply, SubmitRequest};
use pos_v3_client::callback::{Handler, RecordChanged, StoreFuture};
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{CreateIncomingOrder, GetIncomingOrder};
use serde::{Deserialize, Serialize};
use store_postgres::tokio_postgres::types::ToSql;
use store_postgres::tokio_postgres::{Row, Transaction};
use tokio::time::sleep;

use super::failure::Failure;

/// The limits of an attempt and of a call. After a crash, a write is looked up after twice the first.
pub(crate) const ATTEMPT: Duration = Duration::from_secs(5);
pub(crate) const CALL: Duration = Duration::from_secs(15);

/// A cart may have several payments. The first one that is reported as paid is submitted.
///
/// A payment is `requested`, `paid`, `refunding` or `refunded`; or `unpaid`, as the staff say. A cart is
/// `paid`, `submitted` and `placed`; or `stopped`, for the staff, and then perhaps `refunded`.
///
/// Instances that start together make the tables one after the other.
pub(crate) const TABLES: &str = "SELECT pg_advisory_xact_lock(48214);
CREATE TABLE IF NOT EXISTS payments (
    cart text,
    number integer,
    checkout text NOT NULL,
    request_uid text,
    state text NOT NULL DEFAULT 'requested',
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (cart, number)
);
CREATE TABLE IF NOT EXISTS carts (
    cart text PRIMARY KEY,
    number integer NOT NULL,
    state text NOT NULL DEFAULT 'paid',
    order_id bigint,
    order_state text,
    due_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now()
)";

#[derive(Clone)]
pub(crate) struct Shop {
    pub(crate) pool: Pool,
    pub(crate) payments: payments_client::Client,
    pub(crate) pos: pos_v3_client::Client,
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

/// Returns the `RequestUid` of a payment. 409: the cart has changed, or the `RequestUid` was lost. The
/// page takes the next number, unless the cart is paid.
pub(crate) async fn request_payment(
    State(shop): State<Shop>,
    Path((cart, number)): Path<(String, i32)>,
    Json(checkout): Json<Checkout>,
) -> Result<Result<String, StatusCode>, Failure> {
    let text = serde_json::to_string(&checkout)?;
    // No row: the cart is paid, or the number has another checkout.
    let keep = "INSERT INTO payments (cart, number, checkout) SELECT $1, $2, $3 \
         WHERE NOT EXISTS (SELECT FROM carts WHERE cart = $1) \
         ON CONFLICT (cart, number) DO UPDATE SET checkout = excluded.checkout \
         WHERE payments.checkout = excluded.checkout";
    if shop.execute(keep, &[&cart, &number, &text]).await? == 0 {
        return Ok(Err(StatusCode::CONFLICT));
    }
    let request = CreateRequest::new(checkout.payment);
    let call = shop.payments.once(format!("{cart} payment {number}"));
    // Detached: the call goes on if the browser goes away.
    let request_uid = match call.send(request).detached().await {
        Ok(sent) => sent.record_id().map(str::to_owned),
        Err(error) if error.kind() == ErrorKind::Restored => return Err(error.into()),
        // Lost.
        Err(error) if error.reply() == Reply::Unknown => None,
        Err(error) => return Err(error.into()),
    };
    // Stored before the page opens it.
    let store = "UPDATE payments SET request_uid = $3 WHERE cart = $1 AND number = $2";
    shop.execute(store, &[&cart, &number, &request_uid]).await?;
    Ok(request_uid.ok_or(StatusCode::CONFLICT))
}

/// The page's `onSuccess`.
pub(crate) async fn paid(
    State(shop): State<Shop>,
    Path((cart, number)): Path<(String, i32)>,
) -> Result<StatusCode, Failure> {
    let mut connection = shop.pool.get().await?;
    let transaction = connection.transaction().await?;
    let sql = "UPDATE payments SET state = 'paid' WHERE cart = $1 AND number = $2 \
         AND request_uid IS NOT NULL AND state IN ('requested', 'unpaid', 'paid')";
    if transaction.execute(sql, &[&cart, &number]).await? == 0 {
        return Ok(StatusCode::NOT_FOUND);
    }
    let sql = "INSERT INTO carts (cart, number) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    transaction.execute(sql, &[&cart, &number]).await?;
    transaction.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

pub(crate) async fn show(
    State(shop): State<Shop>,
    Path(cart): Path<String>,
) -> Result<String, Failure> {
    let connection = shop.pool.get().await?;
    let sql = "SELECT CASE state WHEN 'refunded' THEN state ELSE coalesce(order_state, state) END \
         FROM carts WHERE cart = $1";
    let row = connection.query_opt(sql, &[&cart]).await?;
    Ok(row.map_or_else(|| "unpaid".to_owned(), |row| row.get(0)))
}

/// The staff refund a payment. Each payment of a cart has a key for it, which begins with the cart, so that one
/// search in the journal finds all writes of the cart. 409: it is refunded, unknown, or its order is being placed.
pub(crate) async fn refund(
    State(shop): State<Shop>,
    Path(uid): Path<String>,
) -> Result<StatusCode, Failure> {
    let begin = "UPDATE payments SET state = 'refunding' \
         WHERE request_uid = $1 AND state <> 'refunded' AND (cart, number) NOT IN \
         (SELECT cart, number FROM carts WHERE state IN ('paid', 'submitted')) RETURNING cart, number";
    let Some(row) = shop.pool.get().await?.query_opt(begin, &[&uid]).await? else {
        return Ok(StatusCode::CONFLICT);
    };
    let (cart, number): (&str, i32) = (row.get("cart"), row.get("number"));
    let refund = RefundRequest::new(Refund::new(uid.as_str(), "Refunded by the shop"));
    let key = format!("{cart} payment {number} refund");
    let call = shop.payments.once(key);
    call.send(refund).detached().await?;
    let end = "WITH refunded AS \
         (UPDATE payments SET state = 'refunded' WHERE request_uid = $1 RETURNING cart, number) \
         UPDATE carts SET state = 'refunded' FROM refunded WHERE carts.cart = refunded.cart \
         AND carts.number = refunded.number AND carts.state = 'stopped'";
    shop.execute(end, &[&uid]).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl Shop {
    /// Takes a connection of its own, so that no connection is held during a call: the journal uses the
    /// same pool.
    async fn execute(&self, sql: &str, row: &[&(dyn ToSql + Sync)]) -> Result<u64, Failure> {
        Ok(self.pool.get().await?.execute(sql, row).await?)
    }

    /// Each instance runs this, again and again: what was sent under a key is not sent again.
    pub(crate) async fn finish_open_carts(self) {
        loop {
            if let Err(failure) = self.finish_all().await {
                eprintln!("carts: {failure}");
            }
            sleep(Duration::from_secs(1)).await;
        }
    }

    async fn finish_all(&self) -> Result<(), Failure> {
        metrics::gauge!("carts_oldest_seconds").set(self.oldest_cart().await?);
        // The other instances leave these carts alone for 20 seconds.
        let take = "UPDATE carts SET due_at = now() + interval '20 seconds' FROM payments \
             WHERE payments.cart = carts.cart AND payments.number = carts.number \
             AND carts.state IN ('paid', 'submitted') AND due_at <= now() \
             RETURNING carts.cart, carts.state, request_uid, checkout";
        let taken = self.pool.get().await?.query(take, &[]).await?;
        for row in taken {
            let cart: &str = row.get("cart");
            let Err(failure) = self.finish(cart, &row).await else {
                continue;
            };
            eprintln!("cart {cart}: {failure}");
            let Some(error) = failure.0.downcast_ref::<Error>() else {
                // The cart waits for the database or for a person.
                continue;
            };
            // `None`: no call helps.
            let after = error.again_in().map(|after| after.as_secs_f64());
            let sql = "UPDATE carts SET due_at = now() + coalesce($2::float8, 0) * interval '1 second', \
                 state = CASE WHEN $2 IS NULL THEN 'stopped' ELSE state END \
                 WHERE cart = $1 AND state IN ('paid', 'submitted')";
            self.execute(sql, &[&cart, &after]).await?;
        }
        Ok(())
    }

    /// First the payment, then the order. The shop's rows say what is done, also after the journal deletes its entries.
    async fn finish(&self, cart: &str, row: &Row) -> Result<(), Failure> {
        let checkout: Checkout = serde_json::from_str(row.get("checkout"))?;
        let (state, uid): (&str, &str) = (row.get("state"), row.get("request_uid"));
        if state == "paid" {
            let submission = Submission::new(SubmissionRequired {
                request_uid: uid.into(),
                order_number: cart.to_owned(),
                order_description: checkout.description,
                amount: checkout.payment.amount,
                pay_date: checkout.pay_date,
            });
            let submit = SubmitRequest::new(submission);
            self.payments.once(cart).send(submit).detached().await?;
            let submitted =
                "UPDATE carts SET state = 'submitted' WHERE cart = $1 AND state = 'paid'";
            self.execute(submitted, &[&cart]).await?;
        }
        let mut order = checkout.order.status_callback(self.callback_url.as_str());
        order.reference_no = cart.to_owned();
        let order = CreateIncomingOrder::new(order);
        let sent = self.pos.once(cart).send(order).detached().await?;
        // The cart is not `placed` before a person has compared the order, and resolved it in the journal.
        if sent.needs_person() {
            return Err("the order has other values than the cart".into());
        }
        let id: Option<i64> = sent.record_id().and_then(|id| id.parse().ok());
        let placed = "UPDATE carts SET state = 'placed', order_id = $2 \
             WHERE cart = $1 AND state = 'submitted'";
        self.execute(placed, &[&cart, &id]).await?;
        Ok(())
    }

    /// The age of the oldest paid cart without an order or a refund, in seconds.
    async fn oldest_cart(&self) -> Result<f64, Failure> {
        let sql = "SELECT coalesce(max(extract(epoch FROM now() - created_at)), 0)::float8 \
             FROM carts WHERE state IN ('paid', 'submitted', 'stopped')";
        let row = self.pool.get().await?.query_one(sql, &[]).await?;
        Ok(row.get(0))
    }

    /// Reads the orders that callbacks name, and at the start those whose callbacks may have been missed.
    pub(crate) async fn receive(self, handler: Handler<GetIncomingOrder>) {
        while let Err(failure) = self.read_soon(&handler).await {
            eprintln!("callbacks: {failure}");
            sleep(Duration::from_secs(1)).await;
        }
        handler
            .run_forever_with(|read| eprintln!("callbacks: {read}"))
            .await;
    }

    async fn read_soon(&self, handler: &Handler<GetIncomingOrder>) -> Result<(), Failure> {
        let recent = "SELECT order_id FROM carts \
             WHERE order_id IS NOT NULL AND created_at > now() - interval '3 days'";
        for row in self.pool.get().await?.query(recent, &[]).await? {
            handler.read_soon(row.get("order_id")).await;
        }
        Ok(())
    }
}

/// A change of an order, in the transaction that takes it out of the queue. The status that the callback claims
/// is shown to the buyer, and nothing else depends on it.
pub(crate) fn on_change<'a>(
    transaction: &'a Transaction<'a>,
    change: &'a RecordChanged<GetIncomingOrder>,
) -> StoreFuture<'a, ()> {
    Box::pin(async move {
        // The order of a refunded cart goes on, and the cart stays refunded.
        let sql = "UPDATE carts SET state = CASE state WHEN 'refunded' THEN state ELSE 'placed' END, \
             order_state = $2, order_id = $3 WHERE cart = $1";
        let claimed = change.hint.as_ref().map(ToString::to_string);
        let state = claimed.unwrap_or_else(|| change.state.to_string());
        let row: [&(dyn ToSql + Sync); 3] = [&change.reference, &state, &change.id];
        transaction.execute(sql, &row).await?;
        Ok(())
    })
}
// ANCHOR_END: shop
