//! `unique` needs a unique key, by which the server recognizes a retry.

use pos_v3_client::model::NewQuote;
use pos_v3_client::{Client, CreateIncomingQuote, IntegratorAndVenue};

fn create(client: &Client<IntegratorAndVenue>, quote: NewQuote) {
    drop(client.call().unique().send(CreateIncomingQuote::new(quote)));
}

fn main() {
    let _ = create;
}
