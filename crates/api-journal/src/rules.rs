//! The rules of a journal: what a call may do with the entry of its key, what the end of a send or of
//! a look-up makes of it, what a person may say, and what a caller is told. Functions without I/O, which all
//! states of the protocol are explored with.

use std::time::Duration;

use api_wire::Timestamp;

use crate::entry::details::Details;
use crate::entry::end::{End, Evidence};
use crate::entry::history::Note;
use crate::entry::intent::Intent;
use crate::entry::state::State;
use crate::entry::{Entry, LEFT_TO_CALLS};
use crate::journal::change::{Change, Timer};
use crate::outcome::Outcome;
use crate::resolution::{Resolution, ResolveError};

/// When a rejection of the content is looked at once more: it may be that of a duplicate.
const LOOK_AFTER_REJECTION: Duration = Duration::from_secs(10 * 60);

/// The shortest and the longest time between two look-ups.
const LOOKUP_DELAYS: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(60 * 60)];

/// After as many look-ups without a record, some seven hours, people find out, too.
const MAX_LOOKUPS: i64 = 12;

/// Whether a write may be sent again while an earlier send of it may have taken effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// No: only a person can find out.
    Never,
    /// The server rejects a second record with the same unique key, and the record can be looked up: it
    /// is sent again after a look-up has not found it.
    AfterLookUp,
    /// The server knows a repetition by the idempotency key of the entry, and returns its first response: it
    /// is sent again with this key while the server keeps it. Then only a person can find out.
    WithKey,
}

/// What a call may do with the entry of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "made once a call")]
pub enum Acquire {
    /// Make this change, then send. What is in doubt and can be looked up is sent if there is no record.
    Send(Change),
    /// Make this change, and ask again.
    Again(Change),
    /// Look the record up, and send nothing: an earlier send may be on its way.
    Read,
    /// Nothing: the caller is told this.
    Nothing(Told),
}

/// What a caller is told of the write under its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Told {
    /// What is known after this call. `Done`: it was a success, or found the record of an earlier one.
    Now(Outcome),
    /// An earlier call was a success.
    Earlier,
    /// An earlier request may be on its way: it was sent less than a lease ago, and its outcome is not
    /// known.
    InFlight,
    /// The key belongs to another request, of which this is known.
    KeyReused(Outcome),
    /// The journal was restored from a backup, and nobody has reconciled it since.
    Restored,
    /// The journal failed. This call had no effect, and what the others did is unknown.
    JournalFailed,
}

impl Told {
    /// What is known about the effect of the write under this key, over all calls.
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Now(outcome) | Self::KeyReused(outcome) => outcome,
            Self::Earlier => Outcome::Done,
            Self::InFlight | Self::Restored | Self::JournalFailed => Outcome::Unknown,
        }
    }
}

/// What a call may do with an entry that exists.
pub fn acquire(
    row: &Entry,
    intent: &Intent,
    repeat: Repeat,
    lease: Duration,
    now: Timestamp,
) -> Acquire {
    let is_same = row.digest.is_same(&intent.digest);
    let next = |doubt: bool| {
        let mut change = next_send(row, intent, doubt, lease);
        if !(doubt && repeat == Repeat::WithKey) {
            change.entry.details.names.clone_from(&intent.names);
            change
                .entry
                .details
                .unique_key
                .clone_from(&intent.unique_key);
            change.entry.set_kept(intent.kept, now);
        }
        change
    };
    // What is kept for longer was written by a clock that was wrong.
    let is_known = intent
        .kept
        .is_some_and(|kept| row.is_kept_until(now + lease) && !row.is_kept_until(now + kept));
    Acquire::Nothing(match row.state {
        _ if row.is_of_later_version() => Told::Now(Outcome::Unknown),
        State::NotSent => return Acquire::Send(next(row.doubt)),
        State::Done if is_same => Told::Earlier,
        State::Done => Told::KeyReused(Outcome::Done),
        // What was rejected had no effect: the request is sent again under its key, corrected or not,
        // as what rejected it may have been a wrong address or a declined card. A record that a worker has
        // seen meanwhile is compared first.
        State::Rejected => return Acquire::Send(next(row.doubt || row.needs_person)),
        // Calls have another request now: perhaps none compares what a worker has seen.
        _ if !is_same && row.is_left_to_comparison() => return Acquire::Again(reused(row)),
        _ if !is_same => Told::KeyReused(Outcome::Unknown),
        State::InFlight if row.has_lease(now) && repeat != Repeat::AfterLookUp => Told::InFlight,
        _ if row.needs_person || repeat == Repeat::Never => Told::Now(Outcome::Unknown),
        // The request of an earlier call may be executed right now.
        _ if row.has_lease(now) && repeat == Repeat::AfterLookUp => return Acquire::Read,
        _ if row.has_lease(now) => Told::InFlight,
        _ if repeat == Repeat::AfterLookUp || is_known => return Acquire::Send(next(true)),
        _ => Told::Now(Outcome::Unknown),
    })
}

/// People look at an entry at once. A call with its request may still compare the record.
fn reused(row: &Entry) -> Change {
    Change {
        due: Timer::Never,
        ..Change::new(row.clone(), Note::new(row.generation, "key reused"))
    }
}

/// Puts an entry in flight for another send.
fn next_send(row: &Entry, intent: &Intent, doubt: bool, lease: Duration) -> Change {
    let mut entry = row.clone();
    // It may have been erased.
    entry.key.clone_from(&intent.key);
    entry.digest = intent.digest;
    entry.state = State::InFlight;
    entry.generation += 1;
    entry.doubt = doubt;
    entry.needs_person = false;
    entry.nonce = intent.nonce;
    entry.format = Entry::FORMAT;
    // However often calls repeat it, or whatever fails: people see at last what nobody finds.
    if !doubt {
        entry.details.lookups = 0;
    }
    // Of what is sent now, nothing was seen yet.
    entry.details.end.take_if(|end| end.is_sight());
    let note = Note::new(entry.generation, "in flight");
    Change {
        lease: Timer::In(lease),
        due: match intent.kept {
            Some(_) => Timer::In(LEFT_TO_CALLS),
            None if intent.can_look_up => Timer::In(lease),
            None => Timer::Never,
        },
        ..Change::new(entry, note)
    }
}

/// Puts the entry of a call in flight again, whose first send ended without a known outcome, so that the
/// same call looks the record up, and sends once more if there is none. `None`: the entry is no longer that
/// of this send.
pub fn repeated(
    row: &Entry,
    intent: &Intent,
    generation: i64,
    end: &End,
    lease: Duration,
) -> Option<Change> {
    row.is_sent_by(generation, intent.nonce).then(|| {
        let mut change = next_send(row, intent, true, lease);
        change.entry.details.end = Some(end.clone());
        change.note = Some(Note::new(generation, "unknown, in flight again").with_end(end));
        change
    })
}

/// Whether two sends took effect, or a record is another one than was sent: nothing but a person
/// changes the entry.
fn is_conflict(row: &Entry) -> bool {
    row.needs_person && !row.state.is_settled()
}

/// What the end of a send makes of the entry: that of the call with this intent, under this generation.
/// `None`: the entry says so already.
pub fn ended(
    row: &Entry,
    intent: &Intent,
    generation: i64,
    end: &End,
    repeat: Repeat,
) -> Option<Change> {
    let only_note = |why: &str| {
        let note = Note::new(generation, why).with_end(end);
        Some(Change::new(row.clone(), note))
    };
    if row.is_of_later_version() || is_conflict(row) {
        return only_note("late");
    }
    let is_last = row.is_last_send(generation, intent.nonce);
    let is_done_by = row.details.done == generation && row.nonce == intent.nonce;
    match (end.outcome, &row.state) {
        (Outcome::Done, State::Done) if is_done_by => None,
        (Outcome::Done, State::Done) if is_second_effect(row, generation, end, repeat) => {
            let mut change = settle(row, State::Unknown, generation, end, "second effect");
            // The first end stays, and the history has both.
            change.entry.details.end.clone_from(&row.details.end);
            // A person may have said the first one, and denies none that a response has shown.
            change.entry.details.done = match row.details.done {
                0 => generation,
                done => done,
            };
            change.entry.needs_person = true;
            Some(change)
        }
        (Outcome::Done, State::Done) if row.details.done != 0 => only_note("late"),
        (Outcome::Done, before) => {
            let mut change = settle(row, State::Done, generation, end, "done");
            change.entry.details.done = generation;
            // Another send of this generation is that of an entry that the database has lost.
            change.entry.nonce = intent.nonce;
            change.entry.doubt = false;
            // Somebody may have been told, or have said, that there was no effect: of this entry, or
            // of the earlier send, before the last one was begun without a doubt.
            let was_without_effect = matches!(before, State::NotSent | State::Rejected)
                || !(is_last || row.doubt)
                || generation < row.details.key_since;
            change.entry.needs_person =
                row.needs_person || was_without_effect || !end.differences.is_empty();
            Some(change)
        }
        _ if end.is_other_record() && is_last && !row.state.is_settled() => {
            let mut change = settle(row, State::Unknown, generation, end, "other record");
            change.entry.needs_person = true;
            Some(change)
        }
        // It proves nothing about the other sends.
        _ if !is_last => only_note("late"),
        (Outcome::NotSent, State::NotSent) | (Outcome::Rejected, State::Rejected) => None,
        (_, State::NotSent | State::Rejected | State::Done) => only_note("late"),
        (Outcome::NotSent, _) if !row.doubt => {
            Some(settle(row, State::NotSent, generation, end, "not sent"))
        }
        (Outcome::Rejected, _) if !row.doubt => {
            let mut change = settle(row, State::Rejected, generation, end, "rejected");
            if repeat == Repeat::AfterLookUp && !end.is_before_validation() {
                change.due = Timer::In(LOOK_AFTER_REJECTION);
            }
            Some(change)
        }
        (_, State::Unknown) if row.details.end.as_ref() == Some(end) => None,
        _ => {
            let mut change = settle(row, State::Unknown, generation, end, "unknown");
            change.due = match repeat {
                Repeat::Never => Timer::Never,
                Repeat::AfterLookUp if row.details.lookups < MAX_LOOKUPS => {
                    Timer::In(LOOKUP_DELAYS[0])
                }
                Repeat::AfterLookUp => Timer::Never,
                Repeat::WithKey => Timer::In(LEFT_TO_CALLS),
            };
            Some(change)
        }
    }
}

/// Whether a success is that of another effect than the one that the entry has.
///
/// Two sends of a write that must not be repeated are two effects, however alike their responses are.
/// One with the same unique key is the same effect, unless the ids say otherwise.
fn is_second_effect(row: &Entry, generation: i64, end: &End, repeat: Repeat) -> bool {
    let first = row.details.end.as_ref();
    let has_other_id = first.is_some_and(|first| first.has_other_id(end));
    match repeat {
        Repeat::Never => row.details.done != 0,
        Repeat::AfterLookUp => has_other_id,
        Repeat::WithKey => {
            let is_before = |generation| generation < row.details.key_since;
            let done = row.details.done;
            has_other_id || done != 0 && is_before(done) != is_before(generation)
        }
    }
}

fn settle(row: &Entry, state: State, generation: i64, end: &End, why: &str) -> Change {
    let mut entry = row.clone();
    entry.state = state;
    entry.details.end = Some(end.clone());
    Change {
        // Until then the request may be executed.
        lease: match entry.state {
            State::Unknown => Timer::Keep,
            _ => Timer::Never,
        },
        due: Timer::Never,
        ..Change::new(entry, Note::new(generation, why).with_end(end))
    }
}

/// What a look-up of the record found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Found {
    /// The record, or one with the same unique key and other values: [`End::is_other_record`].
    Record(End),
    /// There is none. That proves nothing while a request may be on its way.
    Absent,
    /// The look-up failed.
    Failed,
    /// There is no way to look the record up, such as an unknown id.
    Impossible,
}

/// What a record with the values that were sent makes of an entry whose send is not over, or left the outcome
/// open. `None`: nothing.
pub fn found(row: &Entry, end: &End) -> Option<Change> {
    if row.is_of_later_version() || is_conflict(row) || row.state.is_settled() {
        return None;
    }
    let mut change = settle(row, State::Done, row.generation, end, "found");
    change.entry.details.done = 0;
    change.entry.doubt = false;
    Some(change)
}

/// What the look-up of a worker makes of the entry, which the worker has just changed. The worker does not know the request and compares nothing,
/// so that a record with the unique key may be another one: it settles nothing. `None`: nothing.
pub fn sighted(row: &Entry, looked_up: &Found) -> Option<Change> {
    if row.is_of_later_version() || is_conflict(row) {
        return None;
    }
    let is_rejected = row.state == State::Rejected;
    let is_over = match row.state {
        // Its call is at work.
        State::InFlight => !row.has_lease(row.updated_at),
        _ => row.state == State::Unknown,
    };
    if !(is_rejected || is_over) {
        return None;
    }
    let end = row.details.end.as_ref();
    let postponed = |due| Change::postponement(row.clone(), due);
    Some(match looked_up {
        // No call has compared what was seen an hour ago.
        _ if end.is_some_and(End::is_sight) => {
            let mut change = Change::new(row.clone(), Note::new(row.generation, "not compared"));
            change.entry.needs_person = true;
            change.due = Timer::Never;
            change
        }
        Found::Record(seen) => {
            let sight = seen.as_sight();
            let note = Note::new(row.generation, "seen").with_end(&sight);
            let mut change = Change::new(row.clone(), note);
            change.entry.details.end = Some(sight);
            if !is_rejected {
                change.entry.state = State::Unknown;
            }
            change.entry.needs_person = is_rejected;
            change.due = match is_rejected {
                true => Timer::Never,
                false => Timer::In(LEFT_TO_CALLS),
            };
            change
        }
        Found::Absent if is_rejected => postponed(Timer::Never),
        Found::Impossible => postponed(Timer::Never),
        Found::Absent | Found::Failed => {
            let lookups = row.details.lookups + 1;
            let doublings = u32::try_from(lookups).unwrap_or(u32::MAX);
            let [shortest, longest] = LOOKUP_DELAYS;
            let delay = shortest.saturating_mul(2u32.saturating_pow(doublings));
            let mut change = postponed(match lookups < MAX_LOOKUPS {
                true => Timer::In(delay.min(longest)),
                false => Timer::Never,
            });
            change.entry.details.lookups = lookups;
            change
        }
    })
}

/// The intent with which the end of a send is inserted, whose entry the database has lost.
pub fn lost(intent: &Intent, generation: i64, end: &End) -> Intent {
    let state = match end.outcome {
        Outcome::Done => State::Done,
        // An earlier send may have been lost with it.
        _ if generation > 1 => State::Unknown,
        Outcome::NotSent => State::NotSent,
        Outcome::Rejected => State::Rejected,
        Outcome::Unknown => State::Unknown,
    };
    Intent {
        state,
        generation,
        end: Some(end.clone()),
        // Since when the server keeps the key is lost, too.
        kept: None,
        ..intent.clone()
    }
}

/// What a person's word makes of the entry. A person who is not sure says [`Resolution::DidNot`] so long after
/// the last send at the earliest.
///
/// # Errors
///
/// If a program knows the outcome, or may still find out, or if it is too early.
pub fn resolve(
    row: &Entry,
    word: &Resolution,
    by: &str,
    why: &str,
    now: Timestamp,
    least_age: Duration,
) -> Result<Change, ResolveError> {
    let is_denied = matches!(word, Resolution::DidNot { .. });
    let end = row.details.end.as_ref();
    let is_of_person = end.is_some_and(|end| end.evidence == Evidence::Person);
    // Erased, an entry has no end, and still the send that took effect.
    let is_done = !is_of_person && end.is_some_and(|end| end.outcome == Outcome::Done);
    let is_proven = is_done || row.details.done != 0;
    match row.state {
        _ if row.is_of_later_version() => return Err(ResolveError::LaterVersion),
        State::InFlight if row.has_lease(now) => return Err(ResolveError::InFlight),
        // The request of the last send may be executed right now.
        State::Unknown if row.has_lease(now) && is_denied => {
            return Err(ResolveError::InFlight);
        }
        // A response or a look-up has shown the effect.
        _ if is_proven && is_denied => {
            return Err(ResolveError::Known(State::Done));
        }
        _ if *word == (Resolution::DidNot { is_sure: false })
            && now < row.lease_end() + least_age =>
        {
            return Err(ResolveError::Early(row.lease_end() + least_age));
        }
        State::InFlight | State::Unknown => {}
        // What took effect nevertheless is not sent again.
        State::NotSent | State::Rejected if !is_denied => {}
        _ if is_of_person || row.needs_person => {}
        _ => return Err(ResolveError::Known(row.state.clone())),
    }
    let (outcome, state, done) = match word {
        Resolution::TookEffect { .. } => (Outcome::Done, State::Done, row.details.done),
        Resolution::DidNot { .. } => (Outcome::NotSent, State::NotSent, 0),
    };
    let said = match word {
        Resolution::TookEffect { record_id: None } => End {
            ids: end.map(|end| end.ids.clone()).unwrap_or_default(),
            ..End::of_person(outcome, None)
        },
        Resolution::TookEffect { record_id } => End::of_person(outcome, record_id.as_deref()),
        Resolution::DidNot { .. } => End::of_person(outcome, None),
    };
    let mut change = settle(row, state, row.generation, &said, why);
    // The word may be corrected.
    change.lease = Timer::Keep;
    change.entry.doubt = false;
    change.entry.needs_person = false;
    change.entry.details.done = done;
    if let Some(note) = &mut change.note {
        by.clone_into(&mut note.by);
    }
    Ok(change)
}

/// Takes back what a person has said of an entry, or has recorded. What was never sent is not sent; else the outcome
/// is unknown.
///
/// # Errors
///
/// If no person has had the last word.
pub fn withdrawn(row: &Entry, by: &str, why: &str) -> Result<Change, ResolveError> {
    let end = row.details.end.as_ref();
    let is_of_person = end.is_some_and(|end| end.evidence == Evidence::Person);
    if row.is_of_later_version() {
        return Err(ResolveError::LaterVersion);
    }
    if !row.state.is_settled() || !is_of_person {
        return Err(ResolveError::NothingSaid);
    }
    let (state, outcome) = match row.generation {
        0 => (State::NotSent, Outcome::NotSent),
        _ => (State::Unknown, Outcome::Unknown),
    };
    let said = End::of_person(outcome, None);
    let mut change = settle(row, state, row.generation, &said, why);
    // An effect that a program has seen is sent again by nobody.
    change.entry.needs_person = row.details.done != 0;
    if let Some(note) = &mut change.note {
        by.clone_into(&mut note.by);
    }
    Ok(change)
}

/// Settles an entry that a call put in flight, in a commit whose result it did not receive, and never
/// sent. `None`: it has not, or another call has gone on since.
pub fn never_sent(row: &Entry, intent: &Intent, repeat: Repeat) -> Option<Change> {
    let end = End::new(Outcome::NotSent, Evidence::Sent);
    row.is_in_flight_for(intent.nonce)
        .then(|| ended(row, intent, row.generation, &end, repeat))
        .flatten()
}

/// Deletes the key, the names and the ids of an entry, and its history.
///
/// # Errors
///
/// If the outcome is unknown, or a person should look at the entry: it would be forgotten.
pub fn erased(row: &Entry, by: &str, why: &str) -> Result<Change, ResolveError> {
    match row.is_of_later_version() {
        true => return Err(ResolveError::LaterVersion),
        false if row.needs_person || !row.state.is_settled() => return Err(ResolveError::Unknown),
        false => {}
    }
    let mut entry = row.clone();
    entry.key.clear();
    entry.details = Details {
        done: row.details.done,
        key_since: row.details.key_since,
        ..Details::default()
    };
    let mut note = Note::new(row.generation, why);
    by.clone_into(&mut note.by);
    Ok(Change {
        due: Timer::Never,
        forget: true,
        ..Change::new(entry, note)
    })
}

/// What the caller of the send of a generation is told, when the entry is this one. `None`: the end
/// could not be committed.
///
/// Only a committed entry proves that nothing happened: another call may have sent meanwhile.
pub fn told(row: Option<&Entry>, intent: &Intent, generation: i64, end: &End) -> Told {
    if end.outcome == Outcome::Done {
        return Told::Now(Outcome::Done);
    }
    if end.is_other_record() {
        return Told::Now(Outcome::Unknown);
    }
    let Some(row) = row else {
        return match end.outcome {
            Outcome::NotSent | Outcome::Rejected => Told::JournalFailed,
            _ => Told::Now(Outcome::Unknown),
        };
    };
    let is_last = row.is_last_send(generation, intent.nonce);
    match row.state {
        _ if row.is_of_later_version() => Told::Now(Outcome::Unknown),
        State::Done => Told::Earlier,
        State::NotSent if is_last => Told::Now(Outcome::NotSent),
        State::Rejected if is_last => Told::Now(Outcome::Rejected),
        _ => Told::Now(Outcome::Unknown),
    }
}
