//! Recovers the entries of crashed processes.

pub(crate) mod finder;
pub(crate) mod recoverable;
pub(crate) mod report;

use std::collections::HashSet;

use api_runtime::__generated::KeptRequest;
use api_runtime::{Api, Client, Outcome, RawRequest, Retry};

use crate::entry::rules::{SendOutcome, can_resend, is_recoverable};
use crate::recover::finder::{Finder, LookedUp};
use crate::recover::recoverable::{Known, Recoverable, Recovery};
use crate::send::commit::commit;
use crate::send::output::{Output, lookup_record, send_outcome};
use crate::send::owner::new_owner;
use crate::send::prepare::{digest, scope};
use crate::send::renewal::with_renewal;
use crate::send::send_error::MISSING_VENUE;
use crate::store::journal::checked_lease;
use crate::{
    Claim, Entry, Evidence, Journal, JournalError, LeaseChange, OutcomeRecord, RecoveryReport,
    State,
};

/// Recovers entries until none has an expired lease.
pub(crate) async fn recover<A, C, J, F>(
    client: Client<A, C>,
    journal: &J,
    finder: F,
) -> Result<RecoveryReport, JournalError>
where
    A: Recoverable<C>,
    C: 'static,
    J: Journal,
    F: Finder<A, C>,
{
    let scope = scope(&client).ok_or_else(|| JournalError::new(MISSING_VENUE))?;
    checked_lease(journal)?;
    // Requests to undocumented paths are never retried.
    let raw = Recovery::new::<RawRequest<A>>();
    let recoveries: Vec<&Recovery<A, C>> = A::OPERATIONS.iter().chain([&raw]).collect();
    let operations: Vec<&'static str> = recoveries
        .iter()
        .map(|recovery| recovery.operation)
        .collect();
    let owner = new_owner();
    let mut report = RecoveryReport::default();
    let mut seen = HashSet::new();
    loop {
        // One at a time: the lease of an entry that waits for its turn would expire.
        let claim = Claim::new(&scope, &operations, &owner, journal.lease(), 1);
        let claimed = match journal.claim(&claim).await {
            Err(error) if report.is_empty() => return Err(error),
            Err(_) => return Ok(report),
            Ok(claimed) if claimed.is_empty() => return Ok(report),
            Ok(claimed) => claimed,
        };
        for entry in claimed {
            let mut recoveries = recoveries.iter();
            let recovery = recoveries.find(|recovery| recovery.operation == entry.operation);
            let Some(recovery) = recovery else {
                continue;
            };
            let id = entry.id.clone();
            // Its new lease has expired already: it is for the next call.
            if !seen.insert(id.clone()) {
                return Ok(report);
            }
            match recover_entry(&client, journal, &finder, recovery, entry).await {
                Ok(entry) => add(&mut report, entry),
                Err(error) => report.unrecorded.push((id, error)),
            }
        }
    }
}

fn add(report: &mut RecoveryReport, entry: Entry) {
    let evidence = entry
        .details
        .outcome
        .as_ref()
        .map(|outcome| outcome.evidence);
    let entries = match (entry.state, evidence) {
        (State::Done, Some(Evidence::Resent)) => &mut report.resent,
        (State::Done, _) => &mut report.found,
        (State::NotSent | State::Rejected, _) => &mut report.without_effect,
        _ => &mut report.unknown,
    };
    entries.push(entry);
}

/// Finds out what became of one entry, which this process has claimed.
async fn recover_entry<A: Api, C, J: Journal, F: Finder<A, C>>(
    client: &Client<A, C>,
    journal: &J,
    finder: &F,
    recovery: &Recovery<A, C>,
    mut entry: Entry,
) -> Result<Entry, JournalError> {
    if entry.state.is_settled() {
        journal.update(&entry, LeaseChange::End).await?;
        return Ok(entry);
    }
    let request = kept_request(journal, &entry);
    let is_prepared = entry.state == State::Prepared;
    let request_to_send = request
        .clone()
        .filter(|request| is_prepared || can_resend(recovery.retry, request));
    entry.details.recoveries = entry.details.recoveries.saturating_add(1);
    let lease = journal.lease();
    let recover_after = is_recoverable(recovery.retry, request.is_some()).then_some(lease);

    let looked_up = match is_prepared {
        true => LookedUp::None,
        false => {
            let known = Known {
                request: request.clone(),
                unique_key: unique_key(recovery.retry, &entry),
            };
            let call = finder.look_up(client, recovery, known);
            with_renewal(journal, &mut entry, lease, call).await
        }
    };
    // The id may be known later.
    let has_no_id = matches!(&looked_up, LookedUp::NoId);
    if let LookedUp::Read(found) = looked_up {
        let found = found.transpose();
        let is_absent = matches!(&found, Some(Err(error)) if error.is_not_found());
        if !is_absent || request_to_send.is_none() {
            let needs_person = matches!(&found, Some(Ok(output)) if output.is_unknown());
            let record = match &found {
                Some(found) => lookup_record(found, entry.epoch),
                None => OutcomeRecord::new(Outcome::Unknown, Evidence::LookedUp, entry.epoch),
            };
            let send = SendOutcome {
                recover_after: recover_after.filter(|_| !needs_person),
                ..SendOutcome::new(record)
            };
            return commit(journal, entry, send).await;
        }
    }

    match request_to_send {
        Some(request) => resend(client, journal, recovery, entry, request).await,
        None => {
            let outcome = match is_prepared {
                true => Outcome::NotSent,
                false => Outcome::Unknown,
            };
            let record = OutcomeRecord::new(outcome, Evidence::LeaseExpired, entry.epoch);
            let send = SendOutcome {
                recover_after: recover_after.filter(|_| has_no_id),
                ..SendOutcome::new(record)
            };
            commit(journal, entry, send).await
        }
    }
}

/// Sends the kept request, after the journal knows that it may be on its way.
async fn resend<A: Api, C, J: Journal>(
    client: &Client<A, C>,
    journal: &J,
    recovery: &Recovery<A, C>,
    mut entry: Entry,
    request: KeptRequest,
) -> Result<Entry, JournalError> {
    let lease = journal.lease();
    entry.state = State::InFlight;
    entry.details.open_sends.push(entry.epoch);
    if !journal.update(&entry, LeaseChange::Renew(lease)).await? {
        return Err(JournalError::new("another process changed the entry"));
    }
    entry.revision += 1;
    let call = (recovery.send)(client, request);
    let result = with_renewal(journal, &mut entry, lease, call).await;
    let needs_person = result.as_ref().is_ok_and(Output::is_unknown);
    let send = SendOutcome {
        recover_after: Some(lease).filter(|_| !needs_person),
        ..send_outcome(&result, Evidence::Resent, entry.epoch)
    };
    commit(journal, entry, send).await
}

/// The kept request, if it can be opened and is the one that the digest was made of.
fn kept_request<J: Journal>(journal: &J, entry: &Entry) -> Option<KeptRequest> {
    let sealed = entry.sealed_request.as_deref()?;
    let opened = journal.seal()?.open(&entry.id, sealed).ok()?;
    let request = KeptRequest::from_json(std::str::from_utf8(&opened).ok()?).ok()?;
    (digest(&entry.operation, &request) == entry.digest).then_some(request)
}

fn unique_key(retry: Retry, entry: &Entry) -> Option<String> {
    let Retry::UniqueKey(field) = retry else {
        return None;
    };
    let mut names = entry.details.names.iter();
    names
        .find(|(name, _)| name == field)
        .map(|(_, value)| value.clone())
}
