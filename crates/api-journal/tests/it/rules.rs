//! The rules, one promise each. The states that they lead to are explored in `explore.rs`.

use std::time::Duration;

use api_journal::call::{Driver, Effect, Event};
use api_journal::rows::Waits;
use api_journal::rules::{
    self, Acquire, Found, Repeat, Told, acquire, erased, found, lost, sighted,
};
use api_journal::{
    Begun, Change, End, Entry, Evidence, Intent, Outcome, RequestDigest, Resolution, ResolveError,
    Scope, State, Timer, Timestamp,
};

const LEASE: Duration = Duration::from_secs(60);
const NOW: Timestamp = Timestamp::from_millis(1_000_000_000);

fn intent(body: u8, nonce: u128) -> Intent {
    let scope = Scope::new("shop", "Test", "12");
    let digest = RequestDigest::new(&body.to_string(), [], None, &[]);
    Intent::new(scope, "orders.create", "cart-7", digest, nonce)
}

fn in_flight() -> Entry {
    Entry::from_intent(&intent(1, 1), NOW, LEASE)
}

fn later(seconds: u64) -> Timestamp {
    NOW + Duration::from_secs(seconds)
}

fn end(outcome: Outcome) -> End {
    End::new(outcome, Evidence::Sent)
}

fn done(id: &str) -> End {
    let mut end = end(Outcome::Done);
    end.ids = vec![("/id".to_owned(), id.to_owned())];
    end
}

fn rejected(status: u16) -> End {
    let mut end = end(Outcome::Rejected);
    end.status = Some(status);
    end
}

fn took_effect(id: &str) -> Resolution {
    Resolution::TookEffect {
        record_id: Some(id.to_owned()),
    }
}

const DID_NOT: Resolution = Resolution::DidNot { is_sure: false };

/// The sends of these tests are by calls whose nonces are their generations.
fn send(generation: i64) -> Intent {
    intent(1, generation.unsigned_abs().into())
}

fn ended(row: &Entry, generation: i64, end: &End, repeat: Repeat) -> Option<Change> {
    rules::ended(row, &send(generation), generation, end, repeat)
}

fn told(row: Option<&Entry>, generation: i64, end: &End) -> Told {
    rules::told(row, &send(generation), generation, end)
}

/// A word that is said at any time.
fn resolve(
    row: &Entry,
    word: &Resolution,
    by: &str,
    why: &str,
    now: Timestamp,
) -> Result<Change, ResolveError> {
    rules::resolve(row, word, by, why, now, Duration::ZERO)
}

/// The entry as a store returns it.
fn made(change: Option<Change>, now: Timestamp) -> Entry {
    change.expect("a change").applied(now)
}

fn taken(row: &Entry, repeat: Repeat, now: Timestamp) -> Entry {
    match acquire(row, &intent(1, 2), repeat, LEASE, now) {
        Acquire::Send(change) => made(Some(change), now),
        other => panic!("expected to take it, found {other:?}"),
    }
}

#[test]
fn a_call_whose_own_send_was_rejected_says_what_another_call_did() {
    let taken = taken(&in_flight(), Repeat::AfterLookUp, later(61));
    let done = made(ended(&taken, 2, &done("7"), Repeat::AfterLookUp), later(62));
    for own in [rejected(422), end(Outcome::NotSent)] {
        let row = ended(&done, 1, &own, Repeat::AfterLookUp);
        let row = made(row, later(63));
        assert_eq!(row.state, State::Done);
        assert_eq!(told(Some(&row), 1, &own), Told::Earlier);
    }
}

#[test]
fn an_erased_entry_has_its_key_again_when_it_is_sent_again() {
    let rejected = ended(&in_flight(), 1, &rejected(422), Repeat::Never);
    let mut erased = made(rejected, later(1));
    erased.key.clear();
    assert_eq!(taken(&erased, Repeat::Never, later(2)).key, "cart-7");
}

#[test]
fn two_successes_of_a_write_that_is_never_repeated_are_two_effects_however_alike_they_are() {
    let unknown = made(
        ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::Never),
        later(1),
    );
    let word = resolve(&unknown, &DID_NOT, "eve", "no order", later(61));
    let second = taken(&made(word.ok(), later(61)), Repeat::Never, later(62));
    let done_once = made(ended(&second, 2, &done("7"), Repeat::Never), later(63));
    assert!(!done_once.is_for_people(later(63)));
    let twice = made(ended(&done_once, 1, &done("7"), Repeat::Never), later(64));
    assert_eq!(
        (twice.state.clone(), twice.needs_person),
        (State::Unknown, true)
    );
    assert!(twice.is_for_people(later(64)));
    // Nothing but a person changes it from here, and nothing is sent.
    let after = made(ended(&twice, 2, &rejected(422), Repeat::Never), later(65));
    assert_eq!((after.state, after.needs_person), (State::Unknown, true));
    let again = acquire(&twice, &intent(1, 3), Repeat::Never, LEASE, later(999));
    assert_eq!(again, Acquire::Nothing(Told::Now(Outcome::Unknown)));
    // The program saw the effects: a person cannot say that there was none.
    let word = resolve(&twice, &DID_NOT, "eve", "?", later(999));
    assert!(matches!(word, Err(ResolveError::Known(State::Done))));
}

#[test]
fn a_success_of_an_earlier_send_that_was_said_to_have_none_is_listed() {
    let row = made(
        ended(&in_flight(), 1, &rejected(403), Repeat::Never),
        later(1),
    );
    let corrected = acquire(&row, &intent(2, 2), Repeat::Never, LEASE, later(2));
    let Acquire::Send(change) = corrected else {
        panic!("expected to send, found {corrected:?}");
    };
    // The second send, of another content, is on its way: it may take effect, too.
    let second = made(Some(change), later(2));
    let late = made(ended(&second, 1, &done("7"), Repeat::Never), later(3));
    assert_eq!((late.state.clone(), late.needs_person), (State::Done, true));
    assert!(late.is_for_people(later(3)));
    // A send that was taken over in doubt is the same one.
    let taken = taken(&in_flight(), Repeat::AfterLookUp, later(61));
    let late = made(ended(&taken, 1, &done("7"), Repeat::AfterLookUp), later(62));
    assert_eq!((late.state, late.needs_person), (State::Done, false));
}

#[test]
fn a_second_success_with_a_unique_key_is_the_same_effect_unless_its_id_is_another() {
    let first = made(
        ended(&in_flight(), 1, &done("7"), Repeat::AfterLookUp),
        later(1),
    );
    let same = made(ended(&first, 2, &done("7"), Repeat::AfterLookUp), later(2));
    assert_eq!((same.state, same.needs_person), (State::Done, false));
    let other = made(ended(&first, 2, &done("8"), Repeat::AfterLookUp), later(2));
    assert_eq!((other.state, other.needs_person), (State::Unknown, true));
}

#[test]
fn a_prepared_entry_is_one_that_was_not_sent_and_recovery_does_not_touch_it() {
    let prepared = Entry::from_intent(&intent(1, 1).prepared(), NOW, LEASE);
    assert_eq!(
        (prepared.state.clone(), prepared.generation),
        (State::NotSent, 0)
    );
    assert_eq!((prepared.lease_until, prepared.due_at), (None, None));
    assert_eq!(sighted(&prepared, &Found::Absent), None);
    assert_eq!(taken(&prepared, Repeat::Never, later(9999)).generation, 1);
}

#[test]
fn with_the_journal_away_no_call_says_that_nothing_happened() {
    for own in [end(Outcome::NotSent), rejected(422)] {
        let told = told(None, 1, &own);
        assert_eq!(
            (told, told.outcome()),
            (Told::JournalFailed, Outcome::Unknown)
        );
    }
    assert_eq!(told(None, 1, &done("7")), Told::Now(Outcome::Done));
}

#[test]
fn a_key_of_another_request_says_what_became_of_that_one() {
    let other = intent(2, 2);
    let reused = |row: &Entry| acquire(row, &other, Repeat::Never, LEASE, later(99));
    let unknown = Acquire::Nothing(Told::KeyReused(Outcome::Unknown));
    assert_eq!(reused(&in_flight()), unknown);
    let row = made(ended(&in_flight(), 1, &done("7"), Repeat::Never), later(1));
    assert_eq!(
        reused(&row),
        Acquire::Nothing(Told::KeyReused(Outcome::Done))
    );
    assert_eq!(Told::KeyReused(Outcome::Done).outcome(), Outcome::Done);
    // What was rejected is sent again under the same key, corrected or not.
    let row = made(
        ended(&in_flight(), 1, &rejected(422), Repeat::Never),
        later(1),
    );
    assert!(matches!(reused(&row), Acquire::Send(_)));
    let same = acquire(&row, &intent(1, 2), Repeat::Never, LEASE, later(99));
    assert!(matches!(same, Acquire::Send(_)));
}

#[test]
fn what_was_rejected_for_its_credentials_is_sent_again() {
    for status in [401, 403, 429] {
        let row = made(
            ended(&in_flight(), 1, &rejected(status), Repeat::AfterLookUp),
            later(1),
        );
        assert_eq!((row.state.clone(), row.due_at), (State::Rejected, None));
        assert_eq!(taken(&row, Repeat::AfterLookUp, later(2)).generation, 2);
    }
}

#[test]
fn a_rejected_order_is_looked_up_once_more_and_listed_if_it_turns_up() {
    let row = made(
        ended(&in_flight(), 1, &rejected(422), Repeat::AfterLookUp),
        later(0),
    );
    assert_eq!(row.due_at, Some(later(600)));
    let absent = made(sighted(&row, &Found::Absent), later(600));
    assert_eq!((absent.state, absent.due_at), (State::Rejected, None));
    // Nothing was compared: it may be another order with the reference.
    let turned_up = made(sighted(&row, &Found::Record(done("7"))), later(600));
    assert_eq!(
        (turned_up.state.clone(), turned_up.due_at),
        (State::Rejected, None)
    );
    assert!(turned_up.needs_person && turned_up.is_for_people(later(600)));
    assert_eq!(turned_up.details.end.as_ref(), Some(&sight("7")));
    // The next call compares it before it sends anything.
    assert!(taken(&turned_up, Repeat::AfterLookUp, later(601)).doubt);
}

#[test]
fn a_late_rejection_proves_nothing_about_another_send() {
    let row = made(
        ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::AfterLookUp),
        later(30),
    );
    // An earlier request may run until its lease is over: until then it is only looked up.
    let before = acquire(&row, &intent(1, 2), Repeat::AfterLookUp, LEASE, later(59));
    assert_eq!(before, Acquire::Read);
    let second = taken(&row, Repeat::AfterLookUp, later(60));
    assert!(second.doubt);
    let row = made(
        ended(&second, 2, &rejected(422), Repeat::AfterLookUp),
        later(61),
    );
    assert_eq!(row.state, State::Unknown);
    let own = rejected(422);
    assert_eq!(told(Some(&row), 2, &own), Told::Now(Outcome::Unknown));
}

#[test]
fn a_lookup_that_finds_nothing_or_fails_is_repeated_more_rarely_and_then_left_to_people() {
    let unknown = ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::AfterLookUp);
    let unknown = made(unknown, NOW);
    for looked_up in [Found::Absent, Found::Failed] {
        let mut row = unknown.clone();
        let mut delays = Vec::new();
        while let Some(due_at) = row.due_at {
            delays.push(due_at.saturating_duration_since(NOW).as_secs());
            assert!(delays.len() <= 12, "{row:?}");
            row = made(sighted(&row, &looked_up), NOW);
        }
        let expected = [
            60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600, 3600,
        ];
        assert_eq!(delays, expected);
        assert!(row.is_for_people(later(60)));
        assert_eq!(row.state, State::Unknown);
    }
}

#[test]
fn an_order_that_is_lost_again_and_again_comes_to_people_within_an_hour() {
    let unknown = |row: &Entry, now| {
        let intent = intent(1, row.nonce);
        let lost = end(Outcome::Unknown);
        let change = rules::ended(row, &intent, row.generation, &lost, Repeat::AfterLookUp);
        made(change, now)
    };
    let mut row = unknown(&in_flight_to_be_looked_up(), later(30));
    let mut seconds = 30;
    // A service makes the same call again each five minutes, as `again_in()` says.
    while !row.is_for_people(later(seconds)) {
        seconds += 1;
        let now = later(seconds);
        if row.due_at.is_some_and(|due| due <= now) && !row.has_lease(now) {
            row = made(sighted(&row, &Found::Absent), now);
        } else if seconds % 300 == 0 {
            row = unknown(&taken(&row, Repeat::AfterLookUp, now), now);
        }
        assert!(seconds < 60 * 60, "{row:?}");
    }
    // It stays with them, and calls go on.
    row = unknown(&taken(&row, Repeat::AfterLookUp, later(3600)), later(3601));
    assert!(row.is_for_people(later(3601)));
    // What is sent without a doubt is counted anew.
    let word = made(
        resolve(&row, &DID_NOT, "eve", "why", later(3661)).ok(),
        later(3661),
    );
    let corrected = taken(&word, Repeat::AfterLookUp, later(3662));
    assert_eq!(corrected.details.lookups, 0);
}

#[test]
fn a_record_with_other_values_is_for_a_person() {
    let mut other = End::new(Outcome::Unknown, Evidence::Found);
    other.differences = vec!["/total".to_owned()];
    let row = made(
        ended(&in_flight(), 1, &other, Repeat::AfterLookUp),
        later(1),
    );
    assert_eq!(
        (row.state.clone(), row.needs_person),
        (State::Unknown, true)
    );
    assert_eq!(told(Some(&row), 1, &other), Told::Now(Outcome::Unknown));
}

#[test]
fn a_person_does_not_say_did_not_while_the_request_may_be_on_its_way() {
    let did_not = DID_NOT;
    let row = in_flight();
    let word = resolve(&row, &did_not, "eve", "why", later(59));
    assert!(matches!(word, Err(ResolveError::InFlight)));
    let row = made(
        ended(&row, 1, &end(Outcome::Unknown), Repeat::Never),
        later(1),
    );
    let word = resolve(&row, &did_not, "eve", "why", later(59));
    assert!(matches!(word, Err(ResolveError::InFlight)));
    let word = resolve(&row, &did_not, "eve", "why", later(60));
    assert_eq!(made(word.ok(), later(60)).state, State::NotSent);
}

#[test]
fn a_person_corrects_a_word_of_a_person_and_no_proof() {
    let row = made(
        ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::Never),
        NOW,
    );
    let id = took_effect;
    let typo = made(resolve(&row, &id("77"), "eve", "seen", later(60)).ok(), NOW);
    assert_eq!(typo.record_id(), Some("77"));
    let corrected = made(resolve(&typo, &id("7"), "eve", "typo", later(60)).ok(), NOW);
    assert_eq!(corrected.record_id(), Some("7"));
    let word = resolve(&corrected, &DID_NOT, "eve", "another", later(60));
    assert_eq!(made(word.ok(), NOW).state, State::NotSent);

    let proven = made(ended(&in_flight(), 1, &done("7"), Repeat::Never), NOW);
    for word in [id("8"), DID_NOT] {
        let word = resolve(&proven, &word, "eve", "why", later(60));
        assert!(matches!(word, Err(ResolveError::Known(State::Done))));
    }
}

#[test]
fn a_success_after_a_person_said_did_not_is_listed() {
    let row = made(
        ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::Never),
        NOW,
    );
    let word = resolve(&row, &DID_NOT, "eve", "why", later(60));
    let row = made(
        ended(&made(word.ok(), NOW), 1, &done("7"), Repeat::Never),
        NOW,
    );
    assert_eq!((row.state.clone(), row.needs_person), (State::Done, true));
    assert!(row.is_for_people(later(60)));
}

#[test]
fn a_lease_by_a_clock_that_was_ahead_has_expired() {
    let mut row = in_flight();
    row.lease_until = Some(later(365 * 24 * 60 * 60));
    assert!(!row.has_lease(NOW));
    assert!(row.is_for_people(NOW));
    // It was sent before, for all that is known.
    let day = Duration::from_secs(24 * 60 * 60);
    let say = |now| rules::resolve(&row, &DID_NOT, "eve", "not listed", now, day);
    assert!(matches!(say(later(1)), Err(ResolveError::Early(_))));
    assert!(say(NOW + day).is_ok());
}

#[test]
fn a_row_of_a_later_version_is_shown_and_not_changed() {
    let mut later_state = in_flight();
    later_state.state = State::Other("half_done".to_owned());
    let mut later_format = in_flight();
    later_format.format = Entry::FORMAT + 1;
    later_format.state = State::NotSent;
    for row in [later_state, later_format] {
        let now = later(61);
        let again = acquire(&row, &intent(1, 2), Repeat::AfterLookUp, LEASE, now);
        assert_eq!(again, Acquire::Nothing(Told::Now(Outcome::Unknown)));
        let late = ended(&row, 1, &done("7"), Repeat::Never).unwrap();
        assert_eq!((late.entry, late.lease), (row.clone(), Timer::Keep));
        assert!(late.note.is_some(), "the history has it");
        assert_eq!(found(&row, &done("7")), None);
        assert_eq!(sighted(&row, &Found::Record(done("7"))), None);
        let erased = erased(&row, "eve", "why");
        assert!(matches!(erased, Err(ResolveError::LaterVersion)));
        let word = resolve(&row, &DID_NOT, "eve", "why", now);
        assert!(matches!(word, Err(ResolveError::LaterVersion)));
    }
}

#[test]
fn an_end_that_is_committed_already_changes_nothing() {
    for own in [
        done("7"),
        rejected(422),
        end(Outcome::NotSent),
        end(Outcome::Unknown),
    ] {
        let row = made(ended(&in_flight(), 1, &own, Repeat::AfterLookUp), later(1));
        assert_eq!(ended(&row, 1, &own, Repeat::AfterLookUp), None, "{own:?}");
    }
}

/// What a worker notes of a record of which it has compared nothing.
fn sight(id: &str) -> End {
    let mut sight = End::new(Outcome::Unknown, Evidence::Seen);
    sight.ids = done(id).ids;
    sight
}

#[test]
fn a_look_up_that_compared_nothing_settles_nothing_and_is_for_a_person_after_an_hour() {
    let unknown = ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::AfterLookUp);
    let unknown = made(unknown, later(1));
    let seen = made(sighted(&unknown, &Found::Record(done("7"))), later(61));
    assert_eq!(
        (seen.state.clone(), seen.record_id()),
        (State::Unknown, None)
    );
    assert_eq!(seen.details.end.as_ref(), Some(&sight("7")));
    assert_eq!(
        (seen.needs_person, seen.due_at),
        (false, Some(later(61 + 3600)))
    );
    // Within this hour, a call compares it, and sends only if it is gone.
    assert!(taken(&seen, Repeat::AfterLookUp, later(62)).doubt);
    for looked_up in [Found::Record(done("7")), Found::Absent, Found::Failed] {
        let listed = made(sighted(&seen, &looked_up), later(61 + 3600));
        assert_eq!(
            (listed.state.clone(), listed.due_at),
            (State::Unknown, None)
        );
        assert!(listed.is_for_people(later(61 + 3600)));
        assert_eq!(listed.details.end.as_ref(), Some(&sight("7")));
    }
    // A call with another request compares nothing: people look at once, and a call with this one may still compare it.
    let reused = |row: &Entry| acquire(row, &intent(2, 9), Repeat::AfterLookUp, LEASE, later(62));
    let Acquire::Again(change) = reused(&seen) else {
        panic!("people would wait for an hour");
    };
    let listed = change.applied(later(62));
    assert!(!seen.is_for_people(later(62)) && listed.is_for_people(later(62)));
    let unknown_now = Acquire::Nothing(Told::KeyReused(Outcome::Unknown));
    assert_eq!(reused(&listed), unknown_now);
    assert!(taken(&listed, Repeat::AfterLookUp, later(63)).doubt);
    // What is not seen is left to its call, or to the worker, who may find the id for people.
    let expired = later(LEASE.as_secs() + 1);
    for row in [in_flight(), unknown.clone()] {
        let told = acquire(&row, &intent(2, 9), Repeat::AfterLookUp, LEASE, expired);
        assert_eq!(told, unknown_now);
    }
    // Of what a call has sent since, nothing was seen.
    let again = taken(&seen, Repeat::AfterLookUp, later(62));
    let unknown = ended(&again, 2, &end(Outcome::Unknown), Repeat::AfterLookUp);
    let seen = made(
        sighted(&made(unknown, later(63)), &Found::Record(done("7"))),
        later(123),
    );
    assert!(!seen.needs_person);
}

#[test]
fn a_call_with_another_request_gives_what_a_worker_has_seen_to_people_and_is_told() {
    let unknown = ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::AfterLookUp);
    let seen = sighted(&made(unknown, later(1)), &Found::Record(done("7")));
    let seen = made(seen, later(61));
    let other = intent(2, 9);
    let begun = |entry: Entry| {
        Event::Begun(Some(Begun::Existing {
            entry,
            now: later(62),
            is_restored: false,
        }))
    };
    let mut driver = Driver::new(Repeat::AfterLookUp, LEASE);
    let Effect::Change(change) = driver.on(begun(seen), &other) else {
        panic!("expected a change");
    };
    let listed = change.applied(later(62));
    let changed = Event::Changed(Ok(Some(listed.clone())));
    assert_eq!(driver.on(changed, &other), Effect::Begin);
    let told = Effect::Tell(Told::KeyReused(Outcome::Unknown));
    assert_eq!(driver.on(begun(listed), &other), told);
}

#[test]
fn two_successes_of_one_generation_are_two_effects_if_the_journal_has_lost_the_first_send() {
    // A failover loses the intent of the call 8, and the call 9 begins anew.
    let (lost, second) = (intent(1, 8), intent(1, 9));
    let row = Entry::from_intent(&second, NOW, LEASE);
    let first_end = rules::ended(&row, &lost, 1, &done("7"), Repeat::Never);
    let row = made(first_end, later(1));
    assert!(row.is_for_people(later(1)), "the second one is on its way");
    let row = made(
        rules::ended(&row, &second, 1, &done("8"), Repeat::Never),
        later(2),
    );
    assert_eq!(
        (row.state.clone(), row.needs_person),
        (State::Unknown, true)
    );
    assert!(row.is_for_people(later(2)));
    // In the other order.
    let row = Entry::from_intent(&second, NOW, LEASE);
    let row = made(
        rules::ended(&row, &second, 1, &done("8"), Repeat::Never),
        later(1),
    );
    assert!(!row.is_for_people(later(1)));
    let row = made(
        rules::ended(&row, &lost, 1, &done("7"), Repeat::Never),
        later(2),
    );
    assert!(row.is_for_people(later(2)));
}

#[test]
fn the_end_of_a_send_whose_entry_is_lost_makes_an_entry() {
    for (own, generation, state) in [
        (done("7"), 1, State::Done),
        (rejected(422), 1, State::Rejected),
        (end(Outcome::NotSent), 1, State::NotSent),
        (end(Outcome::Unknown), 1, State::Unknown),
        // The entry of the first send was lost with it.
        (rejected(422), 2, State::Unknown),
        (done("7"), 2, State::Done),
    ] {
        let mut intent = send(generation);
        intent.can_look_up = true;
        let row = Entry::from_intent(&lost(&intent, generation, &own), NOW, LEASE);
        assert_eq!((&row.state, row.generation), (&state, generation));
        assert_eq!(row.details.end.as_ref(), Some(&own));
        assert_eq!(row.due_at.is_some(), state == State::Unknown);
        assert_eq!(row.lease_until, None);
        // The end is in it.
        assert_eq!(ended(&row, generation, &own, Repeat::AfterLookUp), None);
        let again = acquire(&row, &intent, Repeat::Never, LEASE, later(1));
        assert_eq!(
            matches!(again, Acquire::Send(_)),
            matches!(state, State::NotSent | State::Rejected)
        );
    }
}

#[test]
fn in_flight_a_call_with_a_unique_key_looks_and_compares() {
    let row = in_flight();
    let call = |repeat| acquire(&row, &intent(1, 2), repeat, LEASE, later(59));
    assert_eq!(call(Repeat::AfterLookUp), Acquire::Read);
    assert_eq!(call(Repeat::Never), Acquire::Nothing(Told::InFlight));
    let mut other = End::new(Outcome::Unknown, Evidence::Found);
    other.differences = vec!["/total".to_owned()];
    for (looked_up, is_found) in [
        (Found::Record(done("7")), true),
        (Found::Record(other), false),
        (Found::Absent, false),
        (Found::Failed, false),
    ] {
        let mut driver = Driver::new(Repeat::AfterLookUp, LEASE);
        let existing = Begun::Existing {
            entry: row.clone(),
            now: later(59),
            is_restored: false,
        };
        let mut on = |event| driver.on(event, &intent(1, 2));
        assert_eq!(on(Event::Begun(Some(existing))), Effect::LookUp);
        let effect = on(Event::LookedUp(looked_up));
        if !is_found {
            assert_eq!(effect, Effect::Tell(Told::InFlight));
            continue;
        }
        assert_eq!(effect, Effect::Read);
        let Effect::Change(change) = on(Event::Row(Some(row.clone()))) else {
            panic!("expected a change");
        };
        let row = made(Some(change), later(60));
        assert_eq!((&row.state, row.needs_person), (&State::Done, false));
        let told = on(Event::Changed(Ok(Some(row))));
        assert_eq!(told, Effect::Tell(Told::Now(Outcome::Done)));
    }
}

#[test]
fn after_a_restore_no_key_is_sent_that_is_in_the_backup_and_not_done() {
    let row_of = |own: &End| made(ended(&in_flight(), 1, own, Repeat::Never), later(1));
    let prepared = Entry::from_intent(&intent(1, 1).prepared(), NOW, LEASE);
    for (row, expected) in [
        (prepared, Told::Restored),
        (row_of(&rejected(422)), Told::Restored),
        (row_of(&end(Outcome::NotSent)), Told::Restored),
        (row_of(&end(Outcome::Unknown)), Told::Restored),
        (row_of(&done("7")), Told::Earlier),
    ] {
        // Also after a commit without a reply.
        for begun in [vec![], vec![None]] {
            let mut driver = Driver::new(Repeat::Never, LEASE);
            let existing = Begun::Existing {
                entry: row.clone(),
                now: later(2),
                is_restored: true,
            };
            let mut effect = Effect::Begin;
            for begun in begun.into_iter().chain([Some(existing)]) {
                effect = driver.on(Event::Begun(begun), &intent(1, 1));
            }
            assert_eq!(effect, Effect::Tell(expected));
        }
    }
}

#[test]
fn a_person_says_did_not_a_day_after_the_last_send_or_is_sure() {
    let day = Duration::from_secs(24 * 60 * 60);
    let row = made(
        ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::Never),
        later(30),
    );
    let say = |row: &Entry, is_sure, now| {
        let word = Resolution::DidNot { is_sure };
        rules::resolve(row, &word, "eve", "not listed", now, day)
    };
    let day_later = later(60 + 24 * 60 * 60);
    let early = say(&row, false, later(60 + 24 * 60 * 60 - 1));
    assert!(matches!(early, Err(ResolveError::Early(until)) if until == day_later));
    assert_eq!(
        made(say(&row, false, day_later).ok(), day_later).state,
        State::NotSent
    );
    assert_eq!(
        made(say(&row, true, later(61)).ok(), later(61)).state,
        State::NotSent
    );
    // The other word needs no time, and its correction counts from the send.
    let took_effect = Resolution::TookEffect { record_id: None };
    let said = rules::resolve(&row, &took_effect, "eve", "seen", later(61), day);
    let said = made(said.ok(), later(61));
    assert!(matches!(
        say(&said, false, later(62)),
        Err(ResolveError::Early(_))
    ));
    assert_eq!(
        made(say(&said, false, day_later).ok(), day_later).state,
        State::NotSent
    );
}

#[test]
fn what_is_for_people_is_not_erased() {
    let first = made(
        ended(&in_flight(), 1, &rejected(422), Repeat::Never),
        later(1),
    );
    let late = made(ended(&first, 1, &done("7"), Repeat::Never), later(2));
    assert_eq!((&late.state, late.needs_person), (&State::Done, true));
    let unknown = ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::Never);
    for row in [late, made(unknown, later(1)), in_flight()] {
        let refused = erased(&row, "eve", "asked");
        assert!(matches!(refused, Err(ResolveError::Unknown)), "{row:?}");
    }
    let row = made(erased(&first, "eve", "asked").ok(), later(3));
    assert_eq!((row.key.as_str(), row.details.end), ("", None));
}

#[test]
fn not_sent_is_what_this_send_was_and_not_another_one() {
    // A person was wrong, another call was not connected, and this one may have been executed.
    let unknown = ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::Never);
    let word = resolve(&made(unknown, later(1)), &DID_NOT, "eve", "why", later(61));
    let second = taken(&made(word.ok(), later(61)), Repeat::Never, later(62));
    let row = made(
        ended(&second, 2, &end(Outcome::NotSent), Repeat::Never),
        later(63),
    );
    let own = end(Outcome::Unknown);
    assert_eq!(told(Some(&row), 1, &own), Told::Now(Outcome::Unknown));
    assert_eq!(
        told(Some(&row), 2, &end(Outcome::NotSent)),
        Told::Now(Outcome::NotSent)
    );
}

#[test]
fn a_person_denies_no_effect_of_an_erased_entry() {
    let first = made(
        ended(&in_flight(), 1, &end(Outcome::Unknown), Repeat::Never),
        later(1),
    );
    let word = resolve(&first, &DID_NOT, "eve", "why", later(61));
    let second = taken(&made(word.ok(), later(61)), Repeat::Never, later(62));
    let done_once = made(ended(&second, 2, &done("8"), Repeat::Never), later(63));
    let row = made(erased(&done_once, "eve", "asked").ok(), later(64));
    let twice = made(ended(&row, 1, &done("7"), Repeat::Never), later(65));
    assert!(twice.is_for_people(later(65)));
    for row in [row, twice] {
        let word = Resolution::DidNot { is_sure: true };
        let denied = resolve(&row, &word, "eve", "not listed", later(999));
        assert!(matches!(denied, Err(ResolveError::Known(State::Done))));
    }
}

#[test]
fn a_withdrawn_word_about_two_effects_does_not_let_the_write_be_sent_again() {
    let repeat = Repeat::AfterLookUp;
    let second = taken(&in_flight(), repeat, later(61));
    let done_once = made(ended(&second, 2, &done("8"), repeat), later(62));
    let twice = made(ended(&done_once, 1, &done("7"), repeat), later(63));
    let word = resolve(
        &twice,
        &took_effect("8"),
        "eve",
        "one is canceled",
        later(64),
    );
    let said = made(word.ok(), later(64));
    let row = rules::withdrawn(&said, "eve", "another cart");
    let row = made(row.ok(), later(65));
    let again = acquire(&row, &intent(1, 3), repeat, LEASE, later(999));
    assert_eq!(again, Acquire::Nothing(Told::Now(Outcome::Unknown)));
}

/// A look-up has found another record, a person has said that it is the write's, and then comes a late success.
#[test]
fn a_person_denies_no_second_effect_after_a_word_about_the_first_one() {
    let repeat = Repeat::AfterLookUp;
    let second = taken(&in_flight(), repeat, later(61));
    let mut other = End::new(Outcome::Unknown, Evidence::Found);
    other.ids = done("7").ids;
    other.differences = vec!["/total".to_owned()];
    let row = made(ended(&second, 2, &other, repeat), later(62));
    let its_own = Resolution::TookEffect { record_id: None };
    let word = resolve(&row, &its_own, "eve", "changed at the venue", later(122));
    let said = made(word.ok(), later(122));
    let twice = made(ended(&said, 1, &done("8"), repeat), later(123));
    assert!(twice.is_for_people(later(123)));
    let denied = resolve(&twice, &DID_NOT, "eve", "not listed", later(999));
    assert!(matches!(denied, Err(ResolveError::Known(State::Done))));
}

/// Lists, gauges, the worker and the end of an entry's life go by it, and know no state.
#[test]
fn what_an_entry_waits_for_and_from_when_on_follows_from_its_state() {
    let unknown = end(Outcome::Unknown);
    let looked_up = in_flight_to_be_looked_up();
    let renewed = made(
        Some(Change::renewal(looked_up.clone(), LEASE)),
        NOW + LEASE / 2,
    );
    let prepared = Entry::from_intent(&intent(1, 1).prepared(), NOW, LEASE);
    let of_person = resolve(&prepared, &took_effect("7"), "eve", "seen", NOW);
    let settled = |end: &End, repeat| made(ended(&in_flight(), 1, end, repeat), later(1));
    let mut listed = settled(&done("7"), Repeat::Never);
    listed.needs_person = true;
    let mut erased = prepared.clone();
    erased.key.clear();
    for (entry, waits) in [
        (in_flight(), Some((Waits::Person, NOW + LEASE))),
        (looked_up, Some((Waits::LookUp, NOW + LEASE))),
        // Not before its request can no longer be on its way.
        (renewed, Some((Waits::LookUp, NOW + LEASE * 3 / 2))),
        (
            settled(&unknown, Repeat::Never),
            Some((Waits::Person, later(1))),
        ),
        (
            settled(&unknown, Repeat::AfterLookUp),
            Some((Waits::LookUp, later(61))),
        ),
        // The order may turn up.
        (
            settled(&rejected(400), Repeat::AfterLookUp),
            Some((Waits::LookUp, later(601))),
        ),
        (settled(&rejected(400), Repeat::Never), None),
        (settled(&end(Outcome::NotSent), Repeat::AfterLookUp), None),
        (settled(&done("7"), Repeat::AfterLookUp), None),
        (listed, Some((Waits::Person, later(1)))),
        (prepared, Some((Waits::Send, NOW))),
        (erased, None),
        (of_person.unwrap().applied(NOW), None),
    ] {
        assert_eq!(entry.waits(), waits, "{entry:?}");
        // What people read says the same.
        let (word, from) = match waits {
            Some((Waits::Person, from)) => ("person", from),
            Some((Waits::LookUp, from)) => ("look-up", from),
            Some((_, from)) => ("send", from),
            None => ("nothing", NOW),
        };
        assert_eq!(entry.waits_for(from), word, "{entry:?}");
        assert_eq!(entry.is_for_people(from), word == "person", "{entry:?}");
        if entry.state == State::InFlight {
            assert_eq!(entry.waits_for(later(1)), "call", "{entry:?}");
            assert!(!entry.is_for_people(later(1)), "{entry:?}");
        }
    }
}

fn in_flight_to_be_looked_up() -> Entry {
    let mut intent = intent(1, 1);
    intent.can_look_up = true;
    Entry::from_intent(&intent, NOW, LEASE)
}

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A send with an idempotency key that the server keeps for a day.
fn keyed(nonce: u128) -> Intent {
    let mut intent = intent(1, nonce);
    intent.unique_key = Some(format!("key-{nonce}"));
    intent.names = vec![("Request-Id".to_owned(), format!("key-{nonce}"))];
    intent.kept = Some(24 * HOUR);
    intent
}

fn acquired(row: &Entry, intent: &Intent, now: Timestamp) -> Result<Entry, Told> {
    match acquire(row, intent, Repeat::WithKey, LEASE, now) {
        Acquire::Send(change) => Ok(change.applied(now)),
        Acquire::Nothing(told) => Err(told),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_may_be_a_repetition_has_the_idempotency_key_of_the_entry() {
    let row = Entry::from_intent(&keyed(1), NOW, LEASE);
    assert_eq!(acquired(&row, &keyed(2), later(59)), Err(Told::InFlight));
    let repeated = acquired(&row, &keyed(2), later(61)).unwrap();
    assert_eq!((repeated.generation, repeated.doubt), (2, true));
    let first = &keyed(1);
    assert_eq!(repeated.details.unique_key, first.unique_key);
    assert_eq!(repeated.details.names, first.names);
    assert_eq!(repeated.details.kept_until, row.details.kept_until);
}

#[test]
fn what_was_rejected_gets_an_idempotency_key_of_its_own() {
    let row = Entry::from_intent(&keyed(1), NOW, LEASE);
    let change = rules::ended(&row, &keyed(1), 1, &rejected(422), Repeat::WithKey);
    let sent = acquired(&made(change, NOW), &keyed(2), later(1)).unwrap();
    assert_eq!((sent.generation, sent.doubt), (2, false));
    let second = keyed(2);
    assert_eq!(sent.details.unique_key, second.unique_key);
    assert_eq!(sent.details.names, second.names);
    assert_eq!(sent.details.kept_until, Some(later(1) + 24 * HOUR));
}

#[test]
fn a_late_success_with_an_earlier_idempotency_key_is_for_a_person() {
    let row = Entry::from_intent(&keyed(1), NOW, LEASE);
    let change = rules::ended(&row, &keyed(1), 1, &rejected(422), Repeat::WithKey);
    let second = acquired(&made(change, NOW), &keyed(2), later(1)).unwrap();
    let third = acquired(&second, &keyed(3), later(62)).unwrap();
    for (generation, is_for_people) in [(1, true), (2, false)] {
        let done = end(Outcome::Done);
        let change = rules::ended(&third, &keyed(2), generation, &done, Repeat::WithKey);
        assert_eq!(made(change, later(63)).needs_person, is_for_people);
    }
}

#[test]
fn a_write_is_repeated_only_while_the_server_keeps_its_idempotency_key() {
    let row = Entry::from_intent(&keyed(1), NOW, LEASE);
    let last = NOW + 24 * HOUR - LEASE;
    let before = last - Duration::from_millis(1);
    let repeated = acquired(&row, &keyed(2), before).unwrap();
    assert!(repeated.is_kept());
    let unknown = Told::Now(Outcome::Unknown);
    assert_eq!(acquired(&row, &keyed(2), last), Err(unknown));
    // A clock that was wrong.
    let early = NOW - Duration::from_secs(1);
    let mut row = Entry::from_intent(&keyed(1), NOW, LEASE);
    row.lease_until = Some(early);
    assert_eq!(acquired(&row, &keyed(2), early), Err(unknown));
}

#[test]
fn what_the_journal_has_lost_is_not_repeated_since_its_time_is_lost_too() {
    let unknown = end(Outcome::Unknown);
    let row = Entry::from_intent(&lost(&keyed(1), 1, &unknown), NOW, LEASE);
    let told = acquired(&row, &keyed(2), later(1));
    assert_eq!(told, Err(Told::Now(Outcome::Unknown)));
    assert!(row.is_for_people(later(1)));
}

#[test]
fn people_leave_an_open_write_to_its_calls_for_an_hour() {
    let row = Entry::from_intent(&keyed(1), NOW, LEASE);
    let unknown = end(Outcome::Unknown);
    let change = rules::ended(&row, &keyed(1), 1, &unknown, Repeat::WithKey);
    let row = made(change, NOW);
    assert_eq!(row.waits(), Some((Waits::LookUp, NOW + HOUR)));
    assert_eq!(row.waits_for(later(61)), "call");
    let kept_until = (NOW + 24 * HOUR).to_string();
    assert_eq!(row.to_json(later(61))["kept_until"], kept_until);
    // No worker can look it up.
    let row = made(sighted(&row, &Found::Impossible), NOW + HOUR);
    assert_eq!(row.waits(), Some((Waits::Person, NOW + HOUR)));
    assert_eq!(row.waits_for(NOW + HOUR), "person");
    assert!(acquired(&row, &keyed(2), NOW + HOUR).is_ok());
}
