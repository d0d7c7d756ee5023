//! The memory that calls take besides the body of the response, measured by the allocator.
#![allow(missing_docs)]

use api_runtime::ErrorKind;
use api_runtime::testing::{ScriptedTransport, Step};
use peak_alloc::PeakAlloc;
use test_support::shop::{Client, GetOrder, config};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The size of the bodies in bytes.
const SIZE: usize = 5 * 1024 * 1024;

/// What the body does not determine: the client, the error, the test harness.
const SLACK: usize = 256 * 1024;

/// A body that starts and ends with these texts.
fn repeated(start: &str, item: &str, end: &str) -> String {
    let mut text = String::with_capacity(SIZE + 1024);
    text.push_str(start);
    while text.len() < SIZE {
        text.push_str(item);
    }
    text + end
}

/// Sends a call that receives this body. Returns the most that it took at one time, as a multiple of
/// the body, and the kind of its error.
async fn take(status: u16, body: String, strict: bool) -> (usize, Option<ErrorKind>) {
    let size = body.len();
    let transport = ScriptedTransport::new([Step::response(status, body)]);
    let client = Client::builder(config())
        .strict(strict)
        .transport(transport);
    let client = client.build().unwrap();
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = client.send_with_response(GetOrder::new(7)).await;
    let peak = ALLOCATOR.peak_usage().saturating_sub(before + SLACK);
    (peak.div_ceil(size), result.err().map(|error| error.kind()))
}

#[tokio::test(flavor = "current_thread", start_paused = true)]
async fn responses_take_at_most_eight_times_their_body() {
    let too_large = Some(ErrorKind::TooLarge);
    let rejected = Some(ErrorKind::BadRequest);
    for (status, start, item, end, kind) in [
        (200, "{\"id\":1", ",\"id\":{}", "}", too_large),
        (200, "{\"id\":1", ",\"new\":1", "}", too_large),
        (200, "{\"id\":7,\"new\":[0", ",[]", "]}", None),
        (200, "{\"state\":\"", "\\n", "\"}", None),
        (422, "{\"errors\":[0", ",\"no\"", "]}", rejected),
        (422, "{\"errors\":[0", ",{}", "]}", rejected),
        (422, "{\"new\":0", ",\"error\":0", "}", rejected),
        (422, "{\"error\":\"", "\\u001b", "\"}", rejected),
        (422, "<", "\u{1b}", ">", rejected),
    ] {
        for strict in [false, true] {
            let (times, actual) = take(status, repeated(start, item, end), strict).await;
            assert!(times <= 8, "{item}: {times} times its body");
            assert_eq!(actual, kind, "{item}");
        }
    }
}
