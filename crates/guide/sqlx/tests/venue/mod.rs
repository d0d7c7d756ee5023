//! A venue that accepts orders.

use pos_v1_client::journal::Journal;
use pos_v1_client::testing::{ScriptedTransport, Step};
use pos_v1_client::{Client, Config, Environment, VenueApiToken};

pub struct Venue {
    pub client: Client,
    transport: ScriptedTransport,
}

impl Venue {
    /// A venue that receives orders with these references.
    pub fn new(references: &[&str], journal: Journal) -> Self {
        let orders = references.iter().zip(1..).map(|(reference, id)| {
            let order = format!(
                r#"{{"code":1,"incoming_order":{{"id":{id},"reference_no":"{reference}"}}}}"#
            );
            Step::response(200, order)
        });
        let transport = ScriptedTransport::new(orders);
        let token = VenueApiToken::new("token");
        let config = Config::new(Environment::Staging, "https://pos.example/api", token);
        let builder = Client::builder(config.expect("a config")).transport(transport.clone());
        let client = builder
            .account("12")
            .journal(journal)
            .build()
            .expect("a client");
        Self { client, transport }
    }

    /// The number of requests that were sent.
    pub fn requests(&self) -> usize {
        self.transport.requests().len()
    }
}
