//! Payments. No operation reads them back, so that their writes are never sent again.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use payments_client::model::{NewPaymentRequest, Submission};
use payments_client::{CreateRequest, SubmitRequest};

use super::app::App;
use super::failure::Failure;

/// Requests a payment, and returns the `RequestUid` for the checkout page. A service takes the amount
/// from its own cart, not from the browser.
pub(crate) async fn create(
    State(app): State<App>,
    Json(request): Json<NewPaymentRequest>,
) -> Result<(StatusCode, Json<String>), Failure> {
    let call = app.payments.send(CreateRequest::new(request));
    let request_uid = app.payments.detach(call).await?;
    Ok((StatusCode::CREATED, Json(request_uid.as_str().to_owned())))
}

/// Submits the order of a payment.
pub(crate) async fn submit(
    State(app): State<App>,
    Json(submission): Json<Submission>,
) -> Result<StatusCode, Failure> {
    let call = app.payments.send(SubmitRequest::new(submission));
    app.payments.detach(call).await?;
    Ok(StatusCode::NO_CONTENT)
}
