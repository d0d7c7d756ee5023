//! What becomes of one request on its way: when it arrives, what is answered, and what the client sees of it.

use std::time::Duration;

use fastrand::Rng;

/// The way of a request.
#[derive(Clone, Debug)]
pub(crate) struct Journey {
    /// When it arrives, counted from its start. It may be long after everybody gave it up, or never.
    pub(crate) arrives: Option<Duration>,
    pub(crate) behavior: Behavior,
    /// The seconds that the answer asks to wait.
    pub(crate) retry_after: Option<u32>,
    pub(crate) view: View,
}

/// What the server makes of it. Nothing here does what a definite refusal says was not done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Behavior {
    Usual,
    /// Nothing is done, and the status says so, or casts doubt on it.
    Before(u16),
    /// Nothing is done, because of another parameter.
    Invalid,
    /// It is done, or refused, and the status leaves that open.
    After(u16),
    /// It is done, or refused, and the response is a page.
    Html,
    /// It is done, and a value of the response has another type.
    Strange,
    /// Another order is shown than was asked for.
    Other,
}

/// What the client sees.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum View {
    NotConnected,
    HandedBack,
    NotTrusted,
    /// The connection breaks after this time, whatever became of the request.
    Breaks(Duration),
    Silence,
    /// The answer, so long after it was given.
    Response(Duration),
    /// Its head, and then the connection breaks.
    CutShort(Duration),
}

const DEFINITE: [u16; 9] = [400, 401, 403, 404, 409, 410, 413, 422, 429];
const DOUBTFUL: [u16; 12] = [301, 307, 304, 408, 425, 500, 501, 502, 503, 503, 504, 206];

impl Journey {
    pub(crate) fn draw(rng: &mut Rng) -> Self {
        let soon = Duration::from_millis(rng.u64(0..2_000));
        let late = Duration::from_millis(rng.u64(2_000..300_000));
        let some = Duration::from_millis(rng.u64(0..10_000));
        let (arrives, view) = match rng.u32(0..100) {
            0..8 => (None, View::NotConnected),
            8..13 => (None, View::HandedBack),
            13..15 => (None, View::NotTrusted),
            15..20 => (None, View::Breaks(some)),
            20..24 => (None, View::Silence),
            // It arrives when the client has gone on, perhaps after the next one.
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
            12..22 => Behavior::Before(*rng.choice(&DOUBTFUL).unwrap()),
            22..27 => Behavior::Invalid,
            27..42 => Behavior::After(*rng.choice(&DOUBTFUL).unwrap()),
            42..46 => Behavior::Html,
            46..50 => Behavior::Strange,
            50..55 => Behavior::Other,
            _ => Behavior::Usual,
        };
        let retry_after = match rng.u32(0..10) {
            0 => Some(rng.u32(0..100)),
            1 => Some(rng.u32(0..3)),
            _ => None,
        };
        Self {
            arrives,
            behavior,
            retry_after,
            view,
        }
    }

    /// Whether any of it left the client.
    pub(crate) fn is_sent(&self) -> bool {
        !matches!(
            self.view,
            View::NotConnected | View::HandedBack | View::NotTrusted
        )
    }
}
