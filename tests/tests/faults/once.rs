//! What holds of a create with `once` in all rows: the number of creates, what an error reports, and how a server goes
//! on after the first create alone met the fault.

use std::sync::Arc;

use api_runtime::ErrorKind::{Decode, Duplicate, NotFound, WrongRecord};
use api_runtime::Outcome::Unknown;
use api_runtime::{Error, ErrorKind};

use crate::call::{CallResult, End};
use crate::observed::{ObservedTraffic, RequestKind};
use crate::operations::{Op, REFERENCE, order_of, order_with};
use crate::secrets::SERVER_SECRET;
use crate::server::Responder;

/// Whether the server received no more writes than allowed, whatever the row expects: one, and a
/// second one of `once` only after an attempt whose outcome is unknown. Requests that the
/// server did not process count from then on.
pub(crate) fn has_no_extra_writes(op: Op, result: &CallResult, observed: &ObservedTraffic) -> bool {
    let is_unknown = matches!(result.first_sent(), Some(End::Failed(_, Unknown)));
    let limit = match op {
        Op::Read => 0,
        Op::UniqueKey if is_unknown => 2,
        Op::Write | Op::UniqueKey => 1,
    };
    observed.writes_from_first_processed() <= limit
}

/// A server without a fault.
pub(crate) fn healthy() -> Responder {
    Arc::new(|op, _| (200, op.good_body()))
}

/// What a server has after a create that met the fault, and how it responds to a second one and to a look-up.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Continuation {
    /// The create had no effect.
    NoOrder,
    /// It had, and the order has our reference. The server rejects a second create, as in all that follow.
    Ours,
    /// The order has another reference: it is not ours.
    Others,
    /// It has our reference, and another price and name.
    Changed,
    /// It has our reference twice.
    DuplicateKey,
}

impl Continuation {
    pub(crate) const ALL: [Self; 5] = [
        Self::NoOrder,
        Self::Ours,
        Self::Others,
        Self::Changed,
        Self::DuplicateKey,
    ];

    /// The responses of such a server.
    pub(crate) fn responder(self) -> Responder {
        let reference = format!("\"reference_no\":\"{REFERENCE}\"");
        let order = match self {
            Self::NoOrder => {
                return Arc::new(|op, kind| match kind {
                    RequestKind::Read => (404, op.error_body()),
                    _ => (200, op.good_body()),
                });
            }
            Self::Ours => order_of(REFERENCE),
            Self::Others => order_of("WEB-1002"),
            Self::Changed => order_with(
                &format!("{reference},\"first_name\":\"{SERVER_SECRET}\""),
                2_400,
            ),
            Self::DuplicateKey => {
                order_of(REFERENCE).replace(&reference, &format!("{reference},{reference}"))
            }
        };
        Arc::new(move |op, kind| match kind {
            RequestKind::Read => (200, order.clone()),
            _ => {
                let message = format!("reference_no has already been taken, {}", op.credentials());
                (422, format!("{{\"errors\":[\"{message}\"]}}"))
            }
        })
    }

    /// Whether the error, if any, reports all that is known.
    pub(crate) fn is_reported_by(self, result: &CallResult) -> bool {
        let reports = |kind| {
            let error = result.error();
            error.is_none_or(|error| reports_all(error, kind))
        };
        match self {
            Self::NoOrder => reports(NotFound),
            Self::DuplicateKey => reports(Decode),
            Self::Ours | Self::Others => reports(WrongRecord),
            Self::Changed => result.error().is_some_and(|error| {
                let differences = error.differences();
                error.kind() == Duplicate && differences.len() == 2
            }),
        }
    }
}

/// Whether an error reports the only create, the look-up and the unique key.
pub(crate) fn reports_all(error: &Error, lookup_kind: ErrorKind) -> bool {
    let reports_lookup = error.lookup_error().is_some_and(|error| {
        error.kind() == lookup_kind && error.operation() == "get_incoming_order"
    });
    error.earlier().is_none() && reports_lookup && error.unique_key() == Some(REFERENCE)
}
