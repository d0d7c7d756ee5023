//! Planted secrets, for which all printed texts are searched.

use api_runtime::{Json, Method, RawRequest};
use test_support::{TestServer, json, response};

use super::shop::*;

#[tokio::test]
async fn secrets_of_the_settings_are_hidden_if_the_server_echoes_them() {
    let (user, password) = ("till", "proxy-word-44aa");
    // `till:proxy-word-44aa`.
    let header = "dGlsbDpwcm94eS13b3JkLTQ0YWE=";
    let path = "hidden-path-9c1f77";
    let echo = format!("407 of {header}, {user}:{password}; not found: /{path}/api/v2/things");
    let proxy = TestServer::start([
        response(407, &["Content-Type: text/plain"], &echo),
        response(407, &["Content-Type: text/plain"], &echo),
    ])
    .await;
    let address = proxy.base_url().trim_end_matches("/api");
    let address = address.replace("http://", &format!("http://{user}:{password}@"));
    let client = ShopClient::builder(config_at(&format!("http://127.0.0.1:9/{path}/api")))
        .proxy(address)
        .build()
        .unwrap();
    for client in [&client, &client.with_account("other", venue())] {
        let text = whole_text(&client.send(get_thing("1")).await.unwrap_err());
        for planted in [header, password, path] {
            assert!(!text.contains(planted), "{text}");
        }
    }
}

/// The clients, their configuration and their operations are searched in `tests/clients/secrets.rs`.
#[tokio::test]
async fn debug_output_of_lists_and_responses_hides_secrets_and_addresses() {
    let server = TestServer::start([json(200, format!("{{\"token\":\"{TOKEN}\"}}"))]).await;
    let client = client(server.base_url());
    let list = ListThings::default().name_eq(TOKEN);
    let pages = client.call().pages(list.clone());
    let items = client.items(list);
    let raw = RawRequest::<Shop>::new(Method::Get, "/{a}")
        .path("a", TOKEN)
        .query("b", TOKEN);
    let call = client.call().send_for_response(get_thing("1"));
    let response = call.await.unwrap();
    let builder = builder(server.base_url()).proxy(TOKEN);
    let shown = format!("{pages:?} {items:?} {raw:?} {response:?} {builder:?}");
    let address = server.base_url().trim_start_matches("http://");
    for planted in [TOKEN, "http://", address] {
        assert!(!shown.contains(planted), "{shown}");
    }
}

#[tokio::test]
async fn values_of_an_undocumented_body_are_hidden_when_they_are_echoed() {
    let echo = r#"{"error": "no phone 5550199 of Ada%20Byron: name is Ada"}"#;
    let server = TestServer::start([json(422, echo)]).await;
    let body = r#"{"person":{"names":["Ada Byron"],"phone":5550199,"is_new":true}}"#;
    let raw =
        RawRequest::<Shop>::new(Method::Post, "/v2/people").body(body.parse::<Json>().unwrap());
    let error = client(server.base_url()).send(raw).await.unwrap_err();
    assert_eq!(
        error.messages(),
        ["no phone [hidden] of [hidden]: name is Ada"]
    );
}

#[tokio::test]
async fn compressed_bodies_are_not_shown_in_errors() {
    // A stored block of gzip, and a coding that is not known.
    let gzip = &b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01\x09\0\xf6\xffpl4nted!!"[..];
    for (headers, body) in [
        (&["Content-Type: text/plain"][..], gzip),
        (&[], gzip),
        (&["Content-Encoding: unheard-of"], &b"pl4nted"[..]),
    ] {
        for status in [200, 502] {
            let server = TestServer::start([response(status, headers, body)]).await;
            let error = client(server.base_url())
                .send(create_thing())
                .await
                .unwrap_err();
            let text = whole_text(&error);
            assert!(!text.contains("pl4nted"), "{status} {headers:?}: {text}");
            assert_eq!(error.response().unwrap().body(), body);
        }
    }
}
