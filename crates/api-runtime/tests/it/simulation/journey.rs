//! The fate of one request: when the server receives it, how the server responds, and what the
//! client observes.

use std::time::Duration;

use fastrand::Rng;

/// The fate of a request.
#[derive(Clone, Debug)]
pub(crate) struct Journey {
    /// The delay until the server receives it: perhaps after the client's timeout, or never.
    pub(crate) received_after: Option<Duration>,
    pub(crate) behavior: Behavior,
    /// The `Retry-After` of the response, in seconds.
    pub(crate) retry_after: Option<u32>,
    pub(crate) view: View,
}

/// The server's behavior. A definite rejection never has an effect.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Behavior {
    Usual,
    /// The request has no effect, and the status is definite or not.
    Before(u16),
    /// The request has no effect, since another parameter is invalid.
    Invalid,
    /// The request is processed, or rejected, and the status does not say which.
    After(u16),
    /// The request is processed, or rejected, and the response is HTML.
    Html,
    /// The request is processed, and a value of the response has another type.
    Strange,
    /// The response has another order than the requested one.
    Other,
    /// The order that is read has another quantity than was sent.
    OtherQuantity,
    /// A key of the order that is read is there twice.
    DuplicateKey,
}

/// What the client observes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum View {
    NotConnected,
    ReturnedUnsent,
    NotTrusted,
    /// The server refuses the stream: the request is on the wire, and is not processed.
    Refused,
    /// The connection breaks after this time, whether the request is received or not.
    Breaks(Duration),
    Silence,
    /// The response, after this time.
    Response(Duration),
    /// The head of the response, and then the connection breaks.
    CutShort(Duration),
}

const DEFINITE: [u16; 9] = [400, 401, 403, 404, 409, 410, 413, 422, 429];
const INDEFINITE: [u16; 12] = [301, 307, 304, 408, 425, 500, 501, 502, 503, 503, 504, 206];

impl Journey {
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let soon = Duration::from_millis(rng.u64(0..2_000));
        let late = Duration::from_millis(rng.u64(2_000..300_000));
        let some = Duration::from_millis(rng.u64(0..10_000));
        let (received_after, view) = match rng.u32(0..100) {
            0..8 => (None, View::NotConnected),
            8..11 => (None, View::ReturnedUnsent),
            11..13 => (None, View::Refused),
            13..15 => (None, View::NotTrusted),
            15..20 => (None, View::Breaks(some)),
            20..24 => (None, View::Silence),
            // The server receives it after the client's retry began, perhaps after the retry
            // itself.
            24..30 => (Some(late), View::Breaks(soon)),
            30..34 => (Some(late), View::Silence),
            34..38 => (Some(late), View::Response(soon)),
            38..46 => (Some(soon), View::Breaks(some)),
            46..50 => (Some(soon), View::Silence),
            50..54 => (Some(soon), View::Response(late)),
            54..58 => (Some(soon), View::CutShort(some)),
            _ => (Some(soon), View::Response(soon / 8)),
        };
        let behavior = match rng.u32(0..100) {
            0..12 => Behavior::Before(*rng.choice(&DEFINITE).unwrap()),
            12..22 => Behavior::Before(*rng.choice(&INDEFINITE).unwrap()),
            22..27 => Behavior::Invalid,
            27..42 => Behavior::After(*rng.choice(&INDEFINITE).unwrap()),
            42..46 => Behavior::Html,
            46..50 => Behavior::Strange,
            50..53 => Behavior::Other,
            53..56 => Behavior::OtherQuantity,
            56..59 => Behavior::DuplicateKey,
            _ => Behavior::Usual,
        };
        let retry_after = match rng.u32(0..10) {
            0 => Some(rng.u32(0..100)),
            1 => Some(rng.u32(0..3)),
            _ => None,
        };
        Self {
            received_after,
            behavior,
            retry_after,
            view,
        }
    }

    /// Whether at least a part of it was sent.
    pub(crate) fn is_sent(&self) -> bool {
        !matches!(
            self.view,
            View::NotConnected | View::ReturnedUnsent | View::NotTrusted
        )
    }

    /// Whether the server may have processed it, as far as the client knows.
    pub(crate) fn may_be_processed(&self) -> bool {
        self.is_sent() && self.view != View::Refused
    }
}
