//! Runs the steps against a sandbox, and compares each response with the model.

use std::fmt::Debug;
use std::time::Duration;

use api_sandbox::jiff::{SignedDuration, Timestamp};
use api_sandbox::{CallbackOutcome, OrderStatus, Sandbox};
use pos_v1_client::Error;
use tokio::sync::OnceCell;

use super::basket::{Menu, Price, Tax};
use super::customers::Customer;
use super::orders::Order;
use super::quotes::Quote;
use super::step::Step;
use crate::callbacks::Receiver;
use crate::common::{Demo, demo};

/// The error is a difference from the model.
pub(super) type CheckResult = Result<(), String>;

/// A sandbox, clients, and the model of the sandbox's state.
pub(super) struct Runner {
    pub(super) demo: Demo,
    pub(super) v1: pos_v1_client::Client,
    pub(super) v2: pos_v2_client::Client,
    pub(super) v3: pos_v3_client::Client,
    pub(super) receiver: Receiver,
    pub(super) menu: Menu,
    pub(super) now: Timestamp,
    pub(super) orders: Vec<Order>,
    pub(super) quotes: Vec<Quote>,
    pub(super) customers: Vec<Customer>,
    /// The expected callbacks since the start or the last reset.
    pub(super) callbacks: Vec<(i64, OrderStatus)>,
    /// The last id.
    pub(super) latest_id: i64,
    started: Timestamp,
}

/// The demo data, which are the same for all sandboxes of a seed.
#[derive(Clone)]
struct DemoData {
    menu: Menu,
    customers: Vec<Customer>,
}

/// Runs the steps; the error has the step and the difference.
pub(super) async fn run(steps: &[Step]) -> CheckResult {
    let mut runner = Runner::new().await;
    for (index, step) in steps.iter().enumerate() {
        // Prevents a hanging test.
        let result = tokio::time::timeout(Duration::from_secs(60), runner.step(step)).await;
        result
            .map_err(|_| "timeout".to_owned())
            .and_then(|result| result)
            .map_err(|error| format!("step {index}, {step:?}: {error}"))?;
    }
    runner.check_end().await
}

impl Runner {
    async fn new() -> Self {
        let demo = demo().await;
        let url = demo.sandbox.pos_url();
        let credentials = demo.sandbox.credentials();
        let venue = credentials.venues[0];
        let v1 = {
            use pos_v1_client::{Client, Config, Environment, VenueToken};
            let token = VenueToken::new(venue.api_token);
            let config = Config::new(Environment::Staging, &url, token);
            let builder = Client::builder(config.expect("a valid config"));
            builder.strict(true).build().expect("a client")
        };
        let v2 = {
            use pos_v2_client::{Client, Config, Environment, VenueToken};
            let token = VenueToken::new(venue.api_token);
            let config = Config::new(Environment::Staging, &url, token);
            let builder = Client::builder(config.expect("a valid config"));
            builder.strict(true).build().expect("a client")
        };
        let v3 = {
            use pos_v3_client::{Client, Config, Environment, IntegratorAndVenue};
            let token = IntegratorAndVenue::new(credentials.integrator_token, venue.venue_token);
            let config = Config::new(Environment::Staging, &url, token);
            let builder = Client::builder(config.expect("a valid config"));
            builder.strict(true).build().expect("a client")
        };
        let demo_data = demo_data(&v2, &v3, venue.menu_feed_key).await;
        let now = demo.sandbox.control().now();
        Self {
            demo,
            v1,
            v2,
            v3,
            receiver: Receiver::ok().await,
            menu: demo_data.menu,
            now,
            orders: Vec::new(),
            quotes: Vec::new(),
            customers: demo_data.customers,
            callbacks: Vec::new(),
            latest_id: 0,
            started: now,
        }
    }

    pub(super) fn sandbox(&self) -> &Sandbox {
        &self.demo.sandbox
    }

    async fn step(&mut self, step: &Step) -> CheckResult {
        match step {
            Step::CreateOrder {
                version,
                reference,
                items,
                callback,
                delivery,
            } => {
                self.create_order(*version, *reference, items, *callback, *delivery)
                    .await
            }
            Step::ReadOrder {
                version,
                which,
                by_reference,
            } => self.read_order(*version, *which, *by_reference).await,
            Step::ChangeStatus { which, status } => self.change_status(*which, *status),
            Step::CreateQuote {
                version,
                items,
                tip,
            } => self.create_quote(*version, items, *tip).await,
            Step::UpdateQuote {
                version,
                which,
                tip,
            } => self.update_quote(*version, *which, *tip).await,
            Step::PatchQuote {
                which,
                choice,
                quantity,
            } => self.patch_quote(*which, *choice, *quantity).await,
            Step::FinalizeQuote { which } => self.finalize_quote(*which).await,
            Step::ReadQuote { version, which } => self.read_quote(*version, *which).await,
            Step::ReadQuoteById { which } => self.read_quote_by_id(*which).await,
            Step::CreateCustomer { telephone, points } => {
                self.create_customer(*telephone, *points).await
            }
            Step::UpdateCustomer {
                which,
                points,
                name,
            } => self.update_customer(*which, *points, *name).await,
            Step::UpdateTelephone { which, other } => self.update_telephone(*which, *other).await,
            Step::ReadCustomer { which } => self.read_customer(*which).await,
            Step::ListCustomers {
                version,
                page,
                per_page,
                updated_after_day,
                telephone_of,
            } => {
                let filters = (*updated_after_day, *telephone_of);
                self.list_customers(*version, *page, *per_page, filters)
                    .await
            }
            Step::MoveClock { minutes } => {
                let by = SignedDuration::from_mins(i64::from(*minutes));
                let moved = self.sandbox().control().advance_clock(by);
                self.now += by;
                moved.map_err(|error| error.to_string())
            }
            Step::Reset => self.reset().await,
        }
    }

    /// Pending callbacks are discarded as well.
    async fn reset(&mut self) -> CheckResult {
        let reset = self.sandbox().control().reset();
        reset.map_err(|error| error.to_string())?;
        let fresh = Self::fresh_customers(&self.v2, &self.v3, self.sandbox()).await;
        // The history of the demo data ends at the time of the reset.
        let later = self.now.duration_since(self.started);
        self.customers = fresh;
        for customer in &mut self.customers {
            customer.updated_at += later;
        }
        self.orders.clear();
        self.quotes.clear();
        self.callbacks.clear();
        Ok(())
    }

    async fn fresh_customers(
        v2: &pos_v2_client::Client,
        v3: &pos_v3_client::Client,
        sandbox: &Sandbox,
    ) -> Vec<Customer> {
        let key = sandbox.credentials().venues[0].menu_feed_key;
        demo_data(v2, v3, key).await.customers
    }

    /// Compares the final state of the sandbox and its callbacks.
    async fn check_end(&self) -> CheckResult {
        let control = self.sandbox().control();
        let placed: Vec<_> = control
            .orders()
            .into_iter()
            .map(|order| (order.id, order.reference_no, order.status, order.venue))
            .collect();
        let expected: Vec<_> = self
            .orders
            .iter()
            .map(|order| (order.id, order.reference.clone(), order.status, 12))
            .collect();
        check_eq("the orders", placed, expected)?;
        control.wait_for_callbacks().await;
        let callbacks = control.callbacks();
        let undelivered = callbacks
            .iter()
            .find(|callback| callback.outcome != CallbackOutcome::Responded(200));
        check_eq("a callback", undelivered, None)?;
        for order in &self.orders {
            let actual: Vec<_> = callbacks
                .iter()
                .filter(|callback| callback.order == order.id)
                .map(|callback| callback.status)
                .collect();
            let expected: Vec<_> = self
                .callbacks
                .iter()
                .filter(|(id, _)| *id == order.id)
                .map(|(_, status)| *status)
                .collect();
            check_eq(
                "the callbacks of an order, in their order",
                actual,
                expected,
            )?;
        }
        check_eq(
            "the number of callbacks",
            callbacks.len(),
            self.callbacks.len(),
        )?;
        let mut bodies = self.receiver.bodies();
        for callback in &callbacks {
            let index = bodies.iter().position(|body| *body == callback.body);
            bodies.remove(index.ok_or("a callback was not received")?);
        }
        Ok(())
    }
}

/// Requested once, as it is the same for all sandboxes.
async fn demo_data(
    v2: &pos_v2_client::Client,
    v3: &pos_v3_client::Client,
    menu_feed_key: &str,
) -> DemoData {
    static DEMO_DATA: OnceCell<DemoData> = OnceCell::const_new();
    let demo_data = DEMO_DATA.get_or_init(|| async {
        let info = v2.send(pos_v2_client::GetVenueInfo::new()).await;
        let info = info.expect("a venue");
        let taxes = info.tax_rates.iter().map(|tax| Tax {
            rate: thousandths(tax.tax_rate.as_deref().expect("a rate")),
            included: tax.price_included.expect("a boolean"),
        });
        let list = pos_v2_client::ListCustomers::new();
        let customers = v2.send(list).await.expect("customers").items;
        DemoData {
            menu: Menu {
                prices: prices(v3, menu_feed_key).await,
                taxes: taxes.collect(),
            },
            customers: customers.iter().map(Customer::from_record).collect(),
        }
    });
    demo_data.await.clone()
}

/// Prices of different kinds: by weight, counted with and without a limit.
async fn prices(v3: &pos_v3_client::Client, menu_feed_key: &str) -> Vec<Price> {
    let feed = v3
        .send(pos_v3_client::GetMenuFeed::new(menu_feed_key))
        .await;
    let feed = feed.expect("a menu");
    let mut prices = Vec::new();
    for (group, limit, items) in [
        ("Flower", Some("flower"), 0..1),
        ("Edibles", Some("edible"), 3..4),
        ("Accessories", None, 7..9),
    ] {
        let found = feed
            .menu_groups
            .iter()
            .find(|other| other.name.as_deref() == Some(group));
        for item in &found.expect("a group").menu_items[items] {
            let product = item.id.as_deref().and_then(|id| id.parse().ok());
            for price in &item.prices {
                let grams = thousandths(price.unit.as_deref().expect("a unit"));
                let id = price.id.as_ref().map(ToString::to_string);
                prices.push(Price {
                    id: id.expect("an id").parse().expect("a number"),
                    product: product.expect("a number"),
                    cents: price.price_cents.expect("cents"),
                    limit: limit.map(|limit| (limit, grams)),
                });
            }
        }
    }
    assert_eq!(prices.len(), super::basket::PRICES);
    prices
}

/// Parses a decimal to thousandths.
fn thousandths(text: &str) -> i64 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{fraction:0<3}").parse().expect("a decimal")
}

/// A response, or its error status; any other error is a difference from the model.
pub(super) fn response_or_status<T>(result: Result<T, Error>) -> Result<Result<T, u16>, String> {
    match result {
        Ok(response) => Ok(Ok(response)),
        Err(error) => match error.status().map(|status| status.as_u16()) {
            Some(status) if status != 200 => Ok(Err(status)),
            _ => Err(format!("{error}: {:?}", error.mismatches())),
        },
    }
}

/// Compares an actual value with that of the model.
pub(super) fn check_eq<T: PartialEq + Debug>(subject: &str, actual: T, expected: T) -> CheckResult {
    if actual == expected {
        Ok(())
    } else {
        Err(format!(
            "{subject}: expected {expected:?}, found {actual:?}"
        ))
    }
}
