//! Payments. No operation reads them back, so that their writes are sent once, and what became of
//! one in a crash is for a person to find out.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use payments_client::model::{NewPaymentRequest, Submission};
use payments_client::{CreateRequest, SubmitRequest};

use super::app::App;
use super::failure::Failure;

/// Requests the payment of a cart, and returns its `RequestUid` for the checkout page. A service takes
/// the amount from its own cart, not from the browser.
pub(crate) async fn create(
    State(app): State<App>,
    Path(cart): Path<String>,
    Json(request): Json<NewPaymentRequest>,
) -> Result<(StatusCode, Json<String>), Failure> {
    let client = app.payments.clone();
    let request_uid = client.detach::<_, _, Failure>(async move {
        let operation = CreateRequest::new(request);
        let sent = app.payments.once(&cart).send(operation).await?;
        // Even of an earlier request with this cart. A person who found the payment may not have
        // entered its id.
        Ok(sent.record_id().ok_or(Failure::NotFound)?.to_owned())
    });
    Ok((StatusCode::CREATED, Json(request_uid.await?)))
}

/// Submits the order of a payment, once.
pub(crate) async fn submit(
    State(app): State<App>,
    Json(submission): Json<Submission>,
) -> Result<StatusCode, Failure> {
    let client = app.payments.clone();
    let submitted = client.detach(async move {
        let key = submission.request_uid.as_str().to_owned();
        let operation = SubmitRequest::new(submission);
        let sent = app.payments.once(key).send(operation).await;
        sent.map(drop).map_err(Failure::from)
    });
    submitted.await?;
    Ok(StatusCode::NO_CONTENT)
}
