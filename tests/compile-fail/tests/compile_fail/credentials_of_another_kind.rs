//! An environment of venues is not made with an integrator's token.

use pos_v2_client::{Config, Error, Environment};
use pos_v3_client::Integrator;

fn environment() -> Result<Config, Error> {
    Config::new(
        Environment::Staging,
        "https://pos.example/api",
        Integrator::new("token"))
}

fn main() {
    let _ = environment();
}
