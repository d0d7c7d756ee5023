//! The outcome of a request, as a pure function of what was observed. Retries depend on it.

use http::StatusCode;

/// What is known about the effect of a failed request.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shop_client.rs"));
/// use api_runtime::{Error, Outcome};
/// # use shop_client::CreateOrder;
///
/// fn advice(error: &Error) -> &'static str {
///     match error.outcome() {
///         Outcome::NotSent | Outcome::Rejected => "no effect: fix the order, or retry",
///         Outcome::Done => "the order exists",
///         _ => "the order may exist: look it up first",
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), api_runtime::Error> {
/// # let client = shop_client::client([(422, ""), (0, "")]);
/// // The server rejects the first order; the connection is lost during the second request.
/// let error = client.send(CreateOrder::new("WEB-1")).await.unwrap_err();
/// assert_eq!(advice(&error), "no effect: fix the order, or retry");
/// let error = client.send(CreateOrder::new("WEB-2")).await.unwrap_err();
/// assert_eq!(advice(&error), "the order may exist: look it up first");
/// assert_eq!(error.unique_key_field(), Some("reference_no"));
/// assert_eq!(error.unique_key(), Some("WEB-2"));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "ambiguous")]
#[doc(alias = "indeterminate")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The request had no effect: it did not leave this process, no connection was established, or
    /// an HTTP/2 server reported that it did not process it.
    NotSent,
    /// The server rejected the request: by a status from 400 to 499, or by the flag of the API's
    /// envelope. It had no effect.
    ///
    /// That such a status means "not executed" is HTTP's convention, and not a promise of the API's
    /// documents. The exceptions are the statuses 408, 425, 444, 460 and 499, which are about the
    /// transmission: their outcome is `Unknown`.
    Rejected,
    /// The request took effect, but its response had unexpected values. See
    /// [`response`](crate::Error::response).
    Done,
    /// The request may have taken effect.
    ///
    /// Before a write is sent again, look up the record, with an operation of the API if it has
    /// one. A read has no side effects, whatever its outcome;
    /// [`may_have_taken_effect`](crate::Error::may_have_taken_effect) distinguishes the two.
    Unknown,
}

/// What was observed of a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Observed {
    /// The request is invalid, or the connection could not be established.
    Unsent,
    /// The request was sent, at least in part, and no complete response head was received.
    NoResponse,
    /// A response whose status is not a success.
    Status(StatusCode),
    /// The documented 204 that means "record not found".
    NotFound,
    /// A response whose envelope reports failure.
    Unsuccessful(StatusCode),
    /// A successful status with a body that cannot be decoded.
    Unreadable,
    /// A decoded response about another record than was requested.
    WrongRecord,
    /// A decoded response with unexpected values, in strict mode or in exact fields.
    Mismatched,
}

pub(crate) fn outcome(observed: Observed) -> Outcome {
    match observed {
        Observed::Unsent => Outcome::NotSent,
        Observed::NoResponse => Outcome::Unknown,
        Observed::NotFound => Outcome::Rejected,
        Observed::Status(status) => status_outcome(status),
        // A failure in the envelope is as reliable as a status, unless the status is ambiguous.
        Observed::Unsuccessful(status) if status.is_success() => Outcome::Rejected,
        Observed::Unsuccessful(status) => status_outcome(status),
        // The success may be that of another server, such as a captive portal.
        Observed::Unreadable => Outcome::Unknown,
        // The response to the request itself was not received.
        Observed::WrongRecord => Outcome::Unknown,
        Observed::Mismatched => Outcome::Done,
    }
}

fn status_outcome(status: StatusCode) -> Outcome {
    match status {
        // These two are about the transmission of the request, not about its content.
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY => Outcome::Unknown,
        // A proxy lost its client. The server behind it may go on.
        status if matches!(status.as_u16(), 444 | 460 | 499) => Outcome::Unknown,
        status if status.is_client_error() => Outcome::Rejected,
        _ => Outcome::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome_of(status: u16) -> Outcome {
        outcome(Observed::Status(StatusCode::from_u16(status).unwrap()))
    }

    #[test]
    fn client_errors_are_rejections() {
        for status in [400, 401, 403, 404, 409, 410, 413, 414, 422, 429, 431] {
            assert_eq!(outcome_of(status), Outcome::Rejected, "{status}");
        }
    }

    #[test]
    fn ambiguous_statuses_and_lost_responses_are_unknown() {
        for status in [
            301, 302, 303, 304, 307, 308, 408, 425, 444, 460, 499, 500, 502, 503, 504,
        ] {
            assert_eq!(outcome_of(status), Outcome::Unknown, "{status}");
        }
        assert_eq!(outcome(Observed::NoResponse), Outcome::Unknown);
        assert_eq!(outcome(Observed::Unreadable), Outcome::Unknown);
        assert_eq!(outcome(Observed::WrongRecord), Outcome::Unknown);
    }

    #[test]
    fn failed_envelope_is_a_rejection_unless_the_status_is_ambiguous() {
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
