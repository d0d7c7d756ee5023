//! Every state that the rules, the steps of a call and its lease can reach, breadth first: calls of several
//! processes with one key, a server, a worker and a person, with crashes, drops, pauses, clocks that stop or jump, lost,
//! late and duplicate requests, records of others, look-ups that fail or lag, idempotency keys that the server
//! forgets in time, erasing, records by hand, a restore, pruning by clocks that jump, and a journal whose commits
//! fail, are ambiguous, or are lost.

use std::collections::VecDeque;
use std::hash::Hash;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use api_journal::call::{Clocks, Driver, Effect, Ended, Event};
use api_journal::rows::{At, Kind, Put, Query, Read, Row as Stored, SharedStore, prune_days};
use api_journal::rules::{
    Found, Repeat, Told, ended, erased, found, lost, never_sent, resolve, sighted, withdrawn,
};
use api_journal::{
    Begun, Change, End, Entry, EntryId, Evidence, Intent, JournalFuture, MemoryStore, Operator,
    Outcome, RequestDigest, Resolution, ResolveError, Scope, State, Store, Timer, Timestamp,
};
use rustc_hash::FxHashMap;
use test_support::store::{Differs, Other};
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

/// Of an entry: two ticks.
const LEASE: Duration = Duration::from_secs(60);
const TICK: Duration = Duration::from_secs(30);
const NOW: Timestamp = Timestamp::from_millis(1_000_000_000);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// For how many days the journal keeps what is settled.
const KEPT_DAYS: i64 = 4;
/// How far the clocks of workers are ahead, in days: by more than that, in both directions.
const CLOCKS: [i64; 3] = [0, KEPT_DAYS + 1, -KEPT_DAYS - 1];
/// After as many days at the earliest: two clocks that are further ahead count one more each, and the first day
/// may have begun before the change.
const LEAST_DAYS: i64 = KEPT_DAYS - 3;
/// For how long the server keeps an idempotency key, in ticks: for a second send, and no third one.
const KEPT: u8 = 5;
const CALLS: usize = 3;
/// Further sends of one key are no new situations.
const MAX_GENERATION: i64 = 3;
/// Requests that may be on their way at once.
const REQUESTS: usize = 4;

/// What is explored.
#[derive(Clone, Copy)]
struct Setup {
    name: &'static str,
    repeat: Repeat,
    calls: usize,
    is_prepared: bool,
    crashes: u8,
    /// Calls of the journal that fail, with and without a commit.
    failures: u8,
    /// Words of a person, who also erases if they are more than one.
    words: u8,
    is_careful: bool,
    /// The calls are those of cloned machines, whose random numbers are the same.
    is_cloned: bool,
    /// The second call has another request.
    is_changed: bool,
    /// Somebody else may use the unique key.
    is_shared: bool,
    /// A look-up may not see yet what is there, or fail.
    lags: bool,
    /// A call sends once more.
    is_repeated: bool,
    /// Time passes in ticks, and replies of the journal may be late. Otherwise, a lease expires at any time.
    has_clocks: bool,
    /// How often the journal loses the entry.
    losses: u8,
    /// Whether the journal is restored from a backup, by the page of the guide.
    is_restored: bool,
    /// Whether a person records writes by hand, and withdraws what a person has said.
    has_records: bool,
    /// Whether days pass, and workers count and prune.
    has_days: bool,
    fault: Option<Fault>,
}

/// A mistake that is put back, so that the properties are known to notice it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A call says what its own send saw, whatever the others did.
    SaysOwnEnd,
    /// Two successes count as one.
    SecondEffectIsTheFirst,
    /// A rejection settles the entry although an earlier send may take effect.
    RejectionClearsDoubt,
    /// The clocks of a lease are read when the reply arrives.
    ClockAfterReply,
    /// A worker believes the record that it sees.
    SightSettles,
    /// The server forgets idempotency keys before their time.
    KeyIsForgotten,
    /// A call that repeats a write makes an idempotency key of its own.
    KeyIsNew,
    /// The key is not looked at before a request.
    KeyIsNotFenced,
    /// A dropped call settles what it may have begun.
    DropSettlesOthers,
    /// After a restore, a person records only what has no entry.
    OnlyMissingIsRecorded,
    /// A worker prunes by its clock.
    PrunedByTheClock,
    /// What a person withdraws counts as not sent.
    WithdrawnIsNotSent,
}

/// The columns of the entry that decide something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row {
    state: u8,
    generation: u8,
    doubt: bool,
    needs_person: bool,
    /// In ticks.
    lease: u8,
    is_due: bool,
    nonce: u8,
    digest: u8,
    done: u8,
    lookups: u8,
    end: u8,
    /// The idempotency key: the generation that was sent with it first. 0: there is none.
    key: u8,
    /// How long the server keeps it, in ticks.
    kept: u8,
    /// How many days were counted since the last change, and how many have passed.
    counted: u8,
    age: u8,
}

/// Where a call is. The number is that of its driver, and then that of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pc {
    Begin(u16),
    /// The journal has committed, and its reply is on its way: the call goes on there.
    Late(u16, Next),
    LookUp(u16),
    Fence(u16),
    Send(u16),
    Waiting(u16, u8),
    Commit(u16),
    /// Told or dropped, and its end is committed later.
    Later(u16),
    /// Told that the journal failed: what it has begun is settled later.
    Unsettled,
    /// Told, or crashed: whether it was told of its own success.
    Over(bool),
}

/// What a call does after a late reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Next {
    LookUp,
    Fence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Message {
    None,
    /// With the content of this call, and this idempotency key.
    OnItsWay(u8, u8),
    Effect,
    Rejected,
    Duplicate,
    Gone,
}

/// How much of a lease has passed since a call has asked for it, by its two clocks, in ticks.
type Elapsed = (u8, u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct World {
    row: Option<Row>,
    calls: [Pc; CALLS],
    leases: [Elapsed; CALLS],
    /// The idempotency key that a call sends.
    keys: [u8; CALLS],
    /// Those whose effect the server remembers, as bits.
    remembered: u8,
    messages: [Message; REQUESTS],
    effects: u8,
    /// Of the record with the unique key: the content of this call, or of somebody else.
    record: Option<u8>,
    crashes: u8,
    failures: u8,
    words: u8,
    losses: u8,
    /// The backup, and then the restore.
    backup: Option<Option<Row>>,
    is_restored: bool,
    is_closed: bool,
    /// When the last day was counted, in days from now on.
    day: i8,
    /// A person was wrong, or the journal has lost the entry: there may be two effects.
    has_erred: bool,
    is_lost: bool,
}

const OTHERS: u8 = 9;

impl World {
    fn may_take_effect(&self) -> bool {
        self.effects > 0 || self.is_on_its_way()
    }

    fn is_on_its_way(&self) -> bool {
        let mut messages = self.messages.iter();
        messages.any(|message| matches!(message, Message::OnItsWay(..)))
    }

    /// By the entry, and by the clocks of the calls.
    fn is_no_lease_left(&self) -> bool {
        let in_entry = self.row.is_some_and(|row| row.lease > 0);
        !in_entry && self.leases.iter().all(|elapsed| *elapsed != (0, 0))
    }

    fn is_sent_or_on_its_way(&self) -> bool {
        let mut calls = self.calls.iter();
        self.is_on_its_way() || calls.any(|call| matches!(call, Pc::Send(_)))
    }

    /// What no property asks for is forgotten.
    fn normal(mut self) -> Self {
        for (slot, message) in self.messages.iter_mut().enumerate() {
            let is_awaited = self
                .calls
                .iter()
                .any(|call| matches!(call, Pc::Waiting(_, other) if usize::from(*other) == slot));
            if !is_awaited && !matches!(message, Message::OnItsWay(..)) {
                *message = Message::None;
            }
        }
        let held = self.leases.iter_mut().zip(&mut self.keys);
        for ((lease, key), call) in held.zip(&self.calls) {
            let has_ended = matches!(
                call,
                Pc::Begin(_) | Pc::Later(_) | Pc::Unsettled | Pc::Over(_)
            );
            if has_ended {
                *lease = (1, 1);
            }
            if has_ended && *call != Pc::Over(true) {
                *key = 0;
            }
        }
        if let Some(row) = &mut self.row {
            if STATES[usize::from(row.state)].is_settled() {
                row.lease = 0;
            }
        }
        self
    }
}

/// What a round of a worker has made.
#[derive(Clone, Copy)]
struct Round {
    /// When it has counted the day, or an earlier round.
    day: i8,
    counted: u8,
    is_kept: bool,
}

/// Numbers for values, so that a state is small.
struct Numbers<T>(Vec<T>, FxHashMap<T, usize>);

impl<T: Clone + Eq + Hash> Numbers<T> {
    fn new() -> Self {
        Self(Vec::new(), FxHashMap::default())
    }

    fn of(&mut self, value: &T) -> usize {
        if let Some(number) = self.1.get(value) {
            return *number;
        }
        self.0.push(value.clone());
        self.1.insert(value.clone(), self.0.len() - 1);
        self.0.len() - 1
    }
}

/// Of a worker, in vain: none, the last but one, the last.
const LOOKUPS: [i64; 3] = [0, 11, 12];

const STATES: [State; 5] = [
    State::NotSent,
    State::InFlight,
    State::Unknown,
    State::Rejected,
    State::Done,
];

fn small(number: impl TryInto<u8>) -> u8 {
    number.try_into().ok().unwrap()
}

struct Explorer {
    setup: Setup,
    /// One for each call.
    intents: [Intent; CALLS],
    template: Entry,
    drivers: Numbers<Driver>,
    ends: Numbers<Option<End>>,
    clocks: (Instant, SystemTime),
    /// Of what asks a store, which answers at once.
    runtime: Runtime,
    rounds: FxHashMap<(Option<Row>, i8, i64), Round>,
    next: Vec<(World, &'static str)>,
}

impl Explorer {
    fn new(setup: Setup) -> Self {
        let intents = std::array::from_fn(|call| intent(call, setup));
        let template = Entry::from_intent(&intents[0], NOW, LEASE);
        Self {
            setup,
            intents,
            template,
            drivers: Numbers::new(),
            ends: Numbers::new(),
            clocks: (Instant::now(), SystemTime::now()),
            runtime: Builder::new_current_thread()
                .enable_time()
                .start_paused(true)
                .build()
                .unwrap(),
            rounds: FxHashMap::default(),
            next: Vec::new(),
        }
    }

    fn push(&mut self, world: World, name: &'static str) {
        self.next.push((world.normal(), name));
    }

    fn entry(&self, row: &Row) -> Entry {
        let mut entry = self.template.clone();
        entry.state = STATES[usize::from(row.state)].clone();
        entry.generation = i64::from(row.generation);
        entry.doubt = row.doubt;
        entry.needs_person = row.needs_person;
        entry.nonce = row.nonce.into();
        entry.digest = digest(row.digest);
        entry.lease_until = Some(match row.lease {
            0 => NOW - TICK,
            ticks => NOW + TICK * u32::from(ticks),
        });
        entry.due_at = row.is_due.then_some(NOW - TICK);
        entry.details.done = i64::from(row.done);
        entry.details.lookups = LOOKUPS[usize::from(row.lookups)];
        entry.details.end = self.ends.0[usize::from(row.end)].clone();
        entry.details.key_since = i64::from(row.key);
        entry.details.kept_until = match (row.key, row.kept) {
            (0, _) => None,
            (_, 0) => Some(NOW - TICK),
            (_, ticks) => Some(NOW + TICK * u32::from(ticks)),
        };
        entry
    }

    fn row(&mut self, entry: &Entry) -> Row {
        let state = STATES.iter().position(|state| *state == entry.state);
        let ticks = |until: Option<Timestamp>| {
            let until = until.unwrap_or(NOW);
            small(until.saturating_duration_since(NOW).as_secs() / TICK.as_secs())
        };
        Row {
            state: small(state.unwrap()),
            generation: small(entry.generation),
            doubt: entry.doubt,
            needs_person: entry.needs_person,
            lease: ticks(entry.lease_until),
            is_due: entry.due_at.is_some(),
            nonce: u8::try_from(entry.nonce).unwrap(),
            digest: content(entry.digest),
            done: small(entry.details.done),
            lookups: small(
                LOOKUPS
                    .partition_point(|less| *less < entry.details.lookups)
                    .min(2),
            ),
            end: small(self.ends.of(&entry.details.end)),
            key: small(entry.details.key_since),
            kept: ticks(entry.details.kept_until),
            counted: 0,
            age: 0,
        }
    }

    /// The row after a change.
    fn changed(&mut self, change: &Change) -> Row {
        let mut row = self.row(&change.entry);
        let timer = |timer: Timer, before: u8, after: u8| match timer {
            Timer::Keep => before,
            Timer::In(_) => after,
            Timer::Never => 0,
        };
        row.lease = timer(change.lease, row.lease, 2);
        row.is_due = timer(change.due, row.is_due.into(), 1) > 0;
        row
    }

    /// Puts a call at its next step. A change is made at once, with or without a reply: what was
    /// compared makes reading and changing one step.
    fn go(
        &mut self,
        world: World,
        call: usize,
        mut driver: Driver,
        effect: Effect,
        name: &'static str,
    ) {
        let mut world = world;
        let mut effect = effect;
        loop {
            let row = match &effect {
                Effect::Change(change) => self.changed(change),
                Effect::Insert(lost) => {
                    let entry = Entry::from_intent(lost, NOW, LEASE);
                    self.row(&entry)
                }
                _ => break,
            };
            if i64::from(row.generation) > MAX_GENERATION {
                return;
            }
            let entry = self.entry(&row);
            let is_insert = matches!(effect, Effect::Insert(_));
            // The store refuses what begins a send.
            if world.is_closed && row.state == 1 {
                effect = driver.on(Event::Changed(Ok(None)), &self.intents[call]);
                continue;
            }
            if world.failures > 0 && !is_insert {
                let (mut failed, mut again) = (world, driver.clone());
                failed.failures -= 1;
                failed.row = Some(row);
                let next = again.on(Event::Changed(Err(())), &self.intents[call]);
                self.go(failed, call, again, next, "changed, with an error");
            }
            world.row = Some(row);
            self.holds(&mut world, call);
            let event = match is_insert {
                true => Event::Begun(Some(Begun::New(entry))),
                false => Event::Changed(Ok(Some(entry))),
            };
            effect = driver.on(event, &self.intents[call]);
        }
        let number = u16::try_from(self.drivers.of(&driver)).unwrap();
        world.calls[call] = match effect {
            Effect::Begin => Pc::Begin(number),
            Effect::LookUp => Pc::LookUp(number),
            Effect::Fence => Pc::Fence(number),
            Effect::Send => Pc::Send(number),
            Effect::Read => Pc::Commit(number),
            Effect::Tell(told) => {
                self.tell(world, call, told, name);
                return;
            }
            Effect::Change(_) | Effect::Insert(_) => unreachable!(),
        };
        // The reply may come late.
        let next = match world.calls[call] {
            Pc::LookUp(_) => Some(Next::LookUp),
            Pc::Fence(_) => Some(Next::Fence),
            _ => None,
        };
        let is_reply = world.leases[call] == (0, 0) && self.setup.has_clocks;
        if let Some(next) = next.filter(|_| is_reply) {
            let mut late = world;
            late.calls[call] = Pc::Late(number, next);
            self.push(late, name);
            return;
        }
        self.push(world, name);
    }

    /// The entry is as this call has made it.
    fn holds(&self, world: &mut World, call: usize) {
        world.leases[call] = (0, 0);
        let row = world.row;
        world.keys[call] = row.map_or(0, |row| match self.setup.fault {
            Some(Fault::KeyIsNew) if row.key > 0 => row.generation,
            _ => row.key,
        });
    }

    /// What a call says ends it. It must be so.
    fn tell(&mut self, mut world: World, call: usize, told: Told, name: &'static str) {
        let violation = match told.outcome() {
            _ if world.has_erred || world.is_lost => None,
            Outcome::NotSent | Outcome::Rejected if world.may_take_effect() => {
                Some("a call says that nothing happened")
            }
            Outcome::Done if world.effects == 0 => Some("a call says that it is done"),
            _ => None,
        };
        let is_own = matches!(told, Told::Now(Outcome::Done) | Told::Earlier);
        let is_other = world
            .record
            .is_some_and(|content| digest(content) != self.intents[call].digest);
        let violation = match told {
            Told::Restored if !world.is_closed => Some("a call says that the journal is closed"),
            _ if is_own && is_other && !world.has_erred => {
                Some("a call says that another request is its own")
            }
            _ => violation,
        };
        world.calls[call] = match told {
            Told::JournalFailed => Pc::Unsettled,
            told => Pc::Over(told == Told::Now(Outcome::Done)),
        };
        self.push(world, violation.unwrap_or(name));
    }

    fn event(&mut self, world: World, call: usize, number: u16, event: Event, name: &'static str) {
        let mut driver = self.drivers.0[usize::from(number)].clone();
        let effect = driver.on(event, &self.intents[call]);
        self.go(world, call, driver, effect, name);
    }

    fn call(&mut self, world: &World, call: usize) {
        let world = *world;
        let mut failing = world;
        failing.failures = world.failures.saturating_sub(1);
        let failing = (world.failures > 0).then_some(failing);
        match world.calls[call] {
            Pc::Begin(number) => self.begin(world, failing, call, number),
            Pc::Late(number, next) => {
                let mut world = world;
                if self.setup.fault == Some(Fault::ClockAfterReply) {
                    world.leases[call] = (0, 0);
                }
                world.calls[call] = match next {
                    Next::LookUp => Pc::LookUp(number),
                    Next::Fence => Pc::Fence(number),
                };
                self.push(world, "late reply");
            }
            Pc::LookUp(number) => {
                let found = |outcome| End::new(outcome, Evidence::Found);
                let looked_up = match world.record {
                    Some(content) if content == self.content(call) => {
                        Found::Record(found(Outcome::Done))
                    }
                    Some(_) => {
                        let mut other = found(Outcome::Unknown);
                        other.differences = vec!["/total".to_owned()];
                        Found::Record(other)
                    }
                    None => Found::Absent,
                };
                if self.setup.lags {
                    let absent = Event::LookedUp(Found::Absent);
                    self.event(world, call, number, absent, "look-up lags");
                    let failed = Event::LookedUp(Found::Failed);
                    self.event(world, call, number, failed, "look-up failed");
                }
                self.event(world, call, number, Event::LookedUp(looked_up), "look up");
            }
            Pc::Fence(number) => self.fence(world, call, number),
            Pc::Send(number) => {
                let slot = world
                    .messages
                    .iter()
                    .position(|slot| *slot == Message::None);
                if let Some(slot) = slot {
                    let mut sent = world;
                    sent.calls[call] = Pc::Waiting(number, small(slot));
                    sent.messages[slot] = Message::OnItsWay(self.content(call), world.keys[call]);
                    let name = match world.is_closed {
                        true => "a request is sent while the journal is closed",
                        false => "send",
                    };
                    self.push(sent, name);
                }
                self.end(
                    world,
                    call,
                    number,
                    Outcome::NotSent,
                    false,
                    "not connected",
                );
            }
            Pc::Waiting(number, slot) => {
                let (outcome, is_duplicate, name) = match world.messages[usize::from(slot)] {
                    Message::Effect => (Outcome::Done, false, "reply: done"),
                    Message::Rejected => (Outcome::Rejected, true, "reply: rejected"),
                    Message::Duplicate => (Outcome::Unknown, true, "reply: duplicate"),
                    _ => (Outcome::Unknown, false, "no reply"),
                };
                self.end(world, call, number, outcome, is_duplicate, name);
                if name != "no reply" {
                    self.end(world, call, number, Outcome::Unknown, false, "no reply");
                }
            }
            Pc::Commit(number) => {
                let event = match &world.row {
                    Some(row) => match self.faulty(row, call, number) {
                        (_, Some(told)) => {
                            self.tell(world, call, told, "says what it saw");
                            return;
                        }
                        (row, None) => Event::Row(Some(row)),
                    },
                    None => Event::Gone,
                };
                self.event(world, call, number, event, "commit");
                if let Some(failing) = failing {
                    let mut driver = self.drivers.0[usize::from(number)].clone();
                    let effect = driver.on(Event::GaveUp, &self.intents[call]);
                    if let (Effect::Tell(told), true) = (effect, driver.is_committing()) {
                        self.tell(failing, call, told, "commit failed");
                        // It goes on with the end that it has.
                        if let Some((next, _)) = self.next.last_mut() {
                            next.calls[call] = Pc::Later(number);
                        }
                    }
                }
            }
            Pc::Later(number) => {
                let driver = &self.drivers.0[usize::from(number)];
                let (generation, end) = (driver.generation(), driver.left(true).unwrap());
                let (intent, repeat) = (self.intents[call].clone(), self.setup.repeat);
                let mut world = world;
                world.calls[call] = Pc::Over(end.outcome == Outcome::Done);
                match world.row.map(|row| self.entry(&row)) {
                    Some(row) => {
                        let change = ended(&row, &intent, generation, &end, repeat);
                        world.row = change.map(|change| self.changed(&change)).or(world.row);
                    }
                    None => {
                        let lost = lost(&intent, generation, &end);
                        world.row = Some(self.row(&Entry::from_intent(&lost, NOW, LEASE)));
                    }
                }
                self.push(world, "committed later");
            }
            Pc::Unsettled => {
                let row = world.row.map(|row| self.entry(&row));
                let intent = &self.intents[call];
                let change = row.and_then(|row| never_sent(&row, intent, self.setup.repeat));
                let mut world = world;
                world.calls[call] = Pc::Over(false);
                world.row = change.map(|change| self.changed(&change)).or(world.row);
                self.push(world, "settled later");
            }
            Pc::Over(_) => {}
        }
        if world.crashes > 0 && !matches!(world.calls[call], Pc::Over(_)) {
            let mut crashed = world;
            crashed.crashes -= 1;
            crashed.calls[call] = Pc::Over(false);
            self.push(crashed, "crash");
            // A drop leaves to a task what a crash leaves undone.
            if let Some(left) = self.left(world.calls[call]) {
                crashed.calls[call] = left;
                self.push(crashed, "dropped");
            }
        }
    }

    /// What a dropped call does later.
    fn left(&self, call: Pc) -> Option<Pc> {
        let (Pc::Begin(number)
        | Pc::Late(number, _)
        | Pc::LookUp(number)
        | Pc::Fence(number)
        | Pc::Send(number)
        | Pc::Commit(number)) = call
        else {
            return None;
        };
        let driver = &self.drivers.0[usize::from(number)];
        match driver.left(true) {
            Some(_) => Some(Pc::Later(number)),
            None => {
                let may_have_begun =
                    driver.may_have_begun() || self.setup.fault == Some(Fault::DropSettlesOthers);
                may_have_begun.then_some(Pc::Unsettled)
            }
        }
    }

    fn begin(&mut self, world: World, failing: Option<World>, call: usize, number: u16) {
        let mut begin = |world, begun, name| {
            self.event(world, call, number, Event::Begun(begun), name);
        };
        if let Some(failing) = failing {
            begin(failing, None, "begin failed");
        }
        match &world.row {
            Some(row) => {
                let begun = Begun::Existing {
                    entry: self.entry(row),
                    now: NOW,
                    is_restored: world.is_closed,
                };
                self.event(
                    world,
                    call,
                    number,
                    Event::Begun(Some(begun)),
                    "begin again",
                );
            }
            None if world.is_closed => begin(world, Some(Begun::Restored), "begin, closed"),
            None => {
                let entry = Entry::from_intent(&self.intents[call], NOW, LEASE);
                let row = Some(self.row(&entry));
                if let Some(failing) = failing {
                    let failing = World { row, ..failing };
                    self.event(
                        failing,
                        call,
                        number,
                        Event::Begun(None),
                        "begun, with an error",
                    );
                }
                let mut world = World { row, ..world };
                self.holds(&mut world, call);
                let begun = Event::Begun(Some(Begun::New(entry)));
                self.event(world, call, number, begun, "begin");
            }
        }
    }

    /// As a lease does it: by both clocks, or by a renewal.
    fn fence(&mut self, world: World, call: usize, number: u16) {
        let (instant, time) = self.clocks;
        let (monotonic, wall) = world.leases[call];
        let asked = Clocks::of(instant, time);
        let now = Clocks::of(
            instant + TICK * u32::from(monotonic),
            time + TICK * u32::from(wall),
        );
        let mut world = world;
        let is_own = |row: &Row| {
            row.state == 1 && i64::from(row.nonce) == i64::from(small(self.intents[call].nonce))
        };
        let is_alive = match &mut world.row {
            _ if asked.is_fresh(now, LEASE) => true,
            Some(row) if is_own(row) => {
                (row.lease, row.counted, row.age) = (2, 0, 0);
                self.holds(&mut world, call);
                true
            }
            _ => false,
        };
        let is_kept = world.row.is_none_or(|row| self.entry(&row).is_kept());
        let lives = is_alive && (is_kept || self.setup.fault == Some(Fault::KeyIsNotFenced));
        self.event(world, call, number, Event::Fenced(lives), "fence");
    }

    fn content(&self, call: usize) -> u8 {
        content(self.intents[call].digest)
    }

    fn end(
        &mut self,
        world: World,
        call: usize,
        number: u16,
        outcome: Outcome,
        may_be_duplicate: bool,
        name: &'static str,
    ) {
        let ended = Event::Ended(Ended {
            end: End::new(outcome, Evidence::Sent),
            may_be_duplicate,
            may_repeat: self.setup.is_repeated && outcome == Outcome::Unknown,
        });
        self.event(world, call, number, ended, name);
    }

    /// The entry as a call reads it that has a fault, or what the call says instead.
    fn faulty(&self, row: &Row, call: usize, number: u16) -> (Entry, Option<Told>) {
        let driver = &self.drivers.0[usize::from(number)];
        let mut row = self.entry(row);
        let outcome = driver.left(false).map(|end| end.outcome);
        let mut told = None;
        match self.setup.fault {
            Some(Fault::SaysOwnEnd) if outcome == Some(Outcome::NotSent) => {
                told = Some(Told::Now(Outcome::NotSent));
            }
            Some(Fault::SecondEffectIsTheFirst) if row.state == State::Done => {
                row.details.done = driver.generation();
                row.nonce = self.intents[call].nonce;
            }
            Some(Fault::RejectionClearsDoubt) => row.doubt = false,
            _ => {}
        }
        (row, told)
    }

    fn server(&mut self, world: &World) {
        let is_unique = self.setup.repeat == Repeat::AfterLookUp;
        for slot in 0..REQUESTS {
            let Message::OnItsWay(content, key) = world.messages[slot] else {
                continue;
            };
            let is_repetition = world.remembered & (1 << key) != 0;
            let mut push = |message: Message, name: &'static str| {
                let mut next = *world;
                next.messages[slot] = message;
                if message == Message::Effect && !is_repetition {
                    next.effects += 1;
                    next.record = Some(content);
                    next.remembered |= u8::from(key > 0) << key;
                }
                self.push(next, name);
            };
            match is_unique && world.record.is_some() {
                true => push(Message::Duplicate, "server: duplicate"),
                false => {
                    push(Message::Effect, "server: effect");
                    push(Message::Rejected, "server: rejects");
                }
            }
            push(Message::Gone, "request lost");
        }
        let is_over = world.row.is_some_and(|row| row.key > 0 && row.kept == 0);
        // No request is on its way for longer than its lease, which ends before.
        let may_forget = is_over && !world.is_sent_or_on_its_way()
            || self.setup.fault == Some(Fault::KeyIsForgotten);
        if world.remembered > 0 && may_forget {
            let remembered = 0;
            self.push(
                World {
                    remembered,
                    ..*world
                },
                "the server forgets the key",
            );
        }
        if self.setup.is_shared && world.record.is_none() {
            let record = Some(OTHERS);
            self.push(World { record, ..*world }, "somebody uses the key");
        }
    }

    fn others(&mut self, world: &World) {
        self.time(world);
        self.days(world);
        self.restore(world);
        self.record(world);
        let Some(row) = world.row else { return };
        let entry = self.entry(&row);
        if world.losses > 0 {
            let mut next = *world;
            next.losses -= 1;
            (next.row, next.is_lost) = (None, true);
            // What was committed is forgotten.
            for call in &mut next.calls {
                if *call == Pc::Over(true) {
                    *call = Pc::Over(false);
                }
            }
            self.push(next, "the journal loses the entry");
        }
        if row.is_due && (entry.is_open(NOW) || row.state == 3) {
            let mut seen = End::new(Outcome::Done, Evidence::Found);
            seen.ids = vec![("/id".to_owned(), "7".to_owned())];
            let looked_up = match world.record {
                _ if self.setup.repeat == Repeat::WithKey => Found::Impossible,
                Some(_) => Found::Record(seen.clone()),
                None => Found::Absent,
            };
            let change = match self.setup.fault {
                Some(Fault::SightSettles) if world.record.is_some() => found(&entry, &seen),
                _ => sighted(&entry, &looked_up),
            };
            self.worker(world, change, "worker looks up");
            if self.setup.lags {
                self.worker(
                    world,
                    sighted(&entry, &Found::Absent),
                    "worker's look-up lags",
                );
                self.worker(
                    world,
                    sighted(&entry, &Found::Failed),
                    "worker's look-up fails",
                );
            }
        }
        self.person(world, &entry);
    }

    fn worker(&mut self, world: &World, change: Option<Change>, name: &'static str) {
        if let Some(change) = change {
            let row = Some(self.changed(&change));
            self.push(World { row, ..*world }, name);
        }
    }

    /// Time passes for the journal, and for the clocks of the calls: one of them may stop, with a machine that
    /// is suspended, or be set back.
    fn time(&mut self, world: &World) {
        let passed = |lease: u8| match self.setup.has_clocks {
            true => lease.saturating_sub(1),
            false => 0,
        };
        let mut next = *world;
        if let Some(row) = &mut next.row {
            row.lease = passed(row.lease);
            if self.setup.has_clocks {
                row.kept = row.kept.saturating_sub(1);
            } else if row.kept > 0 && world.is_no_lease_left() {
                let row = Some(Row { kept: 0, ..*row });
                self.push(World { row, ..next }, "the key expires");
            }
        }
        let kinds: &[(Elapsed, &str)] = match self.setup.has_clocks {
            true => &[
                ((1, 1), "time passes"),
                ((0, 1), "time passes, suspended"),
                ((1, 0), "time passes, a clock is set back"),
            ],
            false => &[((1, 1), "lease expires")],
        };
        for ((monotonic, wall), name) in kinds {
            let mut next = next;
            for lease in &mut next.leases {
                *lease = (lease.0.max(*monotonic), lease.1.max(*wall));
            }
            self.push(next, name);
        }
    }

    /// A day passes, and with it every lease; a worker counts and prunes, by a clock that is right, ahead or
    /// behind.
    fn days(&mut self, world: &World) {
        if !self.setup.has_days {
            return;
        }
        let (first, last) = (CLOCKS[2] - 1, LEAST_DAYS);
        let mut next = *world;
        next.day = i8::try_from((i64::from(world.day) - 1).max(first)).unwrap();
        next.leases = [(1, 1); CALLS];
        if let Some(row) = &mut next.row {
            (row.lease, row.age) = (0, small((i64::from(row.age) + 1).min(last)));
        }
        self.push(next, "a day passes");

        for clock in CLOCKS {
            let row = world.row.map(|row| Row { age: 0, ..row });
            let at = (row, world.day, clock);
            let round = match self.rounds.get(&at) {
                Some(round) => *round,
                None => self.round(row.as_ref(), world.day, clock),
            };
            self.rounds.insert(at, round);
            let by_clock = self.setup.fault == Some(Fault::PrunedByTheClock);
            let is_kept = |row: &Row| {
                let is_old = by_clock && i64::from(row.age) + clock >= KEPT_DAYS;
                let is_settled = STATES[usize::from(row.state)].is_settled();
                round.is_kept && !(is_old && is_settled)
            };
            let mut next = *world;
            next.day = round.day;
            next.row = world.row.filter(is_kept);
            if let Some(row) = &mut next.row {
                row.counted = (row.counted + round.counted).min(small(KEPT_DAYS));
            }
            // What is forgotten after so many days does not recur.
            let is_old = |row: Row| i64::from(row.age) >= LEAST_DAYS;
            if next.row.is_some() || !world.row.is_some_and(is_old) {
                self.push(next, "a worker counts and prunes");
            }
        }
    }

    fn round(&self, row: Option<&Row>, day: i8, clock: i64) -> Round {
        let today = KEPT_DAYS + 1;
        let store = MemoryStore::new();
        let mark = Stored::new(At::day(), today, in_days(day.into()));
        let clocked = Other(Clock(store.clone(), in_days(clock)));
        let read = self.runtime.block_on(async {
            store.put(&Put::new(mark)).await.unwrap();
            if let Some(row) = row {
                self.put(&store, row, today - i64::from(row.counted)).await;
            }
            let pruned = prune_days(&clocked, &[Kind::Write], KEPT_DAYS).await;
            pruned.unwrap();
            store.read(&Query::One(At::day())).await.unwrap()
        });
        let mark = &read.rows[0];
        let counted_at = mark.updated_at.millis() - NOW.millis();
        let day = counted_at / (in_days(1).millis() - NOW.millis());
        Round {
            day: i8::try_from(day).unwrap(),
            counted: small(mark.day - today),
            is_kept: !store.entries().is_empty(),
        }
    }

    /// Puts the entry of a row into a store.
    async fn put(&self, store: &MemoryStore, row: &Row, day: i64) {
        let mut entry = self.entry(row);
        (entry.scope, entry.operation, entry.key) = (scope(), OPERATION.into(), KEY.into());
        entry.id = EntryId::new(&entry.scope, OPERATION, KEY);
        let mut put = entry.begins(day);
        put.begins_send = false;
        store.put(&put).await.unwrap();
    }

    /// The row after a person has recorded the write.
    fn recorded(&mut self, row: Option<&Row>) -> Result<Row, ResolveError> {
        let store = MemoryStore::new();
        let clocked = Other(Clock(store.clone(), NOW));
        let operator = Operator::new(clocked, "eve")?.least_age(Duration::ZERO);
        let entry = self.runtime.block_on(async {
            if let Some(row) = row {
                self.put(&store, row, 1).await;
            }
            let record = operator.record(scope(), OPERATION, KEY, None, "listed", true);
            record.await
        });
        Ok(self.row(&entry?))
    }

    /// A person records that the write took effect, which is true or not.
    fn record(&mut self, world: &World) {
        let is_true = world.effects > 0;
        let may_say = is_true || !self.setup.is_careful;
        if !self.setup.has_records || world.words == 0 || !may_say {
            return;
        }
        // Refused: a request may be on its way, or a program knows.
        if let Ok(row) = self.recorded(world.row.as_ref()) {
            let row = Some(row);
            let mut next = World { row, ..*world };
            next.words -= 1;
            next.has_erred |= !is_true;
            self.push(next, "person records");
        }
    }

    fn person(&mut self, world: &World, entry: &Entry) {
        if world.words == 0 {
            return;
        }
        let is_over = !world.is_sent_or_on_its_way();
        let took_effect = Resolution::TookEffect { record_id: None };
        let did_not = Resolution::DidNot { is_sure: true };
        for (word, is_true) in [
            (took_effect, world.effects > 0),
            (did_not, world.effects == 0 && is_over),
        ] {
            if !is_true && self.setup.is_careful {
                continue;
            }
            let Ok(change) = resolve(entry, &word, "eve", "looked", NOW, Duration::ZERO) else {
                continue;
            };
            let row = Some(self.changed(&change));
            let mut next = World { row, ..*world };
            next.words -= 1;
            next.has_erred |= !is_true;
            self.push(next, "person");
        }
        let withdrawn = withdrawn(entry, "eve", "a mistake");
        if let (true, Ok(mut change)) = (self.setup.has_records, withdrawn) {
            let is_open = change.entry.state == State::Unknown;
            if self.setup.fault == Some(Fault::WithdrawnIsNotSent) {
                change.entry.state = State::NotSent;
            }
            let row = Some(self.changed(&change));
            let mut next = World { row, ..*world };
            next.words -= 1;
            let is_true = is_open || world.effects == 0 && is_over;
            next.has_erred |= !is_true;
            if is_true || !self.setup.is_careful {
                self.push(next, "person withdraws");
            }
        }
        if let (false, Ok(change)) = (self.setup.is_careful, erased(entry, "eve", "asked")) {
            let row = Some(self.changed(&change));
            self.push(World { row, ..*world }, "person erases");
        }
    }

    /// The page: stop all instances, say `restored`, wait until nothing is on its way, record what took effect
    /// and is not done in the journal, say `reconciled`.
    fn restore(&mut self, world: &World) {
        if !self.setup.is_restored {
            return;
        }
        let mut next = *world;
        match world.backup {
            None => {
                next.backup = Some(world.row);
                self.push(next, "backup");
            }
            Some(backup) if !world.is_restored => {
                (next.row, next.is_restored, next.is_closed) = (backup, true, true);
                for call in &mut next.calls {
                    // A call that has not begun is one of an instance that is started again.
                    if !matches!(call, Pc::Begin(_)) {
                        *call = Pc::Over(false);
                    }
                }
                self.push(next, "restored");
            }
            _ if world.is_closed && !world.is_on_its_way() => {
                next.is_closed = false;
                let is_done = |row: Row| STATES[usize::from(row.state)] == State::Done;
                let is_left = match self.setup.fault {
                    Some(Fault::OnlyMissingIsRecorded) => world.row.is_none(),
                    _ => !world.row.is_some_and(is_done),
                };
                if world.effects > 0 && is_left {
                    // Its leases are over by then.
                    let row = world.row.map(|row| Row { lease: 0, ..row });
                    next.row = Some(self.recorded(row.as_ref()).unwrap());
                }
                self.push(next, "reconciled");
            }
            _ => {}
        }
    }

    /// What is wrong in a state.
    fn violation(&self, world: &World) -> Option<&'static str> {
        if world.has_erred || world.is_lost {
            return self.unlisted(world);
        }
        if world.effects > 1 {
            return Some("two effects");
        }
        // Until it is reconciled, a restored journal does not know what it has forgotten.
        if world.is_closed {
            return None;
        }
        let Some(row) = &world.row else {
            return (world.effects > 0).then_some("an effect without an entry");
        };
        match STATES[usize::from(row.state)] {
            State::NotSent | State::Rejected if world.may_take_effect() => {
                return Some("an entry says that nothing happened");
            }
            State::Done if world.effects == 0 => return Some("an entry says that it is done"),
            _ => {}
        }
        self.unlisted(world)
    }

    /// What a person does not see.
    fn unlisted(&self, world: &World) -> Option<&'static str> {
        let row = world.row?;
        let entry = self.entry(&row);
        let is_waiting = row.lease == 0 && !entry.state.is_settled();
        if is_waiting && !row.is_due && !entry.is_for_people(NOW) {
            return Some("stuck, and not listed");
        }
        // Sends with one idempotency key have one effect.
        let calls = world.calls.iter().zip(world.keys).enumerate();
        let mut told_done: Vec<_> = calls
            .filter(|(_, (call, _))| **call == Pc::Over(true))
            .map(|(call, (_, key))| (key, if key == 0 { call } else { 0 }))
            .collect();
        told_done.sort_unstable();
        told_done.dedup();
        let is_never = self.setup.repeat != Repeat::AfterLookUp;
        let is_recorded = self.setup.failures == 0 && self.setup.crashes == 0 && world.losses == 0;
        let end = entry.details.end.as_ref();
        let is_resolved = end.is_some_and(|end| end.evidence == Evidence::Person);
        let is_listed = is_resolved || entry.is_for_people(NOW);
        let is_second = world.effects > 1 && told_done.len() > 1 && is_never && is_recorded;
        (is_second && !is_listed).then_some("two effects, and not listed")
    }
}

/// A store with another clock.
struct Clock(MemoryStore, Timestamp);

impl Differs for Clock {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        Box::pin(async {
            let mut read = self.0.read(query).await?;
            read.moment.now = self.1;
            Ok(read)
        })
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        Box::pin(async { Ok(self.0.put(put).await?.map(|_| self.1)) })
    }
}

fn in_days(days: i64) -> Timestamp {
    let day = i64::try_from(DAY.as_millis()).unwrap();
    Timestamp::from_millis(NOW.millis() + days * day)
}

const OPERATION: &str = "orders.create";
const KEY: &str = "cart-7";

fn scope() -> Scope {
    Scope::new("shop", "Test", "12")
}

/// Of what a person has recorded, nobody knows the request: any one may be it.
const UNKNOWN: u8 = 0;

/// Of each content.
static DIGESTS: LazyLock<Vec<RequestDigest>> = LazyLock::new(|| {
    let contents = UNKNOWN..=OTHERS;
    let digests = contents.map(|content| match content {
        UNKNOWN => format!("0:{}", "00".repeat(32)).parse().unwrap(),
        _ => RequestDigest::new(&content.to_string(), [], None, &[]),
    });
    digests.collect()
});

fn digest(content: u8) -> RequestDigest {
    DIGESTS[usize::from(content)]
}

fn content(digest: RequestDigest) -> u8 {
    small(DIGESTS.iter().position(|other| *other == digest).unwrap())
}

fn intent(call: usize, setup: Setup) -> Intent {
    let content = 1 + u8::from(setup.is_changed && call == 1);
    let nonce = match setup.is_cloned {
        true => 1,
        false => small(call + 1),
    };
    let mut intent = Intent::new(Scope::default(), "", "", digest(content), nonce.into());
    intent.can_look_up = setup.repeat == Repeat::AfterLookUp;
    let is_keyed = setup.repeat == Repeat::WithKey;
    intent.kept = is_keyed.then(|| TICK * u32::from(KEPT));
    intent
}

const WRONG: [&str; 5] = [
    "a call says that nothing happened",
    "a call says that it is done",
    "a call says that the journal is closed",
    "a call says that another request is its own",
    "a request is sent while the journal is closed",
];

/// Explores all states. Returns their number, and the shortest way to the first violation.
fn explore(setup: Setup) -> (usize, Option<String>) {
    let mut explorer = Explorer::new(setup);
    explorer.ends.of(&None);
    let row = setup.is_prepared.then(|| {
        let entry = Entry::from_intent(&intent(0, setup).prepared(), NOW, LEASE);
        explorer.row(&entry)
    });
    let driver = Driver::new(setup.repeat, LEASE);
    let number = u16::try_from(explorer.drivers.of(&driver)).unwrap();
    let mut calls = [Pc::Over(false); CALLS];
    calls[..setup.calls].fill(Pc::Begin(number));
    let first = World {
        row,
        calls,
        leases: [(1, 1); CALLS],
        keys: [0; CALLS],
        remembered: 0,
        messages: [Message::None; REQUESTS],
        effects: 0,
        record: None,
        crashes: setup.crashes,
        failures: setup.failures,
        words: setup.words,
        losses: setup.losses,
        backup: None,
        is_restored: false,
        is_closed: false,
        // Counted by a clock that was behind.
        day: if setup.has_days {
            i8::try_from(CLOCKS[2]).unwrap()
        } else {
            0
        },
        has_erred: false,
        is_lost: false,
    };
    let mut worlds = vec![(first, 0, "")];
    let mut seen: FxHashMap<World, ()> = FxHashMap::default();
    seen.insert(first, ());
    let mut queue = VecDeque::from([0]);
    while let Some(index) = queue.pop_front() {
        let world: World = worlds[index].0;
        for call in 0..setup.calls {
            explorer.call(&world, call);
            // Calls are alike: the next one begins after this one.
            if world.calls[call] == first.calls[call] {
                break;
            }
        }
        explorer.server(&world);
        explorer.others(&world);
        for (next, name) in std::mem::take(&mut explorer.next) {
            let is_new = seen.insert(next, ()).is_none();
            let violation = WRONG.into_iter().find(|wrong| *wrong == name);
            let violation = match is_new {
                true => violation.or_else(|| explorer.violation(&next)),
                false => violation,
            };
            if let Some(violation) = violation {
                let mut steps = vec![name];
                let mut at = index;
                while at != 0 {
                    steps.push(worlds[at].2);
                    at = worlds[at].1;
                }
                steps.reverse();
                let number = steps.len();
                let steps = steps.join(", ");
                return (
                    worlds.len(),
                    Some(format!("{violation}, {number} steps: {steps}\n{next:?}")),
                );
            }
            if is_new {
                worlds.push((next, index, name));
                queue.push_back(worlds.len() - 1);
            }
        }
    }
    (worlds.len(), None)
}

const NEVER: Setup = Setup {
    name: "never, 2 calls, 1 crash",
    repeat: Repeat::Never,
    calls: 2,
    is_prepared: false,
    crashes: 1,
    failures: 0,
    words: 0,
    is_careful: true,
    is_cloned: false,
    is_changed: false,
    is_shared: false,
    lags: false,
    is_repeated: true,
    has_clocks: false,
    losses: 0,
    is_restored: false,
    has_records: false,
    has_days: false,
    fault: None,
};

const UNIQUE: Setup = Setup {
    name: "unique key, 2 calls, 1 crash",
    repeat: Repeat::AfterLookUp,
    ..NEVER
};

#[rustfmt::skip]
const NEVER_SETUPS: [Setup; 12] = [
    NEVER,
    Setup { name: "never, 3 calls of two requests, 2 crashes", calls: 3, crashes: 2, is_changed: true, ..NEVER },
    Setup { name: "never, 2 calls, 1 crash, 2 failures, a careful person", failures: 2, words: 1, ..NEVER },
    Setup { name: "never, 3 calls, a hasty person twice, who erases", calls: 3, crashes: 0, words: 2, is_careful: false, ..NEVER },
    Setup { name: "never, prepared, 3 calls, 1 crash, 1 failure", calls: 3, is_prepared: true, failures: 1, ..NEVER },
    Setup { name: "never, 3 calls of cloned machines, 2 crashes", calls: 3, crashes: 2, is_cloned: true, ..NEVER },
    Setup { name: "never, 3 calls, 1 crash, clocks, late replies, a careful person", calls: 3, words: 1, has_clocks: true, ..NEVER },
    Setup { name: "never, 3 calls, 1 crash, the journal loses the entry", calls: 3, losses: 1, ..NEVER },
    Setup { name: "never, 3 calls, 1 failure, a restore by the page", calls: 3, crashes: 0, failures: 1, is_restored: true, ..NEVER },
    Setup { name: "never, 3 calls, 1 crash, a careful person twice, who records", words: 2, has_records: true, calls: 3, ..NEVER },
    Setup { name: "never, 2 calls, a hasty person twice, who records and erases", crashes: 0, words: 2, has_records: true, is_careful: false, ..NEVER },
    Setup { name: "never, 2 calls, 1 crash, days, pruned by clocks that jump", has_days: true, ..NEVER },
];

#[rustfmt::skip]
const UNIQUE_SETUPS: [Setup; 10] = [
    UNIQUE,
    Setup { name: "unique key, prepared, 3 calls of two requests", is_prepared: true, calls: 3, crashes: 0, is_repeated: false, is_changed: true, ..UNIQUE },
    Setup { name: "unique key, 1 call, 1 crash, 2 failures", calls: 1, failures: 2, ..UNIQUE },
    Setup { name: "unique key, 2 calls, a careful person", crashes: 0, words: 1, ..UNIQUE },
    Setup { name: "unique key, 2 calls of cloned machines, 1 crash", is_repeated: false, is_cloned: true, ..UNIQUE },
    Setup { name: "unique key, 2 calls, somebody else uses it", crashes: 0, is_shared: true, ..UNIQUE },
    Setup { name: "unique key, 2 calls, look-ups lag and fail", crashes: 0, lags: true, ..UNIQUE },
    Setup { name: "unique key, 2 calls, clocks, late replies", crashes: 0, has_clocks: true, is_repeated: false, ..UNIQUE },
    Setup { name: "unique key, 2 calls, the journal loses the entry", crashes: 0, losses: 1, is_repeated: false, ..UNIQUE },
    Setup { name: "unique key, 1 call, 1 crash, a careful person, who records", calls: 1, words: 1, has_records: true, ..UNIQUE },
];

const KEYED: Setup = Setup {
    name: "idempotency key, 2 calls, 1 crash",
    repeat: Repeat::WithKey,
    ..NEVER
};

#[rustfmt::skip]
const KEYED_SETUPS: [Setup; 10] = [
    KEYED,
    Setup { name: "idempotency key, 3 calls of two requests, 2 crashes", calls: 3, crashes: 2, is_changed: true, ..KEYED },
    Setup { name: "idempotency key, 2 calls, 1 failure, a careful person", crashes: 0, failures: 1, words: 1, ..KEYED },
    Setup { name: "idempotency key, 2 calls, a hasty person twice, who erases", crashes: 0, words: 2, is_careful: false, ..KEYED },
    Setup { name: "idempotency key, prepared, 2 calls, 1 crash, 1 failure", is_prepared: true, failures: 1, ..KEYED },
    Setup { name: "idempotency key, 2 calls of cloned machines, 1 crash", is_cloned: true, ..KEYED },
    Setup { name: "idempotency key, 2 calls, clocks, late replies", crashes: 0, has_clocks: true, ..KEYED },
    Setup { name: "idempotency key, 2 calls, the journal loses the entry", crashes: 0, losses: 1, ..KEYED },
    Setup { name: "idempotency key, 2 calls, a restore by the page", crashes: 0, is_restored: true, ..KEYED },
    Setup { name: "idempotency key, 2 calls, a careful person, who records", crashes: 0, words: 1, has_records: true, ..KEYED },
];

/// How many states there are, of writes that are never repeated, of those with a unique key, and of those with an
/// idempotency key.
const STATES_IN_ALL: [usize; 3] = [189_576, 389_612, 228_467];

/// Explores all states of these setups, of which there are so many.
fn explore_all(setups: &[Setup], expected: usize) {
    let started = Instant::now();
    let mut all = 0;
    for setup in setups {
        let at = Instant::now();
        let (states, violation) = explore(*setup);
        println!("{:60}{states:9} states, {:?}", setup.name, at.elapsed());
        assert_eq!(violation, None, "{}", setup.name);
        all += states;
    }
    println!("{all} states in {:?}", started.elapsed());
    assert_eq!(all, expected);
}

#[test]
fn no_state_repeats_what_must_not_be_or_says_what_is_not_so() {
    explore_all(&NEVER_SETUPS, STATES_IN_ALL[0]);
}

#[test]
fn no_state_uses_a_unique_key_twice_or_says_what_is_not_so() {
    explore_all(&UNIQUE_SETUPS, STATES_IN_ALL[1]);
}

#[test]
fn no_state_repeats_a_write_whose_key_the_server_may_have_forgotten_or_says_what_is_not_so() {
    explore_all(&KEYED_SETUPS, STATES_IN_ALL[2]);
}

#[test]
fn the_number_of_states_is_that_of_both_readmes() {
    let all: usize = STATES_IN_ALL.iter().sum();
    let all = format!("all {},{:03} states", all / 1000, all % 1000);
    for readme in [
        include_str!("../../README.md"),
        include_str!("../../../../README.md"),
    ] {
        assert!(readme.contains(&all), "{all}");
    }
}

/// The properties notice what they are for.
#[test]
fn mistakes_that_are_put_back_are_found() {
    for (fault, setup, expected) in [
        (
            Fault::SaysOwnEnd,
            NEVER_SETUPS[2],
            "a call says that nothing happened",
        ),
        (
            Fault::SecondEffectIsTheFirst,
            NEVER_SETUPS[3],
            "two effects, and not listed",
        ),
        (
            Fault::RejectionClearsDoubt,
            UNIQUE,
            "says that nothing happened",
        ),
        (
            Fault::ClockAfterReply,
            NEVER_SETUPS[6],
            "an entry says that nothing happened",
        ),
        (
            Fault::SightSettles,
            UNIQUE_SETUPS[5],
            "an entry says that it is done",
        ),
        (Fault::KeyIsForgotten, KEYED, "two effects"),
        (Fault::KeyIsNew, KEYED, "two effects"),
        (Fault::KeyIsNotFenced, KEYED_SETUPS[6], "two effects"),
        (
            Fault::DropSettlesOthers,
            UNIQUE_SETUPS[4],
            "an entry says that nothing happened",
        ),
        (
            Fault::OnlyMissingIsRecorded,
            NEVER_SETUPS[8],
            "an entry says that nothing happened",
        ),
        (
            Fault::PrunedByTheClock,
            NEVER_SETUPS[11],
            "an effect without an entry",
        ),
        (
            Fault::WithdrawnIsNotSent,
            NEVER_SETUPS[9],
            "an entry says that nothing happened",
        ),
    ] {
        let fault = Some(fault);
        let (_, violation) = explore(Setup { fault, ..setup });
        let violation = violation.unwrap_or_default();
        println!("{fault:?}: {violation}");
        assert!(violation.contains(expected), "{fault:?}: {violation}");
    }
}
