//! The outbox of one's own, in processes that are killed.

use std::future::ready;
use std::pin::pin;
use std::process::{Child, Command};
use std::time::Duration;
use std::{env, process};

use api_sandbox::{Effect, Fault, Sandbox};
use guide::samples::outbox;
use pos_v3_client::model::{NewIncomingOrder, NewOrderItem, NewOrderItemRequired};
use pos_v3_client::{Client, Config, Environment, IntegratorAndVenue};
use store_sqlite::rusqlite::Connection;
use tokio::select;
use tokio::time::sleep;

use super::service::wait_until;

/// A process that delivers what is due, again and again.
struct Process(Child);

impl Process {
    fn start(sandbox: &Sandbox, file: &str) -> Self {
        let demo = sandbox.credentials();
        let tokens = format!("{} {}", demo.integrator_token, demo.venues[0].venue_token);
        let mut command = Command::new(env::current_exe().expect("this program"));
        let process = command
            .args(["--exact", "outbox::process", "--nocapture"])
            .env("OUTBOX", file)
            .env("POS_URL", sandbox.pos_url())
            .env("TOKENS", tokens)
            .spawn();
        Self(process.expect("a process"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn client(url: &str, integrator: &str, venue: &str) -> Client {
    let credentials = IntegratorAndVenue::new(integrator, venue);
    let config = Config::new(Environment::Staging, url, credentials).expect("settings");
    Client::new(config).expect("a client")
}

/// Adds an order to the outbox.
fn enqueue(db: &mut Connection, reference: &str) {
    let item = NewOrderItem::new(NewOrderItemRequired {
        product_parent_id: "7001".into(),
        product_id: 9001.into(),
        quantity: 1,
    });
    // Killed, or rolled back, before the commit: there is no order.
    let tx = db.transaction().expect("a transaction");
    outbox::enqueue(&tx, &NewIncomingOrder::new(reference, vec![item])).expect("a row");
    tx.commit().expect("a commit");
}

fn state(db: &Connection, reference: &str) -> String {
    let select = "SELECT state FROM outbox WHERE reference = ?1";
    db.query_row(select, [reference], |row| row.get(0))
        .expect("a row")
}

/// Runs in a process of its own; otherwise it has nothing to do.
#[tokio::test]
async fn process() {
    let Ok(file) = env::var("OUTBOX") else {
        return;
    };
    let [url, tokens] = ["POS_URL", "TOKENS"].map(|name| env::var(name).expect(name));
    let (integrator, venue) = tokens.split_once(' ').expect("two tokens");
    let client = client(&url, integrator, venue);
    let db = Connection::open(file).expect("a file");
    loop {
        if let Err(error) = outbox::deliver(&db, &client).await {
            eprintln!("{error}");
            process::exit(1);
        }
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn outbox_of_a_process_that_is_killed_at_any_step_places_each_order_once() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let control = sandbox.control();
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("shop.db").display().to_string();
    let mut db = Connection::open(&file).expect("a file");
    db.execute_batch(outbox::TABLE).expect("a table");
    let placed = |reference: &str| {
        let orders = control.orders();
        orders
            .iter()
            .filter(|order| order.reference_no == reference)
            .count()
    };
    for (reference, effect, count) in [
        // Killed after the row is taken, and before the order is placed; after the order is placed; after the end.
        ("W-1", Some(Effect::Delay(Duration::from_secs(20))), 0),
        ("W-2", Some(Effect::SlowBytes(Duration::from_secs(1))), 1),
        ("W-3", None, 1),
    ] {
        enqueue(&mut db, reference);
        let is_lost = effect.is_some();
        if let Some(effect) = effect {
            let fault = Fault::new("create_incoming_order", effect).for_reference(reference);
            control.inject(fault).expect("a fault");
        }
        let process = Process::start(&sandbox, &file);
        match is_lost {
            true => {
                wait_until(async || control.verify_faults().is_ok() && placed(reference) == count)
                    .await
            }
            false => wait_until(async || state(&db, reference) == "sent").await,
        }
        drop(process);
        assert_eq!(placed(reference), count, "{reference}");
    }
    for reference in ["W-1", "W-2"] {
        assert_eq!(state(&db, reference), "sending");
    }
    // The next process sends neither: a minute and a half later, a person looks them up.
    let _process = Process::start(&sandbox, &file);
    db.execute_batch("UPDATE outbox SET due_at = 0 WHERE state = 'sending'")
        .expect("an update");
    for reference in ["W-1", "W-2"] {
        wait_until(async || state(&db, reference) == "unknown").await;
        let found = match placed(reference) {
            0 => "ready",
            _ => "sent",
        };
        let say = "UPDATE outbox SET state = ?2 WHERE reference = ?1 AND state = 'unknown'";
        db.execute(say, [reference, found]).expect("an update");
    }
    for reference in ["W-1", "W-2", "W-3"] {
        wait_until(async || state(&db, reference) == "sent").await;
        assert_eq!(placed(reference), 1, "{reference}");
    }
    // No order was sent again that was there: the venue would have rejected it.
    let requests = control.requests();
    assert!(requests.iter().all(|request| request.status != Some(422)));
}

#[tokio::test]
async fn outbox_delivery_that_another_process_takes_for_dead_still_writes_its_end() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let demo = sandbox.credentials();
    let client = client(
        &sandbox.pos_url(),
        demo.integrator_token,
        demo.venues[0].venue_token,
    );
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("shop.db");
    let [mut db, other] = [(); 2].map(|()| Connection::open(&file).expect("a file"));
    db.execute_batch(outbox::TABLE).expect("a table");
    enqueue(&mut db, "W-1");
    let mut slow = pin!(outbox::deliver(&db, &client));
    // The row is taken, and the call has begun. Nothing goes on before the next poll.
    select! {
        biased;
        _ = &mut slow => panic!("the call ended at once"),
        () = ready(()) => {}
    }
    assert_eq!(state(&other, "W-1"), "sending");
    other
        .execute_batch("UPDATE outbox SET due_at = 0")
        .expect("an update");
    let is_due = outbox::deliver(&other, &client).await.expect("a delivery");
    assert!(!is_due, "it was sent again");
    assert_eq!(state(&other, "W-1"), "unknown");
    assert!(slow.await.expect("a delivery"));
    assert_eq!(state(&other, "W-1"), "sent");
    let id: i64 = other
        .query_row("SELECT order_id FROM outbox", [], |row| row.get(0))
        .expect("an id");
    let orders = sandbox.control().orders();
    assert_eq!(Vec::from_iter(orders.iter().map(|order| order.id)), [id]);
}
