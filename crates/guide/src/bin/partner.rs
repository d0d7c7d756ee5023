//! A menu partner with several venues, each with a token and a menu feed of its own. It shows menus, places orders and
//! follows them, in one process with one file of SQLite. Its routes are for the partner's own web server.
//!
//! | request | what it does |
//! |---|---|
//! | `GET /venues/{id}/menu` | the menu, as it was read in the last five minutes |
//! | `POST /venues/{id}/orders/{cart}` | places the order of a cart: `[{"product": "9001", "quantity": 2}]` |
//! | `GET /venues/{id}/orders/{cart}` | the state of the order |
//! | `POST /callbacks/…` | status callbacks of the venues |

#[path = "service/failure.rs"]
mod failure;
#[path = "service/menu.rs"]
mod menu;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use std::{env, fs};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use pos_v3_client::callback::{Handler, Handlers, RecordChanged, router};
use pos_v3_client::journal::Worker;
use pos_v3_client::model::{MenuGroup, NewIncomingOrder};
use pos_v3_client::{Client, Config, CreateIncomingOrder, GetIncomingOrder, GetMenuFeed};
use pos_v3_client::{Reply, VenueApiToken};
use serde::Deserialize;
use store_sqlite::SqliteStore;
use tokio::net::TcpListener;
use tokio::time::sleep;

use failure::{DatabaseError, Failure, Fault};
use menu::{Line, Menu};

/// One element of the file `VENUES`. The `id` is your own: the keys of the journal belong to it, so it never changes.
#[derive(Deserialize)]
struct Settings {
    id: i64,
    api_token: String,
    menu_feed_key: String,
    /// Random, and another one for each venue.
    callback_secret: String,
}

struct Venue {
    client: Client<VenueApiToken>,
    menu_feed_key: String,
    groups: RwLock<Vec<MenuGroup>>,
    menu: Menu,
    callback_url: String,
}

struct Partner {
    venues: HashMap<i64, Arc<Venue>>,
    store: SqliteStore,
}

impl Partner {
    fn venue(&self, id: i64) -> Result<&Arc<Venue>, Failure> {
        let venue = self.venues.get(&id);
        venue.ok_or(Failure(Reply::NotFound))
    }
}

impl Venue {
    async fn read_menu(self: Arc<Self>) {
        loop {
            let feed = GetMenuFeed::new(self.menu_feed_key.as_str());
            let pause = match self.client.send(feed).await {
                Ok(feed) => {
                    self.menu.replace(&feed);
                    let groups = self.groups.write();
                    *groups.unwrap_or_else(PoisonError::into_inner) = feed.value.menu_groups;
                    Duration::from_secs(5 * 60)
                }
                Err(error) => {
                    eprintln!("menu: {error}");
                    error.again_in().unwrap_or(Duration::from_secs(60))
                }
            };
            sleep(pause).await;
        }
    }
}

async fn menu(
    State(partner): State<Arc<Partner>>,
    Path(id): Path<i64>,
) -> Result<Json<Vec<MenuGroup>>, Failure> {
    let groups = partner.venue(id)?.groups.read();
    Ok(Json(groups.unwrap_or_else(PoisonError::into_inner).clone()))
}

/// `cart` is the key and the reference. The same request again gets the same order: after `503`, `202` and `409`, make it again.
async fn place(
    State(partner): State<Arc<Partner>>,
    Path((id, cart)): Path<(i64, String)>,
    Json(lines): Json<Vec<Line>>,
) -> Result<(StatusCode, String), Failure> {
    let venue = partner.venue(id)?;
    let (_, items) = venue.menu.price(&lines).map_err(Failure)?;
    let order = NewIncomingOrder::new(cart.as_str(), items);
    let order = order.status_callback(venue.callback_url.as_str());
    let call = venue.client.once(cart);
    let sent = call
        .send(CreateIncomingOrder::new(order))
        .detached()
        .await?;
    if sent.needs_person() {
        // The order has other values: a person compares it, and resolves it in the journal.
        return Err(Failure(Reply::Unknown));
    }
    let order = sent.record_id().unwrap_or_default().to_owned();
    Ok((StatusCode::CREATED, order))
}

async fn show(
    State(partner): State<Arc<Partner>>,
    Path(order): Path<(i64, String)>,
) -> Result<String, Failure> {
    partner.venue(order.0)?;
    let state = partner.store.transaction(move |tx| {
        let select = "SELECT state FROM orders WHERE venue = ?1 AND cart = ?2";
        let mut select = tx.prepare(select)?;
        let mut states = select.query_map(order, |row| row.get(0))?;
        Ok::<_, Fault>(states.next().transpose()?)
    });
    // Nothing has reported the order yet.
    let state = state.await.map_err(DatabaseError)?;
    Ok(state.unwrap_or_else(|| "unknown".to_owned()))
}

#[tokio::main]
async fn main() -> Result<(), Fault> {
    let store = SqliteStore::open(env::var("DATABASE")?).await?;
    let table = "CREATE TABLE IF NOT EXISTS orders (venue INTEGER, cart TEXT, state TEXT NOT NULL, \
         PRIMARY KEY (venue, cart))";
    let create = store.transaction(move |tx| Ok::<_, Fault>(tx.execute_batch(table)?));
    create.await?;

    // ANCHOR: venues
    // Without credentials: the clients of the venues share its connections, settings and journal.
    let config = Config::new(
        env::var("POS_ENVIRONMENT")?.parse()?,
        &env::var("POS_URL")?,
        (),
    )?;
    let shared = Client::builder(config).journal(store.clone()).build()?;
    let public_url = env::var("PUBLIC_URL")?;
    let mut venues = HashMap::new();
    let mut handlers = Vec::new();
    let mut worker = Worker::new(store.clone());
    let settings: Vec<Settings> = serde_json::from_str(&fs::read_to_string(env::var("VENUES")?)?)?;
    for settings in settings {
        let id = settings.id;
        let client = shared.with_account(id, VenueApiToken::new(settings.api_token));
        worker = worker.client(client.clone());
        let on_change = store.on_change(move |tx, change: &RecordChanged<GetIncomingOrder>| {
            let state = change.hint.as_ref().map(ToString::to_string);
            let state = state.unwrap_or_else(|| change.state.to_string());
            let sql = "INSERT OR REPLACE INTO orders VALUES (?1, ?2, ?3)";
            tx.execute(sql, (id, &change.reference, state))?;
            Ok(())
        });
        let secret = settings.callback_secret;
        let callback_url = format!("{public_url}/callbacks/{secret}");
        let handler = Handler::new(client.clone(), secret, on_change)?;
        handlers.push(handler.clone());
        tokio::spawn(async move {
            let log = |read: &_| eprintln!("callbacks of {id}: {read}");
            handler.run_forever_with(log).await;
        });
        let venue = Arc::new(Venue {
            client,
            menu_feed_key: settings.menu_feed_key,
            groups: RwLock::default(),
            menu: Menu::default(),
            callback_url,
        });
        tokio::spawn(Arc::clone(&venue).read_menu());
        venues.insert(id, venue);
    }
    tokio::spawn(worker.run_forever());
    // ANCHOR_END: venues

    let app = Router::new()
        .route("/venues/{id}/menu", get(menu))
        .route("/venues/{id}/orders/{cart}", get(show).post(place))
        .with_state(Arc::new(Partner { venues, store }))
        .nest("/callbacks", router(Handlers::new(handlers)));
    let listener = TcpListener::bind(env::var("ADDRESS")?).await?;
    println!("listening on {}", listener.local_addr()?);
    axum::serve(listener, app).await?;
    Ok(())
}
