//! What holds of a create with `unique` in all rows: the number of creates, and the end of a call
//! whose first create alone meets the fault.

use std::sync::Arc;

use api_runtime::ErrorKind::{Mismatch, WrongRecord};
use api_runtime::Outcome::Unknown;
use api_runtime::{Error, ErrorKind};

use crate::call::{CallResult, End};
use crate::expected::Expected;
use crate::observed::{ObservedTraffic, RequestKind};
use crate::operations::{Op, REFERENCE, order_of, order_with};
use crate::secrets::SERVER_SECRET;
use crate::server::Responder;

/// Whether the server received no more writes than allowed, whatever the row expects: one, and a
/// second one of `unique` only after an attempt whose outcome is unknown. Requests that the
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

/// A server without a fault that has no order with our reference.
pub(crate) fn without_order() -> Responder {
    Arc::new(|op, kind| match kind {
        RequestKind::Read => (404, op.error_body()),
        _ => (200, op.good_body()),
    })
}

/// The order that exists after a create that had its effect in spite of the fault: the server
/// rejects a second create, and a lookup finds this order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExistingOrder {
    /// It has our reference.
    Ours,
    /// It has another reference: it is not our order.
    Others,
    /// It has our reference, and another price and name.
    Changed,
    /// It has our reference twice.
    DuplicateKey,
}

impl ExistingOrder {
    pub(crate) const ALL: [Self; 4] = [Self::Ours, Self::Others, Self::Changed, Self::DuplicateKey];

    /// The responses of such a server.
    pub(crate) fn responder(self) -> Responder {
        let reference = format!("\"reference_no\":\"{REFERENCE}\"");
        let order = match self {
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
            _ => (422, duplicate_body(&op.credentials())),
        })
    }

    /// The expected end, given that of the create, which is the only one.
    pub(crate) fn expected(self, create: Expected) -> Expected {
        let end = match (self, create.end) {
            (Self::Ours, _) => End::Recovered,
            (Self::Changed, _) => End::Differs,
            (Self::Others | Self::DuplicateKey, End::Failed(kind, _)) => End::Failed(kind, Unknown),
            (Self::Others | Self::DuplicateKey, end) => end,
        };
        Expected {
            end,
            lookups: match self {
                Self::Ours | Self::Changed => 1,
                // A response about another record is repeated.
                Self::Others => 3 * create.looks(),
                Self::DuplicateKey => create.looks(),
            },
            ..create
        }
    }

    /// Whether the error, if any, reports all that is known.
    pub(crate) fn is_reported_by(self, result: &CallResult) -> bool {
        let lookup_kind = match self {
            Self::DuplicateKey => Mismatch,
            Self::Ours | Self::Others | Self::Changed => WrongRecord,
        };
        result
            .error()
            .is_none_or(|error| reports_all(error, lookup_kind))
    }
}

/// Whether an error reports the only create, the lookup and the unique key.
pub(crate) fn reports_all(error: &Error, lookup_kind: ErrorKind) -> bool {
    let reports_lookup = error.lookup_error().is_some_and(|error| {
        error.kind() == lookup_kind && error.operation() == "get_incoming_order"
    });
    error.earlier().is_none() && reports_lookup && error.unique_key() == Some(REFERENCE)
}

/// The message that rejects a second create. A careless server echoes the credentials in it.
fn duplicate_message(credentials: &str) -> String {
    format!("reference_no has already been taken, {credentials}")
}

fn duplicate_body(credentials: &str) -> String {
    let message = duplicate_message(credentials);
    format!("{{\"errors\":[\"{message}\"]}}")
}
