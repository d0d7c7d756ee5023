//! Plain http to a host that the base URL allows.

use api_runtime::{BaseUrl, Error, ErrorKind};
use test_support::shop::Config;
use test_support::{TestServer, json, response};

use super::shop::*;

/// A base URL with this host and the port of the server.
fn url(server: &TestServer, host: &str) -> String {
    server.base_url().replace("127.0.0.1", host)
}

fn config(url: &str, allowed: Option<&str>) -> Result<Config, Error> {
    let url = BaseUrl::new(url);
    let url = allowed.map_or(url, |host| url.danger_allow_plain_http_to(host));
    Config::new(Environment::Staging, url, venue())
}

#[tokio::test]
async fn allowed_host_is_sent_plain_requests_and_its_redirects_are_refused() {
    let elsewhere = TestServer::start([json(200, r#"{"id":6}"#)]).await;
    let location = format!("Location: {}/elsewhere", url(&elsewhere, "sandbox"));
    let redirect = response(307, &[&location], "");
    let server = TestServer::start([json(200, r#"{"id":5}"#), redirect]).await;
    // What a name server does in a network of containers.
    let address = "127.0.0.1:0".parse().unwrap();
    let config = config(&url(&server, "sandbox"), Some("sandbox")).unwrap();
    let client = ShopClient::builder(config)
        .http(move |reqwest| reqwest.resolve("sandbox", address))
        .build()
        .unwrap();
    assert_eq!(client.send(get_thing("1")).await.unwrap().id, Some(5));
    let error = client.send(get_thing("1")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Redirect);
    let requests = server.requests();
    assert!(requests[0].contains("host: sandbox:"), "{requests:?}");
    assert_eq!((requests.len(), elsewhere.requests().len()), (2, 0));
}

#[tokio::test]
async fn allowed_host_is_not_reached_through_a_remote_proxy() {
    let config = config("http://sandbox:3000/api", Some("sandbox")).unwrap();
    let remote = ShopClient::builder(config).proxy("http://proxy.example:3128");
    let text = remote.build().unwrap_err().to_string();
    assert!(
        text.contains("requires a proxy on a loopback address"),
        "{text}"
    );
}
