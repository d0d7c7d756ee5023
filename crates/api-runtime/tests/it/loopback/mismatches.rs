//! Values of another shape than described: reported, and errors only in strict mode.

use std::sync::{Arc, Mutex};

use api_runtime::{ErrorKind, Outcome};
use test_support::{TestServer, json};

use super::shop::*;

const ODD: &str =
    r#"{"things":[{"id":1},{"id":"a","name":{},"token":7}],"total_pages":1,"unknown":1}"#;

#[tokio::test]
async fn mismatches_are_reported_beside_the_value() {
    let server = TestServer::start([json(200, ODD), json(200, ODD)]).await;
    let client = client(server.base_url());
    let response = client
        .call()
        .send_for_response(ListThings::default())
        .await
        .unwrap();
    let pointers: Vec<_> = response
        .mismatches
        .iter()
        .map(|mismatch| mismatch.pointer.as_str())
        .collect();
    assert_eq!(
        pointers,
        ["/things/1/id", "/things/1/name", "/things/1/token"]
    );
    assert_eq!(response.value.items.len(), 2);
    assert_eq!(
        client
            .send(ListThings::default())
            .await
            .unwrap()
            .items
            .len(),
        2
    );
}

#[tokio::test]
async fn strict_mode_turns_mismatches_into_an_error_with_pointers() {
    let server = TestServer::start([json(200, ODD)]).await;
    let error = strict(server.base_url())
        .send(ListThings::default())
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Mismatch, Outcome::Done)
    );
    assert_eq!(error.mismatches().len(), 3);
    let text = error.to_string();
    assert!(
        text.contains("/things/1/id: expected integer, found"),
        "{text}"
    );
    assert!(text.contains("/things/1/token"), "{text}");
    let server = TestServer::start([json(200, r#"{"things":[{"id":1,"unknown":2}]}"#)]).await;
    assert!(
        strict(server.base_url())
            .send(ListThings::default())
            .await
            .is_ok(),
        "an unknown field is no mismatch"
    );
}

#[tokio::test]
async fn inexact_amount_is_an_error_in_every_mode() {
    let server = TestServer::start([json(200, r#"{"price":"cheap"}"#)]).await;
    let error = client(server.base_url())
        .send(get_thing("1"))
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Mismatch, Outcome::Done)
    );
    assert!(whole_text(&error).contains("/price"), "{error:?}");
}

#[tokio::test]
async fn mismatch_callback_is_called_and_may_panic() {
    let server =
        TestServer::start([json(200, ODD), json(200, ODD), json(200, "{\"things\":[]}")]).await;
    let reported = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&reported);
    let client = ShopClient::builder(config_at(server.base_url()))
        .on_mismatch(move |operation, names| {
            recorded
                .lock()
                .unwrap()
                .push((operation.to_owned(), names.join(" ")));
        })
        .build()
        .unwrap();
    client.send(ListThings::default()).await.unwrap();
    assert_eq!(
        *reported.lock().unwrap(),
        [(
            "list_things".into(),
            "/things/1/id /things/1/name /things/1/token".into()
        )]
    );

    let panics = ShopClient::builder(config_at(server.base_url()))
        .on_mismatch(|_, _| panic!("on purpose"))
        .build()
        .unwrap();
    assert!(panics.send(ListThings::default()).await.is_ok());
    client.send(ListThings::default()).await.unwrap();
    assert_eq!(
        reported.lock().unwrap().len(),
        1,
        "a response without mismatches is not reported"
    );
}
