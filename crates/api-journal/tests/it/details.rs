//! The body of a row, which only this crate reads.

use api_journal::rows::{At, Kind, Put, Query};
use api_journal::{
    Begun, Change, End, Entry, Evidence, Intent, Journal, MemoryStore, Note, Outcome,
    RequestDigest, Scope, State,
};
use std::time::Duration;

const LEASE: Duration = Duration::from_secs(60);

fn intent() -> Intent {
    let digest = RequestDigest::new("200", [], None, &[]);
    let scope = Scope::new("shop", "Test", "12");
    let mut intent = Intent::new(
        scope,
        "orders.create",
        "c\u{e4}rt \"7\"",
        digest,
        u128::MAX - 1,
    );
    intent.names = vec![("reference_no".to_owned(), "WEB-\"1\"".to_owned())];
    intent.unique_key = Some("WEB-1".to_owned());
    intent.can_look_up = true;
    intent
}

async fn begin(journal: &Journal) -> Entry {
    match journal.begin(&intent(), LEASE).await.unwrap() {
        Begun::New(entry) => entry,
        other => panic!("expected a new entry, found {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn an_entry_is_read_as_it_was_written() {
    let journal = Journal::new(MemoryStore::new());
    let mut entry = begin(&journal).await;
    assert_eq!(journal.entry(&entry.id).await.unwrap(), Some(entry.clone()));
    let mut end = End::new(Outcome::Rejected, Evidence::Found);
    end.status = Some(422);
    end.error = Some("BadRequest".to_owned());
    end.ids = vec![("/order/id".to_owned(), "7".to_owned())];
    end.differences = vec!["/order/total".to_owned()];
    entry.details.end = Some(end);
    entry.details.done = 2;
    entry.details.lookups = 1;
    entry.details.key_since = 3;
    entry.details.kept_until = Some(entry.created_at + LEASE);
    entry.generation = i64::MAX;
    entry.doubt = true;
    entry.needs_person = true;
    entry.state = State::Unknown;
    let changed = journal
        .change(&Change::new(entry, Note::new(1, "all")))
        .await;
    let changed = changed.unwrap().unwrap();
    assert_eq!(changed.revision, 2);
    assert_eq!(journal.entry(&changed.id).await.unwrap(), Some(changed));
}

#[tokio::test(start_paused = true)]
async fn what_a_later_version_wrote_is_unknown_and_kept() {
    let journal = Journal::new(MemoryStore::new());
    let entry = begin(&journal).await;
    let at = At::new(Kind::Write, entry.scope.to_text(), entry.id.to_string());
    let one = Query::One(at);
    let mut row = journal
        .store()
        .read(&one)
        .await
        .unwrap()
        .into_first()
        .unwrap();
    row.body = row.body.replace("\"in_flight\"", "\"half_done\"");
    row.body = row.body.replacen(
        '{',
        r#"{"later":[1],"end":{"outcome":"half","evidence":"guess"},"#,
        1,
    );
    // It is settled, as that version knows.
    row.waits = None;
    row.names = Some(vec!["found by".to_owned()]);
    let body = row.body.clone();
    journal.store().put(&Put::new(row)).await.unwrap();

    let entry = journal.entry(&entry.id).await.unwrap().unwrap();
    assert!(entry.is_of_later_version());
    let end = entry.details.end.as_ref().unwrap();
    assert_eq!(end.outcome, Outcome::Unknown);
    assert_eq!(end.evidence, Evidence::Other("guess".to_owned()));
    let changed = journal
        .change(&Change::new(entry, Note::new(1, "late")))
        .await;
    assert_eq!(changed.unwrap().unwrap().revision, 3);
    let row = journal
        .store()
        .read(&one)
        .await
        .unwrap()
        .into_first()
        .unwrap();
    assert_eq!((row.body, row.waits), (body, None));
    let named = Query::Named {
        kind: Kind::Write,
        scope: row.at.scope,
        name: "found by".to_owned(),
    };
    let named = journal.store().read(&named).await.unwrap();
    assert_eq!(named.rows.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_line_of_the_history_that_is_no_object_is_shown_without_its_parts() {
    let journal = Journal::new(MemoryStore::new());
    let entry = begin(&journal).await;
    let at = At::new(Kind::Write, entry.scope.to_text(), entry.id.to_string());
    let read = journal.store().read(&Query::One(at)).await.unwrap();
    let mut put = Put::new(read.into_first().unwrap());
    put.line = Some("\"damaged\"".to_owned());
    journal.store().put(&put).await.unwrap();

    let lines = journal.history(&entry.id).await.unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1].note.why, "");
}
