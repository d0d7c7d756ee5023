//! Callbacks of an API that signs them: a layer before the router checks the signature. No API here documents one.

use std::error::Error;

use api_sandbox::Sandbox;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use hmac_sha256::HMAC;
use pos_v3_client::callback::{Events, Handler, Handlers, router};
use pos_v3_client::journal::MemoryStore;
use pos_v3_client::transport::reqwest;
use pos_v3_client::{Client, GetIncomingOrder};
use tokio::net::TcpListener;

/// Lets a callback through whose header `X-Signature` is the HMAC-SHA256 of its body, in hexadecimal digits.
async fn check_signature(key: &[u8], request: Request, next: Next) -> Result<Response, StatusCode> {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, 64 * 1024).await;
    let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?;
    let signature = head
        .headers
        .get("x-signature")
        .and_then(|value| bytes(value.as_bytes()));
    // In constant time.
    match signature.is_some_and(|signature| HMAC::verify(&body, key, &signature)) {
        true => Ok(next.run(Request::from_parts(head, Body::from(body))).await),
        false => Err(StatusCode::UNAUTHORIZED),
    }
}

/// 32 bytes, of 64 hexadecimal digits.
fn bytes(digits: &[u8]) -> Option<[u8; 32]> {
    let digit = |digit: u8| {
        char::from(digit)
            .to_digit(16)
            .and_then(|digit| u8::try_from(digit).ok())
    };
    let bytes = digits.chunks(2).map(|pair| match *pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    });
    bytes.collect::<Option<Vec<u8>>>()?.try_into().ok()
}

use super::demo;

const SECRET: &str = "5f1d7a84db00d2fce00b31a7fc73224f";

/// What the provider and the service share.
const KEY: &[u8] = b"a key of the sample";

pub(super) async fn run() -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::start().await?;
    let store = MemoryStore::new();
    let client = Client::builder(demo::pos_v3_config(&sandbox)?).account(12);
    let client = client.journal(store.clone()).build()?;
    let changes = Events::<GetIncomingOrder>::new(store, 100);
    let receiver = Handler::new(client, SECRET, changes)?;

    // ANCHOR: router
    let callbacks = router(Handlers::new([receiver]));
    let callbacks = callbacks.layer(from_fn(|request, next| check_signature(KEY, request, next)));
    let app = axum::Router::new().nest("/callbacks", callbacks);
    // ANCHOR_END: router
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/callbacks/{SECRET}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, app).await });

    let body = "incoming_order[id]=48213&incoming_order[status]=Completed";
    let signature: String = HMAC::mac(body, KEY)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let wrong = "0".repeat(64);
    for (name, signature) in [("none", ""), ("wrong", &*wrong), ("right", &*signature)] {
        let callback = reqwest::Client::new().post(&url).body(body);
        let response = callback.header("x-signature", signature).send().await?;
        println!("{name:6} {}", response.status());
    }
    Ok(())
}
