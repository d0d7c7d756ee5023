//! Reasons for invalid fields, of the client and of requests.

use api_runtime::__generated::{Authorization, Request};
use api_runtime::api_wire::body;
use api_runtime::{Json, Method, RawRequest, Secret};
use test_support::till::config;

use super::Report;
use super::till::{Authorize, Pay, TillClient, valid_config};

pub(crate) fn report(report: &mut Report) {
    base_url(report);
    credentials(report);
    builder(report);
    requests(report);
    options(report);
}

fn base_url(report: &mut Report) {
    report.section("Base URL");
    for url in [
        "",
        "https://ho st",
        "ftp://host",
        "http://host",
        "https:host",
        "https://user:word@host",
        "https://host/?a=b",
        "https://host/#a",
    ] {
        let error = config(url, Authorize(|_| {})).unwrap_err();
        report.line(&format!("{url:?}"), &error.invalid_fields()[0]);
    }
}

fn credentials(report: &mut Report) {
    fn secret(text: &str) -> Secret {
        Secret::from(text)
    }
    type Case = (&'static str, fn(&mut Authorization));
    report.section("Credentials");
    let cases: [Case; 5] = [
        ("an empty bearer token", |auth| {
            auth.bearer("api_token", &secret(""))
        }),
        ("a token with a space", |auth| {
            auth.bearer("api_token", &secret("a b"))
        }),
        ("a user with a line break", |auth| {
            auth.basic(("client_id", &secret("a\nb")), None);
        }),
        ("a user with a colon", |auth| {
            auth.basic(("client_id", &secret("a:b")), None);
        }),
        ("two dots as a path value", |auth| {
            auth.path("venue", ("venue_token", &secret("..")));
        }),
    ];
    for (situation, authorize) in cases {
        let error = config("https://host", Authorize(authorize)).unwrap_err();
        report.line(situation, &error.invalid_fields()[0]);
    }
}

fn builder(report: &mut Report) {
    report.section("Client settings");
    for (situation, builder) in [
        (
            "a suffix with a line break",
            TillClient::builder(valid_config()).user_agent_suffix("a\nb"),
        ),
        (
            "a proxy without a URL",
            TillClient::builder(valid_config()).proxy("proxy"),
        ),
        (
            "a remote proxy for plain http",
            TillClient::builder(valid_config()).proxy("http://proxy.example:3128"),
        ),
    ] {
        let error = builder.build().unwrap_err();
        report.line(situation, &error.invalid_fields()[0]);
    }
}

body! {
    struct Note {
        text: String => String [max 4],
    }
}

fn requests(report: &mut Report) {
    type Case = (&'static str, fn(&mut Request));
    report.section("Requests");
    let cases: [Case; 16] = [
        ("a template with dots", |request| request.route("/a/..")),
        ("a variable without a value", |request| {
            request.route("/{id}")
        }),
        ("a list as a path value", |request| {
            request.path("id", &vec![1_i64])
        }),
        ("an empty path value", |request| path(request, "")),
        ("a path value with a line break", |request| {
            path(request, "a\nb")
        }),
        ("dots as a path value", |request| path(request, "..")),
        ("a record as a query value", |request| {
            request.query("filter", &vec![vec![1_i64]]);
        }),
        ("page 0", |request| {
            request.query_count("page", &Some(0_i64), None)
        }),
        ("too many items", |request| {
            request.query_count("per_page", &Some(101_i64), Some(100));
        }),
        ("a long string", |request| request.body(&note("12345"))),
        ("a long string under a key", |request| {
            request.body_wrapped("note", &note("12345"));
        }),
        ("two long strings", |request| {
            request.body(&note("12345"));
            request.body_wrapped("note", &note("12345"));
        }),
        ("a list with client values", |request| {
            request.json_body(&json("[]"));
            request.body_from_client("ApiVersion", "api_version");
        }),
        ("a client value that is set already", |request| {
            request.json_body(&json(r#"{"ApiVersion": "2.0"}"#));
            request.body_from_client("ApiVersion", "api_version");
        }),
        ("a missing client value in the body", |request| {
            request.body_from_client("PublicKey", "public_key");
        }),
        ("a missing client value in the path", |request| {
            request.route("/{key}");
            request.path_from_client("key", "public_key");
        }),
    ];
    let client = TillClient::new(valid_config()).unwrap();
    for (situation, write) in cases {
        let error = client.call().to_http(&Pay(write)).unwrap_err();
        let fields = error.invalid_fields().iter().map(ToString::to_string);
        report.line(situation, fields.collect::<Vec<_>>().join("\n    "));
    }
    let request = RawRequest::new(Method::Get, "/a").path("id", 7);
    let error = client.call().to_http(&request).unwrap_err();
    report.line("a value without a variable", &error.invalid_fields()[0]);
}

fn path(request: &mut Request, value: &str) {
    request.route("/{id}");
    request.path("id", &value.to_owned());
}

fn note(text: &str) -> Note {
    let text = text.to_owned();
    Note { text }
}

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

fn options(report: &mut Report) {
    report.section("Request options");
    let client = TillClient::new(valid_config()).unwrap();
    for (situation, call) in [
        (
            "a header of the client",
            client.call().header("Host", "other.example"),
        ),
        ("an invalid header name", client.call().header("a b", "c")),
        (
            "an invalid header value",
            client.call().header("x-id", "a\nb"),
        ),
        (
            "a query parameter of the operation",
            client.call().query("page", 2),
        ),
    ] {
        let operation = Pay(|request| request.query("page", &Some(1_i64)));
        let error = call.to_http(&operation).unwrap_err();
        report.line(situation, &error.invalid_fields()[0]);
    }
}
