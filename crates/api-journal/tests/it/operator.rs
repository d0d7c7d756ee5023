//! What a person does with a journal, and what its history keeps.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use api_journal::rows::{At, Put, SharedStore};
use api_journal::rules::{self, Acquire, Repeat, Told};
use api_journal::{
    Begun, Change, End, Entry, Evidence, Filter, Intent, Journal, JournalFuture, MemoryStore, Note,
    Operator, Outcome, RequestDigest, Resolution, ResolveError, Scope, State, Store, Timer,
    Timestamp, begin_in,
};
use test_support::store::{Differs, Other, Silent};
use tokio::time::{Instant, advance};

const LEASE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);

fn intent(key: &str, account: &str) -> Intent {
    let digest = RequestDigest::new("7", [], None, &[]);
    let scope = Scope::new("shop", "Test", account);
    let mut intent = Intent::new(scope, "orders.create", key, digest, 1);
    intent.names = vec![("reference_no".to_owned(), format!("WEB-{key}"))];
    intent
}

fn took_effect(id: &str) -> Resolution {
    Resolution::TookEffect {
        record_id: Some(id.to_owned()),
    }
}

async fn begin(journal: &Journal, key: &str) -> Entry {
    match journal.begin(&intent(key, "12"), LEASE).await.unwrap() {
        Begun::New(entry) => entry,
        other => panic!("expected a new entry, found {other:?}"),
    }
}

async fn keys(operator: &Operator, filter: &Filter) -> Vec<String> {
    let listed = operator.list(filter, None, 10).await.unwrap();
    let entries = listed.entries.into_iter().map(Result::unwrap);
    entries.map(|entry| entry.key).collect()
}

#[tokio::test(start_paused = true)]
async fn a_person_sees_what_is_open_and_the_history_says_who_said_what() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let entry = begin(&journal, "cart-7").await;
    assert_eq!(keys(&operator, &Filter::for_people()).await, [""; 0]);
    advance(LEASE).await;
    assert_eq!(keys(&operator, &Filter::for_people()).await, ["cart-7"]);
    assert_eq!(
        keys(&operator, &Filter::for_people().account("13")).await,
        [""; 0]
    );

    let word = took_effect("77");
    operator
        .resolve(&entry.id, word, "seen in the back office")
        .await
        .unwrap();
    let word = took_effect("7");
    let corrected = operator.resolve(&entry.id, word, "typo").await.unwrap();
    assert_eq!(corrected.record_id(), Some("7"));
    let history = operator.show(&entry.id).await.unwrap().history;
    let lines: Vec<_> = history
        .iter()
        .map(|line| {
            (
                line.revision,
                line.state.as_str(),
                line.note.by.as_str(),
                line.note.why.as_str(),
            )
        })
        .collect();
    let expected = [
        (1, "in_flight", "", "in flight"),
        (2, "done", "eve", "seen in the back office"),
        (3, "done", "eve", "typo"),
    ];
    assert_eq!(lines, expected);
    let ids = history[1].note.end.as_ref().unwrap().ids.clone();
    assert_eq!(ids, [("record_id".to_owned(), "77".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn an_erased_entry_has_no_names_and_still_protects_its_key() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let entry = begin(&journal, "cart-7").await;
    advance(LEASE).await;
    let error = operator.erase(&entry.id, "asked to").await.unwrap_err();
    assert!(matches!(error, ResolveError::Unknown));
    let word = took_effect("7");
    operator.resolve(&entry.id, word, "seen").await.unwrap();
    let erased = operator.erase(&entry.id, "asked to").await.unwrap();
    assert_eq!((erased.key.as_str(), erased.details.names.len()), ("", 0));
    assert_eq!(erased.record_id(), None);
    let history = operator.show(&entry.id).await.unwrap().history;
    assert_eq!(history.len(), 1);
    assert_eq!(
        (history[0].note.by.as_str(), history[0].note.why.as_str()),
        ("eve", "asked to")
    );
    let begun = journal.begin(&intent("cart-7", "12"), LEASE).await.unwrap();
    assert!(matches!(begun, Begun::Existing { entry, .. } if entry.state == State::Done));
}

#[tokio::test(start_paused = true)]
async fn the_entries_of_an_account_and_a_text_are_erased_but_those_whose_outcome_is_unknown() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    for key in ["7", "WEB-7", "8"] {
        begin(&journal, key).await;
    }
    advance(LEASE).await;
    // By its name `WEB-7`, and by its key.
    let filter = Filter::all().text("WEB-7");
    assert_eq!(keys(&operator, &filter).await.len(), 2);
    let id = intent("7", "12").id;
    let word = took_effect("77");
    operator.resolve(&id, word, "seen").await.unwrap();
    assert_eq!(keys(&operator, &Filter::all().text("77")).await, ["7"]);
    // A state or the name of a name is no text of a person's.
    for text in ["done", "reference_no", "EB-7", "web"] {
        assert_eq!(keys(&operator, &Filter::all().text(text)).await, [""; 0]);
    }
    // Another account has the text, too.
    let other = intent("7", "13");
    journal.begin(&other, LEASE).await.unwrap();
    advance(LEASE).await;
    operator
        .resolve(&other.id, took_effect("78"), "seen")
        .await
        .unwrap();
    let filter = filter.account("12");
    let erased = operator.erase_all(&filter, "asked to").await.unwrap();
    assert_eq!(operator.show(&other.id).await.unwrap().entry.key, "7");
    let erased: Vec<_> = erased.iter().map(|(_, erased)| erased.is_ok()).collect();
    assert_eq!(erased.len(), 2);
    assert_eq!(erased.iter().filter(|erased| **erased).count(), 1);
    assert_eq!(keys(&operator, &filter).await, ["WEB-7"]);
    for (filter, blank) in [
        (Filter::all().text("WEB-7"), "account"),
        (Filter::all().account("12"), "text"),
        (Filter::all().account("12").text(" "), "text"),
    ] {
        let error = operator.erase_all(&filter, "asked to").await.unwrap_err();
        assert!(
            matches!(error, ResolveError::Blank(word) if word == blank),
            "{error}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn one_text_finds_all_steps_of_a_cart_by_their_keys_names_and_ids() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    // Each has the name `WEB-…`.
    let keys_of_cart = ["cart-7", "cart-7 refund", "cart-7/payment"];
    for key in keys_of_cart.iter().chain(&["cart-8", "refund of cart-7"]) {
        begin(&journal, key).await;
    }
    let mut by_name = intent("by its name", "12");
    by_name.names = vec![("OrderNumber".to_owned(), "cart-7".to_owned())];
    let _ = journal.begin(&by_name, LEASE).await.unwrap();
    let by_id = begin(&journal, "by its id").await;
    advance(LEASE).await;
    let word = took_effect("cart-7-uid");
    operator.resolve(&by_id.id, word, "seen").await.unwrap();
    let mut found = keys(&operator, &Filter::all().text("cart-7")).await;
    found.sort();
    assert_eq!(
        found,
        [&["by its id", "by its name"][..], &keys_of_cart].concat()
    );
}

#[tokio::test(start_paused = true)]
async fn a_text_finds_what_begins_with_all_of_it_however_long_it_is() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let [eve, bob] = ["eve", "bob"].map(|name| format!("{}{name}", "k".repeat(300)));
    for key in [&eve, &bob] {
        begin(&journal, key).await;
    }
    assert_eq!(keys(&operator, &Filter::all().text(&eve)).await, [eve]);
    assert_eq!(keys(&operator, &Filter::all().text("kk")).await.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn after_a_restore_nothing_is_begun_until_a_person_has_reconciled() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let before = begin(&journal, "before").await;
    operator.restored("backup of 03:00").await.unwrap();
    let begun = journal.begin(&intent("after", "12"), LEASE).await.unwrap();
    assert_eq!(begun, Begun::Restored);
    let begun = journal.begin(&intent("before", "12"), LEASE).await.unwrap();
    assert!(
        matches!(begun, Begun::Existing { is_restored: true, entry, .. } if entry.id == before.id)
    );
    // In a transaction, rows of the service would be committed without the intent.
    let prepared = intent("prepared", "12").prepared();
    let error = begin_in(journal.store(), &prepared).await.unwrap_err();
    let expected = "nothing is inserted until the restored journal is reconciled";
    assert!(error.to_string().contains(expected), "{error}");
    let listed = operator.list(&Filter::for_people(), None, 10).await;
    assert!(listed.unwrap().is_restored);
    operator
        .reconciled("compared with the provider's list", true)
        .await
        .unwrap();
    begin(&journal, "after").await;
    // The next restore is another one.
    operator.restored("backup of 04:00").await.unwrap();
    let begun = journal.begin(&intent("third", "12"), LEASE).await.unwrap();
    assert_eq!(begun, Begun::Restored);
    assert_eq!(
        journal
            .store()
            .history(&At::restored())
            .await
            .unwrap()
            .len(),
        3
    );
}

#[tokio::test(start_paused = true)]
async fn a_restore_of_which_a_process_does_not_know_yet_closes_its_journal() {
    for next in [intent("next", "12"), intent("next", "12").prepared()] {
        let store = MemoryStore::new();
        let journal = Journal::new(store.clone());
        // From now on, it knows the time without a read.
        begin(&journal, "before").await;
        let operator = Operator::new(store, "eve").unwrap();
        operator.restored("backup of 03:00").await.unwrap();
        let begun = journal.begin(&next, LEASE).await.unwrap();
        assert_eq!(begun, Begun::Restored);
    }
}

#[tokio::test(start_paused = true)]
async fn a_restore_is_ended_by_reconciled_alone_and_once() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let error = operator.reconciled("compared", false).await.unwrap_err();
    assert!(matches!(error, ResolveError::NotRestored));
    operator.restored("backup of 03:00").await.unwrap();
    let all = operator.list(&Filter::all(), None, 1).await;
    let restored_at = all.unwrap().now;
    let begun = journal.begin(&intent("after", "12"), LEASE).await.unwrap();
    assert_eq!(begun, Begun::Restored);
    // A request that was sent before the restore may be executed yet.
    advance(HOUR - Duration::from_millis(1)).await;
    let error = operator.reconciled("compared", false).await.unwrap_err();
    let ResolveError::JustRestored(until) = error else {
        panic!("{error:?}");
    };
    assert_eq!(until, restored_at + HOUR);
    advance(Duration::from_millis(1)).await;
    operator.reconciled("compared", false).await.unwrap();
    let error = operator.reconciled("compared", true).await.unwrap_err();
    assert!(matches!(error, ResolveError::NotRestored));
}

/// The first put is lost to another process.
struct Overtaken(MemoryStore, AtomicBool);

impl Differs for Overtaken {
    fn other(&self) -> &SharedStore {
        &self.0
    }

    fn put<'a>(&'a self, put: &'a Put) -> JournalFuture<'a, Option<Timestamp>> {
        match self.1.swap(false, Ordering::Relaxed) {
            true => Box::pin(async { Ok(None) }),
            false => self.0.put(put),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_restore_that_loses_to_another_change_closes_the_journal() {
    let store = MemoryStore::new();
    let overtaken = Other(Overtaken(store.clone(), AtomicBool::new(true)));
    let operator = Operator::new(overtaken, "eve").unwrap();
    operator.restored("backup of 03:00").await.unwrap();
    let journal = Journal::new(store);
    let begun = journal.begin(&intent("after", "12"), LEASE).await;
    assert_eq!(begun.unwrap(), Begun::Restored);
}

async fn told(journal: &Journal, key: &str) -> Acquire {
    let intent = intent(key, "12");
    match journal.begin(&intent, LEASE).await.unwrap() {
        Begun::Existing { entry, now, .. } => {
            rules::acquire(&entry, &intent, Repeat::Never, LEASE, now)
        }
        begun => panic!("{begun:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_recorded_write_is_not_sent_again() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    // The backup has the second one as prepared, and the third one in flight.
    let prepared = intent("prepared", "12").prepared();
    journal.begin(&prepared, LEASE).await.unwrap();
    begin(&journal, "sent").await;
    advance(LEASE).await;
    operator.restored("backup of 03:00").await.unwrap();
    let Intent {
        scope, operation, ..
    } = prepared;
    for (key, record_id) in [("lost", Some("7")), ("prepared", None), ("sent", Some("8"))] {
        let record = operator.record(scope.clone(), &operation, key, record_id, "listed", false);
        let entry = record.await.unwrap();
        assert_eq!((entry.key.as_str(), entry.record_id()), (key, record_id));
        assert_eq!(told(&journal, key).await, Acquire::Nothing(Told::Earlier));
        let history = operator.show(&entry.id).await.unwrap().history;
        let note = &history.last().unwrap().note;
        assert_eq!((&*note.by, &*note.why), ("eve", "listed"));
        // If the second commit fails, the first one has the id.
        let first = history[0].note.end.as_ref();
        let id = first.and_then(|end| end.ids.first()).map(|(_, id)| &**id);
        assert_eq!(id, record_id.filter(|_| key == "lost"));
    }
    // Another id corrects the first one. A key is what the client takes for one.
    let record = operator.record(
        scope.clone(),
        &operation,
        " lost\t",
        Some("9"),
        "typo",
        false,
    );
    let entry = record.await.unwrap();
    assert_eq!((entry.key.as_str(), entry.record_id()), ("lost", Some("9")));
    for key in [" ", "a\nb", &"k".repeat(513)] {
        let record = operator.record(scope.clone(), &operation, key, None, "listed", false);
        let error = record.await.unwrap_err();
        assert!(matches!(error, ResolveError::Key(_)), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn blank_words_are_refused() {
    let journal = Journal::new(MemoryStore::new());
    assert!(matches!(
        Operator::new(journal.clone(), " "),
        Err(ResolveError::Blank("by"))
    ));
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let id = begin(&journal, "cart-7").await.id;
    let error = operator
        .resolve(&id, Resolution::DidNot { is_sure: true }, "\t")
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "`why` is blank");
    let error = operator
        .resolve(&id, took_effect(""), "seen")
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "`record_id` is blank");
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_does_not_answer_is_an_error_after_ten_seconds() {
    let started = Instant::now();
    let operator = Operator::new(Other(Silent::default()), "eve").unwrap();
    let error = operator
        .list(&Filter::for_people(), None, 1)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "journal: no answer after 10 s");
    assert_eq!(started.elapsed(), Duration::from_secs(10));
}

/// A key that may be sent again is refused, too: its record may be one that the backup lacks.
#[tokio::test(start_paused = true)]
async fn after_a_restore_keys_that_exist_are_not_sent_again_either() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let mut rejected = begin(&journal, "rejected").await;
    rejected.state = State::Rejected;
    let mut change = Change::new(rejected, Note::new(1, "rejected"));
    change.lease = Timer::Never;
    let rejected = journal.change(&change).await.unwrap().unwrap();
    let intent = intent("rejected", "12");
    let now = rejected.updated_at;
    let Acquire::Send(sends) = rules::acquire(&rejected, &intent, Repeat::Never, LEASE, now) else {
        panic!("it is sent again");
    };
    operator.restored("backup of 03:00").await.unwrap();
    assert_eq!(journal.change(&sends).await.unwrap(), None);
    operator.reconciled("compared", true).await.unwrap();
    assert!(journal.change(&sends).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_full_memory_forgets_what_is_settled_first_and_never_what_is_open() {
    let store = MemoryStore::with_capacity(2);
    let journal = Journal::new(store.clone());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let open = begin(&journal, "open").await;
    let settled = begin(&journal, "settled").await;
    advance(LEASE).await;
    let error = journal
        .begin(&intent("third", "12"), LEASE)
        .await
        .unwrap_err();
    let expected = "journal: the memory is full of writes that are not settled";
    assert_eq!(error.to_string(), expected);
    operator
        .resolve(&settled.id, took_effect("7"), "seen")
        .await
        .unwrap();
    let third = begin(&journal, "third").await;
    let mut ids: Vec<_> = store.entries().iter().map(|entry| entry.id).collect();
    let mut expected = [open.id, third.id];
    ids.sort();
    expected.sort();
    assert_eq!(ids, expected);
}

#[tokio::test(start_paused = true)]
async fn a_full_memory_forgets_what_has_not_changed_for_the_longest_time() {
    let store = MemoryStore::with_capacity(3);
    let journal = Journal::new(store.clone());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    // The ids have another order.
    for key in ["first", "second", "third"] {
        operator
            .record(
                intent(key, "12").scope,
                "orders.create",
                key,
                None,
                "seen",
                true,
            )
            .await
            .unwrap();
        advance(LEASE).await;
    }
    for (key, kept) in [
        ("fourth", ["fourth", "second", "third"]),
        ("fifth", ["fifth", "fourth", "third"]),
    ] {
        begin(&journal, key).await;
        let mut keys: Vec<_> = store.entries().into_iter().map(|entry| entry.key).collect();
        keys.sort();
        assert_eq!(keys, kept);
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_of_unknown_words_is_said_to_be_new_and_a_mistaken_one_is_withdrawn() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    begin(&journal, "cart-7").await;
    let known = Scope::new("shop", "Test", "12");
    for (scope, operation) in [
        (Scope::new("Shop", "Test", "12"), "orders.create"),
        (Scope::new("shop", "staging", "12"), "orders.create"),
        (Scope::new("shop", "Test", "13"), "orders.create"),
        (known.clone(), "orders-create"),
    ] {
        let record = operator.record(scope, operation, "lost", None, "listed", false);
        let error = record.await.unwrap_err();
        assert!(matches!(error, ResolveError::NewScope), "{error}");
    }
    assert_eq!(keys(&operator, &Filter::all()).await, ["cart-7"]);

    let record = operator.record(known, "refunds.create", "typo", None, "listed", true);
    let recorded = record.await.unwrap();
    let withdrawn = operator.withdraw(&recorded.id, "the key is another one");
    // The key can be sent.
    let withdrawn = withdrawn.await.unwrap();
    assert_eq!(
        (withdrawn.state.clone(), withdrawn.waits()),
        (State::NotSent, None)
    );
    assert_eq!(withdrawn.waits_for(withdrawn.updated_at), "nothing");
    assert_eq!(keys(&operator, &Filter::never_sent()).await, [""; 0]);
    let history = operator.show(&recorded.id).await.unwrap().history;
    assert_eq!(history.last().unwrap().note.why, "the key is another one");
}

/// The key may have been sent: as not sent, it would be sent again.
#[tokio::test(start_paused = true)]
async fn what_a_person_said_by_mistake_of_a_write_that_was_sent_is_unknown_again() {
    let journal = Journal::new(MemoryStore::new());
    let operator = Operator::new(journal.clone(), "eve").unwrap();
    let entry = begin(&journal, "cart-7").await;
    advance(LEASE).await;
    let withdraw = async || operator.withdraw(&entry.id, "another cart").await;
    let error = withdraw().await.unwrap_err();
    assert_eq!(error.to_string(), "no person has had the last word");
    let Entry {
        scope, operation, ..
    } = &entry;
    operator
        .record(
            scope.clone(),
            operation,
            "cart-7",
            Some("7"),
            "listed",
            false,
        )
        .await
        .unwrap();
    for _ in 0..2 {
        let withdrawn = withdraw().await.unwrap();
        assert_eq!(withdrawn.record_id(), None);
        assert_eq!(keys(&operator, &Filter::for_people()).await, ["cart-7"]);
        let told = told(&journal, "cart-7").await;
        assert_eq!(told, Acquire::Nothing(Told::Now(Outcome::Unknown)));
        assert!(matches!(withdraw().await, Err(ResolveError::NothingSaid)));
        let word = Resolution::DidNot { is_sure: true };
        operator
            .resolve(&entry.id, word, "not listed")
            .await
            .unwrap();
    }
    // Then it was sent.
    let intent = intent("cart-7", "12");
    let Acquire::Send(sends) = told(&journal, "cart-7").await else {
        panic!("it is not sent again");
    };
    let sent = journal.change(&sends).await.unwrap().unwrap();
    assert!(matches!(withdraw().await, Err(ResolveError::NothingSaid)));
    let end = End::new(Outcome::Done, Evidence::Sent);
    let done = rules::ended(&sent, &intent, 2, &end, Repeat::Never).unwrap();
    journal.change(&done).await.unwrap().unwrap();
    assert!(matches!(withdraw().await, Err(ResolveError::NothingSaid)));
}
