//! One simulation: a client, a server, a network between them, and a call.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api_runtime::{Config, Created, Error};
use fastrand::Rng;
use test_support::shop::{
    AddOrder, Client, CreateOrder, Environment, GetOrder, NewOrder, Order, VenueToken,
};
use tokio::time::{Instant, sleep, timeout};

use crate::network::{Network, World};
use crate::server::{OURS, REFERENCE, Server};

/// A kind of write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Unguarded,
    UniqueKey,
}

/// What the caller was told. `None`: it gave the call up.
pub(crate) type Told = Option<Result<Created<Order, Order>, Error>>;

pub(crate) struct Run {
    pub(crate) kind: Kind,
    pub(crate) told: Told,
    /// How long the call took, and how long it may take.
    pub(crate) took: Duration,
    pub(crate) limit: Duration,
    /// How many requests were begun when the caller was told.
    pub(crate) begun: usize,
    pub(crate) world: Arc<Mutex<World>>,
}

impl Run {
    /// Everything follows from the seed.
    pub(crate) async fn of(seed: u64, kind: Kind, tells: bool) -> Self {
        // The client draws its waits from this thread's lots.
        fastrand::seed(seed);
        let mut rng = Rng::with_seed(seed);
        let limit = Duration::from_secs(*rng.choice(&[1, 8, 60, 60, 180]).unwrap());
        let attempt = Duration::from_secs(*rng.choice(&[2, 5, 30]).unwrap());
        let strict = rng.u32(0..8) == 0;
        let spent = rng.u32(0..16) == 0;
        let given_up = (rng.u32(0..8) == 0).then(|| Duration::from_millis(rng.u64(0..12_000)));
        let others = rng.u32(0..10);
        let others_after = Duration::from_millis(rng.u64(0..8_000));

        let world = World::new(Server::new(kind), rng, tells);
        let world = Arc::new(Mutex::new(world));
        let address = "https://shop.example/api";
        let config = Config::new(Environment::Staging, address, VenueToken::new("token")).unwrap();
        let client = Client::builder(config)
            .transport(Network(Arc::clone(&world)))
            .attempt_timeout(attempt)
            .overall_timeout(limit)
            .strict(strict)
            .build()
            .unwrap();
        if spent {
            // An outage before: the budget of further attempts is less than full, or empty.
            for _ in 0..12 {
                let _ = client.send(GetOrder::new(REFERENCE)).await;
            }
        }
        match others {
            0 => world.lock().unwrap().server.others(true),
            1 => world.lock().unwrap().server.others(false),
            2 => {
                let world = Arc::clone(&world);
                tokio::spawn(async move {
                    sleep(others_after).await;
                    world.lock().unwrap().server.others(true);
                });
            }
            _ => {}
        }

        let started = Instant::now();
        let order = NewOrder {
            reference_no: REFERENCE.to_owned(),
            quantity: Some(OURS),
        };
        let call = async {
            match kind {
                Kind::Unguarded => client
                    .send(AddOrder { order })
                    .await
                    .map(Created::Confirmed),
                Kind::UniqueKey => client.create_once(CreateOrder { order }).await,
            }
        };
        let told: Told = match given_up {
            Some(after) => timeout(after, call).await.ok(),
            None => Some(call.await),
        };
        let took = started.elapsed();
        let begun = {
            let world = &mut *world.lock().unwrap();
            world.tell(|| format!("the caller is told {}", described(&told)));
            world.begun
        };
        // Whatever is still on its way arrives now.
        sleep(Duration::from_secs(900)).await;
        Self {
            kind,
            told,
            took,
            limit,
            begun,
            world,
        }
    }

    /// What happened.
    pub(crate) fn told(&self) -> String {
        let world = self.world.lock().unwrap();
        format!("{}\n{} made", world.story(), world.server.made())
    }
}

fn described(told: &Told) -> String {
    match told {
        None => "nothing more: it has given the call up".to_owned(),
        Some(Ok(created)) => format!("{created:?}"),
        Some(Err(error)) => format!("{:?}: {error}", error.outcome()),
    }
}
