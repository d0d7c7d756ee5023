//! Headers of operations and of their responses, and lists in queries, byte by byte.

use api_runtime::api_wire::Timestamp;
use api_runtime::{
    AuthorizedBy, DocumentedHeaders, ErrorKind, FieldLocation, HeaderReader, Method, Operation,
    OperationInfo, Outcome, QueryList, ReadError, Request, RequestOptions, ResponseHeader,
    ResponseReader, Secret,
};
use test_support::{TestServer, json, response};

use crate::shop::*;

/// A write with headers, and lists in its query.
#[derive(Clone, Default)]
struct ReplaceThing {
    ids: Vec<i64>,
    names: Vec<String>,
    if_match: String,
    language: Option<String>,
    seal: Option<Secret>,
}

impl Operation for ReplaceThing {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("replace_thing", Method::Put, "/v2/thing");

    fn write_request(&self, request: &mut Request) {
        request.hide(&self.seal);
        request.query_list("id[]", &self.ids, QueryList::repeated().max_items(3));
        let names = QueryList::joined().required();
        request.query_list("name", &self.names, names);
        request.header("If-Match", &self.if_match);
        request.max_length(FieldLocation::Header, "Accept-Language", &self.language, 5);
        request.header("Accept-Language", &self.language);
        request.header("X-Seal", &self.seal);
    }

    fn read_response(response: &ResponseReader) -> Result<Self::Output, ReadError> {
        response.check_headers::<Self>();
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for ReplaceThing {}

/// The documented headers of its response.
#[derive(Debug, PartialEq)]
struct ReplaceThingHeaders {
    e_tag: Option<String>,
    revision: Option<i64>,
    last_modified: Option<Timestamp>,
    owner: Option<i64>,
}

impl DocumentedHeaders for ReplaceThing {
    type Headers = ReplaceThingHeaders;

    fn read_headers(headers: &mut HeaderReader<'_>) -> ReplaceThingHeaders {
        ReplaceThingHeaders {
            e_tag: headers.read(ResponseHeader::new("ETag").documented_required()),
            revision: headers.read(ResponseHeader::new("X-Revision")),
            last_modified: headers.read_timestamp(ResponseHeader::new("Last-Modified")),
            owner: headers.read(ResponseHeader::new("X-Owner").sensitive()),
        }
    }
}

fn replace_thing() -> ReplaceThing {
    ReplaceThing {
        names: vec!["a".to_owned()],
        if_match: "\"7\"".to_owned(),
        ..ReplaceThing::default()
    }
}

#[tokio::test]
async fn headers_and_lists_are_sent_as_declared() {
    let server = TestServer::start([json(200, r#"{"id":7}"#), json(200, r#"{"id":7}"#)]).await;
    let client = client(server.base_url());
    let operation = ReplaceThing {
        ids: vec![1, 2],
        names: vec!["a b".to_owned(), "c&d".to_owned()],
        language: Some("de-CH".to_owned()),
        seal: Some(Secret::from("sealed")),
        ..replace_thing()
    };
    client.send(operation).await.unwrap();
    client.send(replace_thing()).await.unwrap();
    let requests = server.requests();
    let line = "PUT /api/v2/thing?id%5B%5D=1&id%5B%5D=2&name=a%20b,c%26d HTTP/1.1\r\n";
    assert!(requests[0].starts_with(line), "{}", requests[0]);
    for header in [
        "if-match: \"7\"",
        "accept-language: de-CH",
        "x-seal: sealed",
    ] {
        let line = format!("\r\n{header}\r\n");
        assert!(requests[0].contains(&line), "{header}: {}", requests[0]);
    }
    assert!(requests[1].starts_with("PUT /api/v2/thing?name=a HTTP/1.1\r\n"));
    assert!(!requests[1].contains("accept-language") && !requests[1].contains("x-seal"));
}

#[tokio::test]
async fn invalid_headers_and_lists_are_rejected_before_sending() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    let text = |value: &str| value.to_owned();
    for (operation, expected) in [
        (
            ReplaceThing {
                if_match: text("\"7\"\r\nX-Other: 1"),
                ..replace_thing()
            },
            "header `If-Match`: must contain visible ASCII characters, spaces and tabs only",
        ),
        (
            ReplaceThing {
                if_match: text(""),
                ..replace_thing()
            },
            "header `If-Match`: must not be empty",
        ),
        (
            ReplaceThing {
                if_match: text(" 7"),
                ..replace_thing()
            },
            "header `If-Match`: must not start or end with white space",
        ),
        (
            ReplaceThing {
                language: Some(text("de-CHE")),
                ..replace_thing()
            },
            "header `Accept-Language`: must have at most 5 characters",
        ),
        (
            ReplaceThing {
                ids: vec![1, 2, 3, 4],
                ..replace_thing()
            },
            "query `id[]`: must have at most 3 items",
        ),
        (
            ReplaceThing {
                names: Vec::new(),
                ..replace_thing()
            },
            "query `name`: must not be empty",
        ),
        (
            ReplaceThing {
                names: vec![text("a,b")],
                ..replace_thing()
            },
            "query `name`: must not have an item that is empty or contains a comma",
        ),
        (
            ReplaceThing {
                names: vec![text("a"), text("")],
                ..replace_thing()
            },
            "query `name`: must not have an item that is empty or contains a comma",
        ),
    ] {
        let error = client.send(operation).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let fields: Vec<String> = error
            .invalid_fields()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(fields, [expected]);
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn options_do_not_override_headers_of_operations() {
    let server = TestServer::start([]).await;
    let options = RequestOptions::new().header("if-match", "*");
    let client = client(server.base_url()).with_options(options);
    let error = client.send(replace_thing()).await.unwrap_err();
    assert_eq!(
        error.invalid_fields()[0].to_string(),
        "header `if-match`: must not be set: the operation sets it"
    );
    assert!(server.requests().is_empty());
}

/// An operation that would send a header of the client, or of the credentials.
struct Override(&'static str);

impl Operation for Override {
    type Api = Shop;
    type Output = Thing;
    const INFO: OperationInfo = OperationInfo::new("override", Method::Get, "/v2/thing");

    fn write_request(&self, request: &mut Request) {
        request.header(self.0, &"planted");
    }

    fn read_response(response: &ResponseReader) -> Result<Thing, ReadError> {
        response.record()
    }
}

impl AuthorizedBy<VenueToken> for Override {}

#[tokio::test]
async fn operations_do_not_override_headers_of_the_client() {
    let server = TestServer::start([]).await;
    let client = client(server.base_url());
    for name in [
        "Authorization",
        "Content-Type",
        "Content-Length",
        "Host",
        "User-Agent",
    ] {
        let error = client.send(Override(name)).await.unwrap_err();
        let field = error.invalid_fields()[0].to_string();
        let expected = format!("header `{name}`: must not be set: the client sets it");
        assert_eq!(field, expected);
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn echoed_header_values_of_operations_are_redacted() {
    let body = r#"{"error":"no such seal: planted-seal"}"#;
    let server = TestServer::start([json(400, body)]).await;
    let operation = ReplaceThing {
        seal: Some(Secret::from("planted-seal")),
        ..replace_thing()
    };
    let error = client(server.base_url()).send(operation).await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(!text.contains("planted-seal"), "{text}");
}

#[tokio::test]
async fn documented_headers_are_read_from_the_response() {
    let headers = [
        "ETag: \"8\"",
        "X-Revision: 8",
        "Last-Modified: Sat, 21 Nov 2026 10:00:30 GMT",
    ];
    let server = TestServer::start([response(200, &headers, r#"{"id":7}"#)]).await;
    let client = client(server.base_url());
    let response = client.send_with_response(replace_thing()).await.unwrap();
    assert!(response.mismatches.is_empty(), "{:?}", response.mismatches);
    assert_eq!(
        response.headers_of::<ReplaceThing>(),
        ReplaceThingHeaders {
            e_tag: Some("\"8\"".to_owned()),
            revision: Some(8),
            last_modified: Some("2026-11-21T10:00:30Z".parse().unwrap()),
            owner: None,
        }
    );
}

#[tokio::test]
async fn headers_that_mismatch_are_no_error_of_a_write() {
    let headers = ["X-Revision: eight", "X-Owner: Ada"];
    let server = TestServer::start([
        response(200, &headers, r#"{"id":7}"#),
        response(200, &headers, r#"{"id":7}"#),
    ])
    .await;
    let response = client(server.base_url())
        .send_with_response(replace_thing())
        .await
        .unwrap();
    let mismatches: Vec<String> = response
        .mismatches
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        mismatches,
        [
            "header `ETag`: expected a value, found no header",
            "header `X-Revision`: expected integer, found string \"eight\"",
            "header `X-Owner`: expected integer, found another value",
        ]
    );
    let read = response.headers_of::<ReplaceThing>();
    assert_eq!((read.e_tag, read.revision, read.owner), (None, None, None));

    let error = strict(server.base_url())
        .send(replace_thing())
        .await
        .unwrap_err();
    assert_eq!(
        (error.kind(), error.outcome()),
        (ErrorKind::Mismatch, Outcome::Done)
    );
}
