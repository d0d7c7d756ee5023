//! Texts of the default transport, over loopback connections.

use std::future::ready;
use std::sync::Arc;

use api_runtime::reqwest::dns::{Name, Resolve, Resolving};
use api_runtime::{Error, reqwest};
use test_support::shop::{Client, CreateOrder, config_at};
use test_support::tls::http_client;
use test_support::{Action, TestServer, closed_address, response};

use crate::Report;

pub(crate) async fn report(report: &mut Report) {
    report.section("Connections");
    let closed = format!("http://{}/api", closed_address());
    let builder = http_client().dns_resolver(Arc::new(UnknownHost));
    let resolving = builder.no_proxy().build().unwrap();
    // Both are retried in real time.
    let (refused, unknown_host) = tokio::join!(
        error(&closed, None),
        error("http://localhost:1/api", Some(resolving)),
    );
    report.line("connection refused", refused);
    report.line("an unknown host", unknown_host);

    for (situation, action) in [
        ("a closed connection", Action::Close),
        ("no HTTP", respond("nonsense\r\n\r\n")),
        (
            "an incomplete body",
            respond("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
        ),
        (
            "a body that is too large",
            respond("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{"),
        ),
        (
            "a chunked body that is too large",
            respond(&format!(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n{}\r\n0\r\n\r\n",
                "x".repeat(0x800)
            )),
        ),
        (
            "a redirect",
            response(302, &["Location: /api/orders/7"], ""),
        ),
    ] {
        let server = TestServer::start([action]).await;
        report.line(situation, error(server.base_url(), None).await);
    }

    let redirect = response(302, &["Location: /api/orders/7"], "");
    let server = TestServer::start([redirect, response(200, &[], "{}")]).await;
    let following = http_client().no_proxy().build().unwrap();
    let followed = error(server.base_url(), Some(following)).await;
    report.line("a redirect that the provided client follows", followed);
}

fn respond(bytes: &str) -> Action {
    Action::Respond(bytes.as_bytes().to_vec())
}

/// The error of a write.
async fn error(base_url: &str, http_client: Option<reqwest::Client>) -> Error {
    let mut builder = Client::builder(config_at(base_url)).max_response_size(1_024);
    if let Some(http_client) = http_client {
        builder = builder.http_client(http_client);
    }
    let client = builder.build().unwrap();
    client.send(CreateOrder::new("WEB-1")).await.unwrap_err()
}

/// Resolves no host name.
struct UnknownHost;

impl Resolve for UnknownHost {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(ready(Err("no such host".into())))
    }
}
