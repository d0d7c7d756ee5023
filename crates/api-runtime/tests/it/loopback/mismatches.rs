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
async fn a_byte_that_is_no_utf8_costs_one_value_of_a_page_and_no_write() {
    let page = b"{\"things\":[{\"id\":1},{\"id\":2,\"name\":\"caf\xe9\"}],\"total_pages\":1}";
    let created = b"{\"id\":3,\"reference_no\":\"r-1\",\"name\":\"caf\xe9\"}";
    let rejected = b"{\"errors\":[\"no caf\xe9\"]}";
    let inexact = b"{\"id\":3,\"price\":\"1\xe9\"}";
    let in_key = b"{\"id\":3,\"n\xe9me\":1}";
    let server = TestServer::start([
        json(200, page),
        json(200, created),
        json(422, rejected),
        json(200, inexact),
        json(200, in_key),
    ]);
    let client = client(server.await.base_url());
    let list = client.call().send_for_response(ListThings::default()).await;
    let list = list.unwrap();
    let [first, second] = &list.value.items[..] else {
        panic!("{} things", list.value.items.len())
    };
    assert_eq!(
        (first.id, second.id, &second.name),
        (Some(1), Some(2), &None)
    );
    let kept = second.extra.get("name").unwrap();
    assert_eq!(kept.as_str(), "\"caf\u{fffd}\\udce9\"");
    assert_eq!(list.mismatches[0].pointer, "/things/1/name");

    let thing = client.send(create_thing()).await.unwrap();
    assert_eq!((thing.id, thing.name), (Some(3), None));
    let error = client.send(create_thing()).await.unwrap_err();
    assert_eq!(error.messages(), ["no caf\u{fffd}\\\\udce9"]);
    let error = client.send(get_thing("3")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    let error = client.send(get_thing("3")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("invalid UTF-8"), "{error}");
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
