//! A copy of the venue's customers.

use std::error::Error;
use std::mem::take;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use pos_v2_client::{Checkpoint, ListCustomers};
use store_sqlite::SqliteStore;
use store_sqlite::rusqlite::{OptionalExtension, Transaction};
use tokio::time::sleep;

use super::app::App;
use super::failure::Failure;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The id, the time of the last change, and the record.
type Row = (i64, i64, String);

/// Two instances may read a customer at the same time: the later change is kept.
const UPSERT: &str = "
    INSERT INTO customers (id, updated_at, record) VALUES (?1, ?2, ?3)
    ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, record = excluded.record
    WHERE excluded.updated_at >= customers.updated_at
";

/// The overlap of two runs, for clock skew and delays of the server.
const OVERLAP: Duration = Duration::from_secs(5 * 60);

/// How many records one transaction has.
const BATCH: usize = 1_000;

pub(crate) async fn sync_forever(app: App, interval: Duration) {
    loop {
        if let Err(error) = sync(&app).await {
            eprintln!("sync of customers: {error}");
        }
        sleep(interval).await;
    }
}

/// Upserts the customers that changed since the last run, of any instance, or continues it.
async fn sync(app: &App) -> Result<()> {
    // Venues can share a file.
    let name = format!("{}/customers", app.venue);
    let mut checkpoint = app.store.checkpoint(&name).await?;
    let mut changes = app
        .lists
        .call()
        .sync(ListCustomers::new(), &mut checkpoint, OVERLAP)?;
    let mut batch = Vec::new();
    while let Some(customer) = changes.next().await {
        let customer = customer?;
        let id = customer.id.ok_or("missing customer id")?;
        let updated_at = customer.updated_at.map(|time| time.as_millisecond());
        let record = serde_json::to_string(&customer)?;
        batch.push((id, updated_at.unwrap_or_default(), record));
        if batch.len() == BATCH {
            save(&app.store, &name, take(&mut batch), changes.checkpoint()?).await?;
        }
    }
    save(&app.store, &name, batch, changes.commit()?).await
}

/// The records and the checkpoint that covers them are one commit.
async fn save(
    store: &SqliteStore,
    name: &str,
    batch: Vec<Row>,
    checkpoint: Checkpoint,
) -> Result<()> {
    let (checkpoints, name) = (store.clone(), name.to_owned());
    let save = move |transaction: &Transaction<'_>| -> Result<()> {
        let mut upsert = transaction.prepare(UPSERT)?;
        for row in batch {
            upsert.execute(row)?;
        }
        checkpoints.save_checkpoint_in(transaction, &name, &checkpoint)?;
        Ok(())
    };
    store.transaction(save).await
}

pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<i64>,
) -> std::result::Result<impl IntoResponse, Failure> {
    let select = move |transaction: &Transaction<'_>| -> std::result::Result<_, Failure> {
        let sql = "SELECT record FROM customers WHERE id = ?1";
        let record = transaction.query_row(sql, [id], |row| row.get::<_, String>(0));
        record.optional()?.ok_or(Failure::NotFound)
    };
    let record = app.store.transaction(select).await?;
    Ok(([(CONTENT_TYPE, "application/json")], record))
}
