//! Sends a write whose intent is in the journal.

pub(crate) mod commit;
pub(crate) mod journaled;
pub(crate) mod kept_output;
pub(crate) mod output;
pub(crate) mod owner;
pub(crate) mod prepare;
pub(crate) mod renewal;
pub(crate) mod send_error;

use std::future::Future;

use api_runtime::{Error, Outcome, Retry};
use tokio::time::Instant;

use crate::entry::rules::{Earlier, SendOutcome, earlier, is_recoverable};
use crate::send::commit::commit;
use crate::send::journaled::{Journaled, Sent};
use crate::send::output::{Output, send_outcome};
use crate::send::renewal::with_renewal;
use crate::send::send_error::FailedSend;
use crate::store::journal::MAX_UPDATES;
use crate::{
    Begun, Entry, Evidence, Intent, Journal, JournalError, LeaseChange, OutcomeRecord, SendError,
    State,
};

/// Whether the caller committed the intent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Begin,
    Prepared,
}

/// Commits the intent, sends the request and commits its outcome.
pub(crate) async fn send<J, T, F>(
    journal: &J,
    intent: Intent,
    start: Start,
    retry: Retry,
    call: F,
) -> Result<Journaled<T>, SendError>
where
    J: Journal,
    F: Future<Output = Result<Output<T>, Error>>,
{
    let lease = journal.lease();
    let started = Instant::now();
    let mut entry = match acquire(journal, intent, start).await? {
        Acquired::Leased(entry) => entry,
        Acquired::AlreadySent(entry) => return Ok(Journaled::AlreadySent(Box::new(entry))),
    };
    let id = entry.id.clone();
    // Another process may have claimed the entry while this one was suspended.
    if started.elapsed() >= lease {
        let record = OutcomeRecord::new(Outcome::NotSent, Evidence::LeaseExpired, entry.epoch);
        commit(journal, entry, SendOutcome::new(record)).await?;
        return Err(SendError::LeaseExpired(id));
    }
    let result = with_renewal(journal, &mut entry, lease, call).await;
    let is_recoverable = is_recoverable(retry, entry.sealed_request.is_some());
    let needs_person = result.as_ref().is_ok_and(Output::is_unknown);
    let send = SendOutcome {
        recover_after: (is_recoverable && !needs_person).then_some(lease),
        ..send_outcome(&result, Evidence::Sent, entry.epoch)
    };
    let committed = commit(journal, entry, send).await;
    let is_repeated = committed.as_ref().is_ok_and(Entry::has_repeated_effect);
    let unrecorded = committed.err();
    match result {
        Ok(output) => Ok(Journaled::Sent(Sent {
            value: output.value,
            id,
            unrecorded,
            is_repeated,
        })),
        Err(error) => Err(SendError::Failed(Box::new(FailedSend {
            id,
            error,
            unrecorded,
        }))),
    }
}

enum Acquired {
    Leased(Entry),
    AlreadySent(Entry),
}

/// Makes the entry one that this call owns, and that is in flight.
async fn acquire<J: Journal>(
    journal: &J,
    intent: Intent,
    start: Start,
) -> Result<Acquired, SendError> {
    let lease = journal.lease();
    let mut entry = match start {
        Start::Begin => match journal.begin(&intent, lease).await? {
            Begun::New(entry) => return Ok(Acquired::Leased(entry)),
            Begun::Existing(entry) => entry,
        },
        Start::Prepared => {
            let stored = journal.entry(&intent.id).await?;
            stored.ok_or_else(|| SendError::NotPrepared(intent.id.clone()))?
        }
    };
    for _ in 0..MAX_UPDATES {
        if entry.digest != intent.digest {
            return Err(SendError::KeyReused(Box::new(entry)));
        }
        match earlier(&entry) {
            Earlier::CanSend => {}
            Earlier::TookEffect => return Ok(Acquired::AlreadySent(entry)),
            Earlier::Rejected => return Err(SendError::AlreadyRejected(Box::new(entry))),
            Earlier::Unknown => return Err(SendError::Unknown(Box::new(entry))),
            Earlier::InFlight => return Err(SendError::InFlight(Box::new(entry))),
        }
        entry.state = State::InFlight;
        entry.details.recoveries = 0;
        entry.sealed_request.clone_from(&intent.sealed_request);
        entry.owner.clone_from(&intent.owner);
        entry.epoch += 1;
        entry.details.open_sends.push(entry.epoch);
        if journal.update(&entry, LeaseChange::Renew(lease)).await? {
            entry.revision += 1;
            return Ok(Acquired::Leased(entry));
        }
        let stored = journal.entry(&entry.id).await?;
        entry = stored.ok_or_else(|| SendError::NotPrepared(intent.id.clone()))?;
    }
    Err(JournalError::contended().into())
}
