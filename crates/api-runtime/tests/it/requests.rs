//! Requests that are written and not sent: URLs, bodies, and what is invalid.

use std::time::Duration;

use api_runtime::{
    BaseUrl, ClientBuilder, Error, ErrorKind, FieldLocation, Json, Method, RawRequest, RetryPolicy,
};
use test_support::retry_rules::{GetThing, Shop, ShopClient, VenueApiToken, venue};
use test_support::script::script;
use test_support::shop::{Config, Environment, config};

use crate::error_texts::till::{PayAny, TillClient, valid_config};

/// A builder of a client that sends nothing.
fn builder(config: Config) -> ClientBuilder<Shop, VenueApiToken> {
    ShopClient::builder(config).transport(script([]))
}

fn config_of(url: BaseUrl<'_>) -> Result<Config, Error> {
    Config::new(Environment::Staging, url, venue())
}

#[test]
fn plain_http_is_allowed_to_the_exact_host() {
    let is_allowed =
        |url, host| config_of(BaseUrl::new(url).danger_allow_plain_http_to(host)).is_ok();
    for (url, host) in [
        ("http://sandbox/api", "sandbox"),
        ("http://sandbox:3000/api", "Sandbox"),
        ("http://SANDBOX.internal", "sandbox.internal"),
        ("http://10.0.0.7:80", "10.0.0.7"),
        ("http://[fd00::7]:80", "[fd00::7]"),
        ("https://sandbox", "sandbox"),
    ] {
        assert!(is_allowed(url, host), "{url} {host}");
    }
    for (url, host) in [
        ("http://sandbox", "sandbox:80"),
        ("http://sandbox:80", "sandbox:80"),
        ("http://sandbox", "http://sandbox"),
        ("http://sandbox/api", "sandbox/api"),
        ("http://sandbox", "sandbox."),
        ("http://a.sandbox", "sandbox"),
        ("http://a.sandbox", "*.sandbox"),
        ("http://sandbox", "*"),
        ("http://sandbox", ""),
        ("http://sandbox.example", "sandbox"),
        ("http://10.0.0.7", "10.0.0.8"),
        ("http://10.0.0.7", "10.0.0.0/8"),
        ("http://sandbox@other", "sandbox"),
        ("http://user@sandbox", "sandbox"),
        ("ftp://sandbox", "sandbox"),
    ] {
        assert!(!is_allowed(url, host), "{url} {host}");
    }
}

#[test]
fn plain_http_requires_a_loopback_address() {
    for url in [
        "http://127.0.0.1:80/api",
        "http://127.9.9.9",
        "http://[::1]:1",
        "http://localhost:3000/api",
    ] {
        assert!(config_of(BaseUrl::new(url)).is_ok(), "{url}");
    }
    for url in [
        "http://host",
        "http://10.0.0.1",
        "http://localhost.example",
        "http://[::2]",
        "ftp://127.0.0.1",
    ] {
        let error = config_of(BaseUrl::new(url)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{url}");
    }
}

#[test]
fn user_query_fragment_and_repairable_base_urls_are_invalid() {
    let urls = "https://user@host https://user:word@host https://@host https://host/? \
                https://host?a=b https://host/# https://host/#a https:\\\\host https:host \
                https:/host https:///host https:user:word@host https:///user:word@host \
                https:user:word@host/://x host/api https://";
    let spaced = ["https://ho st", "https://host/\n", " https://host", ""];
    for url in urls.split(' ').chain(spaced) {
        assert!(config_of(BaseUrl::new(url)).is_err(), "{url}");
    }
}

/// The URL of a path template with these values, or the number of errors.
fn url_at(base: &str, template: &str, values: &[(&str, &str)]) -> Result<String, usize> {
    let client = builder(config_of(BaseUrl::new(base)).unwrap())
        .build()
        .unwrap();
    let raw = RawRequest::<Shop>::new(Method::Get, template);
    let raw = values
        .iter()
        .fold(raw, |raw, (name, value)| raw.path(*name, value));
    let request = client.call().to_http(&raw);
    let request = request.map(|request| request.uri().to_string());
    request.map_err(|error| error.invalid_fields().len())
}

fn url(template: &str, values: &[(&str, &str)]) -> Result<String, usize> {
    url_at("https://host", template, values)
}

#[test]
fn trailing_slashes_of_the_base_path_are_removed() {
    for base in [
        "https://host/api",
        "https://host/api/",
        "HTTPS://HOST/api//",
    ] {
        let url = url_at(base, "/v3/info", &[]);
        assert_eq!(url.unwrap(), "https://host/api/v3/info");
    }
    assert_eq!(url("/x", &[]).unwrap(), "https://host/x");
}

#[test]
fn variables_within_a_segment_are_filled() {
    let values = [("version", "1.0"), ("id", "a/b é+~")];
    let filled = url("/v{version}/{id}/x", &values).unwrap();
    assert_eq!(filled, "https://host/v1.0/a%2Fb%20%C3%A9%2B~/x");
}

#[test]
fn values_that_change_the_path_are_invalid() {
    for value in ["", ".", "..", "%2e%2E", "a\tb", "a\r\nb", "\0", "\u{85}"] {
        assert!(url("/x/{a}", &[("a", value)]).is_err(), "{value:?}");
    }
    for value in [
        "...",
        "a.",
        "..%2fx",
        "../x",
        "%2",
        "%2e%2e%2e",
        "a?b#c",
        " ",
    ] {
        assert!(url("/x/{a}", &[("a", value)]).is_ok(), "{value:?}");
    }
    // Together with others, or with the template.
    assert!(url("/x/{a}{b}", &[("a", "."), ("b", ".")]).is_err());
    assert!(url("/x/.{a}", &[("a", "%2e")]).is_err());
}

#[test]
fn all_errors_of_a_template_are_reported() {
    assert_eq!(url("/a b//{open}/../{c", &[]), Err(5));
    for template in ["no/slash", "/a?b", "/a%2eb", "//a", "/a//", "/a//b"] {
        assert!(url(template, &[]).is_err(), "{template}");
    }
    assert_eq!(url("/a/", &[]).unwrap(), "https://host/a/");
    // A variable is found by its whole name.
    assert!(url("/v{version}", &[("vers", "1"), ("version", "1")]).is_err());
}

#[test]
fn the_encoded_path_has_a_maximum_length() {
    let longest = "x".repeat(59_999);
    assert!(url("/{a}", &[("a", &longest)]).is_ok());
    assert!(url("/{a}x", &[("a", &longest)]).is_err());
    // Each `é` is encoded as six bytes.
    assert!(url("/{a}", &[("a", &"é".repeat(10_000))]).is_err());
}

#[test]
fn query_names_and_values_are_percent_encoded() {
    let client = builder(config()).build().unwrap();
    let raw = RawRequest::<Shop>::new(Method::Get, "/x")
        .query("q[updated_at_gt]", "2024-01-31")
        .query("name", "a&b=c+d %");
    let request = client.call().to_http(&raw).unwrap();
    assert_eq!(
        request.uri().query(),
        Some("q%5Bupdated_at_gt%5D=2024-01-31&name=a%26b%3Dc%2Bd%20%25")
    );
}

#[test]
fn client_values_precede_the_members_of_the_operation() {
    let client = TillClient::new(valid_config()).unwrap();
    let body = |body| client.call().to_http(&PayAny { body }).unwrap().into_body();
    let amount = body(Some(Json::from(serde_json::json!({ "Amount": 1 }))));
    assert_eq!(amount, r#"{"ApiVersion":"1.0","Amount":1}"#);
    let empty = body(Some(" { } ".parse().unwrap()));
    assert_eq!(empty, r#"{"ApiVersion":"1.0"}"#);
    assert_eq!(body(None), r#"{"ApiVersion":"1.0"}"#);
}

#[test]
fn invalid_user_agent_is_an_error_without_its_text() {
    for suffix in ["shop\r\nX-Other: 1", "shop\n", "shop\0", "sh\u{f6}p"] {
        let builder = builder(config()).user_agent_suffix(suffix);
        let error = builder.build().unwrap_err();
        let field = &error.invalid_fields()[0];
        assert_eq!(field.location(), FieldLocation::Settings, "{suffix:?}");
        assert!(!field.reason().contains("shop"), "{field}");
    }
    for (suffix, expected) in [
        ("", "shop-client/0.1.0"),
        ("till/1.2 (eu)", "shop-client/0.1.0 till/1.2 (eu)"),
    ] {
        let builder = builder(config()).user_agent_suffix(suffix);
        let request = builder.build().unwrap().call().to_http(&GetThing).unwrap();
        assert_eq!(request.headers()["user-agent"], expected);
    }
}

#[test]
fn settings_of_the_retry_policy_are_limited() {
    let invalid = |policy| {
        let builder = builder(config()).retry_policy(policy);
        let fields = builder
            .build()
            .err()
            .map(|error| error.invalid_fields().to_vec());
        let fields = fields.unwrap_or_default();
        let names = fields.iter().map(|field| field.name().to_owned());
        names.collect::<Vec<_>>()
    };
    let policy = RetryPolicy::new();
    let second = Duration::from_secs(1);
    for valid in [
        policy,
        policy.max_attempts(1),
        policy.max_attempts(10),
        policy.initial_backoff(second).max_backoff(second),
    ] {
        assert!(invalid(valid).is_empty(), "{valid:?}");
    }
    for attempts in [0, 11, u32::MAX] {
        assert_eq!(invalid(policy.max_attempts(attempts)), ["max_attempts"]);
    }
    let zero = policy.initial_backoff(Duration::ZERO);
    assert_eq!(invalid(zero), ["initial_backoff"]);
    for longer in [
        policy.initial_backoff(6 * second),
        policy.max_backoff(301 * second),
    ] {
        assert_eq!(invalid(longer), ["max_backoff"]);
    }
}
