//! A copy of the venue's customers.

use std::error::Error;
use std::sync::PoisonError;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pos_v2_client::model::Customer;
use pos_v2_client::{Checkpoint, ListCustomers};
use tokio::time::sleep;

use super::app::App;

/// The overlap of two runs, for clock skew and delays of the server.
const OVERLAP: Duration = Duration::from_secs(5 * 60);

pub(crate) async fn sync_forever(app: App, interval: Duration) {
    // Kept as long as the customers: a new process reads all of them.
    let mut checkpoint = None;
    loop {
        if let Err(error) = sync(&app, &mut checkpoint).await {
            eprintln!("sync of customers: {error}");
        }
        sleep(interval).await;
    }
}

/// Upserts the customers that changed since the last run.
async fn sync(
    app: &App,
    checkpoint: &mut Option<Checkpoint>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut changes = app.lists.sync(ListCustomers::new(), checkpoint, OVERLAP)?;
    while let Some(customer) = changes.next().await {
        let customer = customer?;
        let mut customers = app.customers.lock().unwrap_or_else(PoisonError::into_inner);
        customers.insert(customer.id.ok_or("missing customer id")?, customer);
    }
    changes.commit()?; // after all of them are stored
    Ok(())
}

pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<i64>,
) -> Result<Json<Customer>, StatusCode> {
    let customers = app.customers.lock().unwrap_or_else(PoisonError::into_inner);
    customers
        .get(&id)
        .cloned()
        .map(Json)
        .ok_or(StatusCode::NOT_FOUND)
}
