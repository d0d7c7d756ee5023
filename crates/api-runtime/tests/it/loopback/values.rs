//! Path and query values of the caller arrive as they are, whatever characters they have.

use percent_encoding::percent_decode_str;
use test_support::{TestServer, json};

use super::shop::*;

const VALUES: [&str; 16] = [
    "../x",
    "..%2fx",
    "a/b",
    "a\\b",
    "a?b",
    "a#b",
    "a;b",
    " ",
    "\u{1f600}",
    "\u{ff0e}",
    "%",
    "%zz",
    "a+b",
    "a&b=c",
    "...",
    "[]",
];

#[tokio::test]
async fn values_round_trip_in_one_segment_and_in_one_parameter() {
    for value in VALUES {
        let bodies = [r#"{"id":7}"#, r#"{"things":[]}"#].map(|body| json(200, body));
        let server = TestServer::start(bodies).await;
        let client = client(server.base_url());
        client.send(get_thing(value)).await.unwrap();
        let list = ListThings::default().name_eq(value);
        client.send(list).await.unwrap();
        let requests = server.requests();
        for (request, start) in requests
            .iter()
            .zip(["GET /api/v2/things/", "GET /api/v2/things?q%5Bname_eq%5D="])
        {
            let encoded = request.strip_prefix(start).unwrap();
            let (encoded, _) = encoded.split_once(' ').unwrap();
            let reserved = ['/', '?', '#', '\\', '+', ';', '&', '='];
            assert!(!encoded.contains(reserved), "{encoded}");
            let decoded = percent_decode_str(encoded).decode_utf8().unwrap();
            assert_eq!(decoded, value);
        }
    }
}
