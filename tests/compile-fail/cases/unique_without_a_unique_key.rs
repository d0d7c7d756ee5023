//! `unique` needs a unique key, by which the server recognizes a retry.

use pos_v1_client::model::NewQuote;
use pos_v1_client::{Client, CreateIncomingQuote, VenueToken};

fn create(client: &Client<VenueToken>, quote: NewQuote) {
    drop(client.call().unique().send(CreateIncomingQuote::new(quote)));
}

fn main() {
    let _ = create;
}
