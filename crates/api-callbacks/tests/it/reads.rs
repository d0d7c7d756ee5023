//! What is believed of a callback and of a read.

use std::time::Duration;

use api_callbacks::ReadOutcome::{Changed, GivenUp, Postponed, Unchanged};
use api_callbacks::RecordChanged;
use test_support::shop::{GetOrder, Order};
use tokio::time::sleep;

use crate::service::{Service, changed, hinted, post};

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
    running.abort();
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
async fn an_expected_order_is_known_by_the_reference_that_its_record_shows() {
    let service = Service::new();
    service.orders.expect("WEB-7").await.unwrap();
    // The callback of another order claims the reference.
    service.server.set(8, "pending");
    let claim = "id=8&reference_no=WEB-7&state=pending";
    assert_eq!(post(&service.handler, claim).await.status(), 202);
    assert_eq!(service.read().await, [Postponed]);
    assert_eq!(
        (
            service.reported(),
            service.orders.id("WEB-7").await.unwrap()
        ),
        (vec![], None)
    );
    // The reference is still expected, before the response of the create.
    service.server.set(7, "pending");
    assert_eq!(service.callback(7, "pending").await, 202);
    assert_eq!(service.read().await, [Changed]);
    assert_eq!(service.reported(), [changed(7, "pending")]);
    assert_eq!(service.orders.id("WEB-7").await.unwrap(), Some(7));
    service.orders.confirm("WEB-7", &7).await.unwrap();
    // An order whose creation failed is not expected.
    service.orders.expect("WEB-9").await.unwrap();
    service.orders.forget("WEB-9").await.unwrap();
    assert_eq!(service.callback(9, "pending").await, 200);
}

#[tokio::test]
async fn an_expected_order_that_shows_no_reference_waits_for_the_response_of_its_create() {
    for members in [
        r#","state":"pending""#,
        r#","reference_no":"web-7","state":"pending""#,
    ] {
        let service = Service::new();
        service.orders.expect("WEB-7").await.unwrap();
        service.server.set_members(7, members);
        assert_eq!(service.callback(7, "pending").await, 202);
        assert_eq!(service.read().await, [Postponed]);
        service.orders.confirm("WEB-7", &7).await.unwrap();
        assert_eq!(service.read().await, [Changed]);
        assert_eq!(service.reported(), [changed(7, "pending")], "{members}");
    }
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
        service.orders.confirm("WEB-7", &7).await.unwrap();
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
        service.orders.confirm("WEB-7", &7).await.unwrap();
        service.server.set_text(7, text.to_owned());
        service.callback(7, "pending").await;
        assert_eq!(service.read().await, [expected], "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_reference_that_is_confirmed_during_a_read_stays() {
    let service = Service::new();
    // A callback claims the reference of an order that is being created for the order 7.
    service.orders.expect("WEB-8").await.unwrap();
    let members = r#","reference_no":"WEB-8","state":"pending""#;
    service.server.set_members(7, members);
    let claim = "id=7&reference_no=WEB-8&state=pending";
    assert_eq!(post(&service.handler, claim).await.status(), 202);
    service.server.delay(SECOND);
    let confirm = async {
        sleep(SECOND / 2).await;
        service.orders.confirm("WEB-7", &7).await.unwrap();
    };
    let (reads, ()) = tokio::join!(service.read(), confirm);
    assert_eq!(reads, [Changed]);
    assert_eq!(service.orders.id("WEB-7").await.unwrap(), Some(7));
    assert_eq!(service.orders.id("WEB-8").await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn of_two_orders_with_a_reference_the_last_is_found() {
    for ids in [[7, 8], [8, 7]] {
        let service = Service::new();
        for id in ids {
            service.orders.confirm("WEB-7", &id).await.unwrap();
            sleep(SECOND).await;
        }
        assert_eq!(service.orders.id("WEB-7").await.unwrap(), Some(ids[1]));
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
