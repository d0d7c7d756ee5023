//! What is believed of a callback and of a read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_callbacks::Events;
use api_callbacks::ReadOutcome::{Changed, GivenUp, NotOurs, Postponed, Unchanged};
use api_callbacks::RecordChanged;
use api_callbacks::rules::Records;
use api_runtime::journal::rows::{Query, Read};
use api_runtime::journal::{JournalFuture, MemoryStore, Store, begin_in};
use test_support::created;
use test_support::shop::{GetOrder, Order};
use test_support::store::{Differs, Other};
use tokio::time::sleep;

use crate::server::Server;
use crate::service::{Service, answered, changed, handler, hinted, post, scope, write};

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn the_state_is_that_of_the_record_whatever_the_callbacks_say() {
    let service = Service::new();
    service.order(7, "pending").await;
    for status in ["delivered", "pending", "canceled", "pending"] {
        service.callback(7, status).await;
        service.read().await;
    }
    // Each new claim is an event, with the state of the record.
    let events = ["delivered", "pending", "canceled", "pending"];
    assert_eq!(
        service.events(),
        events.map(|hint| (changed(7, "pending"), hinted(hint)))
    );
    // In any order, and also if one is replayed a month later.
    service.server.set(7, "delivered");
    for (status, pause) in [
        ("delivered", 0),
        ("pending", 60),
        ("processing", 30 * 86_400),
    ] {
        sleep(pause * SECOND).await;
        service.callback(7, status).await;
        service.read().await;
    }
    assert_eq!(
        service.reported(),
        [(); 3].map(|()| changed(7, "delivered"))
    );
}

#[tokio::test(start_paused = true)]
async fn a_claimed_status_is_an_event_even_if_the_state_stays() {
    let service = Service::new();
    service.order(7, "pending").await;
    // The same in another case is a repeated callback only if the API says so; these are texts.
    for status in [
        "pending",
        "Change",
        "Change",
        "En Route",
        "STS Failed",
        "STS Failed",
    ] {
        service.callback(7, status).await;
        service.read().await;
        sleep(60 * SECOND).await;
        service.read().await;
    }
    let events = ["pending", "Change", "En Route", "STS Failed"];
    assert_eq!(
        service.events(),
        events.map(|hint| (changed(7, "pending"), hinted(hint)))
    );
    // Without a status, nothing is claimed, and the last claim stays.
    service.server.set(7, "processing");
    assert_eq!(post(&service.handler, "id=7").await.status(), 202);
    service.read().await;
    let event = (changed(7, "processing"), hinted("STS Failed"));
    assert_eq!(service.events(), [event]);
}

#[tokio::test(start_paused = true)]
async fn a_changed_value_is_an_event_even_if_the_state_stays() {
    let service = Service::new();
    service.order(7, "pending").await;
    let running = service.run();
    for (quantity, events) in [(1, 1), (2, 1), (2, 0)] {
        let members = r#","reference_no":"WEB-7","state":"pending""#;
        service
            .server
            .set_members(7, &format!("{members},\"quantity\":{quantity}"));
        service.callback(7, "Change").await;
        sleep(60 * SECOND).await;
        assert_eq!(service.events().len(), events, "{quantity}");
    }
    // A replica that lags behind has the old value at first.
    service.server.lag(20 * SECOND);
    let members = r#","reference_no":"WEB-7","state":"pending","quantity":3"#;
    service.server.set_members(7, members);
    service.callback(7, "Change").await;
    sleep(10 * SECOND).await;
    assert_eq!(service.events().len(), 0);
    sleep(60 * SECOND).await;
    assert_eq!(service.events().len(), 1);
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn a_record_that_differs_in_each_read_causes_no_loop() {
    let service = Service::new();
    service.order(7, "pending").await;
    let running = service.run();
    service.callback(7, "pending").await;
    for quantity in 0..3_600 {
        let members = r#","reference_no":"WEB-7","state":"pending""#;
        service
            .server
            .set_members(7, &format!("{members},\"quantity\":{quantity}"));
        sleep(SECOND).await;
    }
    assert_eq!(service.server.reads().len(), 2);
    assert_eq!(service.events().len(), 2);
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn an_older_record_is_read_again_and_replaces_nothing() {
    let service = Service::new();
    service.order(7, "pending").await;
    let set = |state: &str, time: &str| {
        let members = r#","reference_no":"WEB-7""#;
        let time = format!(r#""state":"{state}","updated_at":"2026-11-28T10:00:{time}Z""#);
        service.server.set_members(7, &format!("{members},{time}"));
    };
    set("delivered", "02.001");
    service.callback(7, "delivered").await;
    assert_eq!(service.read().await, [Changed]);
    // A replica that lags behind for minutes.
    set("processing", "02.000");
    let running = service.run();
    service.callback(7, "delivered").await;
    sleep(600 * SECOND).await;
    assert_eq!(service.reported(), [changed(7, "delivered")]);
    assert_eq!(service.queued().await, [(7, false)]);
    set("canceled", "03");
    sleep(600 * SECOND).await;
    assert_eq!(service.reported(), [changed(7, "canceled")]);
    assert_eq!(service.queued().await, []);
    // Another change at the same time.
    set("closed", "03");
    service.callback(7, "canceled").await;
    sleep(600 * SECOND).await;
    assert_eq!(service.reported(), [changed(7, "closed")]);
    assert_eq!(service.queued().await, []);
    running.abort();
    // A record without a time is believed, and the time stays.
    let members = r#","reference_no":"WEB-7","state":"refunded""#;
    service.server.set_members(7, members);
    service.callback(7, "refunded").await;
    assert_eq!(service.read().await, [Changed]);
    set("pending", "02.999");
    service.callback(7, "refunded").await;
    assert_eq!(service.read().await, [Postponed]);
}

#[tokio::test(start_paused = true)]
async fn an_order_is_read_until_a_read_finds_nothing_new() {
    let service = Service::new();
    service.order(7, "pending").await;
    let running = service.run();
    service.callback(7, "pending").await;
    sleep(3_600 * SECOND).await;
    assert_eq!(service.server.reads(), [7, 7]);
    assert_eq!(service.queued().await, []);
    // A change without a callback, 20 seconds after another one with a callback.
    service.server.set(7, "processing");
    service.callback(7, "processing").await;
    sleep(20 * SECOND).await;
    service.server.set(7, "delivered");
    sleep(3_600 * SECOND).await;
    let expected = ["pending", "processing", "delivered"].map(|state| changed(7, state));
    assert_eq!(service.reported(), expected);
    assert_eq!(service.server.reads().len(), 5);
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn a_state_that_a_replica_does_not_have_yet_is_read_later() {
    for lag in [1, 10, 29] {
        let service = Service::new();
        service.order(7, "processing").await;
        sleep(60 * SECOND).await;
        let running = service.run();
        service.callback(7, "processing").await;
        sleep(60 * SECOND).await;
        service.server.lag(lag * SECOND);
        service.server.set(7, "canceled");
        service.callback(7, "canceled").await;
        sleep(40 * SECOND).await;
        // The callback claims what the first read does not show yet.
        let claims = [
            ("processing", "processing"),
            ("processing", "canceled"),
            ("canceled", "canceled"),
        ];
        let expected = claims.map(|(state, hint)| (changed(7, state), hinted(hint)));
        assert_eq!(service.events(), expected, "{lag}");
        running.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn callbacks_during_a_read_share_one_more() {
    let service = Service::new();
    service.order(7, "state 0").await;
    service.server.delay(SECOND);
    let running = service.run();
    for number in 0..100 {
        // The state changes with each callback, also during the first read.
        service.server.set(7, &format!("state {number}"));
        assert_eq!(service.callback(7, "changed").await, 202);
        sleep(Duration::from_millis(9)).await;
    }
    sleep(5 * SECOND).await;
    assert_eq!(service.server.reads().len(), 2);
    assert_eq!(
        service.reported(),
        [changed(7, "state 0"), changed(7, "state 99")]
    );
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn orders_are_read_side_by_side() {
    let service = Service::new();
    for id in 0..200 {
        service.order(id, "processing").await;
        service.callback(id, "processing").await;
    }
    service.server.delay(SECOND);
    let running = service.run();
    sleep(26 * SECOND).await;
    assert_eq!(service.reported().len(), 200);
    assert_eq!(service.server.reads().len(), 200);
    running.abort();
}

#[tokio::test]
async fn an_order_is_that_of_a_create_of_its_account_and_of_its_operation() {
    let service = Service::new();
    let scope = scope();
    let mut other = scope.clone();
    // Accounts are compared as they are.
    other.account.push(' ');
    for (scope, operation, reference, id) in [
        (&scope, "create_other", "WEB-7", Some("7")),
        (&scope, "create_other", "WEB-9", None),
        (&other, "create_order", "WEB-8", Some("8")),
        (&other, "create_order", "WEB-9", None),
        (&scope, "create_order", "WEB-10", Some("10")),
        (&scope, "create_order", "13", Some("12")),
    ] {
        let write = created(scope, operation, reference, id);
        begin_in(&service.store, &write).await.unwrap();
    }
    for callback in [
        "id=7",
        "id=7&reference_no=WEB-7",
        "id=8",
        "id=9&reference_no=WEB-9",
        // The order with this reference has another id.
        "id=11&reference_no=WEB-10",
        // The reference of another order.
        "id=13",
    ] {
        let response = post(&service.handler, callback).await;
        assert_eq!(response.status(), 200, "{callback}");
    }
    // The other account knows it.
    let others: Records<GetOrder> = Records::new(other.to_text(), service.changes.clone());
    assert!(others.heard(&8, None, None).await.unwrap());
    assert_eq!(post(&service.handler, "id=8").await.status(), 200);
    assert_eq!(service.read().await, []);
    // An id is enough.
    let callback = "id=10&reference_no=WEB-7";
    assert_eq!(post(&service.handler, callback).await.status(), 202);
    assert_eq!(service.queued().await, [(10, false)]);
}

#[tokio::test]
async fn an_order_on_its_way_is_known_by_the_reference_that_its_record_shows() {
    let service = Service::new();
    service.write("WEB-7", None).await;
    // The callback of another order claims the reference. It costs one read, however often it is sent.
    service.server.set(8, "pending");
    let claim = "id=8&reference_no=WEB-7&state=pending";
    for _ in 0..2 {
        assert_eq!(post(&service.handler, claim).await.status(), 202);
        assert_eq!(service.read().await, [NotOurs]);
        assert_eq!(
            (service.reported(), service.queued().await),
            (vec![], vec![])
        );
    }
    // The callback is faster than the response of the create.
    service.server.set(7, "pending");
    assert_eq!(service.callback(7, "pending").await, 202);
    assert_eq!(service.read().await, [Changed]);
    assert_eq!(service.reported(), [changed(7, "pending")]);
    assert_eq!(service.id("WEB-7").await.as_deref(), Some("7"));
}

#[tokio::test(start_paused = true)]
async fn an_order_that_shows_no_reference_waits_for_the_response_of_its_create() {
    for members in [
        r#","state":"pending""#,
        r#","reference_no":"web-7","state":"pending""#,
    ] {
        let service = Service::new();
        service.write("WEB-7", None).await;
        service.server.set_members(7, members);
        assert_eq!(service.callback(7, "pending").await, 202);
        assert_eq!(service.read().await, [Postponed]);
        sleep(10 * SECOND).await;
        assert_eq!(service.read().await, [Postponed]);
        service.answered("WEB-7", 7).await;
        sleep(10 * SECOND).await;
        assert_eq!(service.read().await, [Changed]);
        let events = service.changes.clone().next().await;
        assert_eq!(events.reference.as_deref().unwrap().to_uppercase(), "WEB-7");
    }
}

#[tokio::test(start_paused = true)]
async fn a_callback_that_names_an_order_only_by_its_id_is_read_while_a_create_has_no_id() {
    let service = Service::new();
    let by_id = |id: i64| format!("id={id}&state=pending");
    // An order of somebody else costs no read.
    service.write("WEB-1", Some(1)).await;
    service.server.set(7, "pending");
    assert_eq!(post(&service.handler, &by_id(7)).await.status(), 200);
    // The response of WEB-7 is on its way, or lost.
    service.write("WEB-7", None).await;
    for id in [7, 8] {
        assert_eq!(post(&service.handler, &by_id(id)).await.status(), 202);
    }
    service.server.set(8, "pending");
    let mut reads = service.read().await;
    reads.sort_by_key(ToString::to_string);
    assert_eq!(reads, [Changed, NotOurs]);
    assert_eq!(service.reported(), [changed(7, "pending")]);
    assert_eq!(service.id("WEB-7").await.as_deref(), Some("7"));
    // The reference in another case is as none.
    let other_case = "id=9&reference_no=web-7";
    assert_eq!(post(&service.handler, other_case).await.status(), 202);
    let stranger = "id=9&reference_no=WEB-9";
    service.delete(9).await;
    assert_eq!(post(&service.handler, stranger).await.status(), 200);
}

#[tokio::test(start_paused = true)]
async fn an_order_that_was_recorded_needs_its_create_no_more() {
    let service = Service::new();
    service.write("WEB-7", None).await;
    service.server.set(7, "pending");
    service.callback(7, "pending").await;
    assert_eq!(service.read().await, [Changed]);
    service.delete_write("WEB-7").await;
    service.server.set(7, "processing");
    service.callback(7, "processing").await;
    assert_eq!(service.read().await, [Changed]);
}

#[tokio::test(start_paused = true)]
async fn an_id_alone_is_not_kept_if_1000_records_wait() {
    let service = Service::new();
    service.write("WEB-1", None).await;
    for id in 1_000..1_999 {
        assert_eq!(service.handler.read_soon(id).await.status(), 202);
    }
    // Also one that is repeated, and one that was given up.
    for delay in [Some(SECOND), None] {
        let taken = service.orders().take(60 * SECOND).await.unwrap().unwrap();
        service.orders().postpone(&taken, delay).await.unwrap();
    }
    assert_eq!(post(&service.handler, "id=1999").await.status(), 202);
    for _ in 0..2 {
        assert_eq!(post(&service.handler, "id=2000").await.status(), 200);
    }
    // What is known, or has the reference of a create, is read all the same.
    service.order(7, "pending").await;
    assert_eq!(service.callback(7, "pending").await, 202);
    assert_eq!(service.callback(1, "pending").await, 202);
    assert_eq!(service.handler.read_soon(8).await.status(), 202);
}

/// The response of the create `WEB-7` comes before the last of so many reads.
#[derive(Clone)]
struct AnsweredMeanwhile {
    store: MemoryStore,
    reads: Arc<AtomicUsize>,
}

impl Differs for AnsweredMeanwhile {
    fn other(&self) -> &(dyn Store + Send + Sync + 'static) {
        &self.store
    }

    fn read<'a>(&'a self, query: &'a Query) -> JournalFuture<'a, Read> {
        Box::pin(async move {
            if self.reads.fetch_sub(1, Ordering::Relaxed) == 1 {
                answered(&self.store, "WEB-7", 7).await;
            }
            self.store.read(query).await
        })
    }
}

#[tokio::test]
async fn a_callback_that_comes_with_the_response_of_its_create_is_kept() {
    for body in ["id=7", "order[id]=7&order[reference_no]=web-7"] {
        for reads in 1..8 {
            let store = MemoryStore::new();
            write(&store, "WEB-7", None).await;
            let reads = Arc::new(AtomicUsize::new(reads));
            let changes = Events::new(Other(AnsweredMeanwhile { store, reads }), 1);
            let handler = handler(&Server::default(), changes);
            assert_eq!(post(&handler, body).await.status(), 202, "{body}");
        }
    }
}

#[tokio::test]
async fn a_reference_is_undecided_if_more_creates_are_open_than_are_read() {
    let service = Service::new();
    for number in 0..101 {
        service.write(&format!("WEB-{number}"), None).await;
    }
    for number in 0..101 {
        let body = format!("order[id]={number}&order[reference_no]=web-{number}");
        assert_eq!(post(&service.handler, &body).await.status(), 202);
    }
}

#[tokio::test(start_paused = true)]
async fn an_id_that_only_a_callback_claims_is_listed_if_it_is_that_of_a_create() {
    for is_answered in [false, true] {
        let service = Service::new();
        service.write("WEB-7", None).await;
        assert_eq!(service.callback(7, "pending").await, 202);
        assert_eq!(service.read().await, [Postponed]);
        if is_answered {
            service.answered("WEB-7", 7).await;
        }
        // The order is not found for three days.
        sleep(4 * 86_400 * SECOND).await;
        assert_eq!(service.read().await, [GivenUp]);
        let listed = service.queued().await;
        let expected = if is_answered { vec![(7, true)] } else { vec![] };
        assert_eq!(listed, expected);
        // The next callback is read again.
        service.server.set(7, "pending");
        assert_eq!(service.callback(7, "pending").await, 202);
        assert_eq!(service.read().await, [Changed]);
    }
}

#[tokio::test]
async fn an_order_that_the_journal_does_not_have_is_known_from_its_first_read_on() {
    let service = Service::new();
    service.server.set(7, "pending");
    assert_eq!(service.callback(7, "pending").await, 200);
    assert_eq!(service.handler.read_soon(7).await.status(), 202);
    assert_eq!(service.read().await, [Changed]);
    service.server.set(7, "processing");
    assert_eq!(post(&service.handler, "id=7").await.status(), 202);
    assert_eq!(service.read().await, [Changed]);
    let events = service.changes.clone().next().await;
    assert_eq!(events.reference.as_deref(), Some("WEB-7"));
    // Also one that only a callback has claimed.
    service.write("WEB-8", None).await;
    assert_eq!(post(&service.handler, "id=8").await.status(), 202);
    assert_eq!(service.handler.read_soon(8).await.status(), 202);
    let members = r#","reference_no":"WEB-9","state":"pending""#;
    service.server.set_members(8, members);
    assert_eq!(service.read().await, [Changed]);
}

#[tokio::test]
async fn a_known_order_is_the_one_with_its_id_and_reference() {
    for (members, expected) in [
        (r#","reference_no":"WEB-7","state":"pending""#, Changed),
        (r#","state":"pending""#, Changed),
        (r#","reference_no":null,"state":"pending""#, Changed),
        // Servers change case and white space.
        (r#","reference_no":"web-7 ","state":"pending""#, Changed),
        (r#","reference_no":"\tWeb-7","state":"pending""#, Changed),
        (r#","reference_no":"WEB-8","state":"pending""#, GivenUp),
        (r#","reference_no":"WEB 7","state":"pending""#, GivenUp),
        (r#","reference_no":"","state":"pending""#, GivenUp),
        // Without a state, or a documented default of it.
        (r#","reference_no":"WEB-7""#, GivenUp),
        (r#","reference_no":"WEB-7","state":{}"#, GivenUp),
    ] {
        let service = Service::new();
        service.write("WEB-7", Some(7)).await;
        service.server.set_members(7, members);
        service.callback(7, "pending").await;
        assert_eq!(service.read().await, [expected], "{members}");
        // What is given up is listed, and read again after the next callback.
        assert_eq!(
            service.queued().await,
            [(7, expected == GivenUp)],
            "{members}"
        );
        service.server.set(7, "pending");
        service.callback(7, "pending").await;
        let is_same = members == r#","reference_no":"WEB-7","state":"pending""#;
        let again = if is_same { Unchanged } else { Changed };
        assert_eq!(service.read().await, [again], "{members}");
    }
}

/// A reference is compared as it is where no id says that the record is the one.
#[tokio::test]
async fn an_order_without_an_id_is_the_one_with_its_very_reference() {
    for (text, expected) in [
        (r#"{"reference_no":"WEB-7","state":"pending"}"#, Changed),
        (r#"{"reference_no":"web-7","state":"pending"}"#, GivenUp),
        (r#"{"reference_no":"WEB-7 ","state":"pending"}"#, GivenUp),
        (r#"{"state":"pending"}"#, GivenUp),
    ] {
        let service = Service::new();
        service.write("WEB-7", Some(7)).await;
        service.server.set_text(7, text.to_owned());
        service.callback(7, "pending").await;
        assert_eq!(service.read().await, [expected], "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_order_with_the_id_of_one_create_and_the_reference_of_another_one_is_not_believed() {
    let service = Service::new();
    service.write("WEB-8", None).await;
    let members = r#","reference_no":"WEB-8","state":"pending""#;
    service.server.set_members(7, members);
    let claim = "id=7&reference_no=WEB-8&state=pending";
    assert_eq!(post(&service.handler, claim).await.status(), 202);
    service.server.delay(SECOND);
    let answered = async {
        sleep(SECOND / 2).await;
        service.write("WEB-7", Some(7)).await;
    };
    let (reads, ()) = tokio::join!(service.read(), answered);
    assert_eq!((reads, service.reported()), (vec![Postponed], vec![]));
    assert_eq!(
        (service.id("WEB-7").await, service.id("WEB-8").await),
        (None, None)
    );
}

#[tokio::test(start_paused = true)]
async fn of_two_orders_with_a_reference_the_last_is_found() {
    for ids in [[7, 8], [8, 7]] {
        let service = Service::new();
        for id in ids {
            let members = r#","reference_no":"WEB-7","state":"pending""#;
            service.server.set_members(id, members);
            service.handler.read_soon(id).await;
            assert_eq!(service.read().await, [Changed]);
            sleep(SECOND).await;
        }
        assert_eq!(service.id("WEB-7").await, Some(ids[1].to_string()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_without_room_stays_queued() {
    let service = Service::with_room_for(1);
    service.order(7, "pending").await;
    service.callback(7, "pending").await;
    assert_eq!(service.read().await, [Changed]);
    service.server.set(7, "processing");
    service.callback(7, "processing").await;
    assert_eq!(service.read().await, [Postponed]);
    assert_eq!(service.reported(), [changed(7, "pending")]);
    sleep(2 * SECOND).await;
    assert_eq!(service.read().await, [Changed]);
    assert_eq!(service.reported(), [changed(7, "processing")]);
}

#[test]
fn debug_of_a_change_is_short_and_escaped() {
    let long = "\u{1b}[2J".repeat(1_000_000);
    let change: RecordChanged<GetOrder> = RecordChanged::new(
        7,
        Some(long.clone()),
        long.clone(),
        Some(long),
        Order::default(),
    );
    let shown = format!("{change:?}");
    assert!(
        shown.starts_with("RecordChanged { id: \"7\", reference: "),
        "{shown}"
    );
    assert!(shown.len() < 2_000 && !shown.contains('\u{1b}'), "{shown}");
}

#[tokio::test(start_paused = true)]
async fn a_record_with_another_id_than_was_asked_for_is_not_believed() {
    let service = Service::new();
    service.write("WEB-7", Some(7)).await;
    let text = r#"{"id":8,"reference_no":"WEB-7","state":"pending"}"#;
    service.server.set_text(7, text.to_owned());
    assert_eq!(service.callback(7, "pending").await, 202);
    assert_eq!(service.read().await, [GivenUp]);
}
