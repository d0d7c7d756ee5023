//! What became of the writes of crashed processes: found out by the API, or by a person.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pos_v1_client::journal::{Entry, Filter, Operator, Resolution, Worker};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use super::app::App;
use super::failure::Failure;

/// How long the writes whose outcome is known are kept. A key is never used again, even after that.
const RETENTION: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// At most so many entries are listed.
const LIMIT: u32 = 100;

// ANCHOR: look_up_forever
/// Every instance does so: a look-up is a read.
pub(crate) async fn look_up_forever(app: App, interval: Duration) {
    let worker = Worker::new(app.store)
        .client(app.pos)
        .client(app.payments)
        .keep(RETENTION)
        .on_open(|entry| println!("unknown {} {}", entry.operation, entry.key));
    loop {
        if let Err(error) = worker.round().await {
            eprintln!("look-ups: {error}");
        }
        sleep(interval).await;
    }
}
// ANCHOR_END: look_up_forever

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
    let operator = Operator::new(app.store, "staff")?;
    let listed = operator.list(&Filter::for_people(), None, LIMIT).await?;
    let mut unresolved = Vec::new();
    for entry in listed.entries {
        match entry {
            Ok(entry) => unresolved.push(Unresolved::from(entry)),
            Err(unreadable) => eprintln!("{unreadable}"),
        }
    }
    Ok(Json(unresolved))
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
    let operator = Operator::new(app.store, by)?;
    operator.resolve(&id.parse()?, resolution, &why).await?;
    Ok(StatusCode::NO_CONTENT)
}
