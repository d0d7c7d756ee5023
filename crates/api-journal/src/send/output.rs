//! Outputs of calls, with what an entry keeps of them.

use api_runtime::{Created, Difference, Error, Outcome};

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

    fn differing(mut self, outcome: Outcome, differences: &[Difference]) -> Self {
        let pointers = differences.iter();
        self.differences = pointers
            .map(|difference| difference.pointer.clone())
            .collect();
        self.outcome = outcome;
        self
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

impl<T, R> Output<Created<T, R>> {
    /// A record that differs may have had the unique key before, so that nothing was created.
    pub(crate) fn from_created(created: Created<KeptOutput<T>, KeptOutput<R>>) -> Self {
        match created {
            Created::Confirmed(response) => Output::from_response(response).map(Created::Confirmed),
            Created::Recovered(record) => Output::from_response(record).map(Created::Recovered),
            Created::Changed {
                response,
                differences,
            } => Output::from_response(response)
                .differing(Outcome::Done, &differences)
                .map(|response| Created::Changed {
                    response,
                    differences,
                }),
            Created::Differs {
                record,
                differences,
            } => Output::from_response(record)
                .differing(Outcome::Unknown, &differences)
                .map(|record| Created::Differs {
                    record,
                    differences,
                }),
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
