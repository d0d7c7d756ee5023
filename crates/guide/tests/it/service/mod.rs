//! The service of the page *A service*, as processes that share a PostgreSQL, against a sandbox.

mod instance;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use api_sandbox::{Effect, Fault, OrderStatus, PaymentState, RecordedRequest, Sandbox};
use pos_v3_client::journal::{Filter, Operator, Resolution, Scope};
use pos_v3_client::transport::reqwest::StatusCode;
use serde_json::{Value, json};
use store_postgres::PostgresStore;
use store_postgres::tokio_postgres::{Client, NoTls, connect};
use test_support::needs;
use test_support::postgres::PostgresServer;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use instance::{ANY_ADDRESS, Instance, free_address};

/// A sandbox and a database for instances of the service.
struct Setup {
    sandbox: Sandbox,
    database: String,
    /// The address of the instance that receives the callbacks.
    public_address: String,
}

impl Setup {
    /// With the instance that receives the callbacks.
    async fn with_instance() -> (Self, Instance) {
        let setup = Self {
            database: PostgresServer::get().new_database(),
            sandbox: Sandbox::start().await.expect("a sandbox"),
            public_address: free_address(),
        };
        let instance = Instance::start(&setup, &setup.public_address).await;
        (setup, instance)
    }

    /// A connection to the database.
    async fn connect(&self) -> Client {
        let (client, connection) = connect(&self.database, NoTls).await.expect("a connection");
        tokio::spawn(connection);
        client
    }

    /// Lets the leases of the journal expire: a request whose response was lost has ended.
    async fn expire_leases(&self) {
        let sql = "UPDATE api_store.rows SET waits_from = 0, body = \
                   jsonb_set(body::jsonb, '{lease_until}', '0')::text WHERE body LIKE '%lease_until%'";
        let client = self.connect().await;
        client.batch_execute(sql).await.expect("an update");
    }

    /// How often the sandbox received an operation.
    fn sent(&self, operation: &str) -> usize {
        let requests = self.sandbox.control().requests();
        let named = |request: &&RecordedRequest| request.operation.as_deref() == Some(operation);
        requests.iter().filter(named).count()
    }

    fn inject(&self, operation: &str, effect: Effect) {
        let control = self.sandbox.control();
        control
            .inject(Fault::new(operation, effect))
            .expect("a fault");
    }

    /// The ids of the orders at the venue with this reference.
    fn orders(&self, reference: &str) -> Vec<i64> {
        let orders = self.sandbox.control().orders();
        let ours = orders
            .iter()
            .filter(|order| order.reference_no == reference);
        ours.map(|order| order.id).collect()
    }

    fn report(&self, order: i64) {
        let control = self.sandbox.control();
        control
            .set_order_status(order, OrderStatus::Completed)
            .expect("an order");
    }

    /// How many payments of the venue are submitted.
    fn submitted(&self) -> usize {
        let payments = self.sandbox.control().payments();
        let submitted = |state: &PaymentState| *state == PaymentState::Submitted;
        payments
            .iter()
            .filter(|payment| submitted(&payment.state))
            .count()
    }

    /// A person looks every write with an unknown outcome up, by the names in its entry.
    async fn resolve_all(&self) {
        let store = PostgresStore::new(self.connect().await);
        let operator = Operator::new(store, "employee-7").expect("a name");
        let listed = operator.list(&Filter::all(), None, 100).await;
        for entry in listed.expect("a list").entries {
            let entry = entry.expect("a readable entry");
            if entry.state.is_settled() {
                continue;
            }
            let names: BTreeMap<_, _> = entry.details.names.iter().cloned().collect();
            let record_id = match &*entry.operation {
                "create_incoming_order" => {
                    let orders = self.orders(&entry.key);
                    Some(orders.first().map(ToString::to_string))
                }
                "submit_request" => {
                    let payments = self.sandbox.control().payments().into_iter();
                    let mut payments = payments.filter(|payment| {
                        payment.state == PaymentState::Submitted
                            && Some(&payment.request_uid) == names.get("RequestUid")
                    });
                    Some(payments.next().map(|payment| payment.request_uid))
                }
                // Nobody can pay it: its page never opened.
                _ => None,
            };
            let word = match record_id {
                Some(None) => Resolution::DidNot { is_sure: true },
                Some(record_id) => Resolution::TookEffect { record_id },
                None => Resolution::TookEffect { record_id: None },
            };
            // A service may have found it out meanwhile.
            let _ = operator
                .resolve(&entry.id, word, "seen in the back office")
                .await;
        }
    }
}

/// Waits until a condition holds.
async fn wait_until(mut condition: impl AsyncFnMut() -> bool) {
    let holds = async {
        while !condition().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(60), holds)
        .await
        .expect("the condition");
}

/// What the page posts before the payment.
fn checkout(product: &str, amount: &str) -> String {
    json!({
        "payment": {
            "Amount": amount, "UserBusinessAddress": "1 Main Street",
            "UserBusinessCity": "Springfield", "UserBusinessName": "Corner Shop",
            "UserBusinessStateCode": "CO", "UserBusinessZip": "80000",
            "UserEmail": "buyer@shop.example", "UserFirstName": "Ada", "UserLastName": "Byron",
            "UserPhone": "5550100",
        },
        "description": "Two lamps",
        "pay_date": "2026-12-01",
        "order": {
            "reference_no": "set by the shop",
            "order_items_attributes": [
                {"product_parent_id": product, "product_id": 9001, "quantity": 2},
            ],
        },
    })
    .to_string()
}

/// The payment of a cart: its path, and its `RequestUid`.
struct Payment {
    path: String,
    request_uid: String,
}

/// What the page does: it requests a payment, with the next number after a 409.
async fn request(instance: &Instance, cart: &str, body: &str) -> Payment {
    for number in 1..=3 {
        let path = format!("/carts/{cart}/payments/{number}");
        let (status, request_uid) = instance.post(&path, body.to_owned()).await;
        if status != StatusCode::CONFLICT {
            assert_eq!(status, StatusCode::OK, "{request_uid}");
            return Payment { path, request_uid };
        }
    }
    panic!("three numbers were refused");
}

/// Requests the payment of a cart, and pays it.
async fn pay(setup: &Setup, instance: &Instance, cart: &str, product: &str) -> Payment {
    let payment = request(instance, cart, &checkout(product, "125.50")).await;
    instance.pay(&setup.sandbox, &payment.request_uid).await;
    payment
}

/// The page's `onSuccess`.
async fn report(instance: &Instance, payment: &Payment) {
    let path = format!("{}/paid", payment.path);
    let (status, _) = instance.post(&path, String::new()).await;
    assert_eq!(status, StatusCode::ACCEPTED);
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn two_instances_take_payments_place_orders_and_follow_them() {
    let (setup, first) = Setup::with_instance().await;
    let second = Instance::start(&setup, ANY_ADDRESS).await;
    for (instance, other, cart) in [(&first, &second, "A-1"), (&second, &first, "A-2")] {
        let payment = pay(&setup, instance, cart, "7001").await;
        // The buyer clicks again, and reaches the other instance.
        let again = request(other, cart, &checkout("7001", "125.50")).await;
        assert_eq!(again.request_uid, payment.request_uid);
        for instance in [instance, other] {
            report(instance, &payment).await;
        }
        wait_until(async || setup.orders(cart).len() == 1).await;
        setup.report(setup.orders(cart)[0]);
        let path = format!("/carts/{cart}");
        wait_until(async || other.get(&path).await == "Completed").await;
    }
    assert_eq!(setup.submitted(), 2);
    for operation in ["create_request", "submit_request", "create_incoming_order"] {
        assert_eq!(setup.sent(operation), 2, "{operation}");
    }

    // An order that the venue rejects is for the staff of the shop, as it is paid.
    let payment = pay(&setup, &first, "A-3", "1").await;
    report(&first, &payment).await;
    wait_until(async || first.get("/carts/A-3").await == "stopped").await;

    // Either instance has placed them.
    let metrics = first.staff("/metrics").await + &second.staff("/metrics").await;
    for line in shown() {
        let (name, _) = line.rsplit_once(' ').expect("a value");
        assert!(metrics.contains(name), "{name}\n{metrics}");
    }
    first.stop().await;
    second.stop().await;
}

/// The blocks of SQL on a page of the guide.
fn sql<const N: usize>(page: &'static str) -> [&'static str; N] {
    let blocks = page.split("```sql\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    Vec::from_iter(blocks).try_into().expect("N blocks")
}

/// The metrics on the page of the guide.
fn shown() -> impl Iterator<Item = &'static str> {
    let page = include_str!("../../../book/in-production.md");
    let (_, block) = page
        .split_once("<!-- metrics of the service -->\n```text\n")
        .expect("a block");
    block.split_once("```").expect("an end").0.lines()
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn only_the_staff_see_the_journal_and_what_they_say_has_their_name() {
    let (setup, instance) = Setup::with_instance().await;
    let nobody = [StatusCode::NOT_FOUND, StatusCode::UNAUTHORIZED];
    assert_eq!(instance.anybody("/journal/entries").await, nobody);
    assert_eq!(instance.anybody("/metrics").await[0], StatusCode::NOT_FOUND);

    setup.inject("create_request", Effect::DropAfter);
    let path = "/carts/A-1/payments/1";
    let (status, _) = instance.post(path, checkout("7001", "125.50")).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let entries = async || {
        let list = instance.staff("/journal/entries").await;
        let list: Value = serde_json::from_str(&list).expect("a list");
        list["entries"].as_array().expect("entries").clone()
    };
    wait_until(async || entries().await.len() == 1).await;
    let id = entries().await[0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/journal/entries/{id}");
    let finding = json!({"took_effect": false, "is_sure": true, "why": "its page never opened"});
    // Until its lease expires, the request may be on its way.
    let resolve = async || {
        let path = format!("{path}/resolve");
        instance.staff_post(&path, finding.clone()).await.0
    };
    assert_eq!(resolve().await, StatusCode::CONFLICT);
    setup.expire_leases().await;
    assert_eq!(resolve().await, StatusCode::OK);
    let shown: Value = serde_json::from_str(&instance.staff(&path).await).expect("an entry");
    let history = shown["history"].as_array().expect("a history");
    assert_eq!(history.last().expect("a line")["by"], "ada");
    assert!(entries().await.is_empty());
    instance.stop().await;
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn payment_request_whose_response_was_lost_is_requested_again() {
    let (setup, instance) = Setup::with_instance().await;
    setup.inject("create_request", Effect::DropAfter);
    let payment = pay(&setup, &instance, "A-1", "7001").await;
    assert_eq!(setup.sent("create_request"), 2);
    let (status, again) = instance
        .post(&payment.path, checkout("7001", "125.50"))
        .await;
    assert_eq!((status, again), (StatusCode::OK, payment.request_uid));
    assert_eq!(setup.sent("create_request"), 2);
    instance.stop().await;
}

/// The journal takes neither end for 10 seconds. The rows of the shop, which outlive it, have the ids.
#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn ids_of_writes_whose_end_the_journal_does_not_take_are_stored() {
    let (setup, instance) = Setup::with_instance().await;
    let payment = pay(&setup, &instance, "A-1", "7001").await;
    let client = setup.connect().await;
    let no_end = "CREATE FUNCTION no_end() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN RAISE 'the disk is full'; END $$; \
         CREATE TRIGGER no_end BEFORE UPDATE ON api_store.rows FOR EACH ROW WHEN (new.body LIKE '%\"state\":\"done\"%' \
         AND (new.body LIKE '%\"create_incoming_order\"%' OR new.body LIKE '%\"create_request\"%')) \
         EXECUTE FUNCTION no_end()";
    client.batch_execute(no_end).await.expect("a trigger");
    report(&instance, &payment).await;
    let other = request(&instance, "A-2", &checkout("7001", "99.00")).await;
    assert_eq!(other.path, "/carts/A-2/payments/1");
    wait_until(async || instance.get("/carts/A-1").await == "placed").await;
    let sql = "SELECT order_id, request_uid FROM carts, payments WHERE payments.cart = 'A-2'";
    let row = client.query_one(sql, &[]).await.expect("a row");
    let stored: (i64, &str) = (row.get(0), row.get(1));
    assert_eq!(stored, (setup.orders("A-1")[0], &*other.request_uid));
    let open = async || -> i64 {
        let sql = "SELECT count(*) FROM api_store.rows WHERE body LIKE '%\"in_flight\"%'";
        client.query_one(sql, &[]).await.expect("a row").get(0)
    };
    assert_eq!(open().await, 2);
    // Later, the journal has them, too.
    let drop = client.batch_execute("DROP FUNCTION no_end CASCADE").await;
    drop.expect("no trigger");
    wait_until(async || open().await == 0).await;
    instance.stop().await;
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn changed_cart_has_another_payment_and_is_submitted_once() {
    let (setup, instance) = Setup::with_instance().await;
    let first = pay(&setup, &instance, "A-1", "7001").await;
    // In another tab, the buyer changes the cart, and pays again.
    let changed = checkout("7001", "99.00");
    let (status, _) = instance.post(&first.path, changed.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let second = request(&instance, "A-1", &changed).await;
    assert_eq!(second.path, "/carts/A-1/payments/2");
    instance.pay(&setup.sandbox, &second.request_uid).await;
    report(&instance, &second).await;
    report(&instance, &first).await;
    wait_until(async || instance.get("/carts/A-1").await == "placed").await;
    // The cart is paid: no third payment.
    let third = instance.post("/carts/A-1/payments/3", changed).await;
    assert_eq!(third.0, StatusCode::CONFLICT);
    assert_eq!(setup.sent("create_request"), 2);
    // The staff find the payment to refund by the query on the page.
    let [query, erase] = sql(include_str!("../../../book/a-service.md"));
    let client = setup.connect().await;
    let find = async || -> Vec<(String, String)> {
        let rows = client.query(query, &[]).await.expect("rows");
        let found = rows.iter().map(|row| (row.get(2), row.get(3)));
        found.collect()
    };
    let first_is = |state: &str| [(first.request_uid.clone(), state.to_owned())];
    assert_eq!(find().await, first_is("paid"));
    assert_eq!((setup.submitted(), setup.orders("A-1").len()), (1, 1));
    // The sandbox refunds what was submitted, once; what it refuses to refund stays in the list.
    let refund = async |payment: &Payment| {
        let path = format!("/payments/{}/refund", payment.request_uid);
        instance.staff_post(&path, json!({})).await.0
    };
    assert_eq!(refund(&second).await, StatusCode::NO_CONTENT);
    assert_eq!(refund(&second).await, StatusCode::CONFLICT);
    assert_eq!(setup.sent("refund_request"), 1);
    assert_eq!(refund(&first).await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(find().await, first_is("refunding"));
    // One search finds all that was written for the cart.
    let path = "/journal/entries?list=all&text=A-1";
    let found: Value = serde_json::from_str(&instance.staff(path).await).expect("a list");
    let found = found["entries"].as_array().expect("entries").iter();
    let mut operations: Vec<_> = found
        .filter_map(|entry| entry["operation"].as_str())
        .collect();
    operations.sort_unstable();
    let [order, create, refund, submit] = [
        "create_incoming_order",
        "create_request",
        "refund_request",
        "submit_request",
    ];
    assert_eq!(operations, [order, create, create, refund, refund, submit]);
    client.batch_execute(erase).await.expect("an update");
    // The page of a refunded payment opens no cart any more.
    let late = format!("{}/paid", second.path);
    let (status, _) = instance.post(&late, String::new()).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    instance.stop().await;
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn restored_journal_makes_buyers_wait_and_takes_no_new_number() {
    let (setup, instance) = Setup::with_instance().await;
    let client = Arc::new(setup.connect().await);
    let operator = Operator::new(PostgresStore::new(client.clone()), "employee-7").expect("a name");
    operator.restored("a backup").await.expect("a change");
    let request = || instance.post("/carts/A-3/payments/1", checkout("7001", "125.50"));
    assert_eq!(request().await.0, StatusCode::ACCEPTED);
    // The provider has a payment that the backup does not have, and the venue its order.
    let lost = [
        (
            "payments",
            "Test",
            "create_request",
            "A-3 payment 1",
            Some("lost-request"),
        ),
        ("payments", "Test", "submit_request", "A-3", None),
        (
            "pos-v3",
            "Staging",
            "create_incoming_order",
            "A-3",
            Some("48213"),
        ),
    ];
    for (api, environment, operation, key, id) in lost {
        let account = match api {
            "payments" => "main",
            _ => "12",
        };
        let scope = Scope::new(api, environment, account);
        let record = operator.record(scope, operation, key, id, "listed", true);
        record.await.expect("an entry");
    }
    let reconciled = operator.reconciled("compared", true);
    reconciled.await.expect("a change");
    let (status, uid) = request().await;
    assert_eq!((status, &*uid), (StatusCode::OK, "lost-request"));
    let (status, _) = instance
        .post("/carts/A-3/payments/1/paid", String::new())
        .await;
    assert_eq!(status, StatusCode::ACCEPTED);
    wait_until(async || instance.get("/carts/A-3").await == "placed").await;
    assert_eq!(setup.sandbox.control().requests().len(), 0);
    instance.stop().await;
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn payment_request_of_a_browser_that_goes_away_ends_before_the_process() {
    let (setup, instance) = Setup::with_instance().await;
    setup.inject("create_request", Effect::Delay(Duration::from_secs(1)));
    let request = instance.request("/carts/A-1/payments/1", checkout("7001", "125.50"));
    let browser = tokio::spawn(request);
    wait_until(async || setup.sandbox.control().verify_faults().is_ok()).await;
    // The request is on its way.
    browser.abort();
    assert!(browser.await.is_err(), "it waits for the payment");
    instance.stop().await;
    assert_eq!(setup.sandbox.control().payments().len(), 1);
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn order_of_a_killed_instance_is_found_by_its_callback() {
    let (setup, victim) = Setup::with_instance().await;
    let payment = pay(&setup, &victim, "A-1", "7001").await;
    setup.inject(
        "create_incoming_order",
        Effect::SlowBytes(Duration::from_secs(1)),
    );
    report(&victim, &payment).await;
    wait_until(async || !setup.orders("A-1").is_empty()).await;
    victim.kill();
    // A callback that no instance received.
    setup.report(setup.orders("A-1")[0]);
    setup.sandbox.control().wait_for_callbacks().await;

    let survivor = Instance::start(&setup, &setup.public_address).await;
    let control = setup.sandbox.control();
    control
        .set_order_status(setup.orders("A-1")[0], OrderStatus::Delivered)
        .expect("an order");
    wait_until(async || survivor.get("/carts/A-1").await == "Delivered").await;
    assert_eq!(setup.orders("A-1").len(), 1);
    assert_eq!(setup.sent("create_incoming_order"), 1);
    assert_eq!(setup.sent("submit_request"), 1);
    survivor.stop().await;
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn carts_of_an_instance_that_is_killed_at_any_time_are_finished_once() {
    let (setup, survivor) = Setup::with_instance().await;
    let carts = Vec::from_iter((0..12).map(|number| format!("A-{number}")));
    for carts in carts.chunks(4) {
        let victim = Instance::start(&setup, ANY_ADDRESS).await;
        let mut browsers = JoinSet::new();
        let mut payments = Vec::new();
        for cart in carts {
            let payment = pay(&setup, &victim, cart, "7001").await;
            let path = format!("{}/paid", payment.path);
            browsers.spawn(victim.request(&path, String::new()));
            payments.push(payment);
        }
        // Some are placed, and the others are somewhere on their way.
        wait_until(async || carts.iter().any(|cart| !setup.orders(cart).is_empty())).await;
        victim.kill();
        browsers.shutdown().await;
        // The buyers' pages post again.
        for payment in &payments {
            report(&survivor, payment).await;
        }
    }
    let placed = || carts.iter().all(|cart| setup.orders(cart).len() == 1);
    wait_until(async || {
        setup.resolve_all().await;
        placed() && setup.submitted() == carts.len()
    })
    .await;
    assert!(placed());
    survivor.stop().await;
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn callback_does_not_place_a_refunded_cart_again() {
    let (setup, instance) = Setup::with_instance().await;
    let payment = pay(&setup, &instance, "A-1", "7001").await;
    report(&instance, &payment).await;
    wait_until(async || instance.get("/carts/A-1").await == "placed").await;
    let client = setup.connect().await;
    let refunded = "UPDATE carts SET state = 'refunded'";
    client.batch_execute(refunded).await.expect("an update");
    setup.report(setup.orders("A-1")[0]);
    let order_state = async || -> Option<String> {
        let sql = "SELECT order_state FROM carts";
        let row = client.query_one(sql, &[]).await.expect("a row");
        row.get(0)
    };
    wait_until(async || order_state().await.is_some()).await;
    assert_eq!(instance.get("/carts/A-1").await, "refunded");
    instance.stop().await;
}

#[needs(postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn callback_that_no_instance_received_is_made_up_for() {
    let (setup, first) = Setup::with_instance().await;
    let payment = pay(&setup, &first, "A-1", "7001").await;
    report(&first, &payment).await;
    wait_until(async || first.get("/carts/A-1").await == "placed").await;
    first.kill();
    setup.report(setup.orders("A-1")[0]);
    setup.sandbox.control().wait_for_callbacks().await;
    let second = Instance::start(&setup, &setup.public_address).await;
    // The order has a state, and no status: only a callback has one.
    wait_until(async || second.get("/carts/A-1").await == "processing").await;
    second.stop().await;
}
