//! The points of each kind of write.

use super::case::{Case, Second};
use super::stop::Point;
use super::write::Write;

/// All cases.
pub(crate) fn cases() -> Vec<Case> {
    let of_write = |write| [sends(write), prepared_sends(write), suspensions(write)];
    let cases = Write::ALL.into_iter().flat_map(of_write);
    let repeated = [Write::UniqueKey, Write::IdempotencyKey].map(repeated_sends);
    cases
        .chain([look_ups()])
        .chain(repeated)
        .flatten()
        .collect()
}

/// Of a process that sends: its write is sent once.
fn sends(write: Write) -> Vec<Case> {
    let points = [
        Point::BeforeInsert,
        Point::AfterInsert,
        Point::Connected,
        Point::InRequest,
        Point::NoHead,
        Point::HeadOnly,
        Point::BeforeOutcome,
        Point::AfterOutcome,
    ];
    let late = Case {
        is_late: true,
        ..Case::new(write, Point::NoHead)
    };
    let cases = points.map(|point| Case::new(write, point));
    cases.into_iter().chain([late]).collect()
}

/// Of a process that sends a write whose intent its caller committed: it is sent once.
fn prepared_sends(write: Write) -> Vec<Case> {
    let points = [
        Point::BeforeInsert,
        Point::AfterInsert,
        Point::BeforeInFlight,
        Point::AfterInFlight,
        Point::Connected,
        Point::NoHead,
        Point::AfterOutcome,
    ];
    let cases = points.map(|point| Case {
        is_prepared: true,
        ..Case::new(write, point)
    });
    cases.into()
}

/// Of a worker that looks up what another process sent: the record is seen.
fn look_ups() -> Vec<Case> {
    let points = [
        Point::AfterPostponement,
        Point::LookUp,
        Point::BeforeOutcome,
        Point::AfterOutcome,
    ];
    let cases = points.map(|point| Case {
        second: Some((Second::LooksUp, point)),
        ..Case::new(Write::UniqueKey, Point::NoHead)
    });
    cases.into()
}

/// Of a process that sends again what another one may have sent, after the lease: it takes effect once.
fn repeated_sends(write: Write) -> Vec<Case> {
    let points = [
        Point::BeforeInFlight,
        Point::AfterInFlight,
        Point::LookUp,
        Point::Connected,
        Point::InRequest,
        Point::NoHead,
        Point::HeadOnly,
        Point::BeforeOutcome,
        Point::AfterOutcome,
    ];
    // With an idempotency key, the first request has its effect, and nothing is looked up.
    let (first, looks_up) = match write {
        Write::IdempotencyKey => (Point::NoHead, false),
        _ => (Point::AfterInsert, true),
    };
    let points = points.into_iter();
    let points = points.filter(|point| looks_up || *point != Point::LookUp);
    let cases = points.map(|point| Case {
        second: Some((Second::Sends, point)),
        ..Case::new(write, first)
    });
    cases.collect()
}

/// Of a process that is suspended with the response, and resumes after others have looked up: the late
/// outcome overwrites no proof.
fn suspensions(write: Write) -> Vec<Case> {
    vec![Case {
        is_suspended: true,
        ..Case::new(write, Point::BeforeOutcome)
    }]
}
