//! What became of an attempt. One pure function decides; whatever repeats requests asks it.

use http::StatusCode;

/// What is known about a request that did not end well.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{Error, Outcome};
/// # use shop_client::CreateOrder;
///
/// fn advice(error: &Error) -> &'static str {
///     match error.outcome() {
///         Outcome::NotSent | Outcome::Rejected => "nothing was done: mend it, or try again",
///         Outcome::Done => "it was done",
///         _ => "it may have been done: look for it first",
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(422, ""), (0, "")]);
/// // The server refuses the order; then the connection breaks when the response is due.
/// let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
/// assert_eq!(advice(&error), "nothing was done: mend it, or try again");
/// let error = client.send(CreateOrder::new("WEB-2")).await.unwrap_err();
/// assert_eq!(advice(&error), "it may have been done: look for it first");
/// assert_eq!((error.unique_key_field(), error.unique_key()), (Some("reference_no"), Some("WEB-2")));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Nothing of it left this process, no connection was made, or an HTTP/2 server said that it did not begin with it. It
    /// did nothing.
    NotSent,
    /// The server refused it. It did nothing.
    Rejected,
    /// The server did it. Only the response was not what it should be: [`response`](crate::Error::response) has it as it came.
    Done,
    /// The server may have done it or not. Of a write, find out before it is sent again: by an operation that reads what it
    /// makes, where the API has one, and else by asking those who run the server. A read that ended so did no harm;
    /// [`may_have_taken_effect`](crate::Error::may_have_taken_effect) tells them apart.
    Unknown,
}

/// What was observed of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Observed {
    /// It was refused before anything was sent, or no connection came about.
    Unsent,
    /// It was sent, at least in part, and no whole response head came back.
    NoResponse,
    /// A response whose status is no success.
    Status(StatusCode),
    /// The documented 204 that says "record not found".
    NotFound,
    /// A response that says in its envelope that the request failed.
    Unsuccessful(StatusCode),
    /// A successful status with a body that could not be read.
    Unreadable,
    /// A response of the API in which values are refused: by strict reading, or because they must be exact.
    Mismatched,
}

pub(crate) fn outcome(observed: Observed) -> Outcome {
    match observed {
        Observed::Unsent => Outcome::NotSent,
        Observed::NoResponse => Outcome::Unknown,
        Observed::NotFound => Outcome::Rejected,
        Observed::Status(status) => by_status(status),
        // A definite "no" in the body counts as much as a status does, unless the status casts doubt on it.
        Observed::Unsuccessful(status) if status.is_success() => Outcome::Rejected,
        Observed::Unsuccessful(status) => by_status(status),
        // Something answered with a success, but perhaps not the API: a captive portal does so too.
        Observed::Unreadable => Outcome::Unknown,
        Observed::Mismatched => Outcome::Done,
    }
}

fn by_status(status: StatusCode) -> Outcome {
    match status {
        // These two speak about the arrival of the request and not about what it asks for.
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY => Outcome::Unknown,
        status if status.is_client_error() => Outcome::Rejected,
        _ => Outcome::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16) -> Outcome {
        outcome(Observed::Status(StatusCode::from_u16(status).unwrap()))
    }

    #[test]
    fn a_definite_no_is_a_rejection() {
        for status in [400, 401, 403, 404, 409, 410, 413, 414, 422, 429, 431] {
            assert_eq!(of(status), Outcome::Rejected, "{status}");
        }
    }

    #[test]
    fn everything_doubtful_is_unknown() {
        for status in [301, 302, 303, 304, 307, 308, 408, 425, 500, 502, 503, 504] {
            assert_eq!(of(status), Outcome::Unknown, "{status}");
        }
        assert_eq!(outcome(Observed::NoResponse), Outcome::Unknown);
        assert_eq!(outcome(Observed::Unreadable), Outcome::Unknown);
    }

    #[test]
    fn an_envelope_that_says_no_counts_unless_its_status_is_doubtful() {
        assert_eq!(
            outcome(Observed::Unsuccessful(StatusCode::OK)),
            Outcome::Rejected
        );
        assert_eq!(
            outcome(Observed::Unsuccessful(StatusCode::BAD_REQUEST)),
            Outcome::Rejected
        );
        assert_eq!(
            outcome(Observed::Unsuccessful(StatusCode::BAD_GATEWAY)),
            Outcome::Unknown
        );
    }
}
