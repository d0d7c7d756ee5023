//! The steps of one call under a key, without I/O: an event comes in, and what to do next goes out.

use std::time::Duration;

use crate::entry::Entry;
use crate::entry::end::{End, Evidence};
use crate::entry::intent::Intent;
use crate::entry::state::State;
use crate::journal::Begun;
use crate::journal::change::Change;
use crate::outcome::Outcome;
use crate::rules::{Acquire, Found, Repeat, Told, acquire, ended, found, lost, repeated, told};

/// How often an intent is begun, while the journal fails or other calls change the same entry.
const MAX_BEGINS: u8 = 4;

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "made a few times a call")]
pub enum Effect {
    /// Begin the intent. [`Event::Begun`] follows.
    Begin,
    /// Insert the end of a send, whose entry the journal has lost. [`Event::Begun`] follows.
    Insert(Intent),
    /// Make this change. [`Event::Changed`] follows.
    Change(Change),
    /// Read the entry. [`Event::Row`] or [`Event::Gone`] follows.
    Read,
    /// Look the record up. [`Event::LookedUp`] follows.
    LookUp,
    /// Make sure that the lease of the entry lives. [`Event::Fenced`] follows.
    Fence,
    /// Send the request. [`Event::Ended`] follows.
    Send,
    /// The call is over.
    Tell(Told),
}

/// What has happened.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "made a few times a call")]
pub enum Event {
    /// The intent was begun. `None`: the journal failed, and may have committed.
    Begun(Option<Begun>),
    /// A change was made, or lost to another one. `Err`: the journal failed, and may have committed.
    Changed(Result<Option<Entry>, ()>),
    /// The entry. `None`: the journal failed.
    Row(Option<Entry>),
    /// The journal has lost the entry.
    Gone,
    /// The journal has failed for as long as the call waits for it.
    GaveUp,
    /// The result of a look-up.
    LookedUp(Found),
    /// Whether the lease lives.
    Fenced(bool),
    /// The send has ended.
    Ended(Ended),
}

/// How a send ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What is known.
    pub end: End,
    /// Whether it is a rejection that may be that of a duplicate.
    pub may_be_duplicate: bool,
    /// Whether the same call has the time to look the record up, and to send once more if there is none.
    pub may_repeat: bool,
}

/// One call under a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Driver {
    repeat: Repeat,
    lease: Duration,
    begins: u8,
    /// Whether a commit of this call may have been made, whose result it did not receive.
    is_ambiguous: bool,
    generation: i64,
    /// Whether this call has sent once more.
    is_second: bool,
    step: Step,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// The entry is not this call's.
    Beginning,
    /// Another send may be on its way: this call only reads.
    LookingOnly,
    /// A record with the values of the request was found: its entry is to be read, and changed.
    Finding(End),
    LookingUp,
    Fencing,
    Sending,
    /// The outcome of the first send is unknown: the entry goes in flight for a second one.
    Repeating(End),
    /// The server rejected what may be a duplicate.
    LookingAfter(End),
    Committing(End),
    Over,
}

impl Driver {
    /// A call. Its first effect is [`Effect::Begin`].
    pub const fn new(repeat: Repeat, lease: Duration) -> Self {
        Self {
            repeat,
            lease,
            begins: 1,
            is_ambiguous: false,
            generation: 0,
            is_second: false,
            step: Step::Beginning,
        }
    }

    /// The generation of this call's send. 0: it has none.
    pub const fn generation(&self) -> i64 {
        self.generation
    }

    /// Whether the entry is not this call's yet. How often it is begun is limited.
    pub const fn is_beginning(&self) -> bool {
        matches!(self.step, Step::Beginning)
    }

    /// Whether the entry may be in flight for this call, which does not know it. Of a call whose commits were all
    /// answered, it is that of a cloned machine, which has the same random numbers.
    pub const fn may_have_begun(&self) -> bool {
        self.is_beginning() && self.is_ambiguous
    }

    /// Whether an end is to be committed.
    pub const fn is_committing(&self) -> bool {
        matches!(self.step, Step::Committing(_) | Step::Repeating(_))
    }

    /// The end that a call leaves that is over, or goes away: that of its send, or that nothing was sent, as its
    /// request says.
    pub fn left(&self, is_unsent: bool) -> Option<End> {
        match &self.step {
            Step::Committing(end) | Step::Repeating(end) => Some(end.clone()),
            Step::LookingUp | Step::Fencing | Step::Sending if is_unsent && !self.is_second => {
                Some(End::new(Outcome::NotSent, Evidence::Sent))
            }
            _ => None,
        }
    }

    /// What to do after an event.
    pub fn on(&mut self, event: Event, intent: &Intent) -> Effect {
        match (std::mem::replace(&mut self.step, Step::Over), event) {
            (Step::Beginning, Event::Begun(begun)) => self.begun(begun, intent),
            (Step::Beginning, Event::Changed(Ok(Some(entry))))
                if entry.is_in_flight_for(intent.nonce) =>
            {
                self.owns(&entry)
            }
            // Another call was faster, or the change may have been committed, or begins no send: the entry tells.
            (Step::Beginning, Event::Changed(changed)) => {
                self.is_ambiguous |= changed.is_err();
                self.begin_again()
            }
            (Step::LookingOnly, Event::LookedUp(Found::Record(end))) if !end.is_other_record() => {
                self.step = Step::Finding(end);
                Effect::Read
            }
            (Step::LookingOnly, Event::LookedUp(_)) => Effect::Tell(Told::InFlight),
            (Step::Finding(end), Event::Row(Some(row))) => match found(&row, &end) {
                Some(change) => {
                    self.step = Step::Finding(end);
                    Effect::Change(change)
                }
                None => Effect::Tell(told_of(&row)),
            },
            (Step::Finding(_), Event::Changed(Ok(Some(_)))) => {
                Effect::Tell(Told::Now(Outcome::Done))
            }
            (Step::Finding(end), Event::Changed(_)) => {
                self.step = Step::Finding(end);
                Effect::Read
            }
            (Step::Finding(_), _) => Effect::Tell(Told::Now(Outcome::Unknown)),
            (Step::LookingUp, Event::LookedUp(found)) => match found {
                Found::Record(end) => self.commit(end),
                Found::Absent => self.fence(),
                Found::Failed | Found::Impossible => {
                    self.commit(End::new(Outcome::Unknown, Evidence::Found))
                }
            },
            (Step::Fencing, Event::Fenced(true)) => {
                self.step = Step::Sending;
                Effect::Send
            }
            (Step::Fencing, Event::Fenced(false)) => {
                self.commit(End::new(Outcome::NotSent, Evidence::Sent))
            }
            (Step::Sending, Event::Ended(ended)) => {
                let is_repeatable = self.repeat == Repeat::AfterLookUp;
                if ended.may_be_duplicate && is_repeatable {
                    self.step = Step::LookingAfter(ended.end);
                    return Effect::LookUp;
                }
                if ended.may_repeat && is_repeatable && !self.is_second {
                    self.step = Step::Repeating(ended.end);
                    return Effect::Read;
                }
                self.commit(ended.end)
            }
            (Step::Repeating(end), Event::Row(Some(row))) => {
                // A commit without a reply, of the change below.
                if row.is_sent_by(self.generation + 1, intent.nonce) {
                    return self.owns_second(&row);
                }
                match repeated(&row, intent, self.generation, &end, self.lease) {
                    Some(change) => {
                        self.step = Step::Repeating(end);
                        Effect::Change(change)
                    }
                    // Another call has found the record, or the lease was lost.
                    None => self.commit(end),
                }
            }
            (Step::Repeating(_), Event::Changed(Ok(Some(row)))) => self.owns_second(&row),
            (Step::Repeating(end), Event::Gone) => self.commit(end),
            (Step::Repeating(end), Event::GaveUp) => self.give_up(end, intent),
            (Step::Repeating(end), _) => {
                self.step = Step::Repeating(end);
                Effect::Read
            }
            (Step::LookingAfter(rejected), Event::LookedUp(found)) => self.commit(match found {
                Found::Record(end) => end,
                Found::Absent | Found::Impossible => rejected,
                Found::Failed => End {
                    outcome: Outcome::Unknown,
                    ..rejected
                },
            }),
            (
                Step::Committing(end),
                Event::Row(Some(row)) | Event::Begun(Some(Begun::Existing { entry: row, .. })),
            ) => match ended(&row, intent, self.generation, &end, self.repeat) {
                Some(change) => {
                    self.step = Step::Committing(end);
                    Effect::Change(change)
                }
                None => Effect::Tell(told(Some(&row), intent, self.generation, &end)),
            },
            (Step::Committing(end), Event::Gone) => {
                let lost = lost(intent, self.generation, &end);
                self.step = Step::Committing(end);
                Effect::Insert(lost)
            }
            (
                Step::Committing(end),
                Event::Changed(Ok(Some(row))) | Event::Begun(Some(Begun::New(row))),
            ) => Effect::Tell(told(Some(&row), intent, self.generation, &end)),
            (Step::Committing(end), Event::GaveUp) => self.give_up(end, intent),
            (Step::Committing(end), _) => {
                self.step = Step::Committing(end);
                Effect::Read
            }
            // An event that nothing led to: no proof of anything.
            _ => Effect::Tell(Told::Now(Outcome::Unknown)),
        }
    }

    fn begun(&mut self, begun: Option<Begun>, intent: &Intent) -> Effect {
        let (entry, now, is_restored) = match begun {
            None => {
                self.is_ambiguous = true;
                return self.begin_again();
            }
            Some(Begun::Restored) => return Effect::Tell(Told::Restored),
            Some(Begun::New(entry)) => return self.owns(&entry),
            Some(Begun::Existing {
                entry,
                now,
                is_restored,
            }) => (entry, now, is_restored),
        };
        if is_restored && entry.state != State::Done {
            return Effect::Tell(Told::Restored);
        }
        let is_own = entry.is_in_flight_for(intent.nonce) && entry.has_lease(now);
        if self.is_ambiguous && is_own {
            return self.owns(&entry);
        }
        match acquire(&entry, intent, self.repeat, self.lease, now) {
            Acquire::Send(change) | Acquire::Again(change) => {
                self.step = Step::Beginning;
                Effect::Change(change)
            }
            Acquire::Read => {
                self.step = Step::LookingOnly;
                Effect::LookUp
            }
            Acquire::Nothing(told) => Effect::Tell(told),
        }
    }

    fn begin_again(&mut self) -> Effect {
        self.step = Step::Beginning;
        if self.begins == MAX_BEGINS {
            return Effect::Tell(Told::JournalFailed);
        }
        self.begins += 1;
        Effect::Begin
    }

    /// The entry is in flight for this call.
    fn owns(&mut self, entry: &Entry) -> Effect {
        self.generation = entry.generation;
        match entry.doubt && self.repeat == Repeat::AfterLookUp {
            true => {
                self.step = Step::LookingUp;
                Effect::LookUp
            }
            false => self.fence(),
        }
    }

    /// The entry is in flight for the second send of this call.
    fn owns_second(&mut self, entry: &Entry) -> Effect {
        self.is_second = true;
        self.owns(entry)
    }

    fn fence(&mut self) -> Effect {
        self.step = Step::Fencing;
        Effect::Fence
    }

    fn commit(&mut self, end: End) -> Effect {
        self.step = Step::Committing(end);
        Effect::Read
    }

    /// Tells what is known without a commit of the end, which is made later.
    fn give_up(&mut self, end: End, intent: &Intent) -> Effect {
        let told = told(None, intent, self.generation, &end);
        self.step = Step::Committing(end);
        Effect::Tell(told)
    }
}

/// What a settled entry says to a call that sent nothing.
fn told_of(row: &Entry) -> Told {
    match row.state {
        State::Done => Told::Earlier,
        State::Rejected => Told::Now(Outcome::Rejected),
        _ => Told::Now(Outcome::Unknown),
    }
}
