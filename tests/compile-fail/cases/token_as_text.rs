//! Credentials are a type of the API, not a text.

use pos_v1_client::{Config, Environment};

fn main() {
    drop(Config::new(Environment::Staging, "https://pos.example/api", "token"));
}
