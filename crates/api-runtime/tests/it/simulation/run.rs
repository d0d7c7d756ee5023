//! One simulation: a client, a server, the network between them, and a call.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::journal::MemoryStore;
use api_runtime::{Difference, Error, Known};
use fastrand::Rng;
use test_support::shop::{AddOrder, Client, CreateOrder, GetOrder, NewOrder, Order, config};
use tokio::time::{Instant, sleep, timeout};

use super::network::{Network, World};
use super::server::{OURS, REFERENCE, Server};

/// A kind of write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Plain,
    UniqueKey,
}

impl Kind {
    pub(crate) const ALL: [Self; 2] = [Self::Plain, Self::UniqueKey];
}

/// The result of a call. `None`: the caller canceled it.
pub(crate) type CallResult = Option<Result<Success, Error>>;

/// A record, and how it is known.
#[derive(Debug)]
pub(crate) struct Success {
    pub(crate) order: Order,
    pub(crate) known: Known,
    pub(crate) differences: Vec<Difference>,
}

pub(crate) struct Run {
    pub(crate) kind: Kind,
    pub(crate) result: CallResult,
    /// The duration of the call.
    pub(crate) elapsed: Duration,
    /// Its overall timeout.
    pub(crate) limit: Duration,
    /// Requests that were started before the call ended.
    pub(crate) started: usize,
    pub(crate) world: Arc<Mutex<World>>,
}

impl Run {
    /// Runs a simulation, which the seed determines.
    pub(crate) async fn new(seed: u64, kind: Kind, is_logged: bool) -> Self {
        // The client's jitter uses the generator of this thread.
        fastrand::seed(seed);
        let mut rng = Rng::with_seed(seed);
        let limit = Duration::from_secs(*rng.choice(&[1, 8, 60, 60, 180]).unwrap());
        let attempt = Duration::from_secs(*rng.choice(&[2, 5, 30]).unwrap());
        let strict = rng.u32(0..8) == 0;
        let is_budget_spent = rng.u32(0..5) == 0;
        let canceled_after =
            (rng.u32(0..8) == 0).then(|| Duration::from_millis(rng.u64(0..12_000)));
        let other_order = rng.u32(0..10);
        let other_order_after = Duration::from_millis(rng.u64(0..8_000));

        let world = World::new(Server::new(kind), rng, is_logged);
        let world = Arc::new(Mutex::new(world));
        let client = Client::builder(config())
            .account(12)
            .journal(MemoryStore::new())
            .transport(Network(Arc::clone(&world)))
            .attempt_timeout(attempt)
            .timeout(limit)
            .strict(strict)
            .build()
            .unwrap();
        if is_budget_spent {
            // An outage before the call: the retry budget is partly or entirely spent.
            for _ in 0..12 {
                let _ = client.send(GetOrder::new(REFERENCE)).await;
            }
        }
        match other_order {
            0 => world.lock().unwrap().server.add_other_order(true),
            1 => world.lock().unwrap().server.add_other_order(false),
            3 if kind == Kind::UniqueKey => world.lock().unwrap().server.add_earlier_order(),
            2 => {
                let world = Arc::clone(&world);
                tokio::spawn(async move {
                    sleep(other_order_after).await;
                    world.lock().unwrap().server.add_other_order(true);
                });
            }
            _ => {}
        }

        let start = Instant::now();
        let order = NewOrder::new(REFERENCE.to_owned()).quantity(OURS);
        let call = async {
            match kind {
                Kind::Plain => {
                    let added = client.send(AddOrder { order }).await;
                    added.map(|order| Success {
                        order,
                        known: Known::Confirmed,
                        differences: Vec::new(),
                    })
                }
                Kind::UniqueKey => {
                    let sent = client.once("cart-7").send(CreateOrder { order }).await;
                    sent.map(|sent| Success {
                        order: sent.record.expect("the first call"),
                        known: sent.known,
                        differences: sent.differences,
                    })
                }
            }
        };
        let result: CallResult = match canceled_after {
            Some(after) => timeout(after, call).await.ok(),
            None => Some(call.await),
        };
        let elapsed = start.elapsed();
        let started = {
            let world = &mut *world.lock().unwrap();
            world.log(|| format!("the call returns {}", described(&result)));
            world.started
        };
        // Requests that are still in flight are delivered now.
        sleep(Duration::from_secs(900)).await;
        Self {
            kind,
            result,
            elapsed,
            limit,
            started,
            world,
        }
    }

    /// The events of the run.
    pub(crate) fn log(&self) -> String {
        let world = self.world.lock().unwrap();
        format!("{}\n{} created", world.events(), world.server.created())
    }
}

fn described(result: &CallResult) -> String {
    match result {
        None => "nothing: the caller canceled it".to_owned(),
        Some(Ok(created)) => format!("{created:?}"),
        Some(Err(error)) => format!("{:?}: {error}", error.outcome()),
    }
}
