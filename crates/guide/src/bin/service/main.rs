//! A web service that places orders, takes payments and keeps a copy of the customers of a venue.
//!
//! ```sh
//! API_TOKEN=… cargo run -p guide --bin service # all variables are in `settings.rs`
//! ```
//!
//! | request | response |
//! |---|---|
//! | `POST /orders` | places an order with the caller's reference |
//! | `GET /orders/{reference}` | its state, as the venue's callbacks report it |
//! | `POST /carts/{cart}/payment` | requests a payment; the checkout page opens it |
//! | `POST /payments/submit` | submits the order that was paid |
//! | `GET /customers/{id}` | a customer of the venue |
//! | `GET /unresolved`, `POST /unresolved/{id}` | writes whose outcome a person has to find out |
//!
//! Several instances can run side by side, and share a file of SQLite with the journal of writes: a
//! write is in it before its first byte is sent, so that another instance finds out what became of it
//! after a crash.

mod app;
mod callbacks;
mod customers;
mod database;
mod failure;
mod orders;
mod payments;
mod recovery;
mod settings;

use std::error::Error;
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use pos_v1_client::callback::{Handler, Handlers, router};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;

use app::App;
use settings::Settings;

/// How long detached calls may take at the end of the process. No call takes longer than 60 s.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings::from_env()?;
    let app = App::new(&settings, database::open(&settings).await?)?;
    let receiver = Handler::new(
        app.pos.clone(),
        settings.callback_secret.as_str(),
        app.orders.clone(),
    )?;

    let routes = Router::new()
        .route("/orders", post(orders::place))
        .route("/orders/{reference}", get(orders::show))
        .route("/carts/{cart}/payment", post(payments::create))
        .route("/payments/submit", post(payments::submit))
        .route("/customers/{id}", get(customers::show))
        .route("/unresolved", get(recovery::list))
        .route("/unresolved/{id}", post(recovery::resolve))
        .with_state(app.clone())
        .nest("/callbacks", router(Handlers::new([receiver.clone()])));

    let mut workers = JoinSet::new();
    workers.spawn(callbacks::receive_forever(app.store.clone(), receiver));
    workers.spawn(recovery::look_up_forever(
        app.clone(),
        settings.recovery_interval,
    ));
    workers.spawn(customers::sync_forever(app.clone(), settings.sync_interval));

    let listener = TcpListener::bind(&settings.address).await?;
    println!("listening on {}", listener.local_addr()?);
    let mut terminate = signal(SignalKind::terminate())?;
    axum::serve(listener, routes)
        .with_graceful_shutdown(async move {
            terminate.recv().await;
        })
        .await?;

    // The writes of handlers whose browsers have gone away.
    let (pos, payments) = tokio::join!(
        app.pos.drain(DRAIN_TIMEOUT),
        app.payments.drain(DRAIN_TIMEOUT)
    );
    if pos + payments > 0 {
        eprintln!("stopped with calls in flight");
    }
    println!("stopped");
    Ok(())
}
