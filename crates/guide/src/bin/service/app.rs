//! What the handlers and workers share.

use std::error::Error;

use payments_client::{ClientCredentials, ClientValues};
use store_sqlite::SqliteStore;

use super::callbacks::{self, Orders};
use super::settings::Settings;

/// A clone is cheap: clones share connections.
#[derive(Clone)]
pub(crate) struct App {
    /// Version 1 of the point-of-sale API, which finds an order by its reference.
    pub(crate) pos: pos_v1_client::Client,
    pub(crate) payments: payments_client::Client,
    /// Version 2 of the point-of-sale API, for its lists.
    pub(crate) lists: pos_v2_client::Client,
    pub(crate) store: SqliteStore,
    pub(crate) orders: Orders,
    pub(crate) callback_url: String,
    pub(crate) venue: String,
}

impl App {
    pub(crate) fn new(settings: &Settings, store: SqliteStore) -> Result<Self, Box<dyn Error>> {
        let token = pos_v1_client::VenueToken::new(settings.api_token.clone());
        let environment = pos_v1_client::Environment::Staging;
        let pos = pos_v1_client::Config::new(environment, &settings.pos_url, token)?;
        let token = pos_v2_client::VenueToken::new(settings.api_token.clone());
        let environment = pos_v2_client::Environment::Staging;
        let lists = pos_v2_client::Config::new(environment, &settings.pos_url, token)?;
        let payments = payments_client::Config::with_client_values(
            payments_client::Environment::Test,
            &settings.payments_url,
            ClientCredentials::new(settings.client_id.clone(), settings.client_secret.clone()),
            ClientValues::new(&settings.client_public_key),
        )?;
        let pos = pos_v1_client::Client::builder(pos)
            .label("venue", &settings.venue)
            .attempt_timeout(settings.attempt_timeout)
            .journal(store.clone());
        let lists = pos_v2_client::Client::builder(lists).label("venue", &settings.venue);
        let payments = payments_client::Client::builder(payments)
            .label("venue", &settings.venue)
            .attempt_timeout(settings.attempt_timeout)
            .journal(store.clone());
        Ok(Self {
            pos: pos.build()?,
            payments: payments.build()?,
            lists: lists.build()?,
            orders: callbacks::orders(&store, &settings.venue),
            store,
            venue: settings.venue.clone(),
            callback_url: format!(
                "{}/callbacks/{}",
                settings.public_url, settings.callback_secret
            ),
        })
    }
}
