//! Planted secrets, for which all printed texts are searched.

use api_runtime::{Config, RequestOptions, Secret};
use test_support::{Action, TestServer, closed_address, json, response};

use crate::shop::*;

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
async fn errors_hide_secrets_and_addresses_that_the_server_echoes() {
    let echo = format!("{{\"error\":\"token {TOKEN} is bad, /api/{TOKEN}/v1, Bearer {TOKEN}\"}}");
    let location = format!("Location: http://127.0.0.1/{TOKEN}");
    let www = format!("WWW-Authenticate: Bearer {TOKEN}");
    let steps: Vec<fn(&str, &str, &str) -> Action> = vec![
        |echo, _, _| json(401, echo),
        |echo, _, www| response(401, &[www, "Content-Type: text/plain"], echo),
        |echo, _, _| response(200, &["Content-Type: text/html"], echo.replace('{', "<")),
        |_, location, _| response(302, &[location], ""),
        |echo, _, _| json(500, echo),
        |echo, _, _| json(200, echo.replace("{\"error\":", "[")),
        |_, _, _| Action::Close,
        |_, _, _| Action::Respond(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".to_vec()),
        |_, _, _| Action::Respond(b"garbage\r\n\r\n".to_vec()),
        |_, _, _| json(204, ""),
        |_, _, _| {
            Action::Respond(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{".to_vec())
        },
    ];
    for (index, step) in steps.iter().enumerate() {
        let server = TestServer::start([step(&echo, &location, &www)]).await;
        let error = client(server.base_url())
            .send(GetOldThing { id: 1 })
            .await
            .unwrap_err();
        let text = whole_text(&error);
        clean(&text, server.base_url());
        assert!(
            text.contains("/{token}/v1/things/{id}"),
            "{index}: the template shows: {text}"
        );
    }
}

#[tokio::test]
async fn connection_errors_hide_secrets_and_addresses() {
    let address = closed_address();
    let base = format!("http://{address}/api");
    let error = client(&base).send(GetOldThing { id: 1 }).await.unwrap_err();
    let text = whole_text(&error);
    for planted in PLANTED {
        assert!(!text.contains(planted), "{text}");
    }
    assert!(!text.contains("http://"), "{text}");
    assert!(!text.contains(&address.port().to_string()), "{text}");
}

#[tokio::test]
async fn messages_of_an_unsuccessful_envelope_are_redacted() {
    let no = r#"{"Success":false,"Message":"s3cret-word of client-id-9 (Y2xpZW50LWlkLTk6czNjcmV0LXdvcmQ=)"}"#;
    let server = TestServer::start([json(200, no)]).await;
    let error = till(server.base_url())
        .send(open_request())
        .await
        .unwrap_err();
    clean(&whole_text(&error), server.base_url());
    assert_eq!(
        error.messages(),
        ["[hidden] of client-id-9 ([hidden])"].map(|text| text.replace("client-id-9", "[hidden]"))
    );
}

#[tokio::test]
async fn echoed_secrets_are_redacted_in_errors_but_kept_in_data() {
    let body = format!("{{\"id\":\"{TOKEN}\",\"name\":\"{TOKEN}\",\"token\":\"{TOKEN}\"}}");
    let server = TestServer::start([json(200, &body), json(200, &body)]).await;
    let error = strict(server.base_url())
        .send(get_thing("1"))
        .await
        .unwrap_err();
    clean(&whole_text(&error), server.base_url());
    // A name that equals the token is data, and not redacted.
    let thing = client(server.base_url())
        .send(get_thing("1"))
        .await
        .unwrap();
    assert_eq!(thing.name.as_deref(), Some(TOKEN));
    assert_eq!(thing.token.as_ref().map(Secret::expose), Some(TOKEN));
}

#[tokio::test]
async fn secrets_are_redacted_in_truncated_and_escaped_mismatches() {
    let long = format!("pl4nted-{}", "0123456789".repeat(20));
    let odd = r#"od"d\pl4nted"#;
    let body = |value: &str| {
        let value = value.replace('\\', r"\\").replace('"', r#"\""#);
        format!(r#"{{"id":"{value}","{value}":1,"{value}":2}}"#)
    };
    let server = TestServer::start([json(200, body(&long)), json(200, body(odd))]).await;
    let options = RequestOptions::new()
        .header("x-a", long.as_str())
        .header("x-b", odd);
    let client = strict(server.base_url()).with_options(options);
    for _ in 0..2 {
        let error = client.send(get_thing("1")).await.unwrap_err();
        assert_eq!(error.mismatches().len(), 2, "{error}");
        assert_eq!(error.mismatches()[0].found, "string \"[hidden]\"");
        let text = whole_text(&error);
        assert!(
            !text.contains("pl4nted") && !text.contains("od\\\"d"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn debug_output_hides_secrets_and_addresses() {
    let server = TestServer::start([json(200, format!("{{\"token\":\"{TOKEN}\"}}"))]).await;
    let config: Config<Shop, VenueToken> = config_at(server.base_url());
    clean(&format!("{config:?} {config:#?}"), server.base_url());
    clean(
        &format!("{:?}", ShopClient::builder(config.clone()).proxy(TOKEN)),
        server.base_url(),
    );
    let client = client(server.base_url());
    clean(
        &format!("{client:?} {:?} {:?}", venue(), till(server.base_url())),
        server.base_url(),
    );
    clean(
        &format!("{:?}", client.pages(ListThings::default().name_eq(TOKEN))),
        server.base_url(),
    );
    clean(
        &format!("{:?}", client.items(ListThings::default())),
        server.base_url(),
    );
    let raw = api_runtime::RawRequest::<Shop>::new(api_runtime::Method::Get, "/{a}")
        .path("a", TOKEN)
        .query("b", TOKEN);
    clean(&format!("{raw:?}"), server.base_url());
    let response = client.send_with_response(get_thing("1")).await.unwrap();
    clean(
        &format!("{response:?} {:#?}", response.value),
        server.base_url(),
    );
}

#[tokio::test]
async fn unreadable_json_is_not_shown_in_errors() {
    let body = r#"{"price":"cheap","token":"pl4nted","name":"pl4nted"}"#;
    let server = TestServer::start([json(200, body)]).await;
    let error = client(server.base_url())
        .send(get_thing("1"))
        .await
        .unwrap_err();
    assert!(!whole_text(&error).contains("pl4nted"), "{error:?}");
    assert_eq!(error.response().unwrap().body(), body.as_bytes());
    assert!(!format!("{:?}", error.response()).contains("pl4nted"));
}

#[tokio::test]
async fn malformed_records_are_not_shown_in_errors() {
    let body = r#"{"id":1,"token":"pl4nted","name":"pl4nted"}"#;
    let utf16: Vec<_> = body.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let cut = &body[..body.len() - 3];
    let wrong = "Content-Type: text/plain";
    for step in [
        json(200, cut),
        json(200, body.repeat(2)),
        json(
            200,
            [b"{\"a\":\"\xe9\"".as_slice(), &body.as_bytes()[1..]].concat(),
        ),
        json(200, utf16),
        // The rest of another response.
        json(200, &body[5..]),
        // Without a media type, and with a wrong one.
        response(200, &[], cut),
        response(200, &[wrong], cut),
        response(200, &[wrong], format!("\u{feff}\r\n[{cut}")),
        response(200, &["Content-Encoding: br"], body),
        json(206, body),
        json(501, body),
        json(404, cut),
    ] {
        let server = TestServer::start([step]).await;
        let error = client(server.base_url())
            .send(get_thing("1"))
            .await
            .unwrap_err();
        assert!(!whole_text(&error).contains("pl4nted"), "{error:?}");
    }
}

#[tokio::test]
async fn error_body_with_status_200_has_its_messages() {
    let body = format!("{{\"errors\":[\"sold out, {TOKEN}\"]}}");
    let server = TestServer::start([json(200, &body)]).await;
    let client = client(server.base_url());
    let error = client.send(ListThings::default()).await.unwrap_err();
    assert_eq!(error.kind(), api_runtime::ErrorKind::Decode);
    assert_eq!(error.messages(), ["sold out, [hidden]"]);
    assert!(error.to_string().contains("sold out"), "{error}");
}
