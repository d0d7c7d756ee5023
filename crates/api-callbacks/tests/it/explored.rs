//! Explores all courses of one record: two processes, a server with replicas that lag in turn, callbacks that
//! are late, reordered, duplicated or lost and claim a status, and a store that fails. The rules of the record
//! and the times of reads are those of the crate.

use std::hash::{Hash, Hasher};
use std::time::Duration;

use api_callbacks::rules::{FOLLOW_UP, Found, Heard, Owner, Recorded, Taken};
use api_runtime::api_wire::Timestamp;
use rustc_hash::{FxHashSet, FxHasher};

/// The time stands still, and the times of the row move back.
const NOW: Timestamp = Timestamp::from_millis(1_000_000);
const TICK: Duration = Duration::from_secs(15);
const LEASE: Duration = Duration::from_secs(30);

/// The versions of the record are numbers. This is the last one. A callback claims the number as status.
const LAST: u8 = 2;

/// A row of the crate, and a read of it.
type Row = Heard<u8, u8>;
type Read = Taken<(), u8>;

/// What a record shows beside its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shown {
    /// A state for each version.
    States,
    /// One state for all versions, as after a `Change`.
    OneState,
    /// One state, and the time of the version.
    Times,
}

impl Shown {
    fn read(self, version: u8) -> Found<u8> {
        Found {
            state: if self == Self::States { version } else { 0 },
            updated_at: (self == Self::Times).then(|| i64::from(version)),
            digest: u64::from(version),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct World {
    shown: Shown,
    /// Whose the record is, as far as the writes and a read of it show it.
    owner: Owner,
    row: Row,
    /// The version now, and that of the replica that lags behind the most: it has all changes that are
    /// older than two ticks, so that the lag is shorter than `FOLLOW_UP`.
    current: u8,
    lagging: [u8; 2],
    /// The callbacks on their way, by version. Those that never arrive are lost.
    sent: [u8; LAST as usize],
    /// The reads, and the versions that they have found.
    processes: [Option<(Read, Option<u8>)>; 2],
    left: Budget,
    /// The latest version that was reported, or whose callback was acknowledged.
    promised: u8,
    /// The status of the last callback that was acknowledged.
    claimed: Option<u8>,
    /// The version and the status of the last event.
    reported: Option<(u8, Option<u8>)>,
    /// What an event must not be.
    wrong: Option<&'static str>,
}

/// What may still happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Budget {
    crashes: u8,
    /// Functions of the store that fail, committed or not.
    store_failures: u8,
    read_failures: u8,
    duplicates: u8,
}

/// A rule that is left out, to prove that the exploration finds it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// A read that has lost its lease records all the same.
    NoFence,
    NoFollowUp,
    /// A callback is acknowledged although the store failed.
    EarlyAnswer,
    /// A read takes a record out of the queue although a callback was received meanwhile.
    HeardIsIgnored,
    /// A new status is no event.
    HintIsIgnored,
    /// A value that has changed is no event.
    ValuesAreIgnored,
    /// A value that has changed causes no further read, however soon after another read it was found.
    ValuesAreFinal,
    /// A record is believed that shows an earlier time.
    OlderIsBelieved,
    /// What was reported before is reported again.
    ReportedTwice,
    /// A record is recorded that no write shows.
    ClaimIsBelieved,
    /// An id that only a callback claims is given up without a look at the writes.
    ClaimIsDropped,
}

/// Adds a step with this name.
type AddStep<'s> = dyn FnMut(&'static str, &dyn Fn(&mut World)) + 's;

impl World {
    fn new(shown: Shown, left: Budget, owner: Owner) -> Self {
        let row = match owner {
            Owner::Id(_) => Heard::new(Some(String::new())),
            _ => Heard::claimed(),
        };
        Self {
            shown,
            owner,
            row,
            current: 0,
            lagging: [0; 2],
            sent: [0; LAST as usize],
            processes: [None, None],
            left,
            promised: 0,
            claimed: None,
            reported: None,
            wrong: None,
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        Hash::hash(self, &mut hasher);
        hasher.finish()
    }

    /// The same world after a step, with times and numbers that mean the same made equal.
    fn after(&self, step: impl FnOnce(&mut Self)) -> Self {
        let mut world = self.clone();
        step(&mut world);
        let Self { row, processes, .. } = &mut world;
        let lease = |process: &Option<(Read, _)>| process.as_ref().map(|(taken, _)| taken.lease);
        // The processes are alike.
        processes
            .sort_by_key(|process| (process.as_ref().map(|(_, state)| *state), lease(process)));
        let leases = [Some(row.lease), lease(&processes[0]), lease(&processes[1])];
        let number = |lease| {
            leases
                .iter()
                .position(|other| *other == Some(lease))
                .unwrap() as i64
        };
        for (taken, _) in processes.iter_mut().flatten() {
            taken.lease = number(taken.lease) + 1;
            taken.heard = i64::from(taken.heard == row.heard);
            (taken.age, taken.failures) = (taken.age.min(FOLLOW_UP), 0);
            taken.since_recorded = taken.since_recorded.min(FOLLOW_UP);
        }
        row.lease = row.lease.min(1);
        row.lease_until = if row.lease == 0 {
            NOW
        } else {
            row.lease_until.max(NOW)
        };
        (row.heard, row.failures) = (1, 0);
        row.heard_at = row.heard_at.map(|at| at.max(NOW - FOLLOW_UP));
        row.recorded_at = row.recorded_at.max(NOW - FOLLOW_UP);
        row.due_at = row.due_at.map(|at| at.max(NOW));
        world
    }

    fn tick(&mut self) {
        self.lagging = [self.lagging[1], self.current];
        self.row.heard_at = self.row.heard_at.map(|at| at - TICK);
        self.row.recorded_at = self.row.recorded_at - TICK;
        self.row.due_at = self.row.due_at.map(|at| at - TICK);
        self.row.lease_until = self.row.lease_until - TICK;
    }

    fn record(&mut self, taken: &Read, version: u8, fault: Fault) {
        let (mut taken, mut found) = (taken.clone(), self.shown.read(version));
        let last = self.row.found.as_ref();
        match fault {
            Fault::NoFence => taken.lease = self.row.lease,
            Fault::HeardIsIgnored => taken.heard = self.row.heard,
            Fault::HintIsIgnored => taken.hint = self.row.reported,
            Fault::ValuesAreFinal => taken.since_recorded = FOLLOW_UP,
            Fault::ValuesAreIgnored => found.digest = last.map_or(0, |last| last.digest),
            Fault::OlderIsBelieved => found.updated_at = None,
            _ => {}
        }
        let owner = match fault {
            Fault::ClaimIsBelieved => Owner::Id(None),
            _ => self.owner.clone(),
        };
        let mut recorded = self.row.check(&taken, &found, &owner);
        if (fault, recorded) == (Fault::ReportedTwice, Recorded::Unchanged) {
            recorded = Recorded::Changed;
        }
        if matches!(recorded, Recorded::Older | Recorded::Unproven) {
            self.row
                .postpone(&taken, Some(NOW + TICK), &Owner::Undecided);
        }
        if recorded == Recorded::NotOurs {
            // It is deleted, and the next callback makes another one.
            self.row = Heard::claimed();
        }
        if recorded == Recorded::Changed {
            if matches!(self.owner, Owner::Undecided | Owner::Nobody) {
                self.wrong = Some("an event of a record that no write shows");
            }
            let event = (version, taken.hint);
            if self.reported == Some(event) {
                self.wrong = Some("an event is reported twice");
            }
            let is_older = self.reported.is_some_and(|(last, _)| version < last);
            if is_older && self.shown == Shown::Times {
                self.wrong = Some("an older version is reported after a newer one");
            }
            self.reported = Some(event);
        }
        if matches!(recorded, Recorded::Changed | Recorded::Unchanged) {
            let is_followed_up = fault != Fault::NoFollowUp;
            let follow_up = if is_followed_up {
                FOLLOW_UP
            } else {
                Duration::ZERO
            };
            let reference = Some(String::new());
            self.row.record(&taken, reference, found, follow_up, NOW);
            self.promised = self.promised.max(version);
        }
    }

    /// Nobody waits for what was given up while no write had the id: the write waits for people.
    fn excuse(&mut self) {
        let is_over = self.row.is_claimed && self.row.heard_at.is_none();
        if is_over && !matches!(self.owner, Owner::Id(_)) {
            (self.promised, self.claimed) = (0, None);
        }
    }

    /// The names of all steps, and where they lead.
    fn steps(&self, fault: Fault) -> Vec<(&'static str, Self)> {
        let mut steps = vec![("time passes", self.after(Self::tick))];
        let mut step = |name, step: &dyn Fn(&mut Self)| steps.push((name, self.after(step)));
        if self.current < LAST {
            step("the record changes", &|world| {
                world.sent[usize::from(world.current)] += 1;
                world.current += 1;
            });
        }
        if matches!(self.owner, Owner::Reference | Owner::Undecided) {
            step("the response of the create has the id", &|world| {
                world.owner = Owner::Id(None);
            });
        }
        for index in 0..usize::from(self.current) {
            if self.left.duplicates > 0 {
                step("a callback is sent again", &|world| {
                    world.left.duplicates -= 1;
                    world.sent[index] += 1;
                });
            }
            for (fails, is_heard) in [(false, true), (true, false), (true, true)] {
                if self.sent[index] == 0 || (fails && self.left.store_failures == 0) {
                    continue;
                }
                let name = if fails {
                    "a callback is answered with 503"
                } else {
                    "a callback is heard"
                };
                step(name, &|world| {
                    world.sent[index] -= 1;
                    world.left.store_failures -= u8::from(fails);
                    let version = index as u8 + 1;
                    if is_heard {
                        world.row.hear(Some(version), NOW);
                        // Whether it was acknowledged or not, it is the last that was heard.
                        world.claimed = Some(version);
                    }
                    if !fails || fault == Fault::EarlyAnswer {
                        world.promised = world.promised.max(version);
                    }
                });
            }
        }
        for index in 0..2 {
            self.process_steps(index, fault, &mut step);
        }
        steps
    }

    fn process_steps(&self, index: usize, fault: Fault, step: &mut AddStep<'_>) {
        let fails = self.left.store_failures > 0;
        let Some((taken, version)) = &self.processes[index] else {
            if self.row.is_due(NOW) {
                // A lease that no read has had.
                let take = |world: &mut Self| world.row.take((), 100, NOW + LEASE, NOW);
                step("take", &|world| {
                    world.processes[index] = Some((take(world), None))
                });
                if fails {
                    step("take is committed, and fails", &|world| {
                        world.left.store_failures -= 1;
                        take(world);
                    });
                }
            }
            return;
        };
        let mut ends = |name, end: &dyn Fn(&mut Self)| {
            step(name, &|world| {
                world.processes[index] = None;
                end(world);
            });
        };
        if self.left.crashes > 0 {
            ends("a process is killed", &|world| world.left.crashes -= 1);
        }
        if let Some(version) = *version {
            ends("record", &|world| world.record(taken, version, fault));
            let failures = [(false, false), (false, true), (true, false), (true, true)];
            for (is_committed, is_postponed) in failures.into_iter().filter(|_| fails) {
                ends("record fails", &|world| {
                    world.left.store_failures -= 1;
                    if is_committed {
                        world.record(taken, version, fault);
                    }
                    if is_postponed {
                        world
                            .row
                            .postpone(taken, Some(NOW + TICK), &Owner::Undecided);
                    }
                });
            }
            return;
        }
        for delay in [Some(NOW + TICK), None] {
            if self.left.read_failures > 0 {
                ends("the read fails", &|world| {
                    world.left.read_failures -= 1;
                    let owner = match fault {
                        Fault::ClaimIsDropped => &Owner::Undecided,
                        _ => &world.owner,
                    };
                    world.row.postpone(taken, delay, owner);
                    world.excuse();
                });
            }
        }
        for version in self.lagging[0]..=self.current {
            step("the record is read", &|world| {
                world.processes[index] = Some((taken.clone(), Some(version)));
            });
        }
    }

    /// The promise that does not hold here.
    fn violation(&self) -> Option<&'static str> {
        if self.wrong.is_some() {
            return self.wrong;
        }
        // Nobody waits for it, or the create that may be its own waits for people.
        if self.row.is_claimed && !matches!(self.owner, Owner::Id(_)) {
            return None;
        }
        let (version, hint) = self.reported.unwrap_or_default();
        match self.row.queued((), NOW).map(|queued| queued.retry_in) {
            None if version < self.promised => Some("an older version is the last"),
            None if hint != self.claimed => Some("a status is not reported"),
            Some(Some(retry_in)) if retry_in > FOLLOW_UP => Some("a record is not read"),
            _ => None,
        }
    }
}

/// Explores the set-ups side by side. The number of states, or the shortest way from a set-up to a violation.
fn explore(fault: Fault) -> Result<usize, String> {
    let mut known = FxHashSet::<u64>::default();
    let mut worlds: Vec<(World, Option<usize>, &str)> = Vec::new();
    worlds.extend(set_ups().map(|set_up| (set_up, None, "")));
    known.extend(worlds.iter().map(|(set_up, ..)| set_up.hash()));
    let mut index = 0;
    while index < worlds.len() {
        for (name, world) in worlds[index].0.steps(fault) {
            if let Some(violation) = world.violation() {
                let mut way = vec![violation, name];
                let mut at = index;
                while let Some(before) = worlds[at].1 {
                    way.push(worlds[at].2);
                    at = before;
                }
                way.reverse();
                let set_up = &worlds[at].0;
                let (shown, owner, left) = (set_up.shown, &set_up.owner, set_up.left);
                let steps = way.len() - 1;
                return Err(format!(
                    "{shown:?}, {owner:?}, {left:?}, {steps} steps: {way:#?}"
                ));
            }
            if known.insert(world.hash()) {
                worlds.push((world, Some(index), name));
            }
        }
        index += 1;
    }
    Ok(worlds.len())
}

#[rustfmt::skip]
const BUDGETS: [Budget; 3] = [
    Budget { crashes: 1, store_failures: 1, read_failures: 0, duplicates: 0 },
    Budget { crashes: 1, store_failures: 0, read_failures: 0, duplicates: 1 },
    Budget { crashes: 0, store_failures: 0, read_failures: 1, duplicates: 0 },
];

/// A record of a create whose response was received, with all that it may show; and one whose id only a
/// callback claims: of a create on its way, which shows its reference or not, or of somebody else.
fn set_ups() -> impl Iterator<Item = World> {
    let shown = [Shown::States, Shown::OneState, Shown::Times];
    let ours = shown.into_iter().map(|shown| (shown, Owner::Id(None)));
    let claimed = [Owner::Reference, Owner::Undecided, Owner::Nobody];
    let claimed = claimed.map(|owner| (Shown::States, owner));
    let all = ours.chain(claimed);
    let all =
        all.flat_map(|(shown, owner)| BUDGETS.map(|left| World::new(shown, left, owner.clone())));
    // Once a create has the id, its callbacks are as those of the others, also if they are repeated.
    all.filter(|world| {
        let is_ours_later = matches!(world.owner, Owner::Reference | Owner::Undecided);
        !is_ours_later || world.left.duplicates == 0
    })
}

#[test]
fn the_last_state_is_recorded_or_listed() {
    let states = explore(Fault::None).unwrap_or_else(|way| panic!("{way}"));
    println!("{states} states");
    assert_eq!(states, 1_148_810);
    let promises = include_str!("../../../../tests/README.md");
    assert!(promises.contains("(1,148,810 states)"));
}

#[test]
fn a_rule_that_is_left_out_is_found() {
    use Fault::*;
    for fault in [
        NoFence,
        NoFollowUp,
        EarlyAnswer,
        HeardIsIgnored,
        HintIsIgnored,
        ValuesAreIgnored,
        ValuesAreFinal,
        OlderIsBelieved,
        ReportedTwice,
        ClaimIsBelieved,
        ClaimIsDropped,
    ] {
        let way = explore(fault).err();
        let way = way.unwrap_or_else(|| panic!("{fault:?} is not found"));
        println!("{fault:?}: {way}");
    }
}
