//! Outputs of calls, with what an entry keeps of them.

use api_runtime::{Created, Error, Known, Outcome};

use crate::entry::rules::SendOutcome;
use crate::send::kept_output::KeptOutput;
use crate::{Evidence, OutcomeRecord};

/// An output, and what its entry keeps of the response.
pub(crate) struct Output<T> {
    pub(crate) value: T,
    /// Done, or unknown if the record differs so that it may be another one.
    outcome: Outcome,
    status: u16,
    attempts: u32,
    ids: Vec<(String, String)>,
    differences: Vec<String>,
}

impl<T> Output<T> {
    pub(crate) fn from_response(kept: KeptOutput<T>) -> Self {
        Self {
            value: kept.value,
            outcome: Outcome::Done,
            status: kept.status,
            attempts: kept.attempts,
            ids: kept.ids,
            differences: Vec::new(),
        }
    }

    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Output<U> {
        Output {
            value: f(self.value),
            outcome: self.outcome,
            status: self.status,
            attempts: self.attempts,
            ids: self.ids,
            differences: self.differences,
        }
    }

    /// Whether a person has to look at the record.
    pub(crate) fn is_unknown(&self) -> bool {
        self.outcome != Outcome::Done
    }

    fn record(&self, evidence: Evidence, epoch: i64) -> OutcomeRecord {
        OutcomeRecord {
            status: Some(self.status),
            attempts: self.attempts,
            ids: self.ids.clone(),
            differences: self.differences.clone(),
            ..OutcomeRecord::new(self.outcome, evidence, epoch)
        }
    }
}

impl<R> Output<Created<R>> {
    /// A record that was looked up and differs may have had the unique key before, so that nothing was
    /// created.
    pub(crate) fn from_created(created: Created<KeptOutput<R>>) -> Self {
        let is_unknown = created.known == Known::Recovered && !created.differences.is_empty();
        let outcome = match is_unknown {
            true => Outcome::Unknown,
            false => Outcome::Done,
        };
        let mut kept = None;
        let created = created.map(|output| {
            let KeptOutput {
                value,
                status,
                attempts,
                ids,
            } = output;
            kept = Some((status, attempts, ids));
            value
        });
        let (status, attempts, ids) = kept.unwrap_or_default();
        let differences = created.differences.iter();
        Self {
            outcome,
            status,
            attempts,
            ids,
            differences: differences
                .map(|difference| difference.pointer.clone())
                .collect(),
            value: created,
        }
    }
}

/// What the result of a call means for its entry.
pub(crate) fn send_outcome<T>(
    result: &Result<Output<T>, Error>,
    evidence: Evidence,
    epoch: i64,
) -> SendOutcome {
    match result {
        Ok(output) => SendOutcome::new(output.record(evidence, epoch)),
        Err(error) => SendOutcome::new(error_record(error, evidence, epoch)),
    }
}

pub(crate) fn error_record(error: &Error, evidence: Evidence, epoch: i64) -> OutcomeRecord {
    OutcomeRecord {
        status: error.status().map(|status| status.as_u16()),
        error: Some(format!("{:?}", error.kind())),
        attempts: error.attempts(),
        ..OutcomeRecord::new(error.outcome(), evidence, epoch)
    }
}

/// What a lookup of the record means for its entry. Absence proves nothing: the request may be on
/// its way.
pub(crate) fn lookup_record<T>(result: &Result<Output<T>, Error>, epoch: i64) -> OutcomeRecord {
    match result {
        Ok(output) => output.record(Evidence::LookedUp, epoch),
        Err(error) => OutcomeRecord {
            outcome: Outcome::Unknown,
            ..error_record(error, Evidence::LookedUp, epoch)
        },
    }
}
