//! An example API, as a generated crate declares it: orders, customers and things of a shop. In the
//! examples of rustdoc it is `shop_client`.

#![allow(missing_docs, reason = "an example of a generated crate")]

mod customer;
mod order;
mod thing;

use api_runtime::__generated::{Authorization, EnvelopeShape, WriteInfo};
use api_runtime::journal::MemoryStore;
use api_runtime::operation::{Api, Write};
use api_runtime::testing::{ScriptedTransport, Step};
use api_runtime::transport::TransportError;
use api_runtime::{Credentials, Secret};

pub use customer::{Customer, ListCustomers};
pub use order::{AddOrder, CreateOrder, GetOrder, NewOrder, Order, PayOrder, SetQuantity};
pub use thing::{NewThing, Thing, new_thing};

/// The token of [`config`], which is never shown.
pub const TOKEN: &str = "venue-token-5eCr3t";

/// The envelope of some responses.
pub const ENVELOPE: EnvelopeShape = EnvelopeShape {
    success: "Success",
    payload: "Payload",
    message: "Message",
};

#[derive(Clone, Copy, Debug)]
pub struct Shop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    Staging,
    Production,
}

impl Api for Shop {
    const NAME: &'static str = "shop";
    const ERROR_KEYS: &'static [&'static str] = &["errors"];
    const ENVELOPE: Option<EnvelopeShape> = Some(ENVELOPE);
    const UNIQUE: &'static [WriteInfo] = &[<CreateOrder as Write>::WRITE];
    type Environment = Environment;
    type ClientValues = ();
}

/// A bearer token, which older paths contain.
#[derive(Clone, Debug)]
pub struct VenueApiToken(Secret);

impl VenueApiToken {
    pub fn new(token: impl Into<Secret>) -> Self {
        Self(token.into())
    }
}

impl Credentials for VenueApiToken {
    fn authorize(&self, authorization: &mut Authorization) {
        authorization.bearer("api_token", &self.0);
        authorization.path("token", ("api_token", &self.0));
    }
}

/// A user, and the venue's token as the password.
#[derive(Clone, Debug)]
pub struct Integrator {
    pub integrator_token: Secret,
    pub venue_token: Option<Secret>,
}

impl Credentials for Integrator {
    fn authorize(&self, authorization: &mut Authorization) {
        let venue_token = self
            .venue_token
            .as_ref()
            .map(|token| ("venue_token", token));
        authorization.basic(("integrator_token", &self.integrator_token), venue_token);
    }
}

pub type Client<C = VenueApiToken> = api_runtime::Client<Shop, C>;
pub type Config<C = VenueApiToken> = api_runtime::Config<Shop, C>;

pub fn venue() -> VenueApiToken {
    VenueApiToken::new(TOKEN)
}

pub fn config() -> Config {
    config_at("https://shop.example/api")
}

/// The configuration with another base URL.
pub fn config_at(base_url: &str) -> Config {
    Config::new(Environment::Staging, base_url, venue()).unwrap()
}

/// A client with the transport of [`responses`], and a journal of its own.
pub fn client(steps: impl IntoIterator<Item = (u16, &'static str)>) -> Client {
    let builder = Client::builder(config()).account(12);
    let builder = builder.journal(MemoryStore::new());
    builder.transport(responses(steps)).build().unwrap()
}

/// A transport with a status and a body for each attempt. The status 0 is a connection that breaks
/// after the request was sent.
pub fn responses(steps: impl IntoIterator<Item = (u16, &'static str)>) -> ScriptedTransport {
    ScriptedTransport::new(steps.into_iter().map(|(status, body)| match status {
        0 => Step::failure(TransportError::interrupted("the server hung up")),
        _ => Step::response(status, body),
    }))
}
