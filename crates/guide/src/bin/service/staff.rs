//! What only the staff do: the journal and refunds.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use pos_v3_client::journal::{self, Accounts, Journal};

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
