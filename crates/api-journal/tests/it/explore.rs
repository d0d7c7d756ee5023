//! Every state that the rules and the steps of a call can reach, breadth first: calls of several
//! processes with one key, a server, a worker and a person, with crashes, pauses, clock jumps, lost,
//! late and duplicate requests, and a journal whose commits fail or are ambiguous.

use std::collections::VecDeque;
use std::hash::Hash;
use std::time::{Duration, Instant};

use api_journal::call::{Driver, Effect, Ended, Event};
use api_journal::rules::{Found, Repeat, Told, ended, found, never_sent, resolve};
use api_journal::{
    Begun, Change, End, Entry, Evidence, Filter, Intent, Outcome, RequestDigest, Resolution, Scope,
    State, Timer, Timestamp,
};
use rustc_hash::FxHashMap;

const LEASE: Duration = Duration::from_secs(60);
const NOW: Timestamp = Timestamp::from_millis(1_000_000_000);
const PAST: Timestamp = Timestamp::from_millis(999_999_999);
const CALLS: usize = 3;
/// Further sends of one key are no new situations.
const MAX_GENERATION: i64 = 3;

/// What is explored.
#[derive(Clone, Copy)]
struct Setup {
    name: &'static str,
    repeat: Repeat,
    calls: usize,
    is_prepared: bool,
    crashes: u8,
    failures: u8,
    words: u8,
    is_careful: bool,
    /// The calls are those of cloned machines, whose random numbers are the same.
    is_cloned: bool,
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
}

/// The columns of the entry that decide something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row {
    state: u8,
    generation: u8,
    doubt: bool,
    needs_person: bool,
    has_lease: bool,
    is_due: bool,
    nonce: u8,
    done: u8,
    lookups: u8,
    end: u8,
}

/// Where a call is. The number is that of its driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pc {
    Begin(u16),
    LookUp(u16),
    Fence(u16),
    Send(u16),
    Waiting(u16),
    Commit(u16),
    Told(Told),
    /// Told, and its end is committed later.
    Later(u16, Told),
    Crashed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Message {
    None,
    OnItsWay,
    Effect,
    Rejected,
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct World {
    row: Option<Row>,
    calls: [Pc; CALLS],
    /// By generation.
    messages: [Message; 5],
    effects: u8,
    /// What the worker has found, and the entry that it had read.
    worker: Option<(bool, Row)>,
    crashes: u8,
    failures: u8,
    words: u8,
    /// A person was wrong: what follows proves nothing.
    has_erred: bool,
}

impl World {
    fn may_take_effect(&self) -> bool {
        self.effects > 0 || self.messages.contains(&Message::OnItsWay)
    }
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

const STATES: [State; 5] = [
    State::NotSent,
    State::InFlight,
    State::Unknown,
    State::Rejected,
    State::Done,
];

struct Explorer {
    setup: Setup,
    /// One for each call.
    intents: [Intent; CALLS],
    template: Entry,
    drivers: Numbers<Driver>,
    ends: Numbers<Option<End>>,
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
            next: Vec::new(),
        }
    }

    fn entry(&self, row: &Row) -> Entry {
        let mut entry = self.template.clone();
        entry.state = STATES[usize::from(row.state)].clone();
        entry.generation = i64::from(row.generation);
        entry.doubt = row.doubt;
        entry.needs_person = row.needs_person;
        entry.nonce = i64::from(row.nonce);
        entry.lease_until = Some(if row.has_lease { NOW + LEASE } else { PAST });
        entry.due_at = row.is_due.then_some(PAST);
        entry.details.done = i64::from(row.done);
        entry.details.lookups = i64::from(row.lookups);
        entry.details.end = self.ends.0[usize::from(row.end)].clone();
        entry
    }

    fn row(&mut self, entry: &Entry) -> Row {
        let small = |number: i64| u8::try_from(number).unwrap();
        let state = STATES.iter().position(|state| *state == entry.state);
        Row {
            state: u8::try_from(state.unwrap()).unwrap(),
            generation: small(entry.generation),
            doubt: entry.doubt,
            needs_person: entry.needs_person,
            has_lease: entry.has_lease(NOW),
            is_due: entry.due_at.is_some(),
            nonce: small(entry.nonce),
            done: small(entry.details.done),
            lookups: small(entry.details.lookups.min(1)),
            end: u8::try_from(self.ends.of(&entry.details.end)).unwrap(),
        }
    }

    /// The row after a change.
    fn changed(&mut self, change: &Change) -> Row {
        let mut row = self.row(&change.entry);
        let timer = |timer: Timer, before: bool| match timer {
            Timer::Keep => before,
            Timer::In(_) => true,
            Timer::Never => false,
        };
        row.has_lease = timer(change.lease, row.has_lease);
        row.is_due = timer(change.due, row.is_due);
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
        while let Effect::Change(change) = &effect {
            let row = self.changed(change);
            if i64::from(row.generation) > MAX_GENERATION {
                return;
            }
            if world.failures > 0 {
                let (mut failed, mut again) = (world, driver.clone());
                failed.failures -= 1;
                failed.row = Some(row);
                let next = again.on(Event::Changed(Err(())), &self.intents[call]);
                self.go(failed, call, again, next, "changed, with an error");
            }
            world.row = Some(row);
            let entry = self.entry(&row);
            effect = driver.on(Event::Changed(Ok(Some(entry))), &self.intents[call]);
        }
        let number = u16::try_from(self.drivers.of(&driver)).unwrap();
        world.calls[call] = match effect {
            Effect::Begin => Pc::Begin(number),
            Effect::LookUp => Pc::LookUp(number),
            Effect::Fence => Pc::Fence(number),
            Effect::Send => Pc::Send(number),
            Effect::Read => Pc::Commit(number),
            Effect::Tell(told) => Pc::Told(told),
            Effect::Change(_) => unreachable!(),
        };
        self.next.push((world, name));
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
        let is_unique = self.setup.repeat == Repeat::AfterLookUp;
        match world.calls[call] {
            Pc::Begin(number) => {
                let intent = &self.intents[call];
                let Some(row) = &world.row else {
                    let entry = Entry::from_intent(intent, NOW, LEASE);
                    let row = Some(self.row(&entry));
                    let begun = Event::Begun(Some(Begun::New(entry)));
                    self.event(World { row, ..world }, call, number, begun, "begin");
                    if let Some(failing) = failing {
                        let begun = || Event::Begun(None);
                        self.event(failing, call, number, begun(), "begin failed");
                        let failing = World { row, ..failing };
                        self.event(failing, call, number, begun(), "begun, with an error");
                    }
                    return;
                };
                let begun = Begun::Existing {
                    entry: self.entry(row),
                    now: NOW,
                    is_restored: false,
                };
                self.event(
                    world,
                    call,
                    number,
                    Event::Begun(Some(begun)),
                    "begin again",
                );
                if let Some(failing) = failing {
                    self.event(failing, call, number, Event::Begun(None), "begin failed");
                }
            }
            Pc::LookUp(number) => {
                let looked_up = match world.effects > 0 {
                    true => Found::Record(End::new(Outcome::Done, Evidence::Found)),
                    false => Found::Absent,
                };
                self.event(world, call, number, Event::LookedUp(looked_up), "look up");
                let failed = Event::LookedUp(Found::Failed);
                self.event(world, call, number, failed, "look-up failed");
            }
            Pc::Fence(number) => {
                let generation = self.drivers.0[usize::from(number)].generation();
                let lives = world.row.is_some_and(|row| {
                    i64::from(row.generation) == generation && row.has_lease && row.state == 1
                });
                self.event(world, call, number, Event::Fenced(lives), "fence");
            }
            Pc::Send(number) => {
                let generation = self.generation(number);
                let mut sent = world;
                sent.calls[call] = Pc::Waiting(number);
                sent.messages[generation] = Message::OnItsWay;
                self.next.push((sent, "send"));
                self.end(world, call, number, Outcome::NotSent, "not connected");
            }
            Pc::Waiting(number) => {
                match world.messages[self.generation(number)] {
                    Message::Effect => self.end(world, call, number, Outcome::Done, "reply: done"),
                    Message::Rejected => {
                        let end = End::new(Outcome::Rejected, Evidence::Sent);
                        let ended = Event::Ended(Ended {
                            end,
                            may_be_duplicate: is_unique,
                            may_repeat: false,
                        });
                        self.event(world, call, number, ended, "reply: rejected");
                    }
                    _ => {}
                }
                self.end(world, call, number, Outcome::Unknown, "no reply");
            }
            Pc::Commit(number) => {
                let row = self.faulty_row(&world, number);
                let (row, is_over) = row;
                match is_over {
                    Some(told) => {
                        let mut world = world;
                        world.calls[call] = Pc::Told(told);
                        self.next.push((world, "says what it saw"));
                    }
                    None => self.event(world, call, number, Event::Row(Some(row)), "commit"),
                }
                if let Some(failing) = failing {
                    let mut driver = self.drivers.0[usize::from(number)].clone();
                    let effect = driver.on(Event::GaveUp, &self.intents[call]);
                    if let Effect::Tell(told) = effect {
                        let mut failing = failing;
                        failing.calls[call] = Pc::Later(number, told);
                        self.next.push((failing, "commit failed"));
                    }
                }
            }
            Pc::Later(number, told) => {
                let driver = &self.drivers.0[usize::from(number)];
                let (generation, end) = (driver.generation(), driver.end().cloned());
                let mut world = world;
                world.calls[call] = Pc::Told(told);
                let row = world.row.map(|row| self.entry(&row));
                if let (Some(row), Some(end)) = (row, end) {
                    if let Some(change) = ended(&row, generation, &end, self.setup.repeat) {
                        world.row = Some(self.changed(&change));
                    }
                }
                self.next.push((world, "committed later"));
            }
            // What was begun, and never sent, is settled later.
            Pc::Told(Told::JournalFailed) => {
                let row = world.row.map(|row| self.entry(&row));
                let nonce = self.intents[call].nonce;
                let change = row.and_then(|row| never_sent(&row, nonce, self.setup.repeat));
                if let Some(change) = change {
                    let row = Some(self.changed(&change));
                    self.next.push((World { row, ..world }, "settled later"));
                }
            }
            Pc::Told(_) | Pc::Crashed => {}
        }
        let is_running = !matches!(world.calls[call], Pc::Told(_) | Pc::Crashed);
        if world.crashes > 0 && is_running {
            let mut crashed = world;
            crashed.crashes -= 1;
            crashed.calls[call] = Pc::Crashed;
            self.next.push((crashed, "crash"));
        }
    }

    fn generation(&self, number: u16) -> usize {
        usize::try_from(self.drivers.0[usize::from(number)].generation()).unwrap()
    }

    fn end(
        &mut self,
        world: World,
        call: usize,
        number: u16,
        outcome: Outcome,
        name: &'static str,
    ) {
        let ended = Event::Ended(Ended {
            end: End::new(outcome, Evidence::Sent),
            may_be_duplicate: false,
            may_repeat: outcome == Outcome::Unknown,
        });
        self.event(world, call, number, ended, name);
    }

    /// The entry as a call reads it that has a fault, or what the call says instead.
    fn faulty_row(&self, world: &World, number: u16) -> (Entry, Option<Told>) {
        let driver = &self.drivers.0[usize::from(number)];
        let mut row = self.entry(&world.row.unwrap());
        let outcome = driver.end().map(|end| end.outcome);
        let mut told = None;
        match self.setup.fault {
            Some(Fault::SaysOwnEnd) if outcome == Some(Outcome::NotSent) => {
                told = Some(Told::Now(Outcome::NotSent));
            }
            Some(Fault::SecondEffectIsTheFirst) if row.state == State::Done => {
                row.details.done = driver.generation();
            }
            Some(Fault::RejectionClearsDoubt) => row.doubt = false,
            _ => {}
        }
        (row, told)
    }

    fn server(&mut self, world: &World) {
        for generation in 1..world.messages.len() {
            if world.messages[generation] != Message::OnItsWay {
                continue;
            }
            let mut push = |message: Message, effects: u8, name: &'static str| {
                let mut next = *world;
                next.messages[generation] = message;
                next.effects += effects;
                self.next.push((next, name));
            };
            let is_duplicate = self.setup.repeat == Repeat::AfterLookUp && world.effects > 0;
            match is_duplicate {
                true => push(Message::Rejected, 0, "server: duplicate"),
                false => {
                    push(Message::Effect, 1, "server: effect");
                    push(Message::Rejected, 0, "server: rejects");
                }
            }
            push(Message::Gone, 0, "request lost");
        }
    }

    fn others(&mut self, world: &World) {
        let Some(row) = world.row else { return };
        let entry = self.entry(&row);
        if row.has_lease {
            let row = Some(Row {
                has_lease: false,
                ..row
            });
            self.next.push((World { row, ..*world }, "lease expires"));
        }
        let is_seen = entry.is_open(NOW) || row.state == 3;
        match world.worker {
            None if row.is_due && is_seen => {
                let worker = Some((world.effects > 0, row));
                self.next
                    .push((World { worker, ..*world }, "worker looks up"));
            }
            None => {}
            Some((is_found, read)) => {
                let looked_up = match is_found {
                    true => Found::Record(End::new(Outcome::Done, Evidence::Found)),
                    false => Found::Absent,
                };
                let mut next = *world;
                next.worker = None;
                // It compares the revision.
                if read == row {
                    let change = found(&entry, &looked_up);
                    next.row = change.map(|change| self.changed(&change)).or(next.row);
                }
                self.next.push((next, "worker records"));
            }
        }
        if world.words == 0 {
            return;
        }
        let is_sending = world
            .calls
            .iter()
            .any(|call| matches!(call, Pc::LookUp(_) | Pc::Fence(_) | Pc::Send(_)))
            || world.messages.contains(&Message::OnItsWay);
        let took_effect = Resolution::TookEffect { record_id: None };
        for (word, is_true) in [
            (took_effect, world.effects > 0),
            (Resolution::DidNot, world.effects == 0 && !is_sending),
        ] {
            if !is_true && self.setup.is_careful {
                continue;
            }
            let Ok(change) = resolve(&entry, &word, "eve", "looked", NOW) else {
                continue;
            };
            let row = Some(self.changed(&change));
            let mut next = World { row, ..*world };
            next.words -= 1;
            next.has_erred |= !is_true;
            self.next.push((next, "person"));
        }
    }

    /// What a call says in a step that is not so.
    fn false_word(before: &World, after: &World) -> Option<&'static str> {
        if after.has_erred {
            return None;
        }
        for (call, before) in after.calls.iter().zip(&before.calls) {
            let (Pc::Told(told) | Pc::Later(_, told)) = call else {
                continue;
            };
            if call == before {
                continue;
            }
            match told.outcome() {
                Outcome::NotSent | Outcome::Rejected if after.may_take_effect() => {
                    return Some("a call says that nothing happened");
                }
                Outcome::Done if after.effects == 0 => return Some("a call says that it is done"),
                _ => {}
            }
        }
        None
    }

    /// What is wrong in a state.
    fn violation(&self, world: &World) -> Option<&'static str> {
        if world.has_erred {
            return self.unlisted(world);
        }
        if world.effects > 1 {
            return Some("two effects");
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
        if !entry.state.is_settled() && !row.has_lease && !Filter::open().includes(&entry, NOW) {
            return Some("stuck, and not listed");
        }
        let told_done = world
            .calls
            .iter()
            .filter(|call| **call == Pc::Told(Told::Now(Outcome::Done)))
            .count();
        let is_never = self.setup.repeat == Repeat::Never;
        let is_recorded = self.setup.failures == 0 && self.setup.crashes == 0;
        let end = entry.details.end.as_ref();
        let is_resolved = end.is_some_and(|end| end.evidence == Evidence::Person);
        let is_listed = is_resolved || Filter::for_people().includes(&entry, NOW);
        let is_second = world.effects > 1 && told_done > 1 && is_never && is_recorded;
        (is_second && !is_listed).then_some("two effects, and not listed")
    }
}

fn intent(call: usize, setup: Setup) -> Intent {
    let digest = RequestDigest::from_stored(1, &[7; 32]).unwrap();
    let nonce = match setup.is_cloned {
        true => 1,
        false => i64::try_from(call + 1).unwrap(),
    };
    let mut intent = Intent::new(Scope::default(), "", "", digest, nonce);
    intent.can_look_up = setup.repeat == Repeat::AfterLookUp;
    intent
}

/// Explores all states. Returns their number, and the shortest way to the first violation.
fn explore(setup: Setup) -> (usize, Option<String>) {
    let mut explorer = Explorer::new(setup);
    let row = setup.is_prepared.then(|| {
        let entry = Entry::from_intent(&intent(0, setup).prepared(), NOW, LEASE);
        explorer.row(&entry)
    });
    explorer.ends.of(&None);
    let (driver, _) = Driver::new(setup.repeat, LEASE);
    let number = u16::try_from(explorer.drivers.of(&driver)).unwrap();
    let mut calls = [Pc::Crashed; CALLS];
    calls[..setup.calls].fill(Pc::Begin(number));
    let first = World {
        row,
        calls,
        messages: [Message::None; 5],
        effects: 0,
        worker: None,
        crashes: setup.crashes,
        failures: setup.failures,
        words: setup.words,
        has_erred: false,
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
            let violation = Explorer::false_word(&world, &next);
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
    fault: None,
};

const UNIQUE: Setup = Setup {
    name: "unique key, 2 calls, 1 crash",
    repeat: Repeat::AfterLookUp,
    ..NEVER
};

#[rustfmt::skip]
const NEVER_SETUPS: [Setup; 6] = [
    NEVER,
    Setup { name: "never, 3 calls, 2 crashes", calls: 3, crashes: 2, ..NEVER },
    Setup { name: "never, 2 calls, 1 crash, 2 failures, a careful person", failures: 2, words: 1, ..NEVER },
    Setup { name: "never, 3 calls, a hasty person twice", calls: 3, crashes: 0, words: 2, is_careful: false, ..NEVER },
    Setup { name: "never, prepared, 3 calls, 1 crash, 1 failure", calls: 3, is_prepared: true, failures: 1, ..NEVER },
    Setup { name: "never, 3 calls of cloned machines, 2 crashes", calls: 3, crashes: 2, is_cloned: true, ..NEVER },
];

#[rustfmt::skip]
const UNIQUE_SETUPS: [Setup; 5] = [
    UNIQUE,
    Setup { name: "unique key, prepared, 2 calls, 1 crash", is_prepared: true, ..UNIQUE },
    Setup { name: "unique key, 1 call, 1 crash, 2 failures", calls: 1, failures: 2, ..UNIQUE },
    Setup { name: "unique key, 2 calls, 1 crash, a careful person", words: 1, ..UNIQUE },
    Setup { name: "unique key, 2 calls of cloned machines, 1 crash", is_cloned: true, ..UNIQUE },
];

/// How many states there are, of writes that are never repeated and of those with a unique key.
const STATES_IN_ALL: [usize; 2] = [101_162, 786_919];

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
fn the_number_of_states_is_that_of_both_readmes() {
    let [never, unique] = STATES_IN_ALL;
    let all = never + unique;
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
    ] {
        let fault = Some(fault);
        let (_, violation) = explore(Setup { fault, ..setup });
        let violation = violation.unwrap_or_default();
        println!("{fault:?}: {violation}");
        assert!(violation.contains(expected), "{fault:?}: {violation}");
    }
}
