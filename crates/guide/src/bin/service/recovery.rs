//! What became of the writes of crashed processes: found out by the API, or by a person.

use std::str::FromStr;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pos_v1_client::journal::{Entry, Journal, JournalClient, Resolution};
use pos_v1_client::{CreateIncomingOrder, Operation as _};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::app::App;
use super::failure::Failure;
use super::orders;

/// How long the writes whose outcome is known are kept. A key is never used again, even after that.
const RETENTION: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// At most so many entries are listed.
const LIMIT: u32 = 100;

// ANCHOR: recover_forever
/// Every instance does so. Two never recover the same write.
pub(crate) async fn recover_forever(app: App, interval: Duration) {
    loop {
        if let Err(error) = recover(&app).await {
            eprintln!("recovery: {error:?}");
        }
        sleep(interval).await;
    }
}
// ANCHOR_END: recover_forever

async fn recover(app: &App) -> Result<(), Failure> {
    let orders = app.pos.recover(&app.store).await?;
    let payments = app.payments.recover(&app.store).await?;
    for report in [orders, payments] {
        for entry in report.found.iter().chain(&report.resent) {
            println!("recovered {} {}", entry.operation, entry.key);
            if entry.operation == CreateIncomingOrder::INFO.name {
                orders::set_id(app, &entry.key, id_of(entry)).await?;
            }
        }
        for entry in &report.unknown {
            println!("unknown {} {}", entry.operation, entry.key);
        }
    }
    app.store.prune(RETENTION).await?;
    Ok(())
}

/// The id of the record, which the journal keeps of the response, or of what a person found.
pub(crate) fn id_of<T: FromStr>(entry: &Entry) -> Option<T> {
    entry.record_id()?.parse().ok()
}

/// A write whose outcome only a person can find out, in the back office.
#[derive(Serialize)]
pub(crate) struct Unresolved {
    id: String,
    operation: String,
    key: String,
    /// The names under which the back office finds it.
    names: Vec<(String, String)>,
    since: String,
}

impl From<Entry> for Unresolved {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id.to_string(),
            operation: entry.operation,
            key: entry.key,
            names: entry.details.names,
            since: entry.created_at.to_string(),
        }
    }
}

/// For the staff only: a service protects these two.
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Vec<Unresolved>>, Failure> {
    let entries = app.store.unresolved(None, LIMIT).await?;
    Ok(Json(entries.into_iter().map(Unresolved::from).collect()))
}

#[derive(Deserialize)]
pub(crate) struct Finding {
    took_effect: bool,
    /// The id of the record, such as the `RequestUid` of a payment.
    record_id: Option<String>,
    by: String,
    why: String,
}

pub(crate) async fn resolve(
    State(app): State<App>,
    Path(id): Path<String>,
    Json(finding): Json<Finding>,
) -> Result<StatusCode, Failure> {
    let Finding {
        took_effect,
        record_id,
        by,
        why,
    } = finding;
    let resolution = match took_effect {
        true => Resolution::TookEffect { record_id },
        false => Resolution::DidNot,
    };
    app.store
        .resolve(&id.parse()?, resolution, &by, &why)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
