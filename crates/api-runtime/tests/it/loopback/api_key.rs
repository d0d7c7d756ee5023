//! API keys in a header: where they are sent, which are invalid, and that nothing shows them.

use api_runtime::__generated::Authorization;
use api_runtime::operation::AuthorizedBy;
use api_runtime::{Client, Config, Credentials, Error, ErrorKind, FieldLocation, Outcome, Secret};
use test_support::{TestServer, json};

use super::shop::{Environment, GetThing, Shop, get_thing, whole_text};

const KEY: &str = "k3y-0f-the/shop+7";

/// A key in a header.
#[derive(Clone, Debug)]
struct ApiKey {
    api_key: Secret,
    header: &'static str,
}

impl Credentials for ApiKey {
    fn authorize(&self, authorization: &mut Authorization) {
        let key = ("api_key", &self.api_key);
        authorization.api_key(self.header, key);
        authorization.path("token", key);
    }
}

impl AuthorizedBy<ApiKey> for GetThing {}

fn config(base: &str, header: &'static str, key: &str) -> Result<Config<Shop, ApiKey>, Error> {
    let credentials = ApiKey {
        api_key: Secret::from(key),
        header,
    };
    Config::new(Environment::Staging, base, credentials)
}

fn client(base: &str) -> Client<Shop, ApiKey> {
    Client::new(config(base, "X-Api-Key", KEY).unwrap()).unwrap()
}

#[tokio::test]
async fn api_key_is_sent_in_its_header_only() {
    let server = TestServer::start([json(200, r#"{"id":7}"#)]).await;
    client(server.base_url())
        .send(get_thing("1"))
        .await
        .unwrap();
    let request = &server.requests()[0];
    assert!(
        request.contains(&format!("\r\nx-api-key: {KEY}\r\n")),
        "{request}"
    );
    assert_eq!(request.matches(KEY).count(), 1, "{request}");
    assert!(!request.contains("authorization"), "{request}");
}

#[test]
fn invalid_api_keys_and_headers_are_errors_that_do_not_show_the_key() {
    for (header, key) in [
        ("X-Api-Key", "pl4nted\r\nX-Other: 1"),
        ("X-Api-Key", "pl4nted key"),
        ("X-Api-Key", "pl4nted\u{e9}"),
        ("X-Api-Key", ""),
        ("Authorization", "pl4nted"),
        ("Connection", "pl4nted"),
        ("X Api Key", "pl4nted"),
        ("", "pl4nted"),
    ] {
        let error = config("https://host", header, key).unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Config, Outcome::NotSent),
            "{header}"
        );
        let is_credential = error
            .invalid_fields()
            .iter()
            .all(|field| field.location() == FieldLocation::Credentials);
        assert!(is_credential, "{error:?}");
        assert!(!whole_text(&error).contains("pl4nted"), "{error}");
    }
}

#[tokio::test]
async fn options_cannot_replace_the_api_key() {
    let server = TestServer::start([]).await;
    let error = client(server.base_url())
        .call()
        .header("x-api-key", "other")
        .send(get_thing("1"))
        .await
        .unwrap_err();
    assert_eq!(
        error.invalid_fields()[0].to_string(),
        "header `x-api-key`: must not be set: the credentials set it"
    );
    assert!(server.requests().is_empty());
}
