//! A shop that takes payments and places orders at one venue. Any number of instances run side by side, on one
//! PostgreSQL, or on one machine with a file of SQLite.
//!
//! | request | what it does |
//! |---|---|
//! | `POST /carts` | makes a cart of products, and gives the browser its ticket |
//! | `GET /carts/{cart}/payments/{number}` | the checkout page, which opens a payment |
//! | `POST /carts/{cart}/payments/{number}/paid` | the page's `onSuccess`: from now on, the shop submits the payment and places the order |
//! | `GET /carts/{cart}` | the state of the order |
//! | `POST /callbacks/…` | status callbacks of the point of sale |
//!
//! A second listener, which buyers and the venue do not reach, has `GET /metrics` for Prometheus, and for
//! the staff, who have a token each: the journal, `POST /payments/{request_uid}/paid` and `…/refund`,
//! `GET /orders/waiting`, and `DELETE /orders/waiting/{id}`.

mod checkout;
mod db;
mod failure;
mod menu;
mod shop;
mod staff;

use std::env;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, post};
use metrics_exporter_prometheus::PrometheusBuilder;
use payments_client::{ClientCredentials, ClientValues};
use pos_v3_client::IntegratorAndVenue;
use pos_v3_client::callback::{Handlers, router};
use pos_v3_client::journal::Worker;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;

use db::Db;
use failure::Fault;
use menu::Menu;
use shop::Shop;

/// A setting. The clients themselves read no environment variable.
fn var(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// A setting that is one of several values.
fn parse<T: FromStr<Err: Display>>(name: &str) -> Result<T, String> {
    let value = var(name)?.parse();
    value.map_err(|error: T::Err| format!("{name}: {error}"))
}

#[tokio::main]
async fn main() -> Result<(), Fault> {
    // ANCHOR: metrics
    // Of the clients, the worker and the reader of callbacks.
    let buckets = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0];
    let metrics = PrometheusBuilder::new()
        .set_buckets(&buckets)?
        .install_recorder()?;
    // ANCHOR_END: metrics

    // One database has the journal, the callbacks and the shop's own tables.
    let db = Db::open(&var("DATABASE")?, shop::TABLES).await?;

    // Your own id of the venue, the account of the orders. The keys of the journal belong to it, so it never changes.
    let venue = var("VENUE")?;
    let credentials = IntegratorAndVenue::new(var("INTEGRATOR_TOKEN")?, var("VENUE_TOKEN")?);
    let environment = parse("POS_ENVIRONMENT")?;
    let config = pos_v3_client::Config::new(environment, &var("POS_URL")?, credentials)?;
    let pos = pos_v3_client::Client::builder(config)
        .account(&venue)
        .journal(db.journal())
        .attempt_timeout(shop::ATTEMPT)
        .timeout(shop::CALL)
        .build()?;

    let config = payments_client::Config::with_client_values(
        parse("PAYMENTS_ENVIRONMENT")?,
        &var("PAYMENTS_URL")?,
        ClientCredentials::new(var("CLIENT_ID")?, var("CLIENT_SECRET")?),
        ClientValues::new(var("CLIENT_PUBLIC_KEY")?),
    )?;
    // One merchant, whatever the venue is.
    let payments = payments_client::Client::builder(config.clone())
        .account("main")
        .journal(db.journal())
        .attempt_timeout(shop::ATTEMPT)
        .timeout(shop::CALL)
        .build()?;

    // ANCHOR: worker
    // Looks up writes whose outcome is unknown, once a minute, in each instance.
    let worker = Worker::new(db.journal())
        .client(pos.clone())
        .client(payments.clone())
        .on_round(|round| match round {
            Ok(gauges) => gauges
                .failures
                .iter()
                .for_each(|failure| eprintln!("journal: {failure}")),
            Err(error) => eprintln!("journal: {error}"),
        });
    tokio::spawn(worker.run_forever());
    // ANCHOR_END: worker

    // Receives the callbacks of orders, and reads the orders that they name.
    let secret = var("CALLBACK_SECRET")?;
    let handler = db.handler(pos.clone(), &secret, shop::on_change)?;
    let callbacks = router(Handlers::new([handler.clone()]));
    let shop = Arc::new(Shop {
        db,
        menu: Menu::default(),
        menu_feed_key: var("MENU_FEED_KEY")?,
        payments,
        page: config,
        sdk_global: var("SDK_GLOBAL")?,
        pos,
        callback_url: format!("{}/callbacks/{secret}", var("PUBLIC_URL")?),
        paid: Notify::new(),
    });
    tokio::spawn(Arc::clone(&shop).read_menu());
    tokio::spawn(Arc::clone(&shop).receive(handler.clone()));
    let finishing = tokio::spawn(Arc::clone(&shop).finish_paid_carts());

    let app = Router::new()
        .route("/carts", post(checkout::create))
        .route("/carts/{cart}", get(checkout::show))
        .route("/carts/{cart}/payments/{number}", get(checkout::pay))
        .route("/carts/{cart}/payments/{number}/paid", post(checkout::paid))
        .with_state(Arc::clone(&shop))
        .nest("/callbacks", callbacks);
    // For the staff, on a listener that buyers and the venue do not reach.
    let orders = Router::new()
        .route("/orders/waiting", get(staff::waiting))
        .route("/orders/waiting/{id}", delete(staff::dismiss))
        .with_state(handler);
    let others = Router::new()
        .route("/payments/{request_uid}/paid", post(shop::seen))
        .route("/payments/{request_uid}/refund", post(shop::refund))
        .with_state(Arc::clone(&shop))
        .merge(orders);
    let staff = staff::routes(shop.db.journal(), others, &var("STAFF")?)?
        .route("/metrics", get(async move || metrics.render()));
    let listener = TcpListener::bind(var("STAFF_ADDRESS")?).await?;
    println!("staff: {}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, staff).await });

    let listener = TcpListener::bind(var("ADDRESS")?).await?;
    println!("listening on {}", listener.local_addr()?);
    let mut terminate = signal(SignalKind::terminate())?;
    let stop = async move {
        terminate.recv().await;
    };
    axum::serve(listener, app)
        .with_graceful_shutdown(stop)
        .await?;
    // Wait for calls that have begun: for browsers that have gone away, and for the cart in work.
    finishing.abort();
    shop.payments.drain(shop::CALL).await;
    shop.pos.drain(shop::CALL).await;
    println!("stopped");
    Ok(())
}
