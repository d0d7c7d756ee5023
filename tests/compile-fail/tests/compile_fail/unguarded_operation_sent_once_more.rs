//! A write whose second arrival the server does not recognise is never sent once more.

use pos_v1_client::model::NewQuote;
use pos_v1_client::{Client, CreateIncomingQuote, VenueToken};

fn create(client: &Client<VenueToken>, quote: NewQuote) {
    drop(client.create_once(CreateIncomingQuote::new(quote)));
}

fn main() {
    let _ = create;
}
