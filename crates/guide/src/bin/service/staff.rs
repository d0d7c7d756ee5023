//! What only the staff do, but for payments: the journal, and orders that cannot be read.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::{Json, Router};
use pos_v3_client::callback::Handler;
use pos_v3_client::journal::{self, Accounts, Journal};
use pos_v3_client::{GetIncomingOrder, Reply};
use serde_json::{Value, json};

use crate::failure::{DatabaseError, Failure};

/// The names of the staff, by their tokens.
type Staff = Arc<HashMap<String, String>>;

/// Who a request is from.
#[derive(Clone)]
struct Person(String);

/// The journal and other routes, behind a layer that authenticates. `staff` is such as
/// `employee-7:… employee-8:…`: ids for the history, each with a token of at least 16 characters.
pub(crate) fn routes(journal: Journal, others: Router, staff: &str) -> Result<Router, String> {
    let member = |text: &str| match text.split_once(':') {
        Some((name, token)) if !name.is_empty() && token.len() >= 16 => {
            Ok((token.to_owned(), name.to_owned()))
        }
        _ => Err("STAFF: expected `name:token`, with a token of at least 16 characters".to_owned()),
    };
    let staff: HashMap<_, _> = staff
        .split_whitespace()
        .map(member)
        .collect::<Result<_, _>>()?;
    // ANCHOR: router
    let journal = journal::router(journal, |head| {
        let person = head.extensions.get::<Person>()?;
        // The shop is one. People of one venue would have `Accounts::Only`.
        Some((person.0.clone(), Accounts::All))
    });
    let layer = from_fn_with_state(Arc::new(staff), authenticate);
    Ok(others.nest("/journal", journal).layer(layer))
    // ANCHOR_END: router
}

/// The orders that wait to be read after a callback, with `null` as the time of the next read if three days have passed.
pub(crate) async fn waiting(
    State(handler): State<Handler<GetIncomingOrder>>,
) -> Result<Json<Value>, Failure> {
    let orders = handler.queued().await.map_err(DatabaseError)?;
    let orders = orders.iter().map(|order| {
        json!({
            "id": order.id,
            "reference": order.reference,
            "age_seconds": order.age.as_secs(),
            "failures": order.failures,
            "retry_in_seconds": order.retry_in.map(|after| after.as_secs()),
        })
    });
    Ok(Json(orders.collect()))
}

/// An order that the venue has deleted waits no more. 404: it does not wait.
pub(crate) async fn dismiss(
    State(handler): State<Handler<GetIncomingOrder>>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Failure> {
    match handler.dismiss(id).await.map_err(DatabaseError)? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Failure(Reply::NotFound)),
    }
}

async fn authenticate(
    State(staff): State<Staff>,
    mut request: Request,
    next: Next,
) -> Result<Response, StatusCode> {
    let header = request.headers().get(AUTHORIZATION);
    let token = header.and_then(|header| header.to_str().ok()?.strip_prefix("Bearer "));
    let name = token.and_then(|token| staff.get(token));
    let name = name.ok_or(StatusCode::UNAUTHORIZED)?.clone();
    request.extensions_mut().insert(Person(name));
    Ok(next.run(request).await)
}
