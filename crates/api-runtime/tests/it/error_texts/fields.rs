//! Reasons for invalid fields of requests.

use api_runtime::__generated::Request;
use api_runtime::api_wire::Body;
use api_runtime::{Json, Method, RawRequest};

use super::Report;
use super::till::{Pay, TillClient, valid_config};

#[derive(Clone, PartialEq, Body)]
struct Note {
    #[wire(max = 4)]
    text: String,
}

pub(crate) fn report(report: &mut Report) {
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
