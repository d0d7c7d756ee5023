//! The points of each kind of write.

use crate::case::Case;
use crate::stop::Point;
use crate::write::Write;

/// Of a process that sends.
pub(crate) fn sends(write: Write) -> Vec<Case> {
    let mut points = vec![
        Point::BeforeInsert,
        Point::AfterInsert,
        Point::Connected,
        Point::InRequest,
        Point::NoHead,
        Point::HeadOnly,
        Point::BeforeOutcome,
        Point::AfterOutcome,
    ];
    if write == Write::UniqueKey {
        points.push(Point::LookUp);
    }
    let of_seal = |is_sealed| {
        let late = Case {
            is_late: true,
            ..Case::new(write, is_sealed, Point::NoHead)
        };
        let points = points.iter();
        let cases = points.map(move |point| Case::new(write, is_sealed, *point));
        cases.chain([late])
    };
    [true, false].into_iter().flat_map(of_seal).collect()
}

/// Of a process that sends a write whose intent its caller committed.
pub(crate) fn prepared_sends(write: Write) -> Vec<Case> {
    let points = [
        Point::BeforeInsert,
        Point::AfterInsert,
        Point::BeforeInFlight,
        Point::AfterInFlight,
        Point::Connected,
        Point::NoHead,
        Point::AfterOutcome,
    ];
    let of_seal = |is_sealed| {
        points.map(|point| Case {
            is_prepared: true,
            ..Case::new(write, is_sealed, point)
        })
    };
    [true, false].into_iter().flat_map(of_seal).collect()
}

/// Of a process that recovers.
pub(crate) fn recoveries(write: Write) -> Vec<Case> {
    const CLAIM: &[Point] = &[Point::AfterClaim, Point::BeforeOutcome, Point::AfterOutcome];
    const LOOK_UP: &[Point] = &[Point::LookUp];
    const RESEND: &[Point] = &[
        Point::BeforeInFlight,
        Point::AfterInFlight,
        Point::Connected,
        Point::InRequest,
        Point::NoHead,
        Point::HeadOnly,
    ];
    let mut cases = Vec::new();
    for (is_sealed, is_late) in [(true, true), (true, false), (false, true), (false, false)] {
        let points = match (write, is_sealed, is_late) {
            (Write::Idempotent, true, _) => [CLAIM, RESEND].concat(),
            // It is not found yet.
            (Write::UniqueKey, true, true) => [CLAIM, LOOK_UP, RESEND].concat(),
            (Write::UniqueKey, _, _) => [CLAIM, LOOK_UP].concat(),
            _ => CLAIM.to_vec(),
        };
        cases.extend(points.into_iter().map(|point| Case {
            is_late,
            recovery_point: Some(point),
            ..Case::new(write, is_sealed, Point::NoHead)
        }));
    }
    cases
}

/// Of a process that sends again what another one sent, after the lease.
pub(crate) fn repeated_sends(write: Write) -> Vec<Case> {
    let points = [
        Point::AfterClaim,
        Point::LookUp,
        Point::BeforeInFlight,
        Point::AfterInFlight,
        Point::Connected,
        Point::InRequest,
        Point::NoHead,
        Point::HeadOnly,
        Point::BeforeOutcome,
        Point::AfterOutcome,
    ];
    let is_of_look_up = |point: &Point| matches!(point, Point::AfterClaim | Point::LookUp);
    let mut cases = Vec::new();
    for (is_sealed, first) in [(false, Point::AfterInsert), (true, Point::Connected)] {
        let points = points.into_iter();
        let points = points.filter(|point| write == Write::UniqueKey || !is_of_look_up(point));
        cases.extend(points.map(|point| Case {
            recovery_point: Some(point),
            is_sent_again: true,
            ..Case::new(write, is_sealed, first)
        }));
    }
    cases
}

/// Of a process that is suspended, and resumes after another one has recovered its entry.
pub(crate) fn suspensions(write: Write) -> Vec<Case> {
    let points = [Point::AfterInsert, Point::BeforeOutcome];
    let of_seal = |is_sealed| {
        points.map(|point| Case {
            is_suspended: true,
            ..Case::new(write, is_sealed, point)
        })
    };
    [true, false].into_iter().flat_map(of_seal).collect()
}

/// Of a recovery whose request is rejected.
pub(crate) fn rejections() -> Vec<Case> {
    let writes = [(Write::Idempotent, false), (Write::UniqueKey, true)];
    let cases = writes.map(|(write, is_late)| Case {
        is_late,
        is_rejected: true,
        ..Case::new(write, true, Point::NoHead)
    });
    cases.into()
}
