//! Scripts of the results of attempts. The last step is repeated for all further attempts.

use std::time::Duration;

use api_runtime::http::{HeaderMap, StatusCode};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;

/// A transport with these results.
pub fn script(steps: impl IntoIterator<Item = Step>) -> ScriptedTransport {
    ScriptedTransport::new(steps).repeat_last()
}

/// A response with this status and a record.
pub fn status(status: u16) -> Step {
    Step::response(status, "{\"id\":5}")
}

/// An empty response with these `Retry-After` headers.
pub fn retry_after(status: u16, values: &[&str]) -> Step {
    let response = Step::response(status, "");
    values.iter().fold(response, |response, value| {
        response.header("retry-after", value)
    })
}

/// An attempt without a response.
pub fn failure(error: fn(&'static str) -> TransportError) -> Step {
    Step::failure(error("scripted"))
}

/// A response whose body cannot be read.
///
/// # Panics
///
/// When the status is invalid.
pub fn cut_short(status: u16, error: fn(&'static str) -> TransportError) -> Step {
    let status = StatusCode::from_u16(status).unwrap();
    Step::failure(error("scripted").with_head(status, HeaderMap::new()))
}

/// The delays between attempts, if attempts themselves are immediate.
pub fn waits(transport: &ScriptedTransport) -> Vec<Duration> {
    let requests = transport.requests();
    let pairs = requests.windows(2);
    pairs
        .map(|pair| pair[1].elapsed - pair[0].elapsed)
        .collect()
}
