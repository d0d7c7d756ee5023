//! Planted secrets, for which all printed texts are searched.

use api_runtime::{Config, Json, Method, RawRequest};
use test_support::{TestServer, json, response};

use super::shop::*;

/// The token, and its encoded forms.
const PLANTED: [&str; 4] = [
    TOKEN,
    "s3cret-word",
    "Y2xpZW50LWlkLTk6czNjcmV0LXdvcmQ=",
    "client-id-9",
];

fn clean(text: &str, base: &str) {
    for planted in PLANTED {
        assert!(!text.contains(planted), "{planted} shows in {text}");
    }
    let host = base.trim_start_matches("http://").trim_end_matches("/api");
    assert!(
        !text.contains("http://") && !text.contains(host),
        "an address shows in {text}"
    );
}

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
    for client in [&client, &client.with_credentials(venue())] {
        let text = whole_text(&client.send(get_thing("1")).await.unwrap_err());
        for planted in [header, password, path] {
            assert!(!text.contains(planted), "{text}");
        }
    }
}

#[tokio::test]
async fn debug_output_hides_secrets_and_addresses() {
    let server = TestServer::start([json(200, format!("{{\"token\":\"{TOKEN}\"}}"))]).await;
    let config: Config<Shop, VenueToken> = config_at(server.base_url());
    let builder = ShopClient::builder(config.clone()).proxy(TOKEN);
    let client = client(server.base_url());
    let list = ListThings::default().name_eq(TOKEN);
    let pages = client.call().pages(list.clone());
    let items = client.items(list);
    let raw = RawRequest::<Shop>::new(Method::Get, "/{a}")
        .path("a", TOKEN)
        .query("b", TOKEN);
    let call = client.call().send_for_response(get_thing("1"));
    let response = call.await.unwrap();
    for text in [
        format!("{config:?} {config:#?} {builder:?}"),
        format!("{client:?} {:?} {:?}", venue(), till(server.base_url())),
        format!("{pages:?} {items:?} {raw:?}"),
        format!("{response:?} {:#?}", response.value),
    ] {
        clean(&text, server.base_url());
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
