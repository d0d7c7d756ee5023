//! The points of each kind of write.

use super::case::{Case, Second};
use super::stop::Point;
use super::write::Write;

/// All cases.
pub(crate) fn cases() -> Vec<Case> {
    let of_write = |write| [sends(write), prepared_sends(write), suspensions(write)];
    let cases = Write::ALL.into_iter().flat_map(of_write);
    cases
        .chain([look_ups(), repeated_sends()])
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

/// Of a process that sends again what another one sent, after the lease: it takes effect once.
fn repeated_sends() -> Vec<Case> {
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
    let cases = points.map(|point| Case {
        second: Some((Second::Sends, point)),
        ..Case::new(Write::UniqueKey, Point::AfterInsert)
    });
    cases.into()
}

/// Of a process that is suspended with the response, and resumes after others have looked up: the late
/// outcome overwrites no proof.
fn suspensions(write: Write) -> Vec<Case> {
    vec![Case {
        is_suspended: true,
        ..Case::new(write, Point::BeforeOutcome)
    }]
}
