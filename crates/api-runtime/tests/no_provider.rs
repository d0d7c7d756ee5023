//! Without an installed `CryptoProvider`, the feature `rustls-no-provider` alone builds no client.
#![cfg(all(
    feature = "rustls-no-provider",
    not(any(feature = "rustls", feature = "rustls-aws-lc"))
))]

use api_runtime::ErrorKind;
use test_support::shop::{Client, config_at};
use test_support::tls::install_provider;

/// One test, since a provider is installed for the whole process.
#[test]
fn missing_provider_is_an_error_of_build() {
    let bases = ["https://shop.example/api", "http://127.0.0.1:1/api"];
    for base in bases {
        let error = Client::new(config_at(base)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{base}");
        let text = error.to_string();
        assert!(text.contains("install_default"), "{base}: {text}");
    }
    install_provider();
    for base in bases {
        assert!(Client::new(config_at(base)).is_ok(), "{base}");
    }
}
