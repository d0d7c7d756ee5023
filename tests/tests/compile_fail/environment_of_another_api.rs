//! A client takes the environment of its own API.

use payments_client::{ClientCredentials, Environment};
use pos_v3_client::Client;

fn client(environment: Environment<ClientCredentials>) {
    let _ = Client::new(environment);
}

fn main() {
    let _ = client;
}
