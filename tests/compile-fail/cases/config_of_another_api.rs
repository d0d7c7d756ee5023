//! A client is made from a config of its own API.

use payments_client::{ClientCredentials, Config};
use pos_v3_client::Client;

fn client(config: Config<ClientCredentials>) {
    let _ = Client::new(config);
}

fn main() {
    let _ = client;
}
