//! The request that an addendum creates is a new one.

use api_runtime::{ErrorKind, Outcome};
use payments_client::model::Addendum;
use payments_client::rust_decimal::Decimal;

use super::operations::{payments, respond};

#[tokio::test(start_paused = true)]
async fn addendum_with_the_id_of_the_first_request_proves_nothing() {
    let addendum = || {
        let addendum = Addendum::new("uid-1", Decimal::new(7_550, 2));
        payments_client::AddendumRequest::new(addendum)
    };
    let body = r#"{"Success":true,"Payload":"uid-2","Message":""}"#;
    assert!(respond(payments(), addendum(), body).await.0.is_none());
    let body = r#"{"Success":true,"Payload":"uid-1","Message":""}"#;
    let (error, attempts) = respond(payments(), addendum(), body).await;
    let error = error.unwrap();
    assert_eq!(
        (error.kind(), error.outcome(), attempts),
        (ErrorKind::WrongRecord, Outcome::Unknown, 1)
    );
    assert_eq!(error.response().unwrap().body(), body.as_bytes());
}
