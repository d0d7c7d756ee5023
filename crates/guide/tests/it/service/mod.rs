//! The service of the page *A service*, as processes that share a database, against a sandbox.

mod database;
mod instance;

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use api_sandbox::{Effect, Fault, OrderStatus, PaymentState, RecordedRequest, Sandbox};
use pos_v3_client::journal::{Filter, Operator, Resolution, Scope};
use pos_v3_client::transport::reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use database::Database;
pub(crate) use instance::free_address;
use instance::{ANY_ADDRESS, Instance};

/// Runs each test on both databases.
macro_rules! on_both {
    ($($name:ident)*) => {
        $(mod $name {
            use test_support::needs;

            use super::{Database, Setup, $name as test};

            #[needs(postgres)]
            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                test(Setup::new(Database::postgres()).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                test(Setup::new(Database::sqlite()).await).await;
            }
        })*
    };
}

on_both! {
    two_instances_take_payments_place_orders_and_follow_them
    prices_and_orders_are_of_the_server_whatever_the_browser_sends
    only_the_browser_with_the_ticket_sees_and_pays_a_cart
    only_the_staff_see_the_journal_and_what_they_say_has_their_name
    payment_request_whose_response_was_lost_is_requested_again
    ids_of_writes_whose_end_the_journal_does_not_take_are_stored
    cart_that_is_paid_twice_is_submitted_once
    restored_journal_makes_buyers_wait
    payment_request_of_a_browser_that_goes_away_ends_before_the_process
    order_with_other_values_than_its_cart_waits_for_a_person
    order_of_a_killed_instance_is_found_by_its_callback
    carts_of_an_instance_that_is_killed_at_any_time_are_finished_once
    callback_does_not_place_a_refunded_cart_again
    call_that_fails_after_a_callback_is_repeated_at_once
    callback_that_no_instance_received_is_made_up_for
    order_whose_reference_the_venue_changes_is_that_of_its_cart
    order_that_the_venue_has_deleted_waits_until_the_staff_dismiss_it
    only_the_first_of_report_refund_and_erasure_counts
    payments_that_are_reported_at_once_are_submitted_once
    payment_whose_submission_is_unknown_is_not_refunded_before_it_is_resolved
    refund_of_a_stopped_cart_ends_it_and_is_sent_once
    cart_that_is_stopped_before_its_turn_is_not_submitted
    payment_keeps_its_id_when_its_entry_is_erased
    order_keeps_the_id_of_its_callback_when_a_person_resolves_it_without_one
    while_the_database_is_away_everybody_is_told_to_come_again
}

/// A sandbox and a database for instances of the service.
struct Setup {
    sandbox: Sandbox,
    database: Database,
    /// The address of the instance that receives the callbacks.
    public_address: String,
}

impl Setup {
    async fn new(database: Database) -> Self {
        Self {
            database,
            sandbox: Sandbox::start().await.expect("a sandbox"),
            public_address: free_address(),
        }
    }

    /// The instance that receives the callbacks.
    async fn public_instance(&self) -> Instance {
        Instance::start(self, &self.public_address).await
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

    /// A column of the row of a cart.
    async fn column(&self, cart: &Cart, column: &str) -> String {
        let select = format!("SELECT {column} FROM carts WHERE cart = '{}'", cart.id);
        self.database.rows(&select).await.remove(0).remove(0)
    }

    /// From now on, no instance finishes the carts that are made.
    async fn hold(&self) {
        let hold = "UPDATE carts SET due_at = unixepoch() + 3600";
        self.database.rows(hold).await;
    }

    /// Each cart is due.
    async fn release(&self) {
        self.database.rows("UPDATE carts SET due_at = 0").await;
    }

    /// A person looks every write with an unknown outcome up, by the names in its entry.
    async fn resolve_all(&self) {
        let journal = self.database.journal().await;
        let operator = Operator::new(journal, "employee-7").expect("a name");
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
pub(crate) async fn wait_until(mut condition: impl AsyncFnMut() -> bool) {
    let holds = async {
        while !condition().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(60), holds)
        .await
        .expect("the condition");
}

/// What a browser posts of a cart with two packs of a product.
fn basket(product: &str) -> Value {
    json!({
        "lines": [{"product": product, "quantity": 2}],
        "buyer": {
            "business": "Lamp House", "address": "1 Main Street", "city": "Springfield", "state": "CO",
            "zip": "80000", "first_name": "Ada", "last_name": "Byron", "email": "buyer@shop.example",
            "phone": "5550100",
        },
    })
}

/// A cart, as its browser knows it.
struct Cart {
    /// The order number, and the reference of the order.
    id: String,
    path: String,
    ticket: String,
}

/// The payment of a cart: its path, and its `RequestUid`.
struct Payment {
    path: String,
    ticket: String,
    request_uid: String,
}

/// Makes a cart, as soon as the instance has read the menu.
async fn create(instance: &Instance) -> Cart {
    let mut response = None;
    wait_until(async || {
        let created = instance.post("/carts", "", &basket("9001")).await;
        let created = response.insert(created.expect("a response"));
        created.status() != StatusCode::SERVICE_UNAVAILABLE
    })
    .await;
    let response = response.expect("a response");
    assert_eq!(response.status(), StatusCode::CREATED);
    let cookie = response.headers()["set-cookie"].to_str().expect("text");
    let (ticket, rest) = cookie.split_once("; ").expect("attributes");
    let ticket = ticket.strip_prefix("ticket=").expect("a ticket").to_owned();
    let rest = rest.to_owned();
    let path = response.text().await.expect("a body");
    assert_eq!(
        rest,
        format!("Path={path}; HttpOnly; Secure; SameSite=Strict")
    );
    let id = path.strip_prefix("/carts/").expect("a cart").to_owned();
    assert!(!ticket.contains(&id[1..]), "{ticket} {id}");
    Cart { id, path, ticket }
}

/// Opens the page of a payment, with the next number after a 409.
async fn open(instance: &Instance, cart: &Cart) -> Payment {
    for number in 1..=3 {
        let path = format!("{}/payments/{number}", cart.path);
        let page = instance.get(&path, &cart.ticket).await;
        if page.status() != StatusCode::CONFLICT {
            assert_eq!(page.status(), StatusCode::OK);
            let page = page.text().await.expect("a page");
            return Payment {
                path,
                ticket: cart.ticket.clone(),
                request_uid: opened(&page).to_owned(),
            };
        }
    }
    panic!("three numbers were refused");
}

/// The `RequestUid` that a page opens.
fn opened(page: &str) -> &str {
    let (_, uid) = page.split_once(".Payments.open(\"").expect("a snippet");
    uid.split_once('"').expect("a string").0
}

/// Makes a cart, opens its payment, and pays it.
async fn pay(setup: &Setup, instance: &Instance) -> (Cart, Payment) {
    let cart = create(instance).await;
    let payment = open(instance, &cart).await;
    instance.pay(&setup.sandbox, &payment.request_uid).await;
    (cart, payment)
}

/// The page's `onSuccess`.
async fn report(instance: &Instance, payment: &Payment) {
    assert_eq!(paid(instance, payment).await.status(), StatusCode::ACCEPTED);
}

async fn paid(instance: &Instance, payment: &Payment) -> Response {
    let path = format!("{}/paid", payment.path);
    let response = instance.post(&path, &payment.ticket, &Value::Null).await;
    response.expect("a response")
}

/// Opens another payment of the cart in another tab, and pays it.
async fn pay_again(setup: &Setup, instance: &Instance, cart: &Cart) -> Payment {
    let path = format!("{}/payments/2", cart.path);
    let page = instance.get(&path, &cart.ticket).await;
    let payment = Payment {
        request_uid: opened(&page.text().await.expect("a page")).to_owned(),
        path,
        ticket: cart.ticket.clone(),
    };
    instance.pay(&setup.sandbox, &payment.request_uid).await;
    payment
}

/// What the staff get when they refund a payment.
async fn refund(instance: &Instance, payment: &Payment) -> StatusCode {
    let path = format!("/payments/{}/refund", payment.request_uid);
    instance.staff_post(&path, json!({})).await.0
}

/// Waits until the buyer sees this state of the cart.
async fn shows(instance: &Instance, cart: &Cart, state: &str) {
    wait_until(async || {
        let response = instance.get(&cart.path, &cart.ticket).await;
        response.text().await.expect("a state") == state
    })
    .await;
}

/// As for the program `journal`, which opens the same database.
#[test]
fn file_whose_name_begins_with_postgres_is_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut service = Command::new(env!("CARGO_BIN_EXE_service"));
    service.env("DATABASE", "postgres-shop.db");
    // It ends, as it has no other setting.
    let output = service.current_dir(&directory).output().expect("an end");
    let file = directory.path().join("postgres-shop.db");
    assert!(file.is_file(), "{output:?}");
}

async fn two_instances_take_payments_place_orders_and_follow_them(setup: Setup) {
    let first = setup.public_instance().await;
    let second = Instance::start(&setup, ANY_ADDRESS).await;
    for (instance, other) in [(&first, &second), (&second, &first)] {
        let (cart, payment) = pay(&setup, instance).await;
        // The buyer reloads the page, and reaches the other instance.
        assert_eq!(open(other, &cart).await.request_uid, payment.request_uid);
        for instance in [instance, other] {
            report(instance, &payment).await;
        }
        wait_until(async || setup.orders(&cart.id).len() == 1).await;
        setup.report(setup.orders(&cart.id)[0]);
        shows(other, &cart, "Completed").await;
    }
    assert_eq!(setup.submitted(), 2);
    for operation in ["create_request", "submit_request", "create_incoming_order"] {
        assert_eq!(setup.sent(operation), 2, "{operation}");
    }

    // An order that the venue rejects is for the staff of the shop, as it is paid.
    let (cart, payment) = pay(&setup, &first).await;
    setup.inject("create_incoming_order", Effect::Status(400));
    report(&first, &payment).await;
    shows(&first, &cart, "stopped").await;

    // Either instance has placed them.
    let metrics = first.staff("/metrics").await + &second.staff("/metrics").await;
    for line in shown() {
        let (name, _) = line.rsplit_once(' ').expect("a value");
        assert!(metrics.contains(name), "{name}\n{metrics}");
    }
    first.stop().await;
    second.stop().await;
}

async fn prices_and_orders_are_of_the_server_whatever_the_browser_sends(setup: Setup) {
    let instance = setup.public_instance().await;
    create(&instance).await;
    // The last one is on the menu for patients only.
    let refused = [
        ("1", 1),
        ("9001", 0),
        ("9001", 101),
        ("7001", 1),
        ("9002", 1),
    ];
    let refused = refused.map(|(product, quantity)| {
        json!([
            {"product": "9001", "quantity": 1},
            {"product": product, "quantity": quantity},
        ])
    });
    for lines in refused.into_iter().chain([json!([])]) {
        let mut basket = basket("9001");
        basket["lines"] = lines.clone();
        let response = instance.post("/carts", "", &basket).await;
        let status = response.expect("a response").status();
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{lines}");
    }
    let mut basket = basket("9001");
    basket["lines"] = json!([
        {"product": "9001", "quantity": 2, "cents": 1, "price": 1},
        {"product": "10001", "quantity": 1, "cents": 1},
    ]);
    basket["amount"] = json!("0.01");
    let response = instance.post("/carts", "", &basket).await;
    let response = response.expect("a response");
    let ticket = response.headers()["set-cookie"].to_str().expect("text");
    let ticket = ticket.split_once(';').expect("attributes").0;
    let cart = Cart {
        ticket: ticket.strip_prefix("ticket=").expect("a ticket").to_owned(),
        id: String::new(),
        path: response.text().await.expect("a body"),
    };
    let payment = open(&instance, &cart).await;
    instance.pay(&setup.sandbox, &payment.request_uid).await;
    let control = setup.sandbox.control();
    // 2 x 9.75 + 29.25, as on the menu.
    let amount = control.payments()[0].amount.clone();
    assert_eq!(
        amount.map(|amount| amount.to_string()).as_deref(),
        Some("48.75")
    );
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    let [order] = &*control.orders() else {
        panic!("expected one order");
    };
    let items = order.items.iter().map(|item| item.quantity);
    assert_eq!(Vec::from_iter(items), [2, 1]);
    instance.stop().await;
}

async fn only_the_browser_with_the_ticket_sees_and_pays_a_cart(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    let other = create(&instance).await;
    assert_ne!(cart.ticket, other.ticket);
    for ticket in ["", "0", other.ticket.as_str(), &cart.ticket[1..]] {
        for path in [&cart.path, &payment.path] {
            let status = instance.get(path, ticket).await.status();
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        }
        let path = format!("{}/paid", payment.path);
        let response = instance.post(&path, ticket, &Value::Null).await;
        let status = response.expect("a response").status();
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    shows(&instance, &cart, "open").await;
    // A payment that no page has opened.
    let path = format!("{}/payments/2/paid", cart.path);
    let response = instance.post(&path, &cart.ticket, &Value::Null).await;
    let status = response.expect("a response").status();
    assert_eq!(status, StatusCode::NOT_FOUND);

    let page = instance.get(&payment.path, &cart.ticket).await;
    let policy = page.headers()["content-security-policy"].to_str();
    let policy = policy.expect("text").to_owned();
    assert_eq!(page.headers()["cache-control"], "no-store");
    let page = page.text().await.expect("a page");
    let nonce = nonce_of(&page);
    let again = instance.get(&payment.path, &cart.ticket).await;
    assert_ne!(nonce, nonce_of(&again.text().await.expect("a page")));
    assert_eq!(
        page.matches(&format!("<script nonce=\"{nonce}\"")).count(),
        3
    );
    let origin = format!("http://{}", setup.sandbox.address());
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             script-src 'nonce-{nonce}' {origin}; frame-src {origin}; connect-src {origin} 'self'"
        )
    );
    instance.stop().await;
}

fn nonce_of(page: &str) -> &str {
    let (_, nonce) = page.split_once("<script nonce=\"").expect("a nonce");
    nonce.split_once('"').expect("an attribute").0
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

async fn only_the_staff_see_the_journal_and_what_they_say_has_their_name(setup: Setup) {
    let instance = setup.public_instance().await;
    let nobody = [StatusCode::NOT_FOUND, StatusCode::UNAUTHORIZED];
    for path in ["/journal/entries", "/orders/waiting"] {
        assert_eq!(instance.anybody(path).await, nobody);
    }
    assert_eq!(instance.anybody("/metrics").await[0], StatusCode::NOT_FOUND);

    setup.inject("create_request", Effect::DropAfter);
    let cart = create(&instance).await;
    let path = format!("{}/payments/1", cart.path);
    let page = instance.get(&path, &cart.ticket).await;
    assert_eq!(page.status(), StatusCode::CONFLICT);
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
    setup.database.expire_leases().await;
    assert_eq!(resolve().await, StatusCode::OK);
    let shown: Value = serde_json::from_str(&instance.staff(&path).await).expect("an entry");
    let history = shown["history"].as_array().expect("a history");
    assert_eq!(history.last().expect("a line")["by"], "ada");
    assert!(entries().await.is_empty());
    instance.stop().await;
}

async fn payment_request_whose_response_was_lost_is_requested_again(setup: Setup) {
    let instance = setup.public_instance().await;
    setup.inject("create_request", Effect::DropAfter);
    let (cart, payment) = pay(&setup, &instance).await;
    // Nobody can have paid the first one.
    let lost = Payment {
        path: format!("{}/payments/1", cart.path),
        ticket: cart.ticket.clone(),
        request_uid: String::new(),
    };
    let reported = paid(&instance, &lost).await.status();
    assert_eq!(reported, StatusCode::NOT_FOUND);
    assert_eq!(setup.column(&cart, "state").await, "open");
    assert_eq!(payment.path, format!("{}/payments/2", cart.path));
    assert_eq!(setup.sent("create_request"), 2);
    let again = open(&instance, &cart).await;
    assert_eq!(again.request_uid, payment.request_uid);
    assert_eq!(setup.sent("create_request"), 2);
    instance.stop().await;
}

/// The journal takes neither end for 10 seconds. The rows of the shop, which outlive it, have the ids.
async fn ids_of_writes_whose_end_the_journal_does_not_take_are_stored(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    let database = &setup.database;
    database.refuse_ends().await;
    report(&instance, &payment).await;
    let other = create(&instance).await;
    let requested = open(&instance, &other).await;
    assert_eq!(requested.path, format!("{}/payments/1", other.path));
    shows(&instance, &cart, "placed").await;
    let order = "SELECT order_id FROM carts WHERE order_id IS NOT NULL";
    let order = database.rows(order).await;
    assert_eq!(order, [[setup.orders(&cart.id)[0].to_string()]]);
    let request = format!(
        "SELECT request_uid FROM payments WHERE cart = '{}'",
        other.id
    );
    assert_eq!(database.rows(&request).await, [[requested.request_uid]]);
    assert_eq!(database.in_flight().await, 2);
    // Later, the journal has them, too.
    database.refuse_nothing().await;
    wait_until(async || database.in_flight().await == 0).await;
    instance.stop().await;
}

async fn cart_that_is_paid_twice_is_submitted_once(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, first) = pay(&setup, &instance).await;
    let second = pay_again(&setup, &instance, &cart).await;
    report(&instance, &second).await;
    report(&instance, &first).await;
    shows(&instance, &cart, "placed").await;
    // The cart is paid: its pages lead to its state.
    let path = format!("{}/payments/3", cart.path);
    let third = instance.get(&path, &cart.ticket).await;
    assert_eq!(third.text().await.expect("a state"), "placed");
    assert_eq!(setup.sent("create_request"), 2);
    // The staff find the payment to refund by the query on the page.
    let [query, _, erase] = sql(include_str!("../../../book/a-service.md"));
    let find = async || setup.database.rows(query).await;
    let first_is = |state: &str| [[&*cart.id, "1", &first.request_uid, state].map(str::to_owned)];
    assert_eq!(find().await, first_is("paid"));
    assert_eq!((setup.submitted(), setup.orders(&cart.id).len()), (1, 1));
    // The sandbox refunds what was submitted, once; what it refuses to refund stays in the list.
    // Not while the order is being placed.
    for state in ["paid", "submitted"] {
        let set = format!("UPDATE carts SET state = '{state}', due_at = unixepoch() + 3600");
        setup.database.rows(&set).await;
        assert_eq!(
            refund(&instance, &second).await,
            StatusCode::CONFLICT,
            "{state}"
        );
    }
    let placed = "UPDATE carts SET state = 'placed'";
    setup.database.rows(placed).await;
    assert_eq!(refund(&instance, &second).await, StatusCode::NO_CONTENT);
    assert_eq!(refund(&instance, &second).await, StatusCode::CONFLICT);
    assert_eq!(setup.sent("refund_request"), 1);
    assert_eq!(
        refund(&instance, &first).await,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(find().await, first_is("refunding"));
    // The order stays.
    assert_eq!(setup.column(&cart, "state").await, "placed");
    // One search finds all that was written for the cart.
    let path = format!("/journal/entries?list=all&text={}", cart.id);
    let found: Value = serde_json::from_str(&instance.staff(&path).await).expect("a list");
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
    setup.database.rows(erase).await;
    // The page of a refunded payment opens no cart any more.
    let late = paid(&instance, &second).await.status();
    assert_eq!(late, StatusCode::NOT_FOUND);
    instance.stop().await;
}

async fn restored_journal_makes_buyers_wait(setup: Setup) {
    let instance = setup.public_instance().await;
    let cart = create(&instance).await;
    let operator = Operator::new(setup.database.journal().await, "employee-7").expect("a name");
    operator.restored("a backup").await.expect("a change");
    let path = format!("{}/payments/1", cart.path);
    let page = instance.get(&path, &cart.ticket).await;
    assert_eq!(page.status(), StatusCode::ACCEPTED);
    // The provider has a payment that the backup does not have, and the venue its order.
    let payments = Scope::new("payments", "Test", "main");
    let venue = Scope::new("pos-v3", "Staging", "12");
    let request = format!("{} payment 1", cart.id);
    for (scope, operation, key, id) in [
        (&payments, "create_request", &request, Some("lost-request")),
        (&payments, "submit_request", &cart.id, None),
        (&venue, "create_incoming_order", &cart.id, Some("48213")),
    ] {
        let record = operator.record(scope.clone(), operation, key, id, "listed", true);
        record.await.expect("an entry");
    }
    let reconciled = operator.reconciled("compared", true);
    reconciled.await.expect("a change");
    let payment = open(&instance, &cart).await;
    assert_eq!(payment.path, path);
    assert_eq!(payment.request_uid, "lost-request");
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    for operation in ["create_request", "submit_request", "create_incoming_order"] {
        assert_eq!(setup.sent(operation), 0, "{operation}");
    }

    // Another buyer has paid, too, and closed the page. The backup has the cart without its payment.
    let (cart, payment) = pay(&setup, &instance).await;
    setup.database.rows("DELETE FROM payments").await;
    let path = format!("/payments/{}/paid", payment.request_uid);
    let seen = instance.staff_post(&path, Value::Null).await;
    assert_eq!(seen.0, StatusCode::NOT_FOUND);
    let [query, row, _] = sql(include_str!("../../../book/a-service.md"));
    let row = row.replace("W0123456789ab", &cart.id);
    let row = row.replace("RequestUid", &payment.request_uid);
    setup.database.rows(&row).await;
    let listed = setup.database.rows(query).await;
    assert_eq!(listed[0][2], payment.request_uid);
    let seen = instance.staff_post(&path, Value::Null).await;
    assert_eq!(seen.0, StatusCode::ACCEPTED);
    shows(&instance, &cart, "placed").await;
    instance.stop().await;
}

async fn payment_request_of_a_browser_that_goes_away_ends_before_the_process(setup: Setup) {
    let instance = setup.public_instance().await;
    let mut carts = 0;
    // Again, if the machine was so busy that the browser had its page before it went away.
    loop {
        setup.inject("create_request", Effect::Delay(Duration::from_secs(1)));
        let cart = create(&instance).await;
        carts += 1;
        let path = format!("{}/payments/1", cart.path);
        let browser = tokio::spawn(instance.page(&path, &cart.ticket));
        wait_until(async || setup.sandbox.control().verify_faults().is_ok()).await;
        // The request is on its way.
        browser.abort();
        if browser.await.is_err() {
            break;
        }
    }
    instance.stop().await;
    assert_eq!(setup.sandbox.control().payments().len(), carts);
}

async fn order_with_other_values_than_its_cart_waits_for_a_person(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    setup.inject(
        "create_incoming_order",
        Effect::Value("quantity".to_owned(), json!(3)),
    );
    report(&instance, &payment).await;
    wait_until(async || setup.orders(&cart.id).len() == 1).await;
    // The instance has finished a later cart: it has decided on this one.
    let (other, payment) = pay(&setup, &instance).await;
    report(&instance, &payment).await;
    shows(&instance, &other, "placed").await;
    let shown = instance.get(&cart.path, &cart.ticket).await;
    assert_eq!(shown.text().await.expect("a state"), "submitted");

    // A person finds it in the journal, and takes the order as it is.
    let list = instance.staff("/journal/entries").await;
    let list: Value = serde_json::from_str(&list).expect("a list");
    let [entry] = &list["entries"].as_array().expect("entries")[..] else {
        panic!("expected one entry: {list}");
    };
    assert_eq!(entry["key"], *cart.id);
    let path = format!(
        "/journal/entries/{}/resolve",
        entry["id"].as_str().expect("an id")
    );
    let order = setup.orders(&cart.id)[0].to_string();
    let word = json!({"took_effect": true, "record_id": order, "why": "compared"});
    assert_eq!(instance.staff_post(&path, word).await.0, StatusCode::OK);
    setup.release().await;
    shows(&instance, &cart, "placed").await;
    assert_eq!(setup.sent("create_incoming_order"), 2);
    instance.stop().await;
}

async fn order_of_a_killed_instance_is_found_by_its_callback(setup: Setup) {
    let victim = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &victim).await;
    setup.inject(
        "create_incoming_order",
        Effect::SlowBytes(Duration::from_secs(1)),
    );
    report(&victim, &payment).await;
    wait_until(async || !setup.orders(&cart.id).is_empty()).await;
    victim.kill();
    // A callback that no instance received.
    let order = setup.orders(&cart.id)[0];
    setup.report(order);
    setup.sandbox.control().wait_for_callbacks().await;

    // While the journal is closed, no call compares the order with the cart.
    let operator = Operator::new(setup.database.journal().await, "employee-7").expect("a name");
    operator.restored("a backup").await.expect("a change");
    let survivor = Instance::start(&setup, &setup.public_address).await;
    let control = setup.sandbox.control();
    control
        .set_order_status(order, OrderStatus::Delivered)
        .expect("an order");
    shows(&survivor, &cart, "Delivered").await;
    let state = async || setup.database.rows("SELECT state FROM carts").await[0][0].clone();
    assert_eq!(state().await, "submitted");
    let refused = "SELECT cart FROM carts WHERE due_at > unixepoch() + 50";
    wait_until(async || !setup.database.rows(refused).await.is_empty()).await;
    operator
        .reconciled("compared", true)
        .await
        .expect("a change");
    setup.report(order);
    wait_until(async || state().await == "placed").await;
    // A call with the key has read and compared it.
    let metrics = survivor.staff("/metrics").await;
    let recovered =
        r#"operation="create_incoming_order",account="12",kind="",outcome="Success"} 1"#;
    assert!(metrics.contains(recovered), "{metrics}");
    assert_eq!(setup.orders(&cart.id).len(), 1);
    assert_eq!(setup.sent("create_incoming_order"), 1);
    assert_eq!(setup.sent("submit_request"), 1);
    survivor.stop().await;
}

async fn carts_of_an_instance_that_is_killed_at_any_time_are_finished_once(setup: Setup) {
    let survivor = setup.public_instance().await;
    let mut carts = Vec::new();
    for _ in 0..3 {
        let victim = Instance::start(&setup, ANY_ADDRESS).await;
        let mut browsers = JoinSet::new();
        let (mut payments, mut ids) = (Vec::new(), Vec::new());
        for _ in 0..4 {
            let (cart, payment) = pay(&setup, &victim).await;
            let path = format!("{}/paid", payment.path);
            browsers.spawn(victim.post(&path, &payment.ticket, &Value::Null));
            payments.push(payment);
            ids.push(cart.id);
        }
        // Some are placed, and the others are somewhere on their way.
        wait_until(async || ids.iter().any(|id| !setup.orders(id).is_empty())).await;
        victim.kill();
        browsers.shutdown().await;
        // The other instances need not wait until it would have ended.
        setup.release().await;
        // The buyers' pages post again.
        for payment in &payments {
            report(&survivor, payment).await;
        }
        carts.extend(ids);
    }
    let placed = || carts.iter().all(|cart| setup.orders(cart).len() == 1);
    wait_until(async || {
        setup.resolve_all().await;
        setup.release().await;
        placed() && setup.submitted() == carts.len()
    })
    .await;
    assert!(placed());
    survivor.stop().await;
}

async fn callback_does_not_place_a_refunded_cart_again(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    let refunded = "UPDATE carts SET state = 'refunded'";
    setup.database.rows(refunded).await;
    setup.report(setup.orders(&cart.id)[0]);
    wait_until(async || {
        let rows = setup.database.rows("SELECT order_state FROM carts").await;
        !rows[0][0].is_empty()
    })
    .await;
    shows(&instance, &cart, "refunded").await;
    instance.stop().await;
}

/// The callback is read while the call goes on that places the order. Its response and its look-up are lost.
async fn call_that_fails_after_a_callback_is_repeated_at_once(setup: Setup) {
    let instance = setup.public_instance().await;
    let control = setup.sandbox.control();
    let mut carts = 0;
    // Again, if the machine was so busy that the call ended before the callback was read.
    loop {
        let (cart, payment) = pay(&setup, &instance).await;
        carts += 1;
        let slowly = Effect::SlowBytes(Duration::from_secs(1));
        setup.inject("create_incoming_order", slowly);
        report(&instance, &payment).await;
        wait_until(async || !setup.orders(&cart.id).is_empty()).await;
        setup.report(setup.orders(&cart.id)[0]);
        shows(&instance, &cart, "Completed").await;
        setup.inject("get_incoming_order", Effect::Status(404));
        wait_until(async || setup.column(&cart, "state").await == "placed").await;
        if control.verify_faults().is_ok() {
            break;
        }
        control.clear_faults();
    }
    assert_eq!(setup.sent("create_incoming_order"), carts);
    instance.stop().await;
}

async fn callback_that_no_instance_received_is_made_up_for(setup: Setup) {
    let first = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &first).await;
    // The buyer has closed the page, and the staff have seen the payment.
    let path = format!("/payments/{}/paid", payment.request_uid);
    let (status, _) = first.staff_post(&path, Value::Null).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    shows(&first, &cart, "placed").await;
    first.kill();
    setup.report(setup.orders(&cart.id)[0]);
    setup.sandbox.control().wait_for_callbacks().await;
    // The database is there, and takes no order to read.
    setup.database.refuse_records().await;
    let second = Instance::start(&setup, &setup.public_address).await;
    second.logs("callbacks: not queued").await;
    setup.database.refuse_nothing().await;
    // The order has a state, and no status: only a callback has one.
    shows(&second, &cart, "processing").await;
    second.stop().await;
}

async fn order_whose_reference_the_venue_changes_is_that_of_its_cart(setup: Setup) {
    let first = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &first).await;
    report(&first, &payment).await;
    shows(&first, &cart, "placed").await;
    let other = create(&first).await;
    first.kill();
    let order = setup.orders(&cart.id)[0];
    let changed = json!({"reference_no": other.id});
    let control = setup.sandbox.control();
    control
        .change(12, "orders", order, changed)
        .expect("an order");
    let second = Instance::start(&setup, &setup.public_address).await;
    shows(&second, &cart, "pending").await;
    for (cart, id) in [(&cart, order.to_string()), (&other, String::new())] {
        assert_eq!(setup.column(cart, "order_id").await, id);
    }
    second.stop().await;
}

async fn order_that_the_venue_has_deleted_waits_until_the_staff_dismiss_it(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    let order = setup.orders(&cart.id)[0];
    let deleted = Fault::new("get_incoming_order", Effect::Status(404)).times(100);
    let control = setup.sandbox.control();
    control.inject(deleted).expect("a fault");
    setup.report(order);
    wait_until(async || {
        let waiting = instance.staff("/orders/waiting").await;
        let waiting: Value = serde_json::from_str(&waiting).expect("a list");
        waiting[0]["id"] == order && waiting[0]["failures"] != 0
    })
    .await;
    let path = format!("/orders/waiting/{order}");
    for status in [StatusCode::NO_CONTENT, StatusCode::NOT_FOUND] {
        assert_eq!(instance.staff_delete(&path).await, status);
    }
    assert_eq!(instance.staff("/orders/waiting").await, "[]");
    instance.stop().await;
}

/// A page reports the payment of an open cart, and the staff refund it, or the cart is erased: one after the other, in
/// both orders, and at once.
async fn only_the_first_of_report_refund_and_erasure_counts(setup: Setup) {
    let instance = setup.public_instance().await;
    let [listed, _, erase] = sql(include_str!("../../../book/a-service.md"));
    let (mut paid_carts, mut refunds) = (Vec::new(), 0);
    for (other, order) in ["refund", "erasure"]
        .into_iter()
        .flat_map(|other| ["at once", "first", "second"].map(|order| (other, order)))
    {
        let (cart, payment) = pay(&setup, &instance).await;
        setup.hold().await;
        let age = "created_at < unixepoch() - 90 * 86400";
        assert!(erase.contains(age));
        let erase = erase.replace(age, &format!("cart = '{}'", cart.id));
        let report = async || paid(&instance, &payment).await.status();
        let other_action = async || match other {
            "refund" => Some(refund(&instance, &payment).await),
            _ => {
                setup.database.rows(&erase).await;
                None
            }
        };
        let (reported, refunded) = match order {
            "first" => (report().await, other_action().await),
            "second" => {
                let refunded = other_action().await;
                (report().await, refunded)
            }
            _ => {
                let both = async { tokio::join!(report(), other_action()) };
                setup.database.meeting(&cart.id, 2, both).await
            }
        };
        let state = setup.column(&cart, "state").await;
        println!("{other}, report {order}: {state}, {reported}, {refunded:?}");
        let is_erased = setup.column(&cart, "checkout").await == "{}";
        match &*state {
            "paid" => {
                assert_ne!(order, "second", "{other}");
                assert_eq!(reported, StatusCode::ACCEPTED);
                assert!(matches!(refunded, None | Some(StatusCode::CONFLICT)));
                assert!(!is_erased);
                paid_carts.push(cart);
            }
            // The sandbox refunds nothing that is not submitted.
            "refunding" => {
                assert_ne!(order, "first");
                assert_eq!(refunded, Some(StatusCode::UNPROCESSABLE_ENTITY));
                refunds += 1;
            }
            _ => {
                assert_ne!(order, "first");
                assert_eq!((&*state, is_erased), ("erased", true));
                assert_eq!(reported, StatusCode::ACCEPTED);
                // The staff find the payment, and refund it.
                let listed = setup.database.rows(listed).await;
                let mut ours = listed.iter().filter(|row| row[0] == cart.id);
                assert_eq!(ours.next().expect("a payment")[3], "paid");
                let refused = refund(&instance, &payment).await;
                assert_eq!(refused, StatusCode::UNPROCESSABLE_ENTITY);
                refunds += 1;
            }
        }
    }
    setup.release().await;
    for cart in &paid_carts {
        shows(&instance, cart, "placed").await;
    }
    assert_eq!(setup.submitted(), paid_carts.len());
    assert_eq!(setup.sent("submit_request"), paid_carts.len());
    assert_eq!(setup.sent("refund_request"), refunds);
    instance.stop().await;
}

async fn payments_that_are_reported_at_once_are_submitted_once(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, first) = pay(&setup, &instance).await;
    let second = pay_again(&setup, &instance, &cart).await;
    let both = async { tokio::join!(report(&instance, &first), report(&instance, &second)) };
    setup.database.meeting(&cart.id, 2, both).await;
    shows(&instance, &cart, "placed").await;
    assert_eq!((setup.submitted(), setup.sent("submit_request")), (1, 1));
    assert_eq!(setup.orders(&cart.id).len(), 1);
    instance.stop().await;
}

async fn payment_whose_submission_is_unknown_is_not_refunded_before_it_is_resolved(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    setup.inject("submit_request", Effect::DropAfter);
    report(&instance, &payment).await;
    wait_until(async || setup.submitted() == 1).await;
    assert_eq!(refund(&instance, &payment).await, StatusCode::CONFLICT);
    wait_until(async || {
        setup.resolve_all().await;
        setup.release().await;
        setup.column(&cart, "state").await == "placed"
    })
    .await;
    assert_eq!(refund(&instance, &payment).await, StatusCode::NO_CONTENT);
    for operation in ["submit_request", "create_incoming_order", "refund_request"] {
        assert_eq!(setup.sent(operation), 1, "{operation}");
    }
    instance.stop().await;
}

/// The response to the refund is lost. A person looks it up, and two of the staff press the button again.
async fn refund_of_a_stopped_cart_ends_it_and_is_sent_once(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    let second = pay_again(&setup, &instance, &cart).await;
    setup.inject("create_incoming_order", Effect::Status(400));
    report(&instance, &payment).await;
    shows(&instance, &cart, "stopped").await;
    // Its pages open no payment any more. What the buyer has paid twice is refunded, and the cart stays the staff's.
    let page = instance.get(&payment.path, &cart.ticket).await;
    assert_eq!(page.text().await.expect("a state"), "stopped");
    report(&instance, &second).await;
    let refused = refund(&instance, &second).await;
    assert_eq!(refused, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(setup.column(&cart, "state").await, "stopped");
    let long_ago = "UPDATE carts SET paid_at = 1000";
    setup.database.rows(long_ago).await;
    setup.inject("refund_request", Effect::DropAfter);
    for _ in 0..2 {
        assert_eq!(refund(&instance, &payment).await, StatusCode::ACCEPTED);
        shows(&instance, &cart, "refunding").await;
    }
    setup.resolve_all().await;
    let both = async { tokio::join!(refund(&instance, &payment), refund(&instance, &payment)) };
    let (first, second) = setup.database.meeting(&cart.id, 2, both).await;
    let ends = [StatusCode::NO_CONTENT, StatusCode::CONFLICT];
    assert!(
        ends.contains(&first) && ends.contains(&second),
        "{first} {second}"
    );
    shows(&instance, &cart, "refunded").await;
    assert_eq!(setup.column(&cart, "paid_at").await, "1000");
    assert_eq!(refund(&instance, &payment).await, StatusCode::CONFLICT);
    assert_eq!(
        paid(&instance, &payment).await.status(),
        StatusCode::NOT_FOUND
    );
    assert_eq!(setup.sent("refund_request"), 2);
    assert_eq!(setup.sent("create_incoming_order"), 1);
    instance.stop().await;
}

async fn cart_that_is_stopped_before_its_turn_is_not_submitted(setup: Setup) {
    let instance = setup.public_instance().await;
    let mut carts = Vec::new();
    for _ in 0..2 {
        let (cart, payment) = pay(&setup, &instance).await;
        setup.hold().await;
        report(&instance, &payment).await;
        carts.push(cart);
    }
    // When one of them is taken, the other one waits for its turn.
    setup.database.stop_taken_carts().await;
    setup.release().await;
    for cart in &carts {
        shows(&instance, cart, "stopped").await;
    }
    setup.database.stop_no_carts().await;
    let (cart, payment) = pay(&setup, &instance).await;
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    assert_eq!((setup.submitted(), setup.sent("submit_request")), (2, 2));
    assert_eq!(setup.sent("create_incoming_order"), 1);
    for cart in &carts {
        shows(&instance, cart, "stopped").await;
    }
    // Other instances left the submitted one and the placed one alone for longer than the longest call: 15 s, and 30 s
    // for the journal.
    let alone = "SELECT cart FROM carts WHERE due_at - paid_at > 45";
    assert_eq!(setup.database.rows(alone).await.len(), 2);
    instance.stop().await;
}

async fn payment_keeps_its_id_when_its_entry_is_erased(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    let operator = Operator::new(setup.database.journal().await, "employee-7").expect("a name");
    let listed = operator.list(&Filter::all(), None, 100).await;
    for entry in listed.expect("a list").entries {
        let id = entry.expect("a readable entry").id;
        operator.erase(&id, "asked to").await.expect("a change");
    }
    // The buyer reloads the page.
    let again = open(&instance, &cart).await;
    assert_eq!(again.request_uid, payment.request_uid);
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    assert_eq!(setup.submitted(), 1);
    instance.stop().await;
}

async fn order_keeps_the_id_of_its_callback_when_a_person_resolves_it_without_one(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    let operator = Operator::new(setup.database.journal().await, "employee-7").expect("a name");
    let venue = Scope::new("pos-v3", "Staging", "12");
    let operation = "create_incoming_order";
    let record = operator.record(venue, operation, &cart.id, None, "seen", true);
    record.await.expect("an entry");
    // As a callback has written it.
    let called = "UPDATE carts SET order_id = 48213";
    setup.database.rows(called).await;
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    assert_eq!(setup.column(&cart, "order_id").await, "48213");
    assert_eq!((setup.submitted(), setup.sent(operation)), (1, 0));
    instance.stop().await;
}

async fn while_the_database_is_away_everybody_is_told_to_come_again(setup: Setup) {
    let instance = setup.public_instance().await;
    let (cart, payment) = pay(&setup, &instance).await;
    setup.database.set_away(true).await;
    let made = instance.post("/carts", "", &basket("9001")).await;
    let answers = [
        made.expect("a response"),
        instance.get(&cart.path, &cart.ticket).await,
        instance.get(&payment.path, &cart.ticket).await,
        paid(&instance, &payment).await,
    ];
    for response in answers {
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()["retry-after"], "5");
    }
    let refunded = refund(&instance, &payment).await;
    assert_eq!(refunded, StatusCode::SERVICE_UNAVAILABLE);
    setup.database.set_away(false).await;
    report(&instance, &payment).await;
    shows(&instance, &cart, "placed").await;
    instance.stop().await;
}
