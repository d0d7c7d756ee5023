//! Sends a write whose intent is in the journal.

pub(crate) mod commit;
pub(crate) mod journaled;
pub(crate) mod kept_output;
pub(crate) mod output;
pub(crate) mod owner;
pub(crate) mod prepare;
pub(crate) mod renewal;
pub(crate) mod send_error;

use std::future::{Future, Ready};
use std::time::Duration;

use api_runtime::{Error, Operation, Outcome, Retry};
use tokio::time::Instant;

use crate::entry::rules::{Earlier, SendOutcome, can_correct, earlier, is_free, is_recoverable};
use crate::send::commit::commit;
use crate::send::journaled::{Journaled, Sent};
use crate::send::output::{Output, lookup_record, send_outcome};
use crate::send::prepare::PreparedWrite;
use crate::send::renewal::with_renewal;
use crate::send::send_error::FailedSend;
use crate::store::journal::MAX_UPDATES;
use crate::{
    Begun, Entry, EntryId, Evidence, Journal, JournalError, LeaseChange, OutcomeRecord, SendError,
    State,
};

/// Whether the caller committed the intent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Begin,
    Prepared,
}

/// How a write is sent.
pub(crate) struct Call<L, F> {
    pub(crate) start: Start,
    pub(crate) retry: Retry,
    /// Looks up the record of an earlier send, if the operation can do so.
    pub(crate) look_up: Option<L>,
    pub(crate) send: F,
}

impl<L, F> Call<L, F> {
    pub(crate) fn new<O: Operation>(start: Start, look_up: Option<L>, send: F) -> Self {
        Self {
            start,
            retry: O::INFO.retry,
            look_up,
            send,
        }
    }
}

/// For operations that cannot look up a record.
pub(crate) fn no_look_up<T>() -> Option<Ready<Result<Output<T>, Error>>> {
    None
}

/// Commits the intent, sends the request and commits its outcome.
///
/// An entry whose outcome is unknown is looked up and sent again, as far as the description allows
/// it: the caller supplies the request that the journal may not have kept.
pub(crate) async fn send<J, T, L, F>(
    journal: &J,
    write: PreparedWrite,
    call: Call<L, F>,
) -> Result<Journaled<T>, SendError>
where
    J: Journal,
    L: Future<Output = Result<Output<T>, Error>>,
    F: Future<Output = Result<Output<T>, Error>>,
{
    let Call {
        start,
        retry,
        look_up,
        send,
    } = call;
    let lease = journal.lease();
    let mut started = Instant::now();
    let mut entry = match acquire(journal, write, start, look_up.is_some()).await? {
        Acquired::Leased(entry) => entry,
        Acquired::AlreadySent(entry) => return Ok(Journaled::AlreadySent(Box::new(entry))),
        Acquired::Claimed(mut entry) => {
            let found = match look_up {
                Some(look_up) => with_renewal(journal, &mut entry, lease, look_up).await,
                None => return Err(SendError::Unknown(Box::new(entry))),
            };
            if !matches!(&found, Err(error) if error.is_not_found()) {
                return looked_up(journal, entry, retry, found).await;
            }
            started = Instant::now();
            match start_resend(journal, entry).await? {
                Acquired::Leased(entry) => entry,
                Acquired::AlreadySent(entry) => return Ok(Journaled::AlreadySent(Box::new(entry))),
                Acquired::Claimed(entry) => return Err(SendError::Unknown(Box::new(entry))),
            }
        }
    };
    let id = entry.id.clone();
    // Another process may have claimed the entry while this one was suspended.
    if started.elapsed() >= lease {
        let record = OutcomeRecord::new(Outcome::NotSent, Evidence::LeaseExpired, entry.epoch);
        let entry = commit(journal, entry, SendOutcome::new(record)).await?;
        return match entry.state.is_settled() {
            true => Err(SendError::LeaseExpired(id)),
            false => Err(SendError::Unknown(Box::new(entry))),
        };
    }
    let has_earlier_send = entry.details.open_sends.len() > 1;
    let result = with_renewal(journal, &mut entry, lease, send).await;
    let send = SendOutcome {
        recover_after: recover_after(journal, &entry, retry, &result),
        ..send_outcome(&result, Evidence::Sent, entry.epoch)
    };
    let committed = commit(journal, entry, send).await;
    let is_proven = match &committed {
        Ok(entry) => entry.state.is_settled(),
        Err(_) => !has_earlier_send,
    };
    sent(id, result, committed, is_proven)
}

/// The delay before recovery may find out what is still unknown, if it can.
fn recover_after<J: Journal, T>(
    journal: &J,
    entry: &Entry,
    retry: Retry,
    result: &Result<Output<T>, Error>,
) -> Option<Duration> {
    let needs_person = result.as_ref().is_ok_and(Output::is_unknown);
    let is_recoverable = is_recoverable(retry, entry.sealed_request.is_some());
    (is_recoverable && !needs_person).then(|| journal.lease())
}

/// Commits what a lookup of an earlier send found.
async fn looked_up<J: Journal, T>(
    journal: &J,
    entry: Entry,
    retry: Retry,
    found: Result<Output<T>, Error>,
) -> Result<Journaled<T>, SendError> {
    let id = entry.id.clone();
    let send = SendOutcome {
        recover_after: recover_after(journal, &entry, retry, &found),
        ..SendOutcome::new(lookup_record(&found, entry.epoch))
    };
    let committed = commit(journal, entry, send).await;
    match (found, committed) {
        (Ok(output), committed) => sent(id, Ok(output), committed, true),
        (Err(_), committed) => Err(SendError::Unknown(Box::new(committed?))),
    }
}

/// The result of a send, whose outcome may not have been committed.
fn sent<T>(
    id: EntryId,
    result: Result<Output<T>, Error>,
    committed: Result<Entry, JournalError>,
    is_proven: bool,
) -> Result<Journaled<T>, SendError> {
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
            error: match is_proven {
                true => error,
                // An earlier request may have taken effect.
                false => error.with_unknown_outcome(),
            },
            unrecorded,
        }))),
    }
}

enum Acquired {
    /// The entry is in flight.
    Leased(Entry),
    /// An earlier send has to be looked up first.
    Claimed(Entry),
    AlreadySent(Entry),
}

/// Makes the entry one that this call owns.
async fn acquire<J: Journal>(
    journal: &J,
    write: PreparedWrite,
    start: Start,
    has_look_up: bool,
) -> Result<Acquired, SendError> {
    let PreparedWrite { intent, can_resend } = write;
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
        let is_corrected = entry.digest != intent.digest;
        if is_corrected && !can_correct(&entry) {
            return Err(SendError::KeyReused(Box::new(entry)));
        }
        let earlier = earlier(&entry);
        let is_unknown = matches!(earlier, Earlier::Unknown | Earlier::InFlight);
        if !(is_unknown && can_resend && is_free(&entry, journal.now().await?)) {
            match earlier {
                Earlier::CanSend => {}
                Earlier::TookEffect => return Ok(Acquired::AlreadySent(entry)),
                Earlier::Rejected if is_corrected => {}
                Earlier::Rejected => return Err(SendError::AlreadyRejected(Box::new(entry))),
                Earlier::Unknown => return Err(SendError::Unknown(Box::new(entry))),
                Earlier::InFlight => return Err(SendError::InFlight(Box::new(entry))),
            }
        }
        if is_corrected {
            entry.digest = intent.digest;
            entry.details.names.clone_from(&intent.details.names);
        }
        entry.sealed_request.clone_from(&intent.sealed_request);
        entry.owner.clone_from(&intent.owner);
        entry.epoch += 1;
        let is_claimed = is_unknown && has_look_up;
        match is_claimed {
            true => entry.details.recoveries = entry.details.recoveries.saturating_add(1),
            false => put_in_flight(&mut entry),
        }
        if journal.update(&entry, LeaseChange::Renew(lease)).await? {
            entry.revision += 1;
            return Ok(match is_claimed {
                true => Acquired::Claimed(entry),
                false => Acquired::Leased(entry),
            });
        }
        let stored = journal.entry(&entry.id).await?;
        entry = stored.ok_or_else(|| SendError::NotPrepared(intent.id.clone()))?;
    }
    Err(JournalError::contended().into())
}

/// Puts a claimed entry in flight, unless another process changed it.
async fn start_resend<J: Journal>(journal: &J, mut entry: Entry) -> Result<Acquired, SendError> {
    put_in_flight(&mut entry);
    let lease = journal.lease();
    if journal.update(&entry, LeaseChange::Renew(lease)).await? {
        entry.revision += 1;
        return Ok(Acquired::Leased(entry));
    }
    let stored = journal.entry(&entry.id).await?;
    let stored = stored.ok_or_else(|| SendError::NotPrepared(entry.id.clone()))?;
    Ok(match earlier(&stored) {
        Earlier::TookEffect => Acquired::AlreadySent(stored),
        _ => Acquired::Claimed(stored),
    })
}

/// Opens a send under the entry's epoch.
fn put_in_flight(entry: &mut Entry) {
    entry.state = State::InFlight;
    entry.details.recoveries = 0;
    entry.details.open_sends.push(entry.epoch);
}
