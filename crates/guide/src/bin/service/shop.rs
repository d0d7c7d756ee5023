//! What the shop does with a paid cart: the submission, the order, its callbacks, refunds.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use payments_client::model::{NewPaymentRequest, Refund, Submission, SubmissionRequired};
use payments_client::{Date, Error, RefundRequest, Reply, SubmitRequest};
use pos_v3_client::callback::{Disposition, Handler, RecordChanged};
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{CreateIncomingOrder, GetIncomingOrder, GetMenuFeed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::db::Db;
use super::failure::{Failure, Fault, text};
use super::menu::Menu;

/// The limits of an attempt and of a call. After a crash, a write is looked up after twice the first.
pub(crate) const ATTEMPT: Duration = Duration::from_secs(5);
pub(crate) const CALL: Duration = Duration::from_secs(15);

// ANCHOR: tables
/// A cart may have several payments. The first one that is reported as paid is its own, and is submitted.
///
/// A payment is `requested`, `paid`, `refunding` or `refunded`; or `unpaid`, as the staff say. A cart is `open`,
/// `paid`, `submitted` and `placed`; or `stopped`, for the staff; or `refunding` and `refunded`, when it was `open` or
/// `stopped`; or `erased`. The row of the cart decides: a report, a refund and the erasure each take it from `open`,
/// so that only the first one counts.
pub(crate) const TABLES: &str = "CREATE TABLE IF NOT EXISTS carts (
    cart text PRIMARY KEY,
    ticket text NOT NULL UNIQUE,
    checkout text NOT NULL,
    state text NOT NULL DEFAULT 'open',
    request_uid text,
    order_id bigint,
    order_state text,
    due_at bigint NOT NULL DEFAULT 0,
    paid_at bigint,
    created_at bigint NOT NULL DEFAULT (unixepoch())
);
CREATE TABLE IF NOT EXISTS payments (
    cart text,
    number bigint,
    request_uid text,
    state text NOT NULL DEFAULT 'requested',
    PRIMARY KEY (cart, number)
);
CREATE INDEX IF NOT EXISTS carts_state ON carts (state, due_at);
CREATE INDEX IF NOT EXISTS carts_request_uid ON carts (request_uid);
CREATE INDEX IF NOT EXISTS carts_order_id ON carts (order_id);
CREATE INDEX IF NOT EXISTS payments_request_uid ON payments (request_uid)";
// ANCHOR_END: tables

pub(crate) struct Shop {
    pub(crate) db: Db,
    pub(crate) menu: Menu,
    pub(crate) menu_feed_key: String,
    pub(crate) payments: payments_client::Client,
    /// For the checkout page.
    pub(crate) page: payments_client::Config,
    pub(crate) sdk_global: String,
    pub(crate) pos: pos_v3_client::Client,
    pub(crate) callback_url: String,
    /// Told when a cart is paid, so that it is finished at once.
    pub(crate) paid: Notify,
}

/// What is sent for a cart. It is stored, so that a later version of this program sends the same.
#[derive(Deserialize, Serialize)]
pub(crate) struct Checkout {
    pub(crate) payment: NewPaymentRequest,
    pub(crate) pay_date: Date,
    pub(crate) order: NewIncomingOrder,
}

/// A paid cart without an order.
#[derive(Deserialize)]
struct Paid {
    cart: String,
    state: String,
    request_uid: String,
    checkout: String,
}

/// The staff refund a payment. 409: it is refunded, unknown, or its order is being placed. The cart of the payment
/// places no order from then on.
pub(crate) async fn refund(
    State(shop): State<Arc<Shop>>,
    Path(uid): Path<String>,
) -> Result<StatusCode, Failure> {
    let end = "UPDATE carts SET state = 'refunding', request_uid = $1, \
         paid_at = coalesce(paid_at, unixepoch()) \
         WHERE cart IN (SELECT cart FROM payments WHERE request_uid = $1) \
         AND (state = 'open' OR state = 'stopped' AND request_uid = $1)";
    shop.db.rows::<()>(end, [json!(uid)]).await?;
    // It is open no longer. A cart that is in none of these states gets into none of them.
    let begin = "UPDATE payments SET state = 'refunding' \
         WHERE request_uid = $1 AND state <> 'refunded' AND NOT EXISTS \
         (SELECT cart FROM carts WHERE request_uid = $1 \
         AND state IN ('paid', 'submitted', 'stopped')) \
         RETURNING cart, number";
    let begun = shop.db.rows(begin, [json!(uid)]).await?;
    let Some((cart, number)): Option<(String, u8)> = begun.into_iter().next() else {
        return Ok(StatusCode::CONFLICT);
    };
    let refund = RefundRequest::new(Refund::new(uid.as_str(), "Refunded by the shop"));
    let call = shop
        .payments
        .once(format!("{cart} payment {number} refund"));
    call.send(refund).detached().await?;
    for sql in [
        "UPDATE carts SET state = 'refunded' WHERE request_uid = $1 AND state = 'refunding'",
        "UPDATE payments SET state = 'refunded' WHERE request_uid = $1",
    ] {
        shop.db.rows::<()>(sql, [json!(uid)]).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The staff have seen a payment in the back office that no page has reported.
pub(crate) async fn seen(
    State(shop): State<Arc<Shop>>,
    Path(uid): Path<String>,
) -> Result<StatusCode, Failure> {
    let select = "SELECT cart, number FROM payments WHERE request_uid = $1";
    let found = shop.db.rows(select, [json!(uid)]).await?;
    let found: Option<(String, u8)> = found.into_iter().next();
    let (cart, number) = found.ok_or(Failure(Reply::NotFound))?;
    shop.is_paid(&cart, number).await
}

impl Shop {
    /// The cart first: after a crash between the two commits, it is finished, too.
    pub(crate) async fn is_paid(&self, cart: &str, number: u8) -> Result<StatusCode, Failure> {
        let first = "UPDATE carts SET state = 'paid', request_uid = payments.request_uid, \
             paid_at = unixepoch() FROM payments \
             WHERE carts.cart = $1 AND carts.state = 'open' AND payments.cart = $1 \
             AND number = $2 AND payments.request_uid IS NOT NULL";
        let payment = "UPDATE payments SET state = 'paid' WHERE cart = $1 AND number = $2 \
             AND request_uid IS NOT NULL AND state IN ('requested', 'unpaid', 'paid') \
             RETURNING cart";
        let id = [json!(cart), json!(number)];
        self.db.rows::<()>(first, id.clone()).await?;
        self.paid.notify_one();
        let reported = self.db.rows::<(String,)>(payment, id).await?;
        match reported.is_empty() {
            true => Err(Failure(Reply::NotFound)),
            false => Ok(StatusCode::ACCEPTED),
        }
    }

    /// Each instance runs this, again and again: what was sent under a key is not sent again.
    pub(crate) async fn finish_paid_carts(self: Arc<Self>) {
        loop {
            if let Err(fault) = self.finish_all().await {
                eprintln!("carts: {}", text(&*fault));
            }
            // What was paid elsewhere, or is to be repeated, is found within a second.
            let _ = timeout(Duration::from_secs(1), self.paid.notified()).await;
        }
    }

    async fn finish_all(&self) -> Result<(), Fault> {
        let oldest = "SELECT coalesce(max(unixepoch() - paid_at), 0) FROM carts \
             WHERE state IN ('paid', 'submitted', 'stopped', 'refunding')";
        for (age,) in self.db.rows::<(f64,)>(oldest, []).await? {
            metrics::gauge!("carts_oldest_seconds").set(age);
        }
        let due = "SELECT cart FROM carts \
             WHERE state IN ('paid', 'submitted') AND due_at <= unixepoch()";
        // Each as it is when its turn comes: the staff may have refunded it meanwhile. The other instances leave it
        // alone for 50 seconds, longer than an order takes that is sent again and waits for the journal, too.
        let take = "UPDATE carts SET due_at = unixepoch() + 50 \
             WHERE cart = $1 AND state IN ('paid', 'submitted') AND due_at <= unixepoch() \
             RETURNING cart, state, request_uid, checkout";
        for (cart,) in self.db.rows::<(String,)>(due, []).await? {
            let taken = self.db.rows::<Paid>(take, [json!(cart)]).await?;
            let Some(paid) = taken.into_iter().next() else {
                continue;
            };
            let Err(fault) = self.finish(&paid).await else {
                continue;
            };
            eprintln!("cart {}: {}", paid.cart, text(&*fault));
            let Some(error) = fault.downcast_ref::<Error>() else {
                // The cart waits for the database or for a person.
                continue;
            };
            let (sql, after) = match error.again_in() {
                // Not after `on_change`, which sets it to 0: the next call compares the order now.
                Some(after) => (
                    "UPDATE carts SET due_at = unixepoch() + $2 WHERE cart = $1 AND due_at <> 0",
                    after.as_secs() + 1,
                ),
                // No call helps.
                None => (
                    "UPDATE carts SET due_at = unixepoch() + $2, state = 'stopped' \
                     WHERE cart = $1 AND state IN ('paid', 'submitted')",
                    0,
                ),
            };
            let row = [json!(paid.cart), json!(after)];
            self.db.rows::<()>(sql, row).await?;
        }
        Ok(())
    }

    // ANCHOR: finish
    /// First the payment, then the order. The shop's rows say what is done, also after the journal deletes its entries.
    async fn finish(&self, paid: &Paid) -> Result<(), Fault> {
        let checkout: Checkout = serde_json::from_str(&paid.checkout)?;
        let cart = paid.cart.as_str();
        if paid.state == "paid" {
            let submission = Submission::new(SubmissionRequired {
                request_uid: paid.request_uid.as_str().into(),
                order_number: cart.to_owned(),
                order_description: "Corner Shop".to_owned(),
                amount: checkout.payment.amount,
                pay_date: checkout.pay_date,
            });
            let submit = SubmitRequest::new(submission);
            self.payments.once(cart).send(submit).detached().await?;
            let submitted = "UPDATE carts SET state = 'submitted', due_at = unixepoch() + 50 \
                 WHERE cart = $1 AND state = 'paid' RETURNING cart";
            let submitted = self.db.rows::<(String,)>(submitted, [json!(cart)]).await?;
            if submitted.is_empty() {
                return Err("the cart was changed meanwhile".into());
            }
        }
        // Its secret may change: it is no part of what a key stands for.
        let order = checkout.order.status_callback(self.callback_url.as_str());
        let order = CreateIncomingOrder::new(order);
        let sent = self.pos.once(cart).send(order).detached().await?;
        // The cart is not `placed` before a person has compared the order, and resolved it in the journal.
        if sent.needs_person() {
            return Err("the order has other values than the cart".into());
        }
        // A person who resolves the order may know no id. Then that of a callback stays.
        if let Some(id) = sent.record_id() {
            let stored = "UPDATE carts SET order_id = $2 WHERE cart = $1";
            let row = [json!(cart), json!(id.parse::<i64>()?)];
            self.db.rows::<()>(stored, row).await?;
        }
        let placed = "UPDATE carts SET state = 'placed' WHERE cart = $1 AND state = 'submitted'";
        self.db.rows::<()>(placed, [json!(cart)]).await?;
        Ok(())
    }
    // ANCHOR_END: finish

    /// Reads the menu every five minutes.
    pub(crate) async fn read_menu(self: Arc<Self>) {
        loop {
            let feed = GetMenuFeed::new(self.menu_feed_key.as_str());
            let pause = match self.pos.send(feed).await {
                Ok(feed) => {
                    self.menu.replace(&feed);
                    Duration::from_secs(5 * 60)
                }
                Err(error) => {
                    eprintln!("menu: {error}");
                    error.again_in().unwrap_or(Duration::from_secs(60))
                }
            };
            sleep(pause).await;
        }
    }

    /// Reads the orders that callbacks name, and at the start those whose callbacks may have been missed.
    pub(crate) async fn receive(self: Arc<Self>, handler: Handler<GetIncomingOrder>) {
        let recent = "SELECT order_id FROM carts \
             WHERE order_id IS NOT NULL AND created_at > unixepoch() - 3 * 86400";
        let recent = loop {
            match self.db.rows::<(i64,)>(recent, []).await {
                Ok(recent) => break recent,
                Err(fault) => eprintln!("callbacks: {}", text(&*fault)),
            }
            sleep(Duration::from_secs(1)).await;
        };
        for (id,) in recent {
            // Also if the database goes away meanwhile.
            loop {
                let answer = handler.read_soon(id).await;
                if answer.disposition() == Disposition::Queued {
                    break;
                }
                eprintln!("callbacks: {answer}");
                sleep(Duration::from_secs(1)).await;
            }
        }
        handler
            .run_forever_with(|read| eprintln!("callbacks: {read}"))
            .await;
    }
}

/// What is written with a change of an order, in the transaction that takes it out of the queue: into the row that has
/// the order's id; or if none has it, into the row of the order's reference, as long as that has no id. The status that
/// the callback claims is shown to the buyer, and nothing else depends on it.
pub(crate) fn on_change(change: &RecordChanged<GetIncomingOrder>) -> (&'static str, [Value; 3]) {
    // The state of the cart is that of `finish`: if it is `submitted`, a call compares the order now.
    let sql = "UPDATE carts SET order_state = $2, order_id = $3, due_at = 0 WHERE order_id = $3 \
         OR cart = $1 AND order_id IS NULL \
         AND NOT EXISTS (SELECT cart FROM carts WHERE order_id = $3)";
    let claimed = change.hint.as_ref().map(ToString::to_string);
    let state = claimed.unwrap_or_else(|| change.state.to_string());
    (
        sql,
        [json!(change.reference), json!(state), json!(change.id)],
    )
}
