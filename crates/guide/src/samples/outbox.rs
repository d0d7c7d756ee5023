//! An outbox of your own: plain `send` and one table, in any database, without the journal.

use std::error::Error;

use api_sandbox::{Effect, Fault, Sandbox};

use super::demo;
// ANCHOR: outbox
use pos_v3_client::model::NewIncomingOrder;
use pos_v3_client::{Client, CreateIncomingOrder, Outcome};
use store_sqlite::rusqlite::{Connection, OptionalExtension as _, Transaction}; // or your own

/// An order is `ready`, `sending`, and then `sent`, `rejected`, or `unknown`, for a person.
pub const TABLE: &str = "CREATE TABLE IF NOT EXISTS outbox (
    reference TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'ready',
    order_id INTEGER,
    note TEXT,
    due_at INTEGER NOT NULL DEFAULT 0
)";

/// In the transaction of the shop's own rows. The body is stored: a later version of the program sends the same.
pub fn enqueue(shop: &Transaction<'_>, order: &NewIncomingOrder) -> Result<(), Box<dyn Error>> {
    let row = [&order.reference_no, &serde_json::to_string(order)?];
    shop.execute("INSERT INTO outbox (reference, body) VALUES (?1, ?2)", row)?;
    Ok(())
}

/// Sends an order that is due. Any number of processes call this, again and again. `false`: none is due.
pub async fn deliver(db: &Connection, client: &Client) -> Result<bool, Box<dyn Error>> {
    // The process died. Nobody knows whether the order was placed.
    let died =
        "UPDATE outbox SET state = 'unknown' WHERE state = 'sending' AND due_at < unixepoch()";
    db.execute(died, [])?;
    // Committed before the call, for the `timeout` of the call and the `attempt_timeout`, in which the server may still execute it.
    let take = "UPDATE outbox SET state = 'sending', due_at = unixepoch() + 60 + 30 WHERE reference = \
         (SELECT reference FROM outbox WHERE state = 'ready' AND due_at <= unixepoch() LIMIT 1) \
         RETURNING reference, body";
    let taken = db.query_row(take, [], |row| Ok((row.get(0)?, row.get(1)?)));
    let Some((reference, body)): Option<(String, String)> = taken.optional()? else {
        return Ok(false);
    };
    let order: NewIncomingOrder = serde_json::from_str(&body)?;
    let (state, order_id, note, after) = match client.send(CreateIncomingOrder::new(order)).await {
        Ok(response) => ("sent", response.incoming_order.id, None, 0),
        Err(error) => {
            let after = error.again_in();
            let state = match error.outcome() {
                Outcome::Unknown => "unknown",
                Outcome::Done => "sent",
                _ if after.is_some() => "ready",
                _ => "rejected",
            };
            let after = after.map_or(0, |after| after.as_secs_f64().ceil() as i64);
            (state, None, Some(error.to_string()), after)
        }
    };
    // Also if this took so long that another process has set `unknown`.
    let end = "UPDATE outbox SET state = ?2, order_id = ?3, note = ?4, due_at = unixepoch() + ?5 \
         WHERE reference = ?1 AND state IN ('sending', 'unknown')";
    db.execute(end, (reference, state, order_id, note, after))?;
    Ok(true)
}
// ANCHOR_END: outbox

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let client = demo::pos_v3(&sandbox)?;
    let mut db = Connection::open_in_memory()?;
    db.execute_batch(TABLE)?;
    for reference in ["WEB-1", "WEB-2", "WEB-3"] {
        let order = NewIncomingOrder::new(reference, vec![demo::item(1)]);
        let shop = db.transaction()?;
        enqueue(&shop, &order)?;
        shop.commit()?;
    }
    let control = sandbox.control();
    for (reference, effect) in [("WEB-2", Effect::DropAfter), ("WEB-3", Effect::Status(429))] {
        control.inject(Fault::new("create_incoming_order", effect).for_reference(reference))?;
    }
    while deliver(&db, &client).await? {}
    let mut rows = db.prepare("SELECT reference, state, order_id FROM outbox")?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let (reference, state): (String, String) = (row.get(0)?, row.get(1)?);
        println!("{reference} {state} {:?}", row.get::<_, Option<i64>>(2)?);
    }
    Ok(())
}
