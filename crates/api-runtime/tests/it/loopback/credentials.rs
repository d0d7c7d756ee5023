//! Credentials: where they are sent, which are invalid, and that no error shows them.

use api_runtime::{Config, ErrorKind, FieldLocation, Outcome, Secret};
use test_support::TestServer;

use super::shop::*;

fn integrator(token: &str, venue: Option<&str>) -> Integrator {
    Integrator {
        integrator_token: Secret::from(token),
        venue_token: venue.map(Secret::from),
    }
}

#[test]
fn token_invalid_in_a_header_is_an_error_that_does_not_show_it() {
    for token in [
        "pl4nted\r\nX-Other: 1",
        "pl4nted\n",
        "pl4nted\0",
        "pl4nted token",
        " pl4nted",
        "pl4nted\u{e9}",
        "",
    ] {
        let credentials = VenueApiToken::new(token);
        let error = Config::<Shop, _>::new(Environment::Staging, "https://host/api", credentials)
            .unwrap_err();
        assert_eq!(
            (error.kind(), error.outcome()),
            (ErrorKind::Config, Outcome::NotSent),
            "{token:?}"
        );
        assert!(
            error
                .invalid_fields()
                .iter()
                .all(|field| field.location() == FieldLocation::Credentials)
        );
        assert!(!whole_text(&error).contains("pl4nted"), "{error}");
    }
    for (token, venue) in [
        ("", None),
        ("us:er", None),
        ("us\ner", None),
        ("user", Some("")),
        ("user", Some("a\r\nb")),
    ] {
        let credentials = integrator(token, venue);
        assert!(
            Config::<Shop, _>::new(Environment::Staging, "https://host", credentials).is_err(),
            "{token:?}"
        );
    }
}

#[tokio::test]
async fn wrong_credentials_fail_at_the_first_call() {
    let server = TestServer::start([]).await;
    let other = client(server.base_url()).with_account("other", VenueApiToken::new("pl4nted\n"));
    let error = other.send(get_thing("1")).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::InvalidRequest, Outcome::NotSent)
    );
    assert!(!whole_text(&error).contains("pl4nted"));
    assert!(server.requests().is_empty());
}

#[test]
fn config_exposes_the_values_that_a_page_needs() {
    let config = config_at("https://host/api/");
    assert_eq!(
        (config.environment(), config.base_url()),
        (Environment::Staging, "https://host/api")
    );
    assert_eq!(
        format!("{config:?}"),
        "Config { api: \"shop\", environment: Staging, .. }"
    );
}
