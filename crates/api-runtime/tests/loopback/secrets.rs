//! Planted secrets, for which all printed texts are searched.

use api_runtime::__generated::{OperationInfo, Request, ResponseReader};
use api_runtime::api_wire::body;
use api_runtime::{AuthorizedBy, Config, Json, Method, Operation, RawRequest, ReadError, Secret};
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
    let client = strict(server.base_url())
        .call()
        .header("x-a", long.as_str())
        .header("x-b", odd)
        .into_client();
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
        &format!(
            "{:?}",
            client.call().pages(ListThings::default().name_eq(TOKEN))
        ),
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
    let response = client
        .call()
        .send_for_response(get_thing("1"))
        .await
        .unwrap();
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

/// A request whose body has a secret and personal data, in a nested body and in undocumented JSON.
#[derive(Clone, Debug)]
struct Subscribe;

#[derive(Clone, Default, PartialEq)]
struct Subscription {
    callback: Option<String>,
    person: Option<Person>,
    pin: Option<Secret>,
    state: Option<String>,
}

#[derive(Clone, Default, PartialEq)]
struct Person {
    name: Option<String>,
    phone: Option<i64>,
    details: Option<api_runtime::Json>,
}

body! {
    Subscription {
        callback: "callback" secret => String,
        person: "person" => Person,
        pin: "pin" => Secret,
        state: "state" => String,
    }
}

body! {
    Person {
        name: "name" pii => String,
        phone: "phone" pii = i64,
        details: "details" pii => api_runtime::Json,
    }
}

impl Operation for Subscribe {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("subscribe", Method::Post, "/v2/things");

    fn write_request(&self, request: &mut Request) {
        let details = r#"{"pets": ["Rex", "Bello"], "born": 19870423}"#;
        let details: api_runtime::Json = details.parse().unwrap();
        let person = Person::default()
            .name("Ada Lovelace")
            .phone(5_550_100)
            .details(details);
        let body = Subscription::default()
            .callback("https://shop.example/hooks/k3y-of-the-hook")
            .person(person)
            .pin("Pin-4711")
            .state("pending");
        request.body(&body);
        request.query("q", &"555-0199".to_owned());
        request.hide(&"555-0199".to_owned());
    }

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for Subscribe {}

#[tokio::test]
async fn secrets_and_personal_data_of_a_request_are_hidden_when_they_are_echoed() {
    let echo = "https:\\/\\/shop.example%2Fhooks%2Fk3y-of-the-hook and k3y-of-the-hook; ada lovelace, \
        5550100, Bello, 19870423, 555-0199, PIN-4711 are pending";
    let shown = "[hidden] and [hidden]; [hidden], [hidden], [hidden], [hidden], [hidden], [hidden] \
        are pending";
    let server = TestServer::start([
        json(422, format!("{{\"errors\":[\"{echo}\"]}}")),
        response(502, &["Content-Type: text/html"], echo.replace("\\/", "/")),
        json(200, format!("{{\"price\":\"{echo}\"}}")),
    ])
    .await;
    let client = client(server.base_url());
    let error = client.send(Subscribe).await.unwrap_err();
    assert_eq!(error.messages(), [shown]);
    for _ in 0..2 {
        let error = client.send(Subscribe).await.unwrap_err();
        let text = whole_text(&error);
        for planted in ["k3y", "ovelace", "5550100", "Bello", "1987", "0199", "4711"] {
            assert!(!text.contains(planted), "{text}");
        }
    }
}

#[tokio::test]
async fn values_of_options_and_raw_requests_are_hidden_when_they_are_echoed() {
    let echo = r#"{"error": "api_key k%33y-5678901 of word, id pers0nal-7 and 12345"}"#;
    let server = TestServer::start([json(422, echo), json(422, echo)]).await;
    let client = client(server.base_url());
    let raw = RawRequest::<Shop>::new(Method::Get, "/v2/people/{id}")
        .path("id", "pers0nal-7")
        .query("number", 12_345);
    let error = client
        .call()
        .query("api_key", "k3y-5678901")
        .query("a", "word")
        .send(raw)
        .await
        .unwrap_err();
    assert_eq!(
        error.messages(),
        ["api_key [hidden] of [hidden], id [hidden] and [hidden]"]
    );
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
async fn token_is_hidden_in_every_encoding() {
    const SLASHED: &str = "t0k/en+wi~th-5eCr3t";
    let escaped: String = SLASHED
        .chars()
        .map(|c| format!("\\u{:04x}", u32::from(c)))
        .collect();
    for echo in [
        "t0k%2fen%2bwi%7eth-5eCr3t",
        "t0k%2Fen%2Bwi~th-5eCr3t",
        "t0k%252fen%252bwi~th-5eCr3t",
        "t0k\\/en+wi~th-5eCr3t",
        "t0k&#x2f;en&#43;wi~th-5eCr3t",
        "T0K/EN+WI~TH-5ECR3T",
        // Base64 of the token, of `user:token` and of `token:password`, without padding.
        "dDBrL2VuK3dpfnRoLTVlQ3IzdA",
        "dXNlcjp0MGsvZW4rd2l-dGgtNWVDcjN0",
        "dDBrL2VuK3dpfnRoLTVlQ3IzdDpwYXNz",
        // The start and the end of the token.
        "t0k/en+w",
        "-5eCr3t",
        &escaped,
    ] {
        let body = format!("{{\"errors\":[\"<{echo}>\"],\"price\":\"<{echo}>\",\"{echo}\":1}}");
        let html = response(503, &["Content-Type: text/html"], format!("<{echo}>"));
        let server = TestServer::start([json(422, &body), json(200, &body), html]).await;
        let base = server.base_url();
        let venue = VenueToken::new(SLASHED);
        let client = client(base).with_credentials(venue);
        for _ in 0..3 {
            let text = whole_text(&client.send(create_thing()).await.unwrap_err());
            for planted in ["t0k", "T0K", "5ECR3T", "DBrL2V", "dDBrL2", "MGsvZW", "0074"] {
                assert!(!text.contains(planted), "{echo}: {text}");
            }
            // A part of fewer than eight characters is shown.
            assert!(
                echo == "-5eCr3t" || !text.contains("5eCr3t"),
                "{echo}: {text}"
            );
        }
    }
}

/// A short body, compressed by gzip, by zlib, and as a stored block of deflate; by zstd without
/// compression.
const COMPRESSED: [&[u8]; 4] = [
    b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x01\x09\0\xf6\xffpl4nted!!",
    b"\x78\x9c\x01\x09\0\xf6\xffpl4nted!!",
    b"\x01\x09\0\xf6\xffpl4nted!!",
    b"\x28\xb5\x2f\xfd pl4nted!!",
];

#[tokio::test]
async fn compressed_bodies_are_not_shown_in_errors() {
    // Text after decompression, if that were done, without a control character.
    let plain = b"pl4nted";
    for headers in [
        &["Content-Type: text/plain"][..],
        &["Content-Type: application/octet-stream"],
        &[],
        &["Content-Type: text/html", "Content-Encoding: br"],
        &["Content-Encoding: unheard-of"],
    ] {
        let is_encoded = headers
            .iter()
            .any(|header| header.starts_with("Content-Enc"));
        let bodies = COMPRESSED
            .into_iter()
            .chain(is_encoded.then_some(&plain[..]));
        for body in bodies {
            for status in [200, 403, 502] {
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
}
