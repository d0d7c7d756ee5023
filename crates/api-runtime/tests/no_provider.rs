//! Clients of a process without an installed `CryptoProvider`, which is for the whole process: one
//! test for each set of features.
#![cfg(feature = "rustls-no-provider")]

use api_runtime::ErrorKind;
use test_support::shop::{Client, config_at};

const BASES: [&str; 2] = ["https://shop.example/api", "http://127.0.0.1:1/api"];

#[cfg(not(any(feature = "rustls", feature = "rustls-ring")))]
#[test]
fn missing_provider_is_an_error_of_build() {
    for base in BASES {
        let error = Client::new(config_at(base)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{base}");
        let text = error.to_string();
        assert!(text.contains("install_default"), "{base}: {text}");
    }
    test_support::tls::install_provider();
    for base in BASES {
        assert!(Client::new(config_at(base)).is_ok(), "{base}");
    }
}

#[cfg(any(feature = "rustls", feature = "rustls-ring"))]
#[tokio::test]
async fn clients_need_no_installed_provider() {
    #[cfg(feature = "rustls")]
    use api_runtime::transport::reqwest;
    use api_runtime::{Method, RawRequest};
    use test_support::tls::{Authority, server_config};

    let pem = Authority::new("unknown to all").issue("127.0.0.1", false);
    let acceptor = tokio_rustls::TlsAcceptor::from(std::sync::Arc::new(server_config(&pem)));
    let address = test_support::accept(move |stream| {
        let handshake = acceptor.accept(stream);
        async { drop(handshake.await) }
    })
    .await;
    // Another crate of the program builds a plain client, before ours and after.
    #[cfg(feature = "rustls")]
    let plain = reqwest::Client::new();
    for base in BASES {
        assert!(Client::new(config_at(base)).is_ok(), "{base}");
        #[cfg(feature = "rustls")]
        assert!(
            plain.get("https://127.0.0.1:1").build().is_ok()
                && reqwest::Client::builder().build().is_ok()
        );
    }
    // A handshake, and not only the settings.
    let client = Client::new(config_at(&format!("https://{address}/api"))).unwrap();
    let error = client
        .send(RawRequest::new(Method::Get, "/orders"))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Tls, "{error}");
    let text = format!("{error:?}");
    assert!(text.contains("UnknownIssuer"), "{text}");
}
