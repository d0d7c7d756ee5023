//! Limits and settings of a client.

use std::time::Duration;

use api_runtime::ErrorKind;
use test_support::TestServer;

use super::shop::*;

#[tokio::test]
async fn invalid_proxy_is_an_error_that_does_not_show_it() {
    let server = TestServer::start([]).await;
    let error = builder(server.base_url())
        .proxy("http://user:pl4nted@ho st")
        .build()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert!(!whole_text(&error).contains("pl4nted"), "{error}");
    // Requests to this machine do not use the proxy.
    assert!(
        builder(server.base_url())
            .proxy("http://192.0.2.1:8080")
            .build()
            .is_err()
    );
    for scheme in ["ftp", "socks5"] {
        let url = format!("{scheme}://user:pl4nted@127.0.0.1:1");
        let error = builder(server.base_url()).proxy(url).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{scheme}");
        assert_eq!(
            error.invalid_fields()[0].reason(),
            "expected a proxy URL with the scheme `http` or `https`"
        );
        assert!(!whole_text(&error).contains("pl4nted"), "{error}");
    }
    assert!(
        builder(server.base_url())
            .proxy("http://127.0.0.1:1")
            .build()
            .is_ok()
    );
}

#[tokio::test]
async fn zero_timeouts_are_rejected() {
    let server = TestServer::start([]).await;
    let zero = Duration::ZERO;
    for (name, builder) in [
        (
            "connect_timeout",
            builder(server.base_url()).connect_timeout(zero),
        ),
        (
            "attempt_timeout",
            builder(server.base_url()).attempt_timeout(zero),
        ),
        ("timeout", builder(server.base_url()).timeout(zero)),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        let fields = error.invalid_fields();
        assert_eq!(
            fields.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [format!("settings `{name}`: must not be zero")]
        );
    }
}
